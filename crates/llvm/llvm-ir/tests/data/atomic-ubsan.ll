; ModuleID = 'atomic.c'
source_filename = "atomic.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.src = private unnamed_addr constant [9 x i8] c"atomic.c\00", align 1
@0 = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@1 = private unnamed_addr global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @.src, i32 12, i32 56 }, ptr @0 }
@flag = dso_local global i32 0, align 4
@2 = private unnamed_addr global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @.src, i32 12, i32 67 }, ptr @0 }
@3 = private unnamed_addr constant { i16, i16, [14 x i8] } { i16 -1, i16 0, [14 x i8] c"'struct bits'\00" }
@4 = private unnamed_addr global { { ptr, i32, i32 }, ptr, i8, i8 } { { ptr, i32, i32 } { ptr @.src, i32 16, i32 38 }, ptr @3, i8 0, i8 3 }
@5 = private unnamed_addr global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @.src, i32 16, i32 52 }, ptr @0 }
@6 = private unnamed_addr constant { i16, i16, [11 x i8] } { i16 0, i16 15, [11 x i8] c"'__int128'\00" }
@7 = private unnamed_addr global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @.src, i32 21, i32 49 }, ptr @6 }
@8 = private unnamed_addr global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @.src, i32 21, i32 53 }, ptr @6 }
@halves = dso_local local_unnamed_addr constant [3 x half] [half 0xH3C00, half 0xH4000, half 0xH3548], align 2
@big = dso_local local_unnamed_addr constant i128 1512366075204170947332355369683137040, align 16
@9 = private unnamed_addr global { { ptr, i32, i32 }, i8 } { { ptr, i32, i32 } { ptr @.src, i32 29, i32 20 }, i8 2 }
@10 = private unnamed_addr global { { ptr, i32, i32 } } { { ptr, i32, i32 } { ptr @.src, i32 31, i32 38 } }
@11 = private unnamed_addr global { { ptr, i32, i32 }, ptr, i8, i8 } { { ptr, i32, i32 } { ptr @.src, i32 31, i32 38 }, ptr @0, i8 2, i8 0 }
@12 = private unnamed_addr global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @.src, i32 31, i32 43 }, ptr @0 }
@13 = private unnamed_addr global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @.src, i32 31, i32 47 }, ptr @0 }
@14 = private unnamed_addr global { { ptr, i32, i32 } } { { ptr, i32, i32 } { ptr @.src, i32 31, i32 31 } }
@15 = private unnamed_addr global { { ptr, i32, i32 }, ptr, i8, i8 } { { ptr, i32, i32 } { ptr @.src, i32 31, i32 31 }, ptr @0, i8 2, i8 1 }

; Function Attrs: nounwind uwtable
define dso_local i32 @exchange(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 !func_sanitize !9 {
  %4 = cmpxchg weak ptr %0, i32 %1, i32 %2 acq_rel monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  %6 = atomicrmw add ptr %0, i32 3 seq_cst, align 4
  fence seq_cst
  %7 = load atomic i32, ptr %0 acquire, align 4
  %8 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %7, i32 %5), !nosanitize !10
  %9 = extractvalue { i32, i1 } %8, 0, !nosanitize !10
  %10 = extractvalue { i32, i1 } %8, 1, !nosanitize !10
  br i1 %10, label %11, label %14, !prof !11, !nosanitize !10

11:                                               ; preds = %3
  %12 = zext i32 %7 to i64, !nosanitize !10
  %13 = zext i32 %5 to i64, !nosanitize !10
  tail call void @__ubsan_handle_add_overflow(ptr nonnull @1, i64 %12, i64 %13) #10, !nosanitize !10
  br label %14, !nosanitize !10

14:                                               ; preds = %11, %3
  %15 = atomicrmw xchg ptr @flag, i32 9 seq_cst, align 4
  %16 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %9, i32 %15), !nosanitize !10
  %17 = extractvalue { i32, i1 } %16, 1, !nosanitize !10
  br i1 %17, label %18, label %21, !prof !11, !nosanitize !10

