; ModuleID = 'control.c'
source_filename = "control.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.pair = type { i32, double }
%union.word = type { i32 }

@floats = dso_local local_unnamed_addr constant [4 x float] [float 1.000000e+00, float 0x3FB99999A0000000, float -0.000000e+00, float 0x47EC363CC0000000], align 16, !dbg !0
@counter = dso_local thread_local local_unnamed_addr global i32 7, align 4, !dbg !14
@jump.labels = internal unnamed_addr constant [3 x ptr] [ptr blockaddress(@jump, %10), ptr blockaddress(@jump, %5), ptr blockaddress(@jump, %7)], align 16, !dbg !17
@.str.1 = private unnamed_addr constant [5 x i8] c"one\0A\00", align 1, !dbg !40
@pairs = internal unnamed_addr constant [2 x { i32, [4 x i8], double }] [{ i32, [4 x i8], double } { i32 1, [4 x i8] zeroinitializer, double 2.500000e+00 }, { i32, [4 x i8], double } { i32 3, [4 x i8] zeroinitializer, double 1.000000e-01 }], align 16, !dbg !51

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @sum(i32 noundef %0, ...) local_unnamed_addr #0 !dbg !76 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16, !DIAssignID !96
    #dbg_assign(i1 poison, !81, !DIExpression(), !96, ptr %2, !DIExpression(), !97)
    #dbg_value(i32 %0, !80, !DIExpression(), !97)
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #14, !dbg !98
  call void @llvm.va_start.p0(ptr nonnull %2), !dbg !99
    #dbg_value(i32 0, !95, !DIExpression(), !97)
  %3 = icmp sgt i32 %0, 0, !dbg !100
  br i1 %3, label %4, label %65, !dbg !101

4:                                                ; preds = %1
  %5 = load i32, ptr %2, align 16
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %8 = load ptr, ptr %7, align 16
  %9 = load ptr, ptr %6, align 8
  %10 = and i32 %0, 1, !dbg !102
  %11 = icmp eq i32 %0, 1, !dbg !102
  br i1 %11, label %49, label %12, !dbg !102

12:                                               ; preds = %4
  %13 = and i32 %0, 2147483646, !dbg !101
  br label %14, !dbg !101

14:                                               ; preds = %39, %12
  %15 = phi ptr [ %9, %12 ], [ %40, %39 ]
  %16 = phi i32 [ 0, %12 ], [ %44, %39 ]
  %17 = phi i32 [ %5, %12 ], [ %41, %39 ]
  %18 = phi i32 [ 0, %12 ], [ %45, %39 ]
    #dbg_value(i32 %16, !95, !DIExpression(), !97)
  %19 = icmp ult i32 %17, 41, !dbg !103
  br i1 %19, label %20, label %24, !dbg !103

20:                                               ; preds = %14
  %21 = zext nneg i32 %17 to i64, !dbg !103
  %22 = getelementptr i8, ptr %8, i64 %21, !dbg !103
  %23 = add nuw nsw i32 %17, 8, !dbg !103
  store i32 %23, ptr %2, align 16, !dbg !103, !DIAssignID !104
    #dbg_assign(i32 %23, !81, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !104, ptr %2, !DIExpression(), !97)
  br label %26, !dbg !103

24:                                               ; preds = %14
  %25 = getelementptr i8, ptr %15, i64 8, !dbg !103
  store ptr %25, ptr %6, align 8, !dbg !103, !DIAssignID !105
    #dbg_assign(ptr %25, !81, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !105, ptr %6, !DIExpression(), !97)
  br label %26, !dbg !103

26:                                               ; preds = %24, %20
  %27 = phi ptr [ %15, %20 ], [ %25, %24 ]
  %28 = phi i32 [ %23, %20 ], [ %17, %24 ]
  %29 = phi ptr [ %22, %20 ], [ %15, %24 ], !dbg !103
  %30 = load i32, ptr %29, align 4, !dbg !103, !tbaa !72
  %31 = add nsw i32 %30, %16, !dbg !106
    #dbg_value(i32 %31, !95, !DIExpression(), !97)
    #dbg_value(i32 poison, !80, !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !97)
  %32 = icmp ult i32 %28, 41, !dbg !103
  br i1 %32, label %35, label %33, !dbg !103

33:                                               ; preds = %26
  %34 = getelementptr i8, ptr %27, i64 8, !dbg !103
  store ptr %34, ptr %6, align 8, !dbg !103, !DIAssignID !105
    #dbg_assign(ptr %34, !81, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !105, ptr %6, !DIExpression(), !97)
  br label %39, !dbg !103

35:                                               ; preds = %26
  %36 = zext nneg i32 %28 to i64, !dbg !103
  %37 = getelementptr i8, ptr %8, i64 %36, !dbg !103
  %38 = add nuw nsw i32 %28, 8, !dbg !103
  store i32 %38, ptr %2, align 16, !dbg !103, !DIAssignID !104
    #dbg_assign(i32 %38, !81, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !104, ptr %2, !DIExpression(), !97)
  br label %39, !dbg !103

