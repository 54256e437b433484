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

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef <8 x i32> @select_lanes(<8 x i32> noundef %0, <8 x i32> noundef %1) local_unnamed_addr #7 {
  %3 = icmp sgt <8 x i32> %0, %1
  %4 = add <8 x i32> %1, splat (i32 -5)
  %5 = select <8 x i1> %3, <8 x i32> %4, <8 x i32> zeroinitializer
  ret <8 x i32> %5
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
  br i1 %3, label %4, label %5, !prof !10

4:                                                ; preds = %2
  tail call void @llvm.trap()
  unreachable

5:                                                ; preds = %2
  tail call void @llvm.prefetch.p0(ptr %0, i32 1, i32 3, i32 1)
  %6 = icmp sgt i32 %1, 0
  tail call void @llvm.assume(i1 %6)
  %7 = zext nneg i32 %1 to i64
  %8 = icmp samesign ult i32 %1, 4
  br i1 %8, label %208, label %9

9:                                                ; preds = %5
  %10 = icmp samesign ult i32 %1, 32
  br i1 %10, label %148, label %11

11:                                               ; preds = %9
  %12 = and i64 %7, 28
  %13 = and i64 %7, 2147483616
  %14 = add nsw i64 %7, -32
  %15 = lshr i64 %14, 5
  %16 = add nuw nsw i64 %15, 1
  %17 = and i64 %16, 3
  %18 = icmp ult i64 %14, 96
  br i1 %18, label %113, label %19

19:                                               ; preds = %11
  %20 = and i64 %16, 1152921504606846972
  br label %21

