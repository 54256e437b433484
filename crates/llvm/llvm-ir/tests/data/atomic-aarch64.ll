; ModuleID = 'atomic.c'
source_filename = "atomic.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

@flag = dso_local global i32 0, align 4
@halves = dso_local local_unnamed_addr constant [3 x half] [half 0xH3C00, half 0xH4000, half 0xH3548], align 2
@big = dso_local local_unnamed_addr constant i128 1512366075204170947332355369683137040, align 16

; Function Attrs: mustprogress nofree norecurse nounwind willreturn uwtable vscale_range(1,16)
define dso_local i32 @exchange(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = cmpxchg weak ptr %0, i32 %1, i32 %2 acq_rel monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  %6 = atomicrmw add ptr %0, i32 3 seq_cst, align 4
  fence seq_cst
  %7 = load atomic i32, ptr %0 acquire, align 4
  %8 = add nsw i32 %7, %5
  %9 = atomicrmw xchg ptr @flag, i32 9 seq_cst, align 4
  %10 = add nsw i32 %8, %9
  ret i32 %10
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16)
define dso_local noundef i32 @overflow(i32 noundef %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = tail call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %0, i32 %1)
  %4 = extractvalue { i32, i1 } %3, 1
  %5 = extractvalue { i32, i1 } %3, 0
  %6 = select i1 %4, i32 -1, i32 %5
  ret i32 %6
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16)
define dso_local range(i32 0, 128) i32 @count(i64 noundef %0) local_unnamed_addr #1 {
  %2 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %0)
  %3 = trunc nuw nsw i64 %2 to i32
  %4 = or i64 %0, 1
  %5 = tail call range(i64 0, 64) i64 @llvm.ctlz.i64(i64 %4, i1 true)
  %6 = trunc nuw nsw i64 %5 to i32
  %7 = add nuw nsw i32 %6, %3
  ret i32 %7
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctlz.i64(i64, i1 immarg) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable vscale_range(1,16)
define dso_local void @set(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #4 {
  %3 = load i56, ptr %0, align 1
  %4 = and i32 %1, 7
  %5 = and i56 %3, -1125899906842624
  %6 = mul i32 %1, 1016
  %7 = sext i32 %1 to i64
  %8 = shl nsw i64 %7, 20
  %9 = trunc nsw i64 %8 to i56
  %10 = shl i56 %9, 10
  %11 = and i56 %10, 1125898833100800
  %12 = and i32 %6, 1016
  %13 = or disjoint i32 %12, %4
  %14 = zext nneg i32 %13 to i56
  %15 = or disjoint i56 %11, %14
  %16 = or disjoint i56 %15, %5
  store i56 %16, ptr %0, align 1
  ret void
}

; Function Attrs: nounwind uwtable vscale_range(1,16)
define dso_local { double, double } @product([2 x double] noundef alignstack(8) %0, [2 x double] noundef alignstack(8) %1) local_unnamed_addr #5 {
  %3 = extractvalue [2 x double] %0, 0
  %4 = extractvalue [2 x double] %0, 1
  %5 = extractvalue [2 x double] %1, 0
  %6 = extractvalue [2 x double] %1, 1
  %7 = fmul double %3, %5
  %8 = fmul double %4, %6
  %9 = fmul double %3, %6
  %10 = fmul double %4, %5
  %11 = fsub double %7, %8
  %12 = fadd double %9, %10
  %13 = fcmp uno double %11, 0.000000e+00
  br i1 %13, label %14, label %20, !prof !10

14:                                               ; preds = %2
  %15 = fcmp uno double %12, 0.000000e+00
  br i1 %15, label %16, label %20, !prof !10

16:                                               ; preds = %14
  %17 = tail call { double, double } @__muldc3(double noundef %3, double noundef %4, double noundef %5, double noundef %6) #12
  %18 = extractvalue { double, double } %17, 0
  %19 = extractvalue { double, double } %17, 1
  br label %20

20:                                               ; preds = %16, %14, %2
  %21 = phi double [ %11, %2 ], [ %11, %14 ], [ %18, %16 ]
  %22 = phi double [ %12, %2 ], [ %12, %14 ], [ %19, %16 ]
  %23 = fadd double %21, 0.000000e+00
  %24 = fadd double %22, 2.000000e+00
  %25 = insertvalue { double, double } poison, double %23, 0
  %26 = insertvalue { double, double } %25, double %24, 1
  ret { double, double } %26
}