18:                                               ; preds = %14
  %19 = zext i32 %9 to i64, !nosanitize !10
  %20 = zext i32 %15 to i64, !nosanitize !10
  tail call void @__ubsan_handle_add_overflow(ptr nonnull @2, i64 %19, i64 %20) #10, !nosanitize !10
  br label %21, !nosanitize !10

21:                                               ; preds = %18, %14
  %22 = extractvalue { i32, i1 } %16, 0, !nosanitize !10
  ret i32 %22
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1

; Function Attrs: uwtable
declare void @__ubsan_handle_add_overflow(ptr, i64, i64) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i32 @overflow(i32 noundef %0, i32 noundef %1) local_unnamed_addr #3 !func_sanitize !12 {
  %3 = tail call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %0, i32 %1)
  %4 = extractvalue { i32, i1 } %3, 1
  %5 = extractvalue { i32, i1 } %3, 0
  %6 = select i1 %4, i32 -1, i32 %5
  ret i32 %6
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 0, 128) i32 @count(i64 noundef %0) local_unnamed_addr #3 !func_sanitize !13 {
  %2 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %0)
  %3 = trunc nuw nsw i64 %2 to i32
  %4 = or i64 %0, 1
  %5 = tail call range(i64 0, 64) i64 @llvm.ctlz.i64(i64 %4, i1 true)
  %6 = trunc nuw nsw i64 %5 to i32
  %7 = add nuw nsw i32 %6, %3
  ret i32 %7
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #1

; Function Attrs: uwtable
declare void @__ubsan_handle_invalid_builtin(ptr) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctlz.i64(i64, i1 immarg) #4

; Function Attrs: nounwind uwtable
define dso_local void @set(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 !func_sanitize !14 {
  %3 = icmp eq ptr %0, null, !nosanitize !10
  br i1 %3, label %4, label %6, !prof !11, !nosanitize !10

4:                                                ; preds = %2
  %5 = ptrtoint ptr %0 to i64, !nosanitize !10
  tail call void @__ubsan_handle_type_mismatch_v1(ptr nonnull @4, i64 %5) #10, !nosanitize !10
  br label %6, !nosanitize !10

6:                                                ; preds = %4, %2
  %7 = load i56, ptr %0, align 1
  %8 = and i32 %1, 7
  %9 = zext nneg i32 %8 to i56
  %10 = and i56 %7, -8
  %11 = or disjoint i56 %10, %9
  store i56 %11, ptr %0, align 1
  %12 = tail call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 0, i32 %1), !nosanitize !10
  %13 = extractvalue { i32, i1 } %12, 1, !nosanitize !10
  br i1 %13, label %14, label %16, !prof !11, !nosanitize !10

14:                                               ; preds = %6
  %15 = zext i32 %1 to i64, !nosanitize !10
  tail call void @__ubsan_handle_negate_overflow(ptr nonnull @5, i64 %15) #10, !nosanitize !10
  br label %16, !nosanitize !10

16:                                               ; preds = %6, %14
  %17 = extractvalue { i32, i1 } %12, 0, !nosanitize !10
  %18 = load i56, ptr %0, align 1
  %19 = shl i32 %17, 3
  %20 = and i32 %19, 1016
  %21 = zext nneg i32 %20 to i56
  %22 = and i56 %18, -1017
  %23 = or disjoint i56 %22, %21
  store i56 %23, ptr %0, align 1
  %24 = sext i32 %1 to i64
  %25 = shl nsw i64 %24, 20
  %26 = trunc nsw i64 %25 to i56
  %27 = shl i56 %26, 10
  %28 = and i56 %27, 1125898833100800
  %29 = and i56 %23, -1125899906841601
  %30 = or disjoint i56 %29, %28
  store i56 %30, ptr %0, align 1
  ret void
}

; Function Attrs: uwtable
declare void @__ubsan_handle_type_mismatch_v1(ptr, i64) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #1