21:                                               ; preds = %21, %19
  %22 = phi i64 [ 0, %19 ], [ %107, %21 ]
  %23 = phi <8 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %19 ], [ %108, %21 ]
  %24 = phi i64 [ 0, %19 ], [ %109, %21 ]
  %25 = add <8 x i32> %23, splat (i32 8)
  %26 = add <8 x i32> %23, splat (i32 16)
  %27 = add <8 x i32> %23, splat (i32 24)
  %28 = getelementptr inbounds nuw i32, ptr %0, i64 %22
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 32
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 64
  %31 = getelementptr inbounds nuw i8, ptr %28, i64 96
  %32 = load <8 x i32>, ptr %28, align 4, !tbaa !5
  %33 = load <8 x i32>, ptr %29, align 4, !tbaa !5
  %34 = load <8 x i32>, ptr %30, align 4, !tbaa !5
  %35 = load <8 x i32>, ptr %31, align 4, !tbaa !5
  %36 = mul nsw <8 x i32> %32, splat (i32 3)
  %37 = mul nsw <8 x i32> %33, splat (i32 3)
  %38 = mul nsw <8 x i32> %34, splat (i32 3)
  %39 = mul nsw <8 x i32> %35, splat (i32 3)
  %40 = add nsw <8 x i32> %36, %23
  %41 = add nsw <8 x i32> %37, %25
  %42 = add nsw <8 x i32> %38, %26
  %43 = add nsw <8 x i32> %39, %27
  store <8 x i32> %40, ptr %28, align 4, !tbaa !5
  store <8 x i32> %41, ptr %29, align 4, !tbaa !5
  store <8 x i32> %42, ptr %30, align 4, !tbaa !5
  store <8 x i32> %43, ptr %31, align 4, !tbaa !5
  %44 = add <8 x i32> %23, splat (i32 32)
  %45 = add <8 x i32> %23, splat (i32 40)
  %46 = add <8 x i32> %23, splat (i32 48)
  %47 = add <8 x i32> %23, splat (i32 56)
  %48 = getelementptr inbounds nuw i32, ptr %0, i64 %22
  %49 = getelementptr inbounds nuw i8, ptr %48, i64 128
  %50 = getelementptr inbounds nuw i8, ptr %48, i64 160
  %51 = getelementptr inbounds nuw i8, ptr %48, i64 192
  %52 = getelementptr inbounds nuw i8, ptr %48, i64 224
  %53 = load <8 x i32>, ptr %49, align 4, !tbaa !5
  %54 = load <8 x i32>, ptr %50, align 4, !tbaa !5
  %55 = load <8 x i32>, ptr %51, align 4, !tbaa !5
  %56 = load <8 x i32>, ptr %52, align 4, !tbaa !5
  %57 = mul nsw <8 x i32> %53, splat (i32 3)
  %58 = mul nsw <8 x i32> %54, splat (i32 3)
  %59 = mul nsw <8 x i32> %55, splat (i32 3)
  %60 = mul nsw <8 x i32> %56, splat (i32 3)
  %61 = add nsw <8 x i32> %57, %44
  %62 = add nsw <8 x i32> %58, %45
  %63 = add nsw <8 x i32> %59, %46
  %64 = add nsw <8 x i32> %60, %47
  store <8 x i32> %61, ptr %49, align 4, !tbaa !5
  store <8 x i32> %62, ptr %50, align 4, !tbaa !5
  store <8 x i32> %63, ptr %51, align 4, !tbaa !5
  store <8 x i32> %64, ptr %52, align 4, !tbaa !5
  %65 = add <8 x i32> %23, splat (i32 64)
  %66 = add <8 x i32> %23, splat (i32 72)
  %67 = add <8 x i32> %23, splat (i32 80)
  %68 = add <8 x i32> %23, splat (i32 88)
  %69 = getelementptr inbounds nuw i32, ptr %0, i64 %22
  %70 = getelementptr inbounds nuw i8, ptr %69, i64 256
  %71 = getelementptr inbounds nuw i8, ptr %69, i64 288
  %72 = getelementptr inbounds nuw i8, ptr %69, i64 320
  %73 = getelementptr inbounds nuw i8, ptr %69, i64 352
  %74 = load <8 x i32>, ptr %70, align 4, !tbaa !5
  %75 = load <8 x i32>, ptr %71, align 4, !tbaa !5
  %76 = load <8 x i32>, ptr %72, align 4, !tbaa !5
  %77 = load <8 x i32>, ptr %73, align 4, !tbaa !5
  %78 = mul nsw <8 x i32> %74, splat (i32 3)
  %79 = mul nsw <8 x i32> %75, splat (i32 3)
  %80 = mul nsw <8 x i32> %76, splat (i32 3)
  %81 = mul nsw <8 x i32> %77, splat (i32 3)
  %82 = add nsw <8 x i32> %78, %65
  %83 = add nsw <8 x i32> %79, %66
  %84 = add nsw <8 x i32> %80, %67
  %85 = add nsw <8 x i32> %81, %68
  store <8 x i32> %82, ptr %70, align 4, !tbaa !5
  store <8 x i32> %83, ptr %71, align 4, !tbaa !5
  store <8 x i32> %84, ptr %72, align 4, !tbaa !5
  store <8 x i32> %85, ptr %73, align 4, !tbaa !5
  %86 = add <8 x i32> %23, splat (i32 96)
  %87 = add <8 x i32> %23, splat (i32 104)
  %88 = add <8 x i32> %23, splat (i32 112)
  %89 = add <8 x i32> %23, splat (i32 120)
  %90 = getelementptr inbounds nuw i32, ptr %0, i64 %22
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 384
  %92 = getelementptr inbounds nuw i8, ptr %90, i64 416
  %93 = getelementptr inbounds nuw i8, ptr %90, i64 448
  %94 = getelementptr inbounds nuw i8, ptr %90, i64 480
  %95 = load <8 x i32>, ptr %91, align 4, !tbaa !5
  %96 = load <8 x i32>, ptr %92, align 4, !tbaa !5
  %97 = load <8 x i32>, ptr %93, align 4, !tbaa !5
  %98 = load <8 x i32>, ptr %94, align 4, !tbaa !5
  %99 = mul nsw <8 x i32> %95, splat (i32 3)
  %100 = mul nsw <8 x i32> %96, splat (i32 3)
  %101 = mul nsw <8 x i32> %97, splat (i32 3)
  %102 = mul nsw <8 x i32> %98, splat (i32 3)
  %103 = add nsw <8 x i32> %99, %86
  %104 = add nsw <8 x i32> %100, %87
  %105 = add nsw <8 x i32> %101, %88
  %106 = add nsw <8 x i32> %102, %89
  store <8 x i32> %103, ptr %91, align 4, !tbaa !5
  store <8 x i32> %104, ptr %92, align 4, !tbaa !5
  store <8 x i32> %105, ptr %93, align 4, !tbaa !5
  store <8 x i32> %106, ptr %94, align 4, !tbaa !5
  %107 = add nuw i64 %22, 128
  %108 = add <8 x i32> %23, splat (i32 128)
  %109 = add i64 %24, 4
  %110 = icmp eq i64 %109, %20
  br i1 %110, label %111, label %21, !llvm.loop !11