declare { double, double } @__muldc3(double, double, double, double) local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16)
define dso_local noundef fp128 @extended(fp128 noundef %0) local_unnamed_addr #1 {
  %2 = tail call fp128 @llvm.fmuladd.f128(fp128 %0, fp128 0xL999999999999999A3FFF199999999999, fp128 0xL5291940AC3F3C99273E83A97C4B5FD80)
  ret fp128 %2
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare fp128 @llvm.fmuladd.f128(fp128, fp128, fp128) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16)
define dso_local <4 x float> @mix(<4 x float> noundef %0, <4 x float> noundef %1, float noundef %2) local_unnamed_addr #1 {
  %4 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 0, i32 poison, i32 2, i32 7>
  %5 = insertelement <4 x float> %4, float %2, i64 1
  %6 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %5, <4 x float> %0, <4 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>)
  ret <4 x float> %6
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable vscale_range(1,16)
define dso_local void @select_lanes(ptr dead_on_unwind noalias writable writeonly sret(<8 x i32>) align 16 captures(none) initializes((0, 32)) %0, ptr dead_on_return noundef readonly captures(none) %1, ptr dead_on_return noundef readonly captures(none) %2) local_unnamed_addr #4 {
  %4 = load <8 x i32>, ptr %1, align 16, !tbaa !11
  %5 = load <8 x i32>, ptr %2, align 16, !tbaa !11
  %6 = icmp sgt <8 x i32> %4, %5
  %7 = add <8 x i32> %5, splat (i32 -5)
  %8 = select <8 x i1> %6, <8 x i32> %7, <8 x i32> zeroinitializer
  store <8 x i32> %8, ptr %0, align 16, !tbaa !11
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16)
define dso_local range(i128 -170141182192818631503457902219180900352, -170141183460469231731687303715884105728) i128 @wide(i128 noundef %0, i64 noundef %1) local_unnamed_addr #1 {
  %3 = sext i64 %1 to i128
  %4 = mul nsw i128 %0, %3
  %5 = add nsw i128 %4, 1267650600228229401496703205376
  ret i128 %5
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16)
define dso_local noundef half @half(half noundef %0) local_unnamed_addr #1 {
  %2 = tail call half @llvm.fmuladd.f16(half %0, half 0xH3E00, half 0xH2E66)
  ret half %2
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare half @llvm.fmuladd.f16(half, half, half) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16)
define dso_local noundef bfloat @brain(bfloat noundef returned %0) local_unnamed_addr #1 {
  ret bfloat %0
}