; Function Attrs: uwtable
declare void @__ubsan_handle_negate_overflow(ptr, i64) local_unnamed_addr #2

; Function Attrs: nounwind uwtable
define dso_local { double, double } @product(double noundef %0, double noundef %1, double noundef %2, double noundef %3) local_unnamed_addr #0 !func_sanitize !15 {
  %5 = fmul double %0, %2
  %6 = fmul double %1, %3
  %7 = fmul double %0, %3
  %8 = fmul double %1, %2
  %9 = fsub double %5, %6
  %10 = fadd double %8, %7
  %11 = fcmp uno double %9, 0.000000e+00
  br i1 %11, label %12, label %18, !prof !11

12:                                               ; preds = %4
  %13 = fcmp uno double %10, 0.000000e+00
  br i1 %13, label %14, label %18, !prof !11

14:                                               ; preds = %12
  %15 = tail call { double, double } @__muldc3(double noundef %0, double noundef %1, double noundef %2, double noundef %3) #10
  %16 = extractvalue { double, double } %15, 0
  %17 = extractvalue { double, double } %15, 1
  br label %18

18:                                               ; preds = %14, %12, %4
  %19 = phi double [ %9, %4 ], [ %9, %12 ], [ %16, %14 ]
  %20 = phi double [ %10, %4 ], [ %10, %12 ], [ %17, %14 ]
  %21 = fadd double %19, 0.000000e+00
  %22 = fadd double %20, 2.000000e+00
  %23 = insertvalue { double, double } poison, double %21, 0
  %24 = insertvalue { double, double } %23, double %22, 1
  ret { double, double } %24
}

declare { double, double } @__muldc3(double, double, double, double) local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef x86_fp80 @extended(x86_fp80 noundef %0) local_unnamed_addr #3 !func_sanitize !16 {
  %2 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %0, x86_fp80 0xK3FFF8CCCCCCCCCCCCCCD, x86_fp80 0xK73E89D4BE25AFEC02949)
  ret x86_fp80 %2
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @mix(<4 x float> noundef %0, <4 x float> noundef %1, float noundef %2) local_unnamed_addr #5 !func_sanitize !17 {
  %4 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 0, i32 poison, i32 2, i32 7>
  %5 = insertelement <4 x float> %4, float %2, i64 1
  %6 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %5, <4 x float> %0, <4 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>)
  ret <4 x float> %6
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <8 x i32> @select_lanes(ptr noundef readonly byval(<8 x i32>) align 32 captures(none) %0, ptr noundef readonly byval(<8 x i32>) align 32 captures(none) %1) local_unnamed_addr #6 !func_sanitize !18 {
  %3 = load <8 x i32>, ptr %0, align 32, !tbaa !19
  %4 = load <8 x i32>, ptr %1, align 32, !tbaa !19
  %5 = icmp sgt <8 x i32> %3, %4
  %6 = add <8 x i32> %4, splat (i32 -5)
  %7 = select <8 x i1> %5, <8 x i32> %6, <8 x i32> zeroinitializer
  ret <8 x i32> %7
}

; Function Attrs: nounwind uwtable
define dso_local noundef i128 @wide(i128 noundef %0, i64 noundef %1) local_unnamed_addr #0 !func_sanitize !20 {
  %3 = alloca i128, align 16
  %4 = alloca i128, align 16
  %5 = alloca i128, align 16
  %6 = alloca i128, align 16
  %7 = sext i64 %1 to i128
  %8 = tail call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %0, i128 %7), !nosanitize !10
  %9 = extractvalue { i128, i1 } %8, 0, !nosanitize !10
  %10 = extractvalue { i128, i1 } %8, 1, !nosanitize !10
  br i1 %10, label %11, label %14, !prof !11, !nosanitize !10