111:                                              ; preds = %21
  %112 = icmp eq i64 %17, 0
  br i1 %112, label %144, label %113

113:                                              ; preds = %111, %11
  %114 = phi i64 [ 0, %11 ], [ %107, %111 ]
  %115 = phi <8 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %11 ], [ %108, %111 ]
  %116 = icmp ne i64 %17, 0
  tail call void @llvm.assume(i1 %116)
  br label %117

117:                                              ; preds = %117, %113
  %118 = phi i64 [ %114, %113 ], [ %140, %117 ]
  %119 = phi <8 x i32> [ %115, %113 ], [ %141, %117 ]
  %120 = phi i64 [ 0, %113 ], [ %142, %117 ]
  %121 = add <8 x i32> %119, splat (i32 8)
  %122 = add <8 x i32> %119, splat (i32 16)
  %123 = add <8 x i32> %119, splat (i32 24)
  %124 = getelementptr inbounds nuw i32, ptr %0, i64 %118
  %125 = getelementptr inbounds nuw i8, ptr %124, i64 32
  %126 = getelementptr inbounds nuw i8, ptr %124, i64 64
  %127 = getelementptr inbounds nuw i8, ptr %124, i64 96
  %128 = load <8 x i32>, ptr %124, align 4, !tbaa !5
  %129 = load <8 x i32>, ptr %125, align 4, !tbaa !5
  %130 = load <8 x i32>, ptr %126, align 4, !tbaa !5
  %131 = load <8 x i32>, ptr %127, align 4, !tbaa !5
  %132 = mul nsw <8 x i32> %128, splat (i32 3)
  %133 = mul nsw <8 x i32> %129, splat (i32 3)
  %134 = mul nsw <8 x i32> %130, splat (i32 3)
  %135 = mul nsw <8 x i32> %131, splat (i32 3)
  %136 = add nsw <8 x i32> %132, %119
  %137 = add nsw <8 x i32> %133, %121
  %138 = add nsw <8 x i32> %134, %122
  %139 = add nsw <8 x i32> %135, %123
  store <8 x i32> %136, ptr %124, align 4, !tbaa !5
  store <8 x i32> %137, ptr %125, align 4, !tbaa !5
  store <8 x i32> %138, ptr %126, align 4, !tbaa !5
  store <8 x i32> %139, ptr %127, align 4, !tbaa !5
  %140 = add nuw i64 %118, 32
  %141 = add <8 x i32> %119, splat (i32 32)
  %142 = add i64 %120, 1
  %143 = icmp eq i64 %142, %17
  br i1 %143, label %144, label %117, !llvm.loop !15

144:                                              ; preds = %117, %111
  %145 = icmp eq i64 %13, %7
  br i1 %145, label %227, label %146

146:                                              ; preds = %144
  %147 = icmp eq i64 %12, 0
  br i1 %147, label %208, label %148, !prof !16

148:                                              ; preds = %9, %146
  %149 = phi i64 [ %13, %146 ], [ 0, %9 ]
  %150 = and i64 %7, 2147483644
  %151 = trunc nuw nsw i64 %149 to i32
  %152 = insertelement <4 x i32> poison, i32 %151, i64 0
  %153 = shufflevector <4 x i32> %152, <4 x i32> poison, <4 x i32> zeroinitializer
  %154 = or disjoint <4 x i32> %153, <i32 0, i32 1, i32 2, i32 3>
  %155 = add nsw i64 %7, -4
  %156 = sub nsw i64 %155, %149
  %157 = lshr i64 %156, 2
  %158 = add nuw nsw i64 %157, 1
  %159 = and i64 %158, 3
  %160 = and i64 %155, 12
  %161 = icmp eq i64 %160, 12
  br i1 %161, label %174, label %162