39:                                               ; preds = %35, %33
  %40 = phi ptr [ %27, %35 ], [ %34, %33 ]
  %41 = phi i32 [ %38, %35 ], [ %28, %33 ]
  %42 = phi ptr [ %37, %35 ], [ %27, %33 ], !dbg !103
  %43 = load i32, ptr %42, align 4, !dbg !103, !tbaa !72
  %44 = add nsw i32 %43, %31, !dbg !107
    #dbg_value(i32 %44, !95, !DIExpression(), !97)
    #dbg_value(i32 poison, !80, !DIExpression(DW_OP_constu, 2, DW_OP_minus, DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !97)
  %45 = add i32 %18, 2, !dbg !108
  %46 = icmp eq i32 %45, %13, !dbg !108
  br i1 %46, label %47, label %14, !dbg !108, !llvm.loop !109

47:                                               ; preds = %39
  %48 = icmp eq i32 %10, 0, !dbg !103
  br i1 %48, label %65, label %49, !dbg !103

49:                                               ; preds = %47, %4
  %50 = phi ptr [ %9, %4 ], [ %40, %47 ]
  %51 = phi i32 [ 0, %4 ], [ %44, %47 ]
  %52 = phi i32 [ %5, %4 ], [ %41, %47 ]
  %53 = icmp ne i32 %10, 0, !dbg !103
  call void @llvm.assume(i1 %53), !dbg !103
    #dbg_value(i32 %51, !95, !DIExpression(), !97)
  %54 = icmp ult i32 %52, 41, !dbg !103
  br i1 %54, label %57, label %55, !dbg !103

55:                                               ; preds = %49
  %56 = getelementptr i8, ptr %50, i64 8, !dbg !103
  store ptr %56, ptr %6, align 8, !dbg !103, !DIAssignID !105
    #dbg_assign(ptr %56, !81, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !105, ptr %6, !DIExpression(), !97)
  br label %61, !dbg !103

57:                                               ; preds = %49
  %58 = zext nneg i32 %52 to i64, !dbg !103
  %59 = getelementptr i8, ptr %8, i64 %58, !dbg !103
  %60 = add nuw nsw i32 %52, 8, !dbg !103
  store i32 %60, ptr %2, align 16, !dbg !103, !DIAssignID !104
    #dbg_assign(i32 %60, !81, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !104, ptr %2, !DIExpression(), !97)
  br label %61, !dbg !103

61:                                               ; preds = %57, %55
  %62 = phi ptr [ %59, %57 ], [ %50, %55 ], !dbg !103
  %63 = load i32, ptr %62, align 4, !dbg !103, !tbaa !72
  %64 = add nsw i32 %63, %51, !dbg !111
    #dbg_value(i32 %64, !95, !DIExpression(), !97)
    #dbg_value(i32 poison, !80, !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !97)
  br label %65, !dbg !112

65:                                               ; preds = %61, %47, %1
  %66 = phi i32 [ 0, %1 ], [ %44, %47 ], [ %64, %61 ], !dbg !97
  call void @llvm.va_end.p0(ptr nonnull %2), !dbg !112
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #14, !dbg !113
  ret i32 %66, !dbg !114
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nounwind uwtable
define dso_local i32 @choose(i32 noundef %0) local_unnamed_addr #3 !dbg !115 {
    #dbg_value(i32 %0, !117, !DIExpression(), !118)
  switch i32 %0, label %6 [
    i32 0, label %10
    i32 1, label %2
    i32 2, label %2
    i32 10, label %4
    i32 11, label %4
    i32 12, label %4
    i32 13, label %4
    i32 14, label %4
  ], !dbg !119

2:                                                ; preds = %1, %1
  %3 = tail call i32 (i32, ...) @outside(i32 noundef %0, double noundef 2.000000e+00, ptr noundef nonnull @.str.1) #14, !dbg !120
  br label %10, !dbg !122

4:                                                ; preds = %1, %1, %1, %1, %1
  %5 = shl nuw nsw i32 %0, 2, !dbg !123
  br label %10, !dbg !124

6:                                                ; preds = %1
  %7 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @counter), !dbg !125
  %8 = load i32, ptr %7, align 4, !dbg !126, !tbaa !72
  %9 = add nsw i32 %8, 1, !dbg !127
  store i32 %9, ptr %7, align 4, !dbg !128, !tbaa !72
  br label %10, !dbg !129

10:                                               ; preds = %1, %6, %4, %2
  %11 = phi i32 [ %8, %6 ], [ %5, %4 ], [ %3, %2 ], [ 2, %1 ], !dbg !130
  ret i32 %11, !dbg !131
}

declare !dbg !132 extern_weak i32 @outside(i32 noundef, ...) local_unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #5

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @jump(i32 noundef %0) local_unnamed_addr #6 !dbg !19 {
    #dbg_value(i32 %0, !23, !DIExpression(), !133)
  %2 = sext i32 %0 to i64, !dbg !134
  %3 = getelementptr inbounds ptr, ptr @jump.labels, i64 %2, !dbg !134
  %4 = load ptr, ptr %3, align 8, !dbg !134, !tbaa !135
  indirectbr ptr %4, [label %10, label %5, label %7]

5:                                                ; preds = %1
    #dbg_label(!25, !137)
  %6 = add nsw i32 %0, 2, !dbg !138
    #dbg_value(i32 %6, !23, !DIExpression(), !133)
  br label %7, !dbg !139

