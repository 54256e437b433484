; ModuleID = 'atomic.c'
source_filename = "atomic.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@flag = dso_local global i32 0, align 4
@halves = dso_local local_unnamed_addr constant [3 x half] [half 0xH3C00, half 0xH4000, half 0xH3548], align 2
@big = dso_local local_unnamed_addr constant i128 1512366075204170947332355369683137040, align 16

; Function Attrs: mustprogress nofree norecurse nounwind willreturn uwtable
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

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i32 @overflow(i32 noundef %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = tail call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %0, i32 %1)
  %4 = extractvalue { i32, i1 } %3, 1
  %5 = extractvalue { i32, i1 } %3, 0
  %6 = select i1 %4, i32 -1, i32 %5
  ret i32 %6
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
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

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
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

; Function Attrs: nounwind uwtable
define dso_local { double, double } @product(double noundef %0, double noundef %1, double noundef %2, double noundef %3) local_unnamed_addr #5 {
  %5 = fmul double %0, %2
  %6 = fmul double %1, %3
  %7 = fmul double %0, %3
  %8 = fmul double %1, %2
  %9 = fsub double %5, %6
  %10 = fadd double %8, %7
  %11 = fcmp uno double %9, 0.000000e+00
  br i1 %11, label %12, label %18, !prof !9

12:                                               ; preds = %4
  %13 = fcmp uno double %10, 0.000000e+00
  br i1 %13, label %14, label %18, !prof !9

14:                                               ; preds = %12
  %15 = tail call { double, double } @__muldc3(double noundef %0, double noundef %1, double noundef %2, double noundef %3) #12
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
define dso_local noundef x86_fp80 @extended(x86_fp80 noundef %0) local_unnamed_addr #1 {
  %2 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %0, x86_fp80 0xK3FFF8CCCCCCCCCCCCCCD, x86_fp80 0xK73E89D4BE25AFEC02949)
  ret x86_fp80 %2
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @mix(<4 x float> noundef %0, <4 x float> noundef %1, float noundef %2) local_unnamed_addr #6 {
  %4 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 0, i32 poison, i32 2, i32 7>
  %5 = insertelement <4 x float> %4, float %2, i64 1
  %6 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %5, <4 x float> %0, <4 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>)
  ret <4 x float> %6
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <8 x i32> @select_lanes(ptr noundef readonly byval(<8 x i32>) align 32 captures(none) %0, ptr noundef readonly byval(<8 x i32>) align 32 captures(none) %1) local_unnamed_addr #7 {
  %3 = load <8 x i32>, ptr %0, align 32, !tbaa !10
  %4 = load <8 x i32>, ptr %1, align 32, !tbaa !10
  %5 = icmp sgt <8 x i32> %3, %4
  %6 = add <8 x i32> %4, splat (i32 -5)
  %7 = select <8 x i1> %5, <8 x i32> %6, <8 x i32> zeroinitializer
  ret <8 x i32> %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i128 -170141182192818631503457902219180900352, -170141183460469231731687303715884105728) i128 @wide(i128 noundef %0, i64 noundef %1) local_unnamed_addr #1 {
  %3 = sext i64 %1 to i128
  %4 = mul nsw i128 %0, %3
  %5 = add nsw i128 %4, 1267650600228229401496703205376
  ret i128 %5
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef half @half(half noundef %0) local_unnamed_addr #1 {
  %2 = fpext half %0 to float
  %3 = tail call float @llvm.fmuladd.f32(float %2, float 1.500000e+00, float 0x3FB9980000000000)
  %4 = fptrunc float %3 to half
  ret half %4
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef bfloat @brain(bfloat noundef returned %0) local_unnamed_addr #1 {
  ret bfloat %0
}