162:                                              ; preds = %148, %162
  %163 = phi i64 [ %170, %162 ], [ %149, %148 ]
  %164 = phi <4 x i32> [ %171, %162 ], [ %154, %148 ]
  %165 = phi i64 [ %172, %162 ], [ 0, %148 ]
  %166 = getelementptr inbounds nuw i32, ptr %0, i64 %163
  %167 = load <4 x i32>, ptr %166, align 4, !tbaa !5
  %168 = mul nsw <4 x i32> %167, splat (i32 3)
  %169 = add nsw <4 x i32> %168, %164
  store <4 x i32> %169, ptr %166, align 4, !tbaa !5
  %170 = add nuw i64 %163, 4
  %171 = add <4 x i32> %164, splat (i32 4)
  %172 = add i64 %165, 1
  %173 = icmp eq i64 %172, %159
  br i1 %173, label %174, label %162, !llvm.loop !17

174:                                              ; preds = %162, %148
  %175 = phi i64 [ %149, %148 ], [ %170, %162 ]
  %176 = phi <4 x i32> [ %154, %148 ], [ %171, %162 ]
  %177 = icmp ult i64 %156, 12
  br i1 %177, label %206, label %178

178:                                              ; preds = %174, %178
  %179 = phi i64 [ %203, %178 ], [ %175, %174 ]
  %180 = phi <4 x i32> [ %204, %178 ], [ %176, %174 ]
  %181 = getelementptr inbounds nuw i32, ptr %0, i64 %179
  %182 = load <4 x i32>, ptr %181, align 4, !tbaa !5
  %183 = mul nsw <4 x i32> %182, splat (i32 3)
  %184 = add nsw <4 x i32> %183, %180
  store <4 x i32> %184, ptr %181, align 4, !tbaa !5
  %185 = add <4 x i32> %180, splat (i32 4)
  %186 = getelementptr inbounds nuw i32, ptr %0, i64 %179
  %187 = getelementptr inbounds nuw i8, ptr %186, i64 16
  %188 = load <4 x i32>, ptr %187, align 4, !tbaa !5
  %189 = mul nsw <4 x i32> %188, splat (i32 3)
  %190 = add nsw <4 x i32> %189, %185
  store <4 x i32> %190, ptr %187, align 4, !tbaa !5
  %191 = add <4 x i32> %180, splat (i32 8)
  %192 = getelementptr inbounds nuw i32, ptr %0, i64 %179
  %193 = getelementptr inbounds nuw i8, ptr %192, i64 32
  %194 = load <4 x i32>, ptr %193, align 4, !tbaa !5
  %195 = mul nsw <4 x i32> %194, splat (i32 3)
  %196 = add nsw <4 x i32> %195, %191
  store <4 x i32> %196, ptr %193, align 4, !tbaa !5
  %197 = add <4 x i32> %180, splat (i32 12)
  %198 = getelementptr inbounds nuw i32, ptr %0, i64 %179
  %199 = getelementptr inbounds nuw i8, ptr %198, i64 48
  %200 = load <4 x i32>, ptr %199, align 4, !tbaa !5
  %201 = mul nsw <4 x i32> %200, splat (i32 3)
  %202 = add nsw <4 x i32> %201, %197
  store <4 x i32> %202, ptr %199, align 4, !tbaa !5
  %203 = add nuw i64 %179, 16
  %204 = add <4 x i32> %180, splat (i32 16)
  %205 = icmp eq i64 %203, %150
  br i1 %205, label %206, label %178, !llvm.loop !18

206:                                              ; preds = %178, %174
  %207 = icmp eq i64 %150, %7
  br i1 %207, label %227, label %208

208:                                              ; preds = %5, %146, %206
  %209 = phi i64 [ 0, %5 ], [ %13, %146 ], [ %150, %206 ]
  %210 = and i64 %7, 3
  %211 = icmp eq i64 %210, 0
  br i1 %211, label %223, label %212