7:                                                ; preds = %5, %1
  %8 = phi i32 [ %6, %5 ], [ %0, %1 ]
    #dbg_value(i32 %8, !23, !DIExpression(), !133)
    #dbg_label(!26, !140)
  %9 = mul nsw i32 %8, %8, !dbg !141
  br label %10, !dbg !142

10:                                               ; preds = %1, %7
  %11 = phi i32 [ %9, %7 ], [ 1, %1 ], !dbg !133
  ret i32 %11, !dbg !143
}

; Function Attrs: nounwind uwtable
define dso_local i64 @ticks() local_unnamed_addr #3 !dbg !144 {
  %1 = tail call { i32, i32 } asm sideeffect "rdtsc", "={ax},={dx},~{memory},~{dirflag},~{fpsr},~{flags}"() #14, !dbg !152, !srcloc !153
  %2 = extractvalue { i32, i32 } %1, 0, !dbg !154
  %3 = extractvalue { i32, i32 } %1, 1, !dbg !155
    #dbg_value(i32 %2, !148, !DIExpression(), !156)
    #dbg_value(i32 %3, !151, !DIExpression(), !156)
  %4 = zext i32 %3 to i64, !dbg !157
  %5 = shl nuw i64 %4, 32, !dbg !158
  %6 = zext i32 %2 to i64, !dbg !159
  %7 = or disjoint i64 %5, %6, !dbg !160
  ret i64 %7, !dbg !161
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @copy(ptr noalias noundef captures(none) %0, ptr noalias noundef readonly captures(none) %1, i32 noundef %2) local_unnamed_addr #7 !dbg !162 {
    #dbg_value(ptr %0, !171, !DIExpression(), !176)
    #dbg_value(ptr %1, !172, !DIExpression(), !176)
    #dbg_value(i32 %2, !173, !DIExpression(), !176)
    #dbg_value(i32 0, !174, !DIExpression(), !177)
  %4 = icmp eq i32 %2, 0, !dbg !178
  br i1 %4, label %25, label %5, !dbg !180

5:                                                ; preds = %3
  %6 = zext i32 %2 to i64, !dbg !181
  %7 = and i64 %6, 1, !dbg !182
  %8 = icmp eq i32 %2, 1, !dbg !182
  br i1 %8, label %13, label %9, !dbg !182

9:                                                ; preds = %5
  %10 = and i64 %6, 4294967294, !dbg !182
  br label %26, !dbg !182

11:                                               ; preds = %26
  %12 = icmp eq i64 %7, 0, !dbg !182
  br i1 %12, label %25, label %13, !dbg !182

13:                                               ; preds = %11, %5
  %14 = phi i64 [ 0, %5 ], [ %40, %11 ]
  %15 = icmp ne i64 %7, 0, !dbg !183
  tail call void @llvm.assume(i1 %15), !dbg !183
    #dbg_value(i64 %14, !174, !DIExpression(), !177)
  %16 = getelementptr inbounds nuw %struct.pair, ptr %0, i64 %14, !dbg !184
  %17 = getelementptr inbounds nuw %struct.pair, ptr %1, i64 %14, !dbg !186
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %16, ptr noundef nonnull align 8 dereferenceable(16) %17, i64 16, i1 false), !dbg !187, !tbaa.struct !188
  %18 = and i64 %14, 1, !dbg !191
  %19 = getelementptr inbounds nuw %struct.pair, ptr @pairs, i64 %18, !dbg !192
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 8, !dbg !193
  %21 = load double, ptr %20, align 8, !dbg !193, !tbaa !194
  %22 = getelementptr inbounds nuw i8, ptr %16, i64 8, !dbg !196
  %23 = load double, ptr %22, align 8, !dbg !197, !tbaa !194
  %24 = fadd double %21, %23, !dbg !198
  store double %24, ptr %22, align 8, !dbg !199, !tbaa !194
    #dbg_value(i64 %14, !174, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !177)
  br label %25, !dbg !200

25:                                               ; preds = %13, %11, %3
  ret void, !dbg !200