; Function Attrs: nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable
define dso_local void @hint(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #8 {
  %3 = icmp sgt i32 %1, 100
  br i1 %3, label %4, label %5, !prof !11

4:                                                ; preds = %2
  tail call void @llvm.trap()
  unreachable

5:                                                ; preds = %2
  tail call void @llvm.prefetch.p0(ptr %0, i32 1, i32 3, i32 1)
  %6 = icmp sgt i32 %1, 0
  tail call void @llvm.assume(i1 %6)
  %7 = zext nneg i32 %1 to i64
  %8 = icmp samesign ult i32 %1, 8
  br i1 %8, label %93, label %9

9:                                                ; preds = %5
  %10 = and i64 %7, 2147483640
  %11 = add nsw i64 %7, -8
  %12 = lshr i64 %11, 3
  %13 = add nuw nsw i64 %12, 1
  %14 = and i64 %13, 3
  %15 = icmp ult i64 %11, 24
  br i1 %15, label %70, label %16

16:                                               ; preds = %9
  %17 = and i64 %13, 4611686018427387900
  br label %18

18:                                               ; preds = %18, %16
  %19 = phi i64 [ 0, %16 ], [ %64, %18 ]
  %20 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %16 ], [ %65, %18 ]
  %21 = phi i64 [ 0, %16 ], [ %66, %18 ]
  %22 = add <4 x i32> %20, splat (i32 4)
  %23 = getelementptr inbounds nuw i32, ptr %0, i64 %19
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 16
  %25 = load <4 x i32>, ptr %23, align 4, !tbaa !5
  %26 = load <4 x i32>, ptr %24, align 4, !tbaa !5
  %27 = mul nsw <4 x i32> %25, splat (i32 3)
  %28 = mul nsw <4 x i32> %26, splat (i32 3)
  %29 = add nsw <4 x i32> %27, %20
  %30 = add nsw <4 x i32> %28, %22
  store <4 x i32> %29, ptr %23, align 4, !tbaa !5
  store <4 x i32> %30, ptr %24, align 4, !tbaa !5
  %31 = add <4 x i32> %20, splat (i32 8)
  %32 = add <4 x i32> %20, splat (i32 12)
  %33 = getelementptr inbounds nuw i32, ptr %0, i64 %19
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 32
  %35 = getelementptr inbounds nuw i8, ptr %33, i64 48
  %36 = load <4 x i32>, ptr %34, align 4, !tbaa !5
  %37 = load <4 x i32>, ptr %35, align 4, !tbaa !5
  %38 = mul nsw <4 x i32> %36, splat (i32 3)
  %39 = mul nsw <4 x i32> %37, splat (i32 3)
  %40 = add nsw <4 x i32> %38, %31
  %41 = add nsw <4 x i32> %39, %32
  store <4 x i32> %40, ptr %34, align 4, !tbaa !5
  store <4 x i32> %41, ptr %35, align 4, !tbaa !5
  %42 = add <4 x i32> %20, splat (i32 16)
  %43 = add <4 x i32> %20, splat (i32 20)
  %44 = getelementptr inbounds nuw i32, ptr %0, i64 %19
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 64
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 80
  %47 = load <4 x i32>, ptr %45, align 4, !tbaa !5
  %48 = load <4 x i32>, ptr %46, align 4, !tbaa !5
  %49 = mul nsw <4 x i32> %47, splat (i32 3)
  %50 = mul nsw <4 x i32> %48, splat (i32 3)
  %51 = add nsw <4 x i32> %49, %42
  %52 = add nsw <4 x i32> %50, %43
  store <4 x i32> %51, ptr %45, align 4, !tbaa !5
  store <4 x i32> %52, ptr %46, align 4, !tbaa !5
  %53 = add <4 x i32> %20, splat (i32 24)
  %54 = add <4 x i32> %20, splat (i32 28)
  %55 = getelementptr inbounds nuw i32, ptr %0, i64 %19
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 96
  %57 = getelementptr inbounds nuw i8, ptr %55, i64 112
  %58 = load <4 x i32>, ptr %56, align 4, !tbaa !5
  %59 = load <4 x i32>, ptr %57, align 4, !tbaa !5
  %60 = mul nsw <4 x i32> %58, splat (i32 3)
  %61 = mul nsw <4 x i32> %59, splat (i32 3)
  %62 = add nsw <4 x i32> %60, %53
  %63 = add nsw <4 x i32> %61, %54
  store <4 x i32> %62, ptr %56, align 4, !tbaa !5
  store <4 x i32> %63, ptr %57, align 4, !tbaa !5
  %64 = add nuw i64 %19, 32
  %65 = add <4 x i32> %20, splat (i32 32)
  %66 = add i64 %21, 4
  %67 = icmp eq i64 %66, %17
  br i1 %67, label %68, label %18, !llvm.loop !12

68:                                               ; preds = %18
  %69 = icmp eq i64 %14, 0
  br i1 %69, label %91, label %70

70:                                               ; preds = %68, %9
  %71 = phi i64 [ 0, %9 ], [ %64, %68 ]
  %72 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %9 ], [ %65, %68 ]
  %73 = icmp ne i64 %14, 0
  tail call void @llvm.assume(i1 %73)
  br label %74