11:                                               ; preds = %2
  store i128 %0, ptr %3, align 16, !nosanitize !10
  %12 = ptrtoint ptr %3 to i64, !nosanitize !10
  store i128 %7, ptr %4, align 16, !nosanitize !10
  %13 = ptrtoint ptr %4 to i64, !nosanitize !10
  call void @__ubsan_handle_mul_overflow(ptr nonnull @7, i64 %12, i64 %13) #10, !nosanitize !10
  br label %14, !nosanitize !10

14:                                               ; preds = %2, %11
  %15 = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %9, i128 1267650600228229401496703205376), !nosanitize !10
  %16 = extractvalue { i128, i1 } %15, 1, !nosanitize !10
  br i1 %16, label %17, label %20, !prof !11, !nosanitize !10

17:                                               ; preds = %14
  store i128 %9, ptr %5, align 16, !nosanitize !10
  %18 = ptrtoint ptr %5 to i64, !nosanitize !10
  store i128 1267650600228229401496703205376, ptr %6, align 16, !nosanitize !10
  %19 = ptrtoint ptr %6 to i64, !nosanitize !10
  call void @__ubsan_handle_add_overflow(ptr nonnull @8, i64 %18, i64 %19) #10, !nosanitize !10
  br label %20, !nosanitize !10

20:                                               ; preds = %17, %14
  %21 = extractvalue { i128, i1 } %15, 0, !nosanitize !10
  ret i128 %21
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128) #1

; Function Attrs: uwtable
declare void @__ubsan_handle_mul_overflow(ptr, i64, i64) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef half @half(half noundef %0) local_unnamed_addr #3 !func_sanitize !21 {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.fmuladd.f32(float %2, float 1.500000e+00, float 0x3FB9980000000000)
  %4 = fptrunc float %3 to half
  ret half %4
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef bfloat @brain(bfloat noundef returned %0) local_unnamed_addr #3 !func_sanitize !22 {
  ret bfloat %0
}

; Function Attrs: nounwind uwtable
define dso_local void @hint(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 !func_sanitize !23 {
  %3 = icmp sgt i32 %1, 100
  br i1 %3, label %4, label %5, !prof !24

4:                                                ; preds = %2
  tail call void @llvm.trap()
  unreachable

5:                                                ; preds = %2
  tail call void @llvm.prefetch.p0(ptr %0, i32 1, i32 3, i32 1)
  %6 = icmp sgt i32 %1, 0
  br i1 %6, label %8, label %7, !prof !25, !nosanitize !10

7:                                                ; preds = %5
  tail call void @__ubsan_handle_invalid_builtin(ptr nonnull @9) #10, !nosanitize !10
  br label %8, !nosanitize !10

8:                                                ; preds = %7, %5
  tail call void @llvm.assume(i1 %6)
  %9 = ptrtoint ptr %0 to i64, !nosanitize !10
  %10 = icmp ne ptr %0, null, !nosanitize !10
  %11 = and i64 %9, 3
  %12 = zext nneg i32 %1 to i64
  %13 = icmp eq i64 %11, 0
  %14 = and i1 %10, %13
  br label %16

15:                                               ; preds = %47
  ret void

16:                                               ; preds = %8, %47
  %17 = phi i64 [ 0, %8 ], [ %48, %47 ]
  %18 = getelementptr inbounds nuw i32, ptr %0, i64 %17
  %19 = shl nsw i64 %17, 2
  %20 = add i64 %19, %9, !nosanitize !10
  %21 = icmp eq i64 %20, 0
  %22 = xor i1 %10, %21
  %23 = icmp uge i64 %20, %9, !nosanitize !10
  %24 = and i1 %22, %23, !nosanitize !10
  br i1 %24, label %26, label %25, !prof !25, !nosanitize !10

25:                                               ; preds = %16
  tail call void @__ubsan_handle_pointer_overflow(ptr nonnull @10, i64 %9, i64 %20) #10, !nosanitize !10
  br label %26, !nosanitize !10

26:                                               ; preds = %25, %16
  %27 = ptrtoint ptr %18 to i64, !nosanitize !10
  br i1 %14, label %29, label %28, !prof !25, !nosanitize !10

28:                                               ; preds = %26
  tail call void @__ubsan_handle_type_mismatch_v1(ptr nonnull @11, i64 %27) #10, !nosanitize !10
  br label %29, !nosanitize !10

29:                                               ; preds = %28, %26
  %30 = load i32, ptr %18, align 4, !tbaa !5
  %31 = tail call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %30, i32 3), !nosanitize !10
  %32 = extractvalue { i32, i1 } %31, 0, !nosanitize !10
  %33 = extractvalue { i32, i1 } %31, 1, !nosanitize !10
  br i1 %33, label %34, label %36, !prof !11, !nosanitize !10

34:                                               ; preds = %29
  %35 = zext i32 %30 to i64, !nosanitize !10
  tail call void @__ubsan_handle_mul_overflow(ptr nonnull @12, i64 %35, i64 3) #10, !nosanitize !10
  br label %36, !nosanitize !10

36:                                               ; preds = %34, %29
  %37 = trunc nuw nsw i64 %17 to i32
  %38 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %32, i32 %37), !nosanitize !10
  %39 = extractvalue { i32, i1 } %38, 0, !nosanitize !10
  %40 = extractvalue { i32, i1 } %38, 1, !nosanitize !10
  br i1 %40, label %41, label %43, !prof !11, !nosanitize !10