26:                                               ; preds = %26, %9
  %27 = phi i64 [ 0, %9 ], [ %40, %26 ]
  %28 = phi i64 [ 0, %9 ], [ %41, %26 ]
    #dbg_value(i64 %27, !174, !DIExpression(), !177)
  %29 = getelementptr inbounds nuw %struct.pair, ptr %0, i64 %27, !dbg !184
  %30 = getelementptr inbounds nuw %struct.pair, ptr %1, i64 %27, !dbg !186
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %29, ptr noundef nonnull align 8 dereferenceable(16) %30, i64 16, i1 false), !dbg !201, !tbaa.struct !188
  %31 = getelementptr inbounds nuw i8, ptr %29, i64 8, !dbg !196
  %32 = load double, ptr %31, align 8, !dbg !197, !tbaa !194
  %33 = fadd double %32, 2.500000e+00, !dbg !202
  store double %33, ptr %31, align 8, !dbg !203, !tbaa !194
  %34 = or disjoint i64 %27, 1, !dbg !204
    #dbg_value(i64 %34, !174, !DIExpression(), !177)
  %35 = getelementptr inbounds nuw %struct.pair, ptr %0, i64 %34, !dbg !184
  %36 = getelementptr inbounds nuw %struct.pair, ptr %1, i64 %34, !dbg !186
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %35, ptr noundef nonnull align 8 dereferenceable(16) %36, i64 16, i1 false), !dbg !205, !tbaa.struct !188
  %37 = getelementptr inbounds nuw i8, ptr %35, i64 8, !dbg !196
  %38 = load double, ptr %37, align 8, !dbg !197, !tbaa !194
  %39 = fadd double %38, 1.000000e-01, !dbg !206
  store double %39, ptr %37, align 8, !dbg !207, !tbaa !194
  %40 = add nuw nsw i64 %27, 2, !dbg !208
    #dbg_value(i64 %40, !174, !DIExpression(), !177)
  %41 = add i64 %28, 2, !dbg !209
  %42 = icmp eq i64 %41, %10, !dbg !209
  br i1 %42, label %11, label %26, !dbg !209, !llvm.loop !210
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #8

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef double @polynomial(double noundef %0) local_unnamed_addr #6 !dbg !212 {
    #dbg_value(double %0, !216, !DIExpression(), !217)
  %2 = tail call double @llvm.fmuladd.f64(double %0, double 1.500000e+00, double 2.250000e+00), !dbg !218
  %3 = tail call double @llvm.fmuladd.f64(double %2, double %0, double -3.000000e-01), !dbg !219
  %4 = fadd double %0, 1.000000e+300, !dbg !220
  %5 = fdiv double %3, %4, !dbg !221
  ret double %5, !dbg !222
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #9

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 0, 5) i32 @compare(float noundef %0, float noundef %1) local_unnamed_addr #6 !dbg !223 {
    #dbg_value(float %0, !227, !DIExpression(), !229)
    #dbg_value(float %1, !228, !DIExpression(), !229)
  %3 = fcmp olt float %0, %1, !dbg !230
  %4 = zext i1 %3 to i32, !dbg !230
  %5 = fcmp oeq float %0, %1, !dbg !231
  %6 = select i1 %5, i32 2, i32 0, !dbg !232
  %7 = fcmp uno float %0, 0.000000e+00, !dbg !233
  %8 = zext i1 %7 to i32, !dbg !233
  %9 = add nuw nsw i32 %4, %8, !dbg !234
  %10 = add nuw nsw i32 %9, %6, !dbg !235
  ret i32 %10, !dbg !236
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local zeroext i8 @bytes(i32 %0, i32 noundef %1) local_unnamed_addr #6 !dbg !237 {
  %3 = alloca %union.word, align 4, !DIAssignID !248
    #dbg_assign(i1 poison, !246, !DIExpression(), !248, ptr %3, !DIExpression(), !249)
  store i32 %0, ptr %3, align 4, !DIAssignID !250
    #dbg_assign(i32 %0, !246, !DIExpression(), !250, ptr %3, !DIExpression(), !249)
    #dbg_value(i32 %1, !247, !DIExpression(), !249)
  %4 = sext i32 %1 to i64, !dbg !251
  %5 = getelementptr inbounds i8, ptr %3, i64 %4, !dbg !251
  %6 = load i8, ptr %5, align 1, !dbg !251, !tbaa !252
  %7 = lshr i32 %0, 3, !dbg !253
  %8 = trunc i32 %7 to i8, !dbg !254
  %9 = xor i8 %6, %8, !dbg !254
  ret i8 %9, !dbg !255
}

; Function Attrs: cold mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write) uwtable
define dso_local void @clear(ptr noundef writeonly captures(none) %0, i64 noundef %1) local_unnamed_addr #10 !dbg !256 {
    #dbg_value(ptr %0, !260, !DIExpression(), !262)
    #dbg_value(i64 %1, !261, !DIExpression(), !262)
  tail call void @llvm.memset.p0.i64(ptr align 1 %0, i8 0, i64 %1, i1 false), !dbg !263
  ret void, !dbg !264
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #11

; Function Attrs: cold mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i32, double } @make(i32 noundef %0) local_unnamed_addr #12 !dbg !265 {
  %2 = alloca %struct.pair, align 8, !DIAssignID !271
    #dbg_assign(i1 poison, !270, !DIExpression(), !271, ptr %2, !DIExpression(), !272)
    #dbg_value(i32 %0, !269, !DIExpression(), !272)
  store i32 %0, ptr %2, align 8, !dbg !273, !tbaa !274, !DIAssignID !275
    #dbg_assign(i32 %0, !270, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !275, ptr %2, !DIExpression(), !272)
    #dbg_assign(i32 0, !270, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !276, ptr %2, !DIExpression(DW_OP_plus_uconst, 4), !272)
  %3 = getelementptr inbounds nuw i8, ptr %2, i64 8, !dbg !277
  %4 = sitofp i32 %0 to double, !dbg !278
  store double %4, ptr %3, align 8, !dbg !273, !tbaa !194, !DIAssignID !279
    #dbg_assign(double %4, !270, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !279, ptr %3, !DIExpression(), !272)
  call void @clear(ptr noundef nonnull %2, i64 noundef 16) #15, !dbg !280
  %5 = load i32, ptr %2, align 8, !dbg !281
  %6 = insertvalue { i32, double } poison, i32 %5, 0, !dbg !281
  %7 = load double, ptr %3, align 8, !dbg !281
  %8 = insertvalue { i32, double } %6, double %7, 1, !dbg !281
  ret { i32, double } %8, !dbg !282
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #13