212:                                              ; preds = %208, %212
  %213 = phi i64 [ %220, %212 ], [ %209, %208 ]
  %214 = phi i64 [ %221, %212 ], [ 0, %208 ]
  %215 = getelementptr inbounds nuw i32, ptr %0, i64 %213
  %216 = load i32, ptr %215, align 4, !tbaa !5
  %217 = mul nsw i32 %216, 3
  %218 = trunc nuw nsw i64 %213 to i32
  %219 = add nsw i32 %217, %218
  store i32 %219, ptr %215, align 4, !tbaa !5
  %220 = add nuw nsw i64 %213, 1
  %221 = add i64 %214, 1
  %222 = icmp eq i64 %221, %210
  br i1 %222, label %223, label %212, !llvm.loop !19

223:                                              ; preds = %212, %208
  %224 = phi i64 [ %209, %208 ], [ %220, %212 ]
  %225 = sub nsw i64 %209, %7
  %226 = icmp ugt i64 %225, -4
  br i1 %226, label %227, label %228

227:                                              ; preds = %223, %228, %206, %144
  ret void

228:                                              ; preds = %223, %228
  %229 = phi i64 [ %253, %228 ], [ %224, %223 ]
  %230 = getelementptr inbounds nuw i32, ptr %0, i64 %229
  %231 = load i32, ptr %230, align 4, !tbaa !5
  %232 = mul nsw i32 %231, 3
  %233 = trunc nuw nsw i64 %229 to i32
  %234 = add nsw i32 %232, %233
  store i32 %234, ptr %230, align 4, !tbaa !5
  %235 = add nuw nsw i64 %229, 1
  %236 = getelementptr inbounds nuw i32, ptr %0, i64 %235
  %237 = load i32, ptr %236, align 4, !tbaa !5
  %238 = mul nsw i32 %237, 3
  %239 = trunc nuw nsw i64 %235 to i32
  %240 = add nsw i32 %238, %239
  store i32 %240, ptr %236, align 4, !tbaa !5
  %241 = add nuw nsw i64 %229, 2
  %242 = getelementptr inbounds nuw i32, ptr %0, i64 %241
  %243 = load i32, ptr %242, align 4, !tbaa !5
  %244 = mul nsw i32 %243, 3
  %245 = trunc nuw nsw i64 %241 to i32
  %246 = add nsw i32 %244, %245
  store i32 %246, ptr %242, align 4, !tbaa !5
  %247 = add nuw nsw i64 %229, 3
  %248 = getelementptr inbounds nuw i32, ptr %0, i64 %247
  %249 = load i32, ptr %248, align 4, !tbaa !5
  %250 = mul nsw i32 %249, 3
  %251 = trunc nuw nsw i64 %247 to i32
  %252 = add nsw i32 %250, %251
  store i32 %252, ptr %248, align 4, !tbaa !5
  %253 = add nuw nsw i64 %229, 4
  %254 = icmp eq i64 %253, %7
  br i1 %254, label %227, label %228, !llvm.loop !20
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #10

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #11

attributes #0 = { mustprogress nofree norecurse nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+avx,+avx2,+cmov,+crc32,+cx8,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+avx,+avx2,+cmov,+crc32,+cx8,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+avx,+avx2,+cmov,+crc32,+cx8,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave" "tune-cpu"="generic" }
attributes #5 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+avx,+avx2,+cmov,+crc32,+cx8,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave" "tune-cpu"="generic" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+avx,+avx2,+cmov,+crc32,+cx8,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave" "tune-cpu"="generic" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+avx,+avx2,+cmov,+crc32,+cx8,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave" "tune-cpu"="generic" }
attributes #8 = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+avx,+avx2,+cmov,+crc32,+cx8,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave" "tune-cpu"="generic" }
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
!10 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!11 = distinct !{!11, !12, !13, !14}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.isvectorized"}
!14 = !{!"llvm.loop.unroll.disable"}
!15 = distinct !{!15, !14}
!16 = !{!"branch_weights", i32 4, i32 28}
!17 = distinct !{!17, !14}
!18 = distinct !{!18, !12, !13, !14}
!19 = distinct !{!19, !14}
!20 = distinct !{!20, !12, !13, !14}