41:                                               ; preds = %36
  %42 = zext i32 %32 to i64, !nosanitize !10
  tail call void @__ubsan_handle_add_overflow(ptr nonnull @13, i64 %42, i64 %17) #10, !nosanitize !10
  br label %43, !nosanitize !10

43:                                               ; preds = %41, %36
  br i1 %24, label %45, label %44, !prof !25, !nosanitize !10

44:                                               ; preds = %43
  tail call void @__ubsan_handle_pointer_overflow(ptr nonnull @14, i64 %9, i64 %20) #10, !nosanitize !10
  br label %45, !nosanitize !10

45:                                               ; preds = %44, %43
  br i1 %13, label %47, label %46, !prof !25, !nosanitize !10

46:                                               ; preds = %45
  tail call void @__ubsan_handle_type_mismatch_v1(ptr nonnull @15, i64 %27) #10, !nosanitize !10
  br label %47, !nosanitize !10

47:                                               ; preds = %46, %45
  store i32 %39, ptr %18, align 4, !tbaa !5
  %48 = add nuw nsw i64 %17, 1
  %49 = icmp eq i64 %48, %12
  br i1 %49, label %15, label %16, !llvm.loop !26
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #9

; Function Attrs: uwtable
declare void @__ubsan_handle_pointer_overflow(ptr, i64, i64) local_unnamed_addr #2

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { uwtable }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #9 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #10 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{i32 -1056584962, i32 -942338887}
!10 = !{}
!11 = !{!"branch_weights", i32 1, i32 1048575}
!12 = !{i32 -1056584962, i32 -646835086}
!13 = !{i32 -1056584962, i32 -1765455387}
!14 = !{i32 -1056584962, i32 -1107144549}
!15 = !{i32 -1056584962, i32 826913912}
!16 = !{i32 -1056584962, i32 -1684514732}
!17 = !{i32 -1056584962, i32 2111187814}
!18 = !{i32 -1056584962, i32 -938816436}
!19 = !{!7, !7, i64 0}
!20 = !{i32 -1056584962, i32 309914595}
!21 = !{i32 -1056584962, i32 33239057}
!22 = !{i32 -1056584962, i32 -2059776025}
!23 = !{i32 -1056584962, i32 -1912573013}
!24 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!25 = !{!"branch_weights", i32 1048575, i32 1}
!26 = distinct !{!26, !27, !28, !29}
!27 = !{!"llvm.loop.mustprogress"}
!28 = !{!"llvm.loop.vectorize.enable", i1 true}
!29 = !{!"llvm.loop.vectorize.followup_all", !27, !30, !31}
!30 = !{!"llvm.loop.isvectorized"}
!31 = !{!"llvm.loop.unroll.count", i32 4}