attributes #0 = { nofree norecurse nosync nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #3 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { cold mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #12 = { cold mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #14 = { nounwind }
attributes #15 = { cold }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!64, !65, !66, !67, !68, !69, !70}
!llvm.ident = !{!71}
!llvm.errno.tbaa = !{!72}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "floats", scope: !2, file: !3, line: 10, type: !61, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !13, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "control.c", directory: "/src", checksumkind: CSK_MD5, checksum: "7cc433eb0b022c1cd7c72302c66539f7")
!4 = !{!5, !10}
!5 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint64_t", file: !6, line: 27, baseType: !7)
!6 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h", directory: "", checksumkind: CSK_MD5, checksum: "2bf2ae53c58c01b1a1b9383b5195125c")
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint64_t", file: !8, line: 45, baseType: !9)
!8 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!9 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!10 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint8_t", file: !6, line: 24, baseType: !11)
!11 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint8_t", file: !8, line: 38, baseType: !12)
!12 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!13 = !{!0, !14, !17, !31, !36, !40, !42, !44, !51}
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 11, type: !16, isLocal: false, isDefinition: true)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
!18 = distinct !DIGlobalVariable(name: "labels", scope: !19, file: !3, line: 30, type: !27, isLocal: true, isDefinition: true)
!19 = distinct !DISubprogram(name: "jump", scope: !3, file: !3, line: 29, type: !20, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !22, keyInstructions: true)
!20 = !DISubroutineType(types: !21)
!21 = !{!16, !16}
!22 = !{!23, !24, !25, !26}
!23 = !DILocalVariable(name: "at", arg: 1, scope: !19, file: !3, line: 29, type: !16)
!24 = !DILabel(scope: !19, name: "first", file: !3, line: 32, column: 1)
!25 = !DILabel(scope: !19, name: "second", file: !3, line: 33, column: 1)
!26 = !DILabel(scope: !19, name: "third", file: !3, line: 34, column: 1)
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 192, elements: !29)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!29 = !{!30}
!30 = !DISubrange(count: 3)
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 8, type: !33, isLocal: true, isDefinition: true)
!33 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 160, elements: !34)
!34 = !{!35}
!35 = !DISubrange(count: 5)
!36 = !DIGlobalVariableExpression(var: !37, expr: !DIExpression())
!37 = distinct !DIGlobalVariable(scope: null, file: !3, line: 7, type: !38, isLocal: true, isDefinition: true)
!38 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 40, elements: !34)
!39 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(scope: null, file: !3, line: 7, type: !38, isLocal: true, isDefinition: true)
!42 = !DIGlobalVariableExpression(var: !43, expr: !DIExpression())
!43 = distinct !DIGlobalVariable(scope: null, file: !3, line: 7, type: !38, isLocal: true, isDefinition: true)
!44 = !DIGlobalVariableExpression(var: !45, expr: !DIExpression())
!45 = distinct !DIGlobalVariable(name: "names", scope: !2, file: !3, line: 7, type: !46, isLocal: true, isDefinition: true)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !47, size: 256, elements: !49)
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !48, size: 64)
!48 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !39)
!49 = !{!50}
!50 = !DISubrange(count: 4)
!51 = !DIGlobalVariableExpression(var: !52, expr: !DIExpression())
!52 = distinct !DIGlobalVariable(name: "pairs", scope: !2, file: !3, line: 9, type: !53, isLocal: true, isDefinition: true)
!53 = !DICompositeType(tag: DW_TAG_array_type, baseType: !54, size: 256, elements: !59)
!54 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !3, line: 5, size: 128, elements: !55)
!55 = !{!56, !57}
!56 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !54, file: !3, line: 5, baseType: !16, size: 32)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "second", scope: !54, file: !3, line: 5, baseType: !58, size: 64, offset: 64)
!58 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!59 = !{!60}
!60 = !DISubrange(count: 2)
!61 = !DICompositeType(tag: DW_TAG_array_type, baseType: !62, size: 128, elements: !49)
!62 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !63)
!63 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!64 = !{i32 7, !"Dwarf Version", i32 5}
!65 = !{i32 2, !"Debug Info Version", i32 3}
!66 = !{i32 1, !"wchar_size", i32 4}
!67 = !{i32 8, !"PIC Level", i32 2}
!68 = !{i32 7, !"PIE Level", i32 2}
!69 = !{i32 7, !"uwtable", i32 2}
!70 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!71 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!72 = !{!73, !73, i64 0}
!73 = !{!"int", !74, i64 0}
!74 = !{!"omnipotent char", !75, i64 0}
!75 = !{!"Simple C/C++ TBAA"}
!76 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 13, type: !77, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !79, keyInstructions: true)
!77 = !DISubroutineType(types: !78)
!78 = !{!16, !16, null}
!79 = !{!80, !81, !95}
!80 = !DILocalVariable(name: "count", arg: 1, scope: !76, file: !3, line: 13, type: !16)
!81 = !DILocalVariable(name: "list", scope: !76, file: !3, line: 14, type: !82)
!82 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !83, line: 12, baseType: !84)
!83 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!84 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !85)
!85 = !DICompositeType(tag: DW_TAG_array_type, baseType: !86, size: 192, elements: !93)
!86 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !87)
!87 = !{!88, !90, !91, !92}
!88 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !86, file: !3, line: 14, baseType: !89, size: 32)
!89 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!90 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !86, file: !3, line: 14, baseType: !89, size: 32, offset: 32)
!91 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !86, file: !3, line: 14, baseType: !28, size: 64, offset: 64)
!92 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !86, file: !3, line: 14, baseType: !28, size: 64, offset: 128)
!93 = !{!94}
!94 = !DISubrange(count: 1)
!95 = !DILocalVariable(name: "total", scope: !76, file: !3, line: 16, type: !16)
!96 = distinct !DIAssignID()
!97 = !DILocation(line: 0, scope: !76)
!98 = !DILocation(line: 14, column: 3, scope: !76)
!99 = !DILocation(line: 15, column: 3, scope: !76)
!100 = !DILocation(line: 17, column: 18, scope: !76, atomGroup: 10, atomRank: 1)
!101 = !DILocation(line: 17, column: 3, scope: !76, atomGroup: 11, atomRank: 1)
!102 = !DILocation(line: 17, column: 3, scope: !76)
!103 = !DILocation(line: 17, column: 32, scope: !76)
!104 = distinct !DIAssignID()
!105 = distinct !DIAssignID()
!106 = !DILocation(line: 17, column: 29, scope: !76, atomGroup: 5, atomRank: 2)
!107 = !DILocation(line: 17, column: 29, scope: !76, atomGroup: 19, atomRank: 2)
!108 = !DILocation(line: 17, column: 3, scope: !76, atomGroup: 21, atomRank: 1)
!109 = distinct !{!109, !102, !103, !110}
!110 = !{!"llvm.loop.mustprogress"}
!111 = !DILocation(line: 17, column: 29, scope: !76, atomGroup: 15, atomRank: 2)
!112 = !DILocation(line: 18, column: 3, scope: !76)
!113 = !DILocation(line: 20, column: 1, scope: !76)
!114 = !DILocation(line: 19, column: 3, scope: !76, atomGroup: 7, atomRank: 1)
!115 = distinct !DISubprogram(name: "choose", scope: !3, file: !3, line: 21, type: !20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !116, keyInstructions: true)
!116 = !{!117}
!117 = !DILocalVariable(name: "value", arg: 1, scope: !115, file: !3, line: 21, type: !16)
!118 = !DILocation(line: 0, scope: !115)
!119 = !DILocation(line: 22, column: 3, scope: !115, atomGroup: 1, atomRank: 1)
!120 = !DILocation(line: 24, column: 26, scope: !121, atomGroup: 3, atomRank: 2)
!121 = distinct !DILexicalBlock(scope: !115, file: !3, line: 22, column: 18)
!122 = !DILocation(line: 24, column: 19, scope: !121, atomGroup: 3, atomRank: 1)
!123 = !DILocation(line: 25, column: 32, scope: !121, atomGroup: 4, atomRank: 2)
!124 = !DILocation(line: 25, column: 19, scope: !121, atomGroup: 4, atomRank: 1)
!125 = !DILocation(line: 26, column: 19, scope: !121)
!126 = !DILocation(line: 26, column: 26, scope: !121, atomGroup: 5, atomRank: 2)
!127 = !DILocation(line: 26, column: 26, scope: !121, atomGroup: 6, atomRank: 2)
!128 = !DILocation(line: 26, column: 26, scope: !121, atomGroup: 6, atomRank: 1)
!129 = !DILocation(line: 26, column: 12, scope: !121, atomGroup: 5, atomRank: 1)
!130 = !DILocation(line: 0, scope: !121)
!131 = !DILocation(line: 28, column: 1, scope: !115, atomGroup: 7, atomRank: 1)
!132 = !DISubprogram(name: "outside", scope: !3, file: !3, line: 12, type: !77, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!133 = !DILocation(line: 0, scope: !19)
!134 = !DILocation(line: 31, column: 9, scope: !19)
!135 = !{!136, !136, i64 0}
!136 = !{!"any pointer", !74, i64 0}
!137 = !DILocation(line: 33, column: 1, scope: !19)
!138 = !DILocation(line: 33, column: 12, scope: !19, atomGroup: 3, atomRank: 2)
!139 = !DILocation(line: 33, column: 9, scope: !19)
!140 = !DILocation(line: 34, column: 1, scope: !19)
!141 = !DILocation(line: 34, column: 18, scope: !19, atomGroup: 4, atomRank: 2)
!142 = !DILocation(line: 34, column: 8, scope: !19, atomGroup: 4, atomRank: 1)
!143 = !DILocation(line: 35, column: 1, scope: !19, atomGroup: 5, atomRank: 1)
!144 = distinct !DISubprogram(name: "ticks", scope: !3, file: !3, line: 36, type: !145, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !147, keyInstructions: true)
!145 = !DISubroutineType(types: !146)
!146 = !{!5}
!147 = !{!148, !151}
!148 = !DILocalVariable(name: "low", scope: !144, file: !3, line: 37, type: !149)
!149 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint32_t", file: !6, line: 26, baseType: !150)
!150 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint32_t", file: !8, line: 42, baseType: !89)
!151 = !DILocalVariable(name: "high", scope: !144, file: !3, line: 37, type: !149)
!152 = !DILocation(line: 38, column: 3, scope: !144, atomGroup: 1, atomRank: 1)
!153 = !{i64 1103}
!154 = !DILocation(line: 38, column: 3, scope: !144, atomGroup: 2, atomRank: 2)
!155 = !DILocation(line: 38, column: 3, scope: !144, atomGroup: 3, atomRank: 2)
!156 = !DILocation(line: 0, scope: !144)
!157 = !DILocation(line: 39, column: 11, scope: !144)
!158 = !DILocation(line: 39, column: 26, scope: !144)
!159 = !DILocation(line: 39, column: 35, scope: !144)
!160 = !DILocation(line: 39, column: 33, scope: !144, atomGroup: 5, atomRank: 2)
!161 = !DILocation(line: 39, column: 3, scope: !144, atomGroup: 5, atomRank: 1)
!162 = distinct !DISubprogram(name: "copy", scope: !3, file: !3, line: 41, type: !163, scopeLine: 41, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !170, keyInstructions: true)
!163 = !DISubroutineType(types: !164)
!164 = !{null, !165, !167, !89}
!165 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !166)
!166 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !54, size: 64)
!167 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !168)
!168 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !169, size: 64)
!169 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !54)
!170 = !{!171, !172, !173, !174}
!171 = !DILocalVariable(name: "to", arg: 1, scope: !162, file: !3, line: 41, type: !165)
!172 = !DILocalVariable(name: "from", arg: 2, scope: !162, file: !3, line: 41, type: !167)
!173 = !DILocalVariable(name: "n", arg: 3, scope: !162, file: !3, line: 41, type: !89)
!174 = !DILocalVariable(name: "i", scope: !175, file: !3, line: 42, type: !89)
!175 = distinct !DILexicalBlock(scope: !162, file: !3, line: 42, column: 3)
!176 = !DILocation(line: 0, scope: !162)
!177 = !DILocation(line: 0, scope: !175)
!178 = !DILocation(line: 42, column: 26, scope: !179, atomGroup: 12, atomRank: 1)
!179 = distinct !DILexicalBlock(scope: !175, file: !3, line: 42, column: 3)
!180 = !DILocation(line: 42, column: 3, scope: !175, atomGroup: 13, atomRank: 1)
!181 = !DILocation(line: 42, column: 26, scope: !179, atomGroup: 2, atomRank: 1)
!182 = !DILocation(line: 42, column: 3, scope: !175)
!183 = !DILocation(line: 42, column: 3, scope: !175, atomGroup: 3, atomRank: 1)
!184 = !DILocation(line: 42, column: 38, scope: !185)
!185 = distinct !DILexicalBlock(scope: !179, file: !3, line: 42, column: 36)
!186 = !DILocation(line: 42, column: 46, scope: !185)
!187 = !DILocation(line: 42, column: 46, scope: !185, atomGroup: 22, atomRank: 1)
!188 = !{i64 0, i64 4, !72, i64 8, i64 8, !189}
!189 = !{!190, !190, i64 0}
!190 = !{!"double", !74, i64 0}
!191 = !DILocation(line: 42, column: 79, scope: !185)
!192 = !DILocation(line: 42, column: 71, scope: !185)
!193 = !DILocation(line: 42, column: 84, scope: !185)
!194 = !{!195, !190, i64 8}
!195 = !{!"pair", !73, i64 0, !190, i64 8}
!196 = !DILocation(line: 42, column: 61, scope: !185)
!197 = !DILocation(line: 42, column: 68, scope: !185)
!198 = !DILocation(line: 42, column: 68, scope: !185, atomGroup: 23, atomRank: 2)
!199 = !DILocation(line: 42, column: 68, scope: !185, atomGroup: 23, atomRank: 1)
!200 = !DILocation(line: 43, column: 1, scope: !162, atomGroup: 8, atomRank: 1)
!201 = !DILocation(line: 42, column: 46, scope: !185, atomGroup: 4, atomRank: 1)
!202 = !DILocation(line: 42, column: 68, scope: !185, atomGroup: 5, atomRank: 2)
!203 = !DILocation(line: 42, column: 68, scope: !185, atomGroup: 5, atomRank: 1)
!204 = !DILocation(line: 42, column: 32, scope: !179, atomGroup: 6, atomRank: 2)
!205 = !DILocation(line: 42, column: 46, scope: !185, atomGroup: 27, atomRank: 1)
!206 = !DILocation(line: 42, column: 68, scope: !185, atomGroup: 28, atomRank: 2)
!207 = !DILocation(line: 42, column: 68, scope: !185, atomGroup: 28, atomRank: 1)
!208 = !DILocation(line: 42, column: 32, scope: !179, atomGroup: 29, atomRank: 2)
!209 = !DILocation(line: 42, column: 3, scope: !175, atomGroup: 31, atomRank: 1)
!210 = distinct !{!210, !182, !211, !110}
!211 = !DILocation(line: 42, column: 92, scope: !175)
!212 = distinct !DISubprogram(name: "polynomial", scope: !3, file: !3, line: 44, type: !213, scopeLine: 44, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !215, keyInstructions: true)
!213 = !DISubroutineType(types: !214)
!214 = !{!58, !58}
!215 = !{!216}
!216 = !DILocalVariable(name: "x", arg: 1, scope: !212, file: !3, line: 44, type: !58)
!217 = !DILocation(line: 0, scope: !212)
!218 = !DILocation(line: 44, column: 48, scope: !212)
!219 = !DILocation(line: 44, column: 60, scope: !212)
!220 = !DILocation(line: 44, column: 72, scope: !212)
!221 = !DILocation(line: 44, column: 67, scope: !212, atomGroup: 1, atomRank: 2)
!222 = !DILocation(line: 44, column: 31, scope: !212, atomGroup: 1, atomRank: 1)
!223 = distinct !DISubprogram(name: "compare", scope: !3, file: !3, line: 45, type: !224, scopeLine: 45, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !226, keyInstructions: true)
!224 = !DISubroutineType(types: !225)
!225 = !{!16, !63, !63}
!226 = !{!227, !228}
!227 = !DILocalVariable(name: "a", arg: 1, scope: !223, file: !3, line: 45, type: !63)
!228 = !DILocalVariable(name: "b", arg: 2, scope: !223, file: !3, line: 45, type: !63)
!229 = !DILocation(line: 0, scope: !223)
!230 = !DILocation(line: 45, column: 43, scope: !223)
!231 = !DILocation(line: 45, column: 53, scope: !223)
!232 = !DILocation(line: 45, column: 59, scope: !223)
!233 = !DILocation(line: 45, column: 68, scope: !223)
!234 = !DILocation(line: 45, column: 48, scope: !223)
!235 = !DILocation(line: 45, column: 63, scope: !223, atomGroup: 1, atomRank: 2)
!236 = !DILocation(line: 45, column: 33, scope: !223, atomGroup: 1, atomRank: 1)
!237 = distinct !DISubprogram(name: "bytes", scope: !3, file: !3, line: 46, type: !238, scopeLine: 46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !245, keyInstructions: true)
!238 = !DISubroutineType(types: !239)
!239 = !{!10, !240, !16}
!240 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "word", file: !3, line: 6, size: 32, elements: !241)
!241 = !{!242, !243}
!242 = !DIDerivedType(tag: DW_TAG_member, name: "whole", scope: !240, file: !3, line: 6, baseType: !149, size: 32)
!243 = !DIDerivedType(tag: DW_TAG_member, name: "parts", scope: !240, file: !3, line: 6, baseType: !244, size: 32)
!244 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 32, elements: !49)
!245 = !{!246, !247}
!246 = !DILocalVariable(name: "w", arg: 1, scope: !237, file: !3, line: 46, type: !240)
!247 = !DILocalVariable(name: "i", arg: 2, scope: !237, file: !3, line: 46, type: !16)
!248 = distinct !DIAssignID()
!249 = !DILocation(line: 0, scope: !237)
!250 = distinct !DIAssignID()
!251 = !DILocation(line: 46, column: 45, scope: !237)
!252 = !{!74, !74, i64 0}
!253 = !DILocation(line: 46, column: 76, scope: !237)
!254 = !DILocation(line: 46, column: 45, scope: !237, atomGroup: 1, atomRank: 2)
!255 = !DILocation(line: 46, column: 38, scope: !237, atomGroup: 1, atomRank: 1)
!256 = distinct !DISubprogram(name: "clear", scope: !3, file: !3, line: 47, type: !257, scopeLine: 47, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !259, keyInstructions: true)
!257 = !DISubroutineType(types: !258)
!258 = !{null, !28, !9}
!259 = !{!260, !261}
!260 = !DILocalVariable(name: "p", arg: 1, scope: !256, file: !3, line: 47, type: !28)
!261 = !DILocalVariable(name: "n", arg: 2, scope: !256, file: !3, line: 47, type: !9)
!262 = !DILocation(line: 0, scope: !256)
!263 = !DILocation(line: 47, column: 72, scope: !256, atomGroup: 1, atomRank: 1)
!264 = !DILocation(line: 47, column: 89, scope: !256, atomGroup: 2, atomRank: 1)
!265 = distinct !DISubprogram(name: "make", scope: !3, file: !3, line: 48, type: !266, scopeLine: 48, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !268, keyInstructions: true)
!266 = !DISubroutineType(types: !267)
!267 = !{!54, !16}
!268 = !{!269, !270}
!269 = !DILocalVariable(name: "a", arg: 1, scope: !265, file: !3, line: 48, type: !16)
!270 = !DILocalVariable(name: "p", scope: !265, file: !3, line: 48, type: !54)
!271 = distinct !DIAssignID()
!272 = !DILocation(line: 0, scope: !265)
!273 = !DILocation(line: 48, column: 43, scope: !265, atomGroup: 1, atomRank: 1)
!274 = !{!195, !73, i64 0}
!275 = distinct !DIAssignID()
!276 = distinct !DIAssignID()
!277 = !DILocation(line: 48, column: 43, scope: !265)
!278 = !DILocation(line: 48, column: 47, scope: !265, atomGroup: 1, atomRank: 2)
!279 = distinct !DIAssignID()
!280 = !DILocation(line: 48, column: 51, scope: !265)
!281 = !DILocation(line: 48, column: 72, scope: !265, atomGroup: 2, atomRank: 2)
!282 = !DILocation(line: 48, column: 72, scope: !265, atomGroup: 2, atomRank: 1)