; Function Attrs: nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable vscale_range(1,16)
define dso_local void @hint(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #6 {
  %3 = icmp sgt i32 %1, 100
  br i1 %3, label %4, label %5, !prof !12

4:                                                ; preds = %2
  tail call void @llvm.trap()
  unreachable

5:                                                ; preds = %2
  tail call void @llvm.prefetch.p0(ptr %0, i32 1, i32 3, i32 1)
  %6 = icmp sgt i32 %1, 0
  tail call void @llvm.assume(i1 %6)
  %7 = zext nneg i32 %1 to i64
  %8 = tail call i64 @llvm.vscale.i64()
  %9 = shl nuw nsw i64 %8, 3
  %10 = icmp samesign ugt i64 %9, %7
  br i1 %10, label %112, label %11

11:                                               ; preds = %5
  %12 = tail call i64 @llvm.vscale.i64()
  %13 = shl nuw nsw i64 %12, 2
  %14 = shl nuw nsw i64 %12, 3
  %15 = sub nsw i64 0, %14
  %16 = and i64 %15, %7
  %17 = trunc nuw nsw i64 %13 to i32
  %18 = insertelement <vscale x 4 x i32> undef, i32 %17, i64 0
  %19 = shufflevector <vscale x 4 x i32> %18, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %20 = tail call <vscale x 4 x i32> @llvm.stepvector.nxv4i32()
  %21 = sub nsw i64 %16, %14
  %22 = tail call range(i64 3, 65) i64 @llvm.cttz.i64(i64 %14, i1 true)
  %23 = lshr i64 %21, %22
  %24 = add nuw nsw i64 %23, 1
  %25 = and i64 %24, 3
  %26 = icmp samesign ult i64 %23, 3
  br i1 %26, label %88, label %27

27:                                               ; preds = %11
  %28 = and i64 %24, 9223372036854775804
  %29 = add <vscale x 4 x i32> %19, %19
  %30 = add <vscale x 4 x i32> %29, %19
  %31 = add <vscale x 4 x i32> %30, %19
  %32 = add <vscale x 4 x i32> %31, %19
  %33 = add <vscale x 4 x i32> %32, %19
  %34 = add <vscale x 4 x i32> %33, %19
  %35 = add <vscale x 4 x i32> %34, %19
  br label %36

36:                                               ; preds = %36, %27
  %37 = phi i64 [ 0, %27 ], [ %82, %36 ]
  %38 = phi <vscale x 4 x i32> [ %20, %27 ], [ %83, %36 ]
  %39 = phi i64 [ 0, %27 ], [ %84, %36 ]
  %40 = add <vscale x 4 x i32> %38, %19
  %41 = getelementptr inbounds nuw i32, ptr %0, i64 %37
  %42 = getelementptr inbounds nuw i32, ptr %41, i64 %13
  %43 = load <vscale x 4 x i32>, ptr %41, align 4, !tbaa !6
  %44 = load <vscale x 4 x i32>, ptr %42, align 4, !tbaa !6
  %45 = mul nsw <vscale x 4 x i32> %43, splat (i32 3)
  %46 = mul nsw <vscale x 4 x i32> %44, splat (i32 3)
  %47 = add nsw <vscale x 4 x i32> %45, %38
  %48 = add nsw <vscale x 4 x i32> %46, %40
  store <vscale x 4 x i32> %47, ptr %41, align 4, !tbaa !6
  store <vscale x 4 x i32> %48, ptr %42, align 4, !tbaa !6
  %49 = add nuw i64 %37, %14
  %50 = add <vscale x 4 x i32> %38, %29
  %51 = add <vscale x 4 x i32> %38, %30
  %52 = getelementptr inbounds nuw i32, ptr %0, i64 %49
  %53 = getelementptr inbounds nuw i32, ptr %52, i64 %13
  %54 = load <vscale x 4 x i32>, ptr %52, align 4, !tbaa !6
  %55 = load <vscale x 4 x i32>, ptr %53, align 4, !tbaa !6
  %56 = mul nsw <vscale x 4 x i32> %54, splat (i32 3)
  %57 = mul nsw <vscale x 4 x i32> %55, splat (i32 3)
  %58 = add nsw <vscale x 4 x i32> %56, %50
  %59 = add nsw <vscale x 4 x i32> %57, %51
  store <vscale x 4 x i32> %58, ptr %52, align 4, !tbaa !6
  store <vscale x 4 x i32> %59, ptr %53, align 4, !tbaa !6
  %60 = add nuw i64 %49, %14
  %61 = add <vscale x 4 x i32> %38, %31
  %62 = add <vscale x 4 x i32> %38, %32
  %63 = getelementptr inbounds nuw i32, ptr %0, i64 %60
  %64 = getelementptr inbounds nuw i32, ptr %63, i64 %13
  %65 = load <vscale x 4 x i32>, ptr %63, align 4, !tbaa !6
  %66 = load <vscale x 4 x i32>, ptr %64, align 4, !tbaa !6
  %67 = mul nsw <vscale x 4 x i32> %65, splat (i32 3)
  %68 = mul nsw <vscale x 4 x i32> %66, splat (i32 3)
  %69 = add nsw <vscale x 4 x i32> %67, %61
  %70 = add nsw <vscale x 4 x i32> %68, %62
  store <vscale x 4 x i32> %69, ptr %63, align 4, !tbaa !6
  store <vscale x 4 x i32> %70, ptr %64, align 4, !tbaa !6
  %71 = add nuw i64 %60, %14
  %72 = add <vscale x 4 x i32> %38, %33
  %73 = add <vscale x 4 x i32> %38, %34
  %74 = getelementptr inbounds nuw i32, ptr %0, i64 %71
  %75 = getelementptr inbounds nuw i32, ptr %74, i64 %13
  %76 = load <vscale x 4 x i32>, ptr %74, align 4, !tbaa !6
  %77 = load <vscale x 4 x i32>, ptr %75, align 4, !tbaa !6
  %78 = mul nsw <vscale x 4 x i32> %76, splat (i32 3)
  %79 = mul nsw <vscale x 4 x i32> %77, splat (i32 3)
  %80 = add nsw <vscale x 4 x i32> %78, %72
  %81 = add nsw <vscale x 4 x i32> %79, %73
  store <vscale x 4 x i32> %80, ptr %74, align 4, !tbaa !6
  store <vscale x 4 x i32> %81, ptr %75, align 4, !tbaa !6
  %82 = add nuw i64 %71, %14
  %83 = add <vscale x 4 x i32> %38, %35
  %84 = add i64 %39, 4
  %85 = icmp eq i64 %84, %28
  br i1 %85, label %86, label %36, !llvm.loop !13

86:                                               ; preds = %36
  %87 = icmp eq i64 %25, 0
  br i1 %87, label %110, label %88

88:                                               ; preds = %86, %11
  %89 = phi i64 [ 0, %11 ], [ %82, %86 ]
  %90 = phi <vscale x 4 x i32> [ %20, %11 ], [ %83, %86 ]
  %91 = icmp ne i64 %25, 0
  tail call void @llvm.assume(i1 %91)
  %92 = add <vscale x 4 x i32> %19, %19
  br label %93

93:                                               ; preds = %93, %88
  %94 = phi i64 [ %89, %88 ], [ %106, %93 ]
  %95 = phi <vscale x 4 x i32> [ %90, %88 ], [ %107, %93 ]
  %96 = phi i64 [ 0, %88 ], [ %108, %93 ]
  %97 = add <vscale x 4 x i32> %95, %19
  %98 = getelementptr inbounds nuw i32, ptr %0, i64 %94
  %99 = getelementptr inbounds nuw i32, ptr %98, i64 %13
  %100 = load <vscale x 4 x i32>, ptr %98, align 4, !tbaa !6
  %101 = load <vscale x 4 x i32>, ptr %99, align 4, !tbaa !6
  %102 = mul nsw <vscale x 4 x i32> %100, splat (i32 3)
  %103 = mul nsw <vscale x 4 x i32> %101, splat (i32 3)
  %104 = add nsw <vscale x 4 x i32> %102, %95
  %105 = add nsw <vscale x 4 x i32> %103, %97
  store <vscale x 4 x i32> %104, ptr %98, align 4, !tbaa !6
  store <vscale x 4 x i32> %105, ptr %99, align 4, !tbaa !6
  %106 = add nuw i64 %94, %14
  %107 = add <vscale x 4 x i32> %95, %92
  %108 = add i64 %96, 1
  %109 = icmp eq i64 %108, %25
  br i1 %109, label %110, label %93, !llvm.loop !17

110:                                              ; preds = %93, %86
  %111 = icmp eq i64 %16, %7
  br i1 %111, label %132, label %112

112:                                              ; preds = %5, %110
  %113 = phi i64 [ 0, %5 ], [ %16, %110 ]
  %114 = sub nsw i64 %7, %113
  %115 = and i64 %114, 3
  %116 = icmp eq i64 %115, 0
  br i1 %116, label %128, label %117

117:                                              ; preds = %112, %117
  %118 = phi i64 [ %125, %117 ], [ %113, %112 ]
  %119 = phi i64 [ %126, %117 ], [ 0, %112 ]
  %120 = getelementptr inbounds nuw i32, ptr %0, i64 %118
  %121 = load i32, ptr %120, align 4, !tbaa !6
  %122 = mul nsw i32 %121, 3
  %123 = trunc nuw nsw i64 %118 to i32
  %124 = add nsw i32 %122, %123
  store i32 %124, ptr %120, align 4, !tbaa !6
  %125 = add nuw nsw i64 %118, 1
  %126 = add i64 %119, 1
  %127 = icmp eq i64 %126, %115
  br i1 %127, label %128, label %117, !llvm.loop !18

128:                                              ; preds = %117, %112
  %129 = phi i64 [ %113, %112 ], [ %125, %117 ]
  %130 = sub nsw i64 %113, %7
  %131 = icmp ugt i64 %130, -4
  br i1 %131, label %132, label %133

132:                                              ; preds = %128, %133, %110
  ret void

133:                                              ; preds = %128, %133
  %134 = phi i64 [ %158, %133 ], [ %129, %128 ]
  %135 = getelementptr inbounds nuw i32, ptr %0, i64 %134
  %136 = load i32, ptr %135, align 4, !tbaa !6
  %137 = mul nsw i32 %136, 3
  %138 = trunc nuw nsw i64 %134 to i32
  %139 = add nsw i32 %137, %138
  store i32 %139, ptr %135, align 4, !tbaa !6
  %140 = add nuw nsw i64 %134, 1
  %141 = getelementptr inbounds nuw i32, ptr %0, i64 %140
  %142 = load i32, ptr %141, align 4, !tbaa !6
  %143 = mul nsw i32 %142, 3
  %144 = trunc nuw nsw i64 %140 to i32
  %145 = add nsw i32 %143, %144
  store i32 %145, ptr %141, align 4, !tbaa !6
  %146 = add nuw nsw i64 %134, 2
  %147 = getelementptr inbounds nuw i32, ptr %0, i64 %146
  %148 = load i32, ptr %147, align 4, !tbaa !6
  %149 = mul nsw i32 %148, 3
  %150 = trunc nuw nsw i64 %146 to i32
  %151 = add nsw i32 %149, %150
  store i32 %151, ptr %147, align 4, !tbaa !6
  %152 = add nuw nsw i64 %134, 3
  %153 = getelementptr inbounds nuw i32, ptr %0, i64 %152
  %154 = load i32, ptr %153, align 4, !tbaa !6
  %155 = mul nsw i32 %154, 3
  %156 = trunc nuw nsw i64 %152 to i32
  %157 = add nsw i32 %155, %156
  store i32 %157, ptr %153, align 4, !tbaa !6
  %158 = add nuw nsw i64 %134, 4
  %159 = icmp eq i64 %158, %7
  br i1 %159, label %132, label %133, !llvm.loop !19
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #9

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.vscale.i64() #10

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <vscale x 4 x i32> @llvm.stepvector.nxv4i32() #11

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.cttz.i64(i64, i1 immarg) #10

attributes #0 = { mustprogress nofree norecurse nounwind willreturn uwtable vscale_range(1,16) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bf16,+bti,+ccidx,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fullfp16,+jsconv,+lse,+neon,+outline-atomics,+pauth,+predres,+ras,+rcpc,+rdm,+sb,+sme,+ssbs,+sve,+sve2,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8.5a,+v8a,+v9a,-fmv" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bf16,+bti,+ccidx,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fullfp16,+jsconv,+lse,+neon,+outline-atomics,+pauth,+predres,+ras,+rcpc,+rdm,+sb,+sme,+ssbs,+sve,+sve2,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8.5a,+v8a,+v9a,-fmv" }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable vscale_range(1,16) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bf16,+bti,+ccidx,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fullfp16,+jsconv,+lse,+neon,+outline-atomics,+pauth,+predres,+ras,+rcpc,+rdm,+sb,+sme,+ssbs,+sve,+sve2,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8.5a,+v8a,+v9a,-fmv" }
attributes #5 = { nounwind uwtable vscale_range(1,16) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bf16,+bti,+ccidx,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fullfp16,+jsconv,+lse,+neon,+outline-atomics,+pauth,+predres,+ras,+rcpc,+rdm,+sb,+sme,+ssbs,+sve,+sve2,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8.5a,+v8a,+v9a,-fmv" }
attributes #6 = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable vscale_range(1,16) "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+bf16,+bti,+ccidx,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fullfp16,+jsconv,+lse,+neon,+outline-atomics,+pauth,+predres,+ras,+rcpc,+rdm,+sb,+sme,+ssbs,+sve,+sve2,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8.5a,+v8a,+v9a,-fmv" }
attributes #7 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #9 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #10 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #12 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}
!llvm.errno.tbaa = !{!6}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 4}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
!10 = !{!"branch_weights", i32 1, i32 1048575}
!11 = !{!8, !8, i64 0}
!12 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!13 = distinct !{!13, !14, !15, !16}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.isvectorized"}
!16 = !{!"llvm.loop.unroll.disable"}
!17 = distinct !{!17, !16}
!18 = distinct !{!18, !16}
!19 = distinct !{!19, !14, !15, !16}