74:                                               ; preds = %74, %70
  %75 = phi i64 [ %71, %70 ], [ %87, %74 ]
  %76 = phi <4 x i32> [ %72, %70 ], [ %88, %74 ]
  %77 = phi i64 [ 0, %70 ], [ %89, %74 ]
  %78 = add <4 x i32> %76, splat (i32 4)
  %79 = getelementptr inbounds nuw i32, ptr %0, i64 %75
  %80 = getelementptr inbounds nuw i8, ptr %79, i64 16
  %81 = load <4 x i32>, ptr %79, align 4, !tbaa !5
  %82 = load <4 x i32>, ptr %80, align 4, !tbaa !5
  %83 = mul nsw <4 x i32> %81, splat (i32 3)
  %84 = mul nsw <4 x i32> %82, splat (i32 3)
  %85 = add nsw <4 x i32> %83, %76
  %86 = add nsw <4 x i32> %84, %78
  store <4 x i32> %85, ptr %79, align 4, !tbaa !5
  store <4 x i32> %86, ptr %80, align 4, !tbaa !5
  %87 = add nuw i64 %75, 8
  %88 = add <4 x i32> %76, splat (i32 8)
  %89 = add i64 %77, 1
  %90 = icmp eq i64 %89, %14
  br i1 %90, label %91, label %74, !llvm.loop !16

91:                                               ; preds = %74, %68
  %92 = icmp eq i64 %10, %7
  br i1 %92, label %112, label %93

93:                                               ; preds = %5, %91
  %94 = phi i64 [ 0, %5 ], [ %10, %91 ]
  %95 = and i64 %7, 3
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %108, label %97

97:                                               ; preds = %93, %97
  %98 = phi i64 [ %105, %97 ], [ %94, %93 ]
  %99 = phi i64 [ %106, %97 ], [ 0, %93 ]
  %100 = getelementptr inbounds nuw i32, ptr %0, i64 %98
  %101 = load i32, ptr %100, align 4, !tbaa !5
  %102 = mul nsw i32 %101, 3
  %103 = trunc nuw nsw i64 %98 to i32
  %104 = add nsw i32 %102, %103
  store i32 %104, ptr %100, align 4, !tbaa !5
  %105 = add nuw nsw i64 %98, 1
  %106 = add i64 %99, 1
  %107 = icmp eq i64 %106, %95
  br i1 %107, label %108, label %97, !llvm.loop !17

108:                                              ; preds = %97, %93
  %109 = phi i64 [ %94, %93 ], [ %105, %97 ]
  %110 = sub nsw i64 %94, %7
  %111 = icmp ugt i64 %110, -4
  br i1 %111, label %112, label %113

112:                                              ; preds = %108, %113, %91
  ret void

113:                                              ; preds = %108, %113
  %114 = phi i64 [ %138, %113 ], [ %109, %108 ]
  %115 = getelementptr inbounds nuw i32, ptr %0, i64 %114
  %116 = load i32, ptr %115, align 4, !tbaa !5
  %117 = mul nsw i32 %116, 3
  %118 = trunc nuw nsw i64 %114 to i32
  %119 = add nsw i32 %117, %118
  store i32 %119, ptr %115, align 4, !tbaa !5
  %120 = add nuw nsw i64 %114, 1
  %121 = getelementptr inbounds nuw i32, ptr %0, i64 %120
  %122 = load i32, ptr %121, align 4, !tbaa !5
  %123 = mul nsw i32 %122, 3
  %124 = trunc nuw nsw i64 %120 to i32
  %125 = add nsw i32 %123, %124
  store i32 %125, ptr %121, align 4, !tbaa !5
  %126 = add nuw nsw i64 %114, 2
  %127 = getelementptr inbounds nuw i32, ptr %0, i64 %126
  %128 = load i32, ptr %127, align 4, !tbaa !5
  %129 = mul nsw i32 %128, 3
  %130 = trunc nuw nsw i64 %126 to i32
  %131 = add nsw i32 %129, %130
  store i32 %131, ptr %127, align 4, !tbaa !5
  %132 = add nuw nsw i64 %114, 3
  %133 = getelementptr inbounds nuw i32, ptr %0, i64 %132
  %134 = load i32, ptr %133, align 4, !tbaa !5
  %135 = mul nsw i32 %134, 3
  %136 = trunc nuw nsw i64 %132 to i32
  %137 = add nsw i32 %135, %136
  store i32 %137, ptr %133, align 4, !tbaa !5
  %138 = add nuw nsw i64 %114, 4
  %139 = icmp eq i64 %138, %7
  br i1 %139, label %112, label %113, !llvm.loop !18
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #10

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #11

attributes #0 = { mustprogress nofree norecurse nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #10 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #11 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #12 = { nounwind }

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
!9 = !{!"branch_weights", i32 1, i32 1048575}
!10 = !{!7, !7, i64 0}
!11 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!12 = distinct !{!12, !13, !14, !15}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !{!"llvm.loop.isvectorized"}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = distinct !{!16, !15}
!17 = distinct !{!17, !15}
!18 = distinct !{!18, !13, !14, !15}
