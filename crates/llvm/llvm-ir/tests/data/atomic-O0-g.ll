; ModuleID = 'atomic.c'
source_filename = "atomic.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@flag = dso_local global i32 0, align 4, !dbg !0
@halves = dso_local constant [3 x half] [half 0xH3C00, half 0xH4000, half 0xH3548], align 2, !dbg !24
@big = dso_local constant i128 1512366075204170947332355369683137040, align 16, !dbg !30

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @exchange(ptr noundef %0, i32 noundef %1, i32 noundef %2) #0 !dbg !43 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i8, align 1
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !48, !DIExpression(), !49)
  store i32 %1, ptr %5, align 4
    #dbg_declare(ptr %5, !50, !DIExpression(), !51)
  store i32 %2, ptr %6, align 4
    #dbg_declare(ptr %6, !52, !DIExpression(), !53)
  %14 = load ptr, ptr %4, align 8, !dbg !54
  %15 = load i32, ptr %6, align 4, !dbg !55
  store i32 %15, ptr %7, align 4, !dbg !56
  %16 = load i32, ptr %5, align 4, !dbg !56
  %17 = load i32, ptr %7, align 4, !dbg !56
  %18 = cmpxchg weak ptr %14, i32 %16, i32 %17 acq_rel monotonic, align 4, !dbg !56
  %19 = extractvalue { i32, i1 } %18, 0, !dbg !56
  %20 = extractvalue { i32, i1 } %18, 1, !dbg !56
  br i1 %20, label %22, label %21, !dbg !56

21:                                               ; preds = %3
  store i32 %19, ptr %5, align 4, !dbg !56
  br label %22, !dbg !56

22:                                               ; preds = %21, %3
  %23 = zext i1 %20 to i8, !dbg !56
  store i8 %23, ptr %8, align 1, !dbg !56
  %24 = load i8, ptr %8, align 1, !dbg !56
  %25 = trunc i8 %24 to i1, !dbg !56
  %26 = load ptr, ptr %4, align 8, !dbg !57
  store i32 3, ptr %9, align 4, !dbg !58
  %27 = load i32, ptr %9, align 4, !dbg !58
  %28 = atomicrmw add ptr %26, i32 %27 seq_cst, align 4, !dbg !58
  store i32 %28, ptr %10, align 4, !dbg !58
  %29 = load i32, ptr %10, align 4, !dbg !58
  fence seq_cst, !dbg !59
  %30 = load ptr, ptr %4, align 8, !dbg !60
  %31 = load atomic i32, ptr %30 acquire, align 4, !dbg !61
  store i32 %31, ptr %11, align 4, !dbg !61
  %32 = load i32, ptr %11, align 4, !dbg !61
  %33 = load i32, ptr %5, align 4, !dbg !62
  %34 = add nsw i32 %32, %33, !dbg !63
  store i32 9, ptr %12, align 4, !dbg !64
  %35 = load i32, ptr %12, align 4, !dbg !64
  %36 = atomicrmw xchg ptr @flag, i32 %35 seq_cst, align 4, !dbg !64
  store i32 %36, ptr %13, align 4, !dbg !64
  %37 = load i32, ptr %13, align 4, !dbg !64
  %38 = add nsw i32 %34, %37, !dbg !65
  ret i32 %38, !dbg !66
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @overflow(i32 noundef %0, i32 noundef %1) #0 !dbg !67 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !70, !DIExpression(), !71)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !72, !DIExpression(), !73)
    #dbg_declare(ptr %5, !74, !DIExpression(), !75)
  %6 = load i32, ptr %3, align 4, !dbg !76
  %7 = load i32, ptr %4, align 4, !dbg !77
  %8 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %6, i32 %7), !dbg !78
  %9 = extractvalue { i32, i1 } %8, 1, !dbg !78
  %10 = extractvalue { i32, i1 } %8, 0, !dbg !78
  store i32 %10, ptr %5, align 4, !dbg !78
  br i1 %9, label %11, label %12, !dbg !78

11:                                               ; preds = %2
  br label %14, !dbg !78

12:                                               ; preds = %2
  %13 = load i32, ptr %5, align 4, !dbg !79
  br label %14, !dbg !78

14:                                               ; preds = %12, %11
  %15 = phi i32 [ -1, %11 ], [ %13, %12 ], !dbg !78
  ret i32 %15, !dbg !80
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @count(i64 noundef %0) #0 !dbg !81 {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
    #dbg_declare(ptr %2, !84, !DIExpression(), !85)
  %3 = load i64, ptr %2, align 8, !dbg !86
  %4 = call i64 @llvm.ctpop.i64(i64 %3), !dbg !87
  %5 = trunc i64 %4 to i32, !dbg !87
  %6 = load i64, ptr %2, align 8, !dbg !88
  %7 = or i64 %6, 1, !dbg !89
  %8 = call i64 @llvm.ctlz.i64(i64 %7, i1 true), !dbg !90
  %9 = trunc i64 %8 to i32, !dbg !90
  %10 = add nsw i32 %5, %9, !dbg !91
  %11 = load i64, ptr %2, align 8, !dbg !92
  %12 = trunc i64 %11 to i32, !dbg !93
  %13 = or i32 %12, 1, !dbg !94
  %14 = call i32 @llvm.cttz.i32(i32 %13, i1 true), !dbg !95
  %15 = add nsw i32 %10, %14, !dbg !96
  ret i32 %15, !dbg !97
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctlz.i64(i64, i1 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #2

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @set(ptr noundef %0, i32 noundef %1) #0 !dbg !98 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !107, !DIExpression(), !108)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !109, !DIExpression(), !110)
  %5 = load i32, ptr %4, align 4, !dbg !111
  %6 = load ptr, ptr %3, align 8, !dbg !112
  %7 = zext i32 %5 to i56, !dbg !113
  %8 = load i56, ptr %6, align 1, !dbg !113
  %9 = and i56 %7, 7, !dbg !113
  %10 = and i56 %8, -8, !dbg !113
  %11 = or i56 %10, %9, !dbg !113
  store i56 %11, ptr %6, align 1, !dbg !113
  %12 = trunc i56 %9 to i32, !dbg !113
  %13 = load i32, ptr %4, align 4, !dbg !114
  %14 = sub nsw i32 0, %13, !dbg !115
  %15 = load ptr, ptr %3, align 8, !dbg !116
  %16 = zext i32 %14 to i56, !dbg !117
  %17 = load i56, ptr %15, align 1, !dbg !117
  %18 = and i56 %16, 127, !dbg !117
  %19 = shl i56 %18, 3, !dbg !117
  %20 = and i56 %17, -1017, !dbg !117
  %21 = or i56 %20, %19, !dbg !117
  store i56 %21, ptr %15, align 1, !dbg !117
  %22 = shl i56 %18, 49, !dbg !117
  %23 = ashr i56 %22, 49, !dbg !117
  %24 = trunc i56 %23 to i32, !dbg !117
  %25 = load i32, ptr %4, align 4, !dbg !118
  %26 = sext i32 %25 to i64, !dbg !119
  %27 = shl i64 %26, 20, !dbg !120
  %28 = load ptr, ptr %3, align 8, !dbg !121
  %29 = trunc i64 %27 to i56, !dbg !122
  %30 = load i56, ptr %28, align 1, !dbg !122
  %31 = and i56 %29, 1099511627775, !dbg !122
  %32 = shl i56 %31, 10, !dbg !122
  %33 = and i56 %30, -1125899906841601, !dbg !122
  %34 = or i56 %33, %32, !dbg !122
  store i56 %34, ptr %28, align 1, !dbg !122
  %35 = zext i56 %31 to i64, !dbg !122
  ret void, !dbg !123
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local { double, double } @product(double noundef %0, double noundef %1, double noundef %2, double noundef %3) #0 !dbg !124 {
  %5 = alloca { double, double }, align 8
  %6 = alloca { double, double }, align 8
  %7 = alloca { double, double }, align 8
  %8 = getelementptr inbounds nuw { double, double }, ptr %6, i32 0, i32 0
  store double %0, ptr %8, align 8
  %9 = getelementptr inbounds nuw { double, double }, ptr %6, i32 0, i32 1
  store double %1, ptr %9, align 8
  %10 = getelementptr inbounds nuw { double, double }, ptr %7, i32 0, i32 0
  store double %2, ptr %10, align 8
  %11 = getelementptr inbounds nuw { double, double }, ptr %7, i32 0, i32 1
  store double %3, ptr %11, align 8
    #dbg_declare(ptr %6, !128, !DIExpression(), !129)
    #dbg_declare(ptr %7, !130, !DIExpression(), !131)
  %12 = getelementptr inbounds nuw { double, double }, ptr %6, i32 0, i32 0, !dbg !132
  %13 = load double, ptr %12, align 8, !dbg !132
  %14 = getelementptr inbounds nuw { double, double }, ptr %6, i32 0, i32 1, !dbg !132
  %15 = load double, ptr %14, align 8, !dbg !132
  %16 = getelementptr inbounds nuw { double, double }, ptr %7, i32 0, i32 0, !dbg !133
  %17 = load double, ptr %16, align 8, !dbg !133
  %18 = getelementptr inbounds nuw { double, double }, ptr %7, i32 0, i32 1, !dbg !133
  %19 = load double, ptr %18, align 8, !dbg !133
  %20 = fmul double %13, %17, !dbg !134
  %21 = fmul double %15, %19, !dbg !134
  %22 = fmul double %13, %19, !dbg !134
  %23 = fmul double %15, %17, !dbg !134
  %24 = fsub double %20, %21, !dbg !134
  %25 = fadd double %22, %23, !dbg !134
  %26 = fcmp uno double %24, %24, !dbg !134
  br i1 %26, label %27, label %33, !dbg !134, !prof !135

27:                                               ; preds = %4
  %28 = fcmp uno double %25, %25, !dbg !134
  br i1 %28, label %29, label %33, !dbg !134, !prof !135

29:                                               ; preds = %27
  %30 = call { double, double } @__muldc3(double noundef %13, double noundef %15, double noundef %17, double noundef %19) #8, !dbg !134
  %31 = extractvalue { double, double } %30, 0, !dbg !134
  %32 = extractvalue { double, double } %30, 1, !dbg !134
  br label %33, !dbg !134

33:                                               ; preds = %29, %27, %4
  %34 = phi double [ %24, %4 ], [ %24, %27 ], [ %31, %29 ], !dbg !134
  %35 = phi double [ %25, %4 ], [ %25, %27 ], [ %32, %29 ], !dbg !134
  %36 = fadd double %34, 0.000000e+00, !dbg !136
  %37 = fadd double %35, 2.000000e+00, !dbg !136
  %38 = getelementptr inbounds nuw { double, double }, ptr %5, i32 0, i32 0, !dbg !137
  %39 = getelementptr inbounds nuw { double, double }, ptr %5, i32 0, i32 1, !dbg !137
  store double %36, ptr %38, align 8, !dbg !137
  store double %37, ptr %39, align 8, !dbg !137
  %40 = load { double, double }, ptr %5, align 8, !dbg !137
  ret { double, double } %40, !dbg !137
}

declare { double, double } @__muldc3(double, double, double, double)

; Function Attrs: noinline nounwind optnone uwtable
define dso_local x86_fp80 @extended(x86_fp80 noundef %0) #0 !dbg !138 {
  %2 = alloca x86_fp80, align 16
  store x86_fp80 %0, ptr %2, align 16
    #dbg_declare(ptr %2, !142, !DIExpression(), !143)
  %3 = load x86_fp80, ptr %2, align 16, !dbg !144
  %4 = call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %3, x86_fp80 0xK3FFF8CCCCCCCCCCCCCCD, x86_fp80 0xK73E89D4BE25AFEC02949), !dbg !145
  ret x86_fp80 %4, !dbg !146
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local <4 x float> @mix(<4 x float> noundef %0, <4 x float> noundef %1, float noundef %2) #3 !dbg !147 {
  %4 = alloca <4 x float>, align 16
  %5 = alloca <4 x float>, align 16
  %6 = alloca float, align 4
  %7 = alloca <4 x float>, align 16
  %8 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %4, align 16
    #dbg_declare(ptr %4, !155, !DIExpression(), !156)
  store <4 x float> %1, ptr %5, align 16
    #dbg_declare(ptr %5, !157, !DIExpression(), !158)
  store float %2, ptr %6, align 4
    #dbg_declare(ptr %6, !159, !DIExpression(), !160)
    #dbg_declare(ptr %7, !161, !DIExpression(), !162)
  %9 = load <4 x float>, ptr %4, align 16, !dbg !163
  %10 = load <4 x float>, ptr %5, align 16, !dbg !164
  %11 = shufflevector <4 x float> %9, <4 x float> %10, <4 x i32> <i32 0, i32 5, i32 2, i32 7>, !dbg !165
  store <4 x float> %11, ptr %7, align 16, !dbg !162
  %12 = load float, ptr %6, align 4, !dbg !166
  %13 = load <4 x float>, ptr %7, align 16, !dbg !167
  %14 = insertelement <4 x float> %13, float %12, i32 1, !dbg !167
  store <4 x float> %14, ptr %7, align 16, !dbg !167
  %15 = load <4 x float>, ptr %7, align 16, !dbg !168
  %16 = load <4 x float>, ptr %4, align 16, !dbg !169
  store <4 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>, ptr %8, align 16, !dbg !170
  %17 = load <4 x float>, ptr %8, align 16, !dbg !170
  %18 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %15, <4 x float> %16, <4 x float> %17), !dbg !171
  ret <4 x float> %18, !dbg !172
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local <8 x i32> @select_lanes(ptr noundef byval(<8 x i32>) align 32 %0, ptr noundef byval(<8 x i32>) align 32 %1) #4 !dbg !173 {
  %3 = alloca <8 x i32>, align 32
  %4 = alloca <8 x i32>, align 32
  %5 = alloca <8 x i32>, align 32
  %6 = load <8 x i32>, ptr %0, align 32
  %7 = load <8 x i32>, ptr %1, align 32
  store <8 x i32> %6, ptr %3, align 32
    #dbg_declare(ptr %3, !180, !DIExpression(), !181)
  store <8 x i32> %7, ptr %4, align 32
    #dbg_declare(ptr %4, !182, !DIExpression(), !183)
  %8 = load <8 x i32>, ptr %3, align 32, !dbg !184
  %9 = load <8 x i32>, ptr %4, align 32, !dbg !185
  %10 = icmp sgt <8 x i32> %8, %9, !dbg !186
  %11 = sext <8 x i1> %10 to <8 x i32>, !dbg !186
  %12 = load <8 x i32>, ptr %4, align 32, !dbg !187
  store <8 x i32> splat (i32 5), ptr %5, align 32, !dbg !188
  %13 = load <8 x i32>, ptr %5, align 32, !dbg !188
  %14 = sub <8 x i32> %12, %13, !dbg !189
  %15 = and <8 x i32> %11, %14, !dbg !190
  ret <8 x i32> %15, !dbg !191
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i128 @wide(i128 noundef %0, i64 noundef %1) #0 !dbg !192 {
  %3 = alloca i128, align 16
  %4 = alloca i64, align 8
  store i128 %0, ptr %3, align 16
    #dbg_declare(ptr %3, !199, !DIExpression(), !200)
  store i64 %1, ptr %4, align 8
    #dbg_declare(ptr %4, !201, !DIExpression(), !202)
  %5 = load i128, ptr %3, align 16, !dbg !203
  %6 = load i64, ptr %4, align 8, !dbg !204
  %7 = sext i64 %6 to i128, !dbg !204
  %8 = mul nsw i128 %5, %7, !dbg !205
  %9 = add nsw i128 %8, 1267650600228229401496703205376, !dbg !206
  ret i128 %9, !dbg !207
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local half @half(half noundef %0) #0 !dbg !208 {
  %2 = alloca half, align 2
  store half %0, ptr %2, align 2
    #dbg_declare(ptr %2, !211, !DIExpression(), !212)
  %3 = load half, ptr %2, align 2, !dbg !213
  %4 = fpext half %3 to float, !dbg !214
  %5 = call float @llvm.fmuladd.f32(float %4, float 1.500000e+00, float 0x3FB9980000000000), !dbg !214
  %6 = fptrunc float %5 to half, !dbg !214
  ret half %6, !dbg !215
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local bfloat @brain(bfloat noundef %0) #0 !dbg !216 {
  %2 = alloca bfloat, align 2
  store bfloat %0, ptr %2, align 2
    #dbg_declare(ptr %2, !220, !DIExpression(), !221)
  %3 = load bfloat, ptr %2, align 2, !dbg !222
  ret bfloat %3, !dbg !223
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @hint(ptr noundef %0, i32 noundef %1) #0 !dbg !224 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !228, !DIExpression(), !229)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !230, !DIExpression(), !231)
  %6 = load i32, ptr %4, align 4, !dbg !232
  %7 = icmp sgt i32 %6, 100, !dbg !234
  %8 = zext i1 %7 to i32, !dbg !234
  %9 = sext i32 %8 to i64, !dbg !232
  %10 = icmp ne i64 %9, 0, !dbg !235
  br i1 %10, label %11, label %12, !dbg !235

11:                                               ; preds = %2
  call void @llvm.trap(), !dbg !236
  br label %12, !dbg !236

12:                                               ; preds = %11, %2
  %13 = load ptr, ptr %3, align 8, !dbg !237
  call void @llvm.prefetch.p0(ptr %13, i32 1, i32 3, i32 1), !dbg !238
  %14 = load i32, ptr %4, align 4, !dbg !239
  %15 = icmp sgt i32 %14, 0, !dbg !240
  call void @llvm.assume(i1 %15), !dbg !241
    #dbg_declare(ptr %5, !242, !DIExpression(), !244)
  store i32 0, ptr %5, align 4, !dbg !244
  br label %16, !dbg !245

16:                                               ; preds = %33, %12
  %17 = load i32, ptr %5, align 4, !dbg !246
  %18 = load i32, ptr %4, align 4, !dbg !248
  %19 = icmp slt i32 %17, %18, !dbg !249
  br i1 %19, label %20, label %36, !dbg !250

20:                                               ; preds = %16
  %21 = load ptr, ptr %3, align 8, !dbg !251
  %22 = load i32, ptr %5, align 4, !dbg !252
  %23 = sext i32 %22 to i64, !dbg !251
  %24 = getelementptr inbounds i32, ptr %21, i64 %23, !dbg !251
  %25 = load i32, ptr %24, align 4, !dbg !251
  %26 = mul nsw i32 %25, 3, !dbg !253
  %27 = load i32, ptr %5, align 4, !dbg !254
  %28 = add nsw i32 %26, %27, !dbg !255
  %29 = load ptr, ptr %3, align 8, !dbg !256
  %30 = load i32, ptr %5, align 4, !dbg !257
  %31 = sext i32 %30 to i64, !dbg !256
  %32 = getelementptr inbounds i32, ptr %29, i64 %31, !dbg !256
  store i32 %28, ptr %32, align 4, !dbg !258
  br label %33, !dbg !256

33:                                               ; preds = %20
  %34 = load i32, ptr %5, align 4, !dbg !259
  %35 = add nsw i32 %34, 1, !dbg !259
  store i32 %35, ptr %5, align 4, !dbg !259
  br label %16, !dbg !260, !llvm.loop !261

36:                                               ; preds = %16
  ret void, !dbg !268
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #7

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #8 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!35, !36, !37, !38, !39, !40, !41}
!llvm.ident = !{!42}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 8, type: !33, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !23, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "atomic.c", directory: "/src", checksumkind: CSK_MD5, checksum: "ad306abc11915aaeadc57020a26011a0")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 68, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!7, !16, !21, !22}
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint64_t", file: !17, line: 27, baseType: !18)
!17 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h", directory: "", checksumkind: CSK_MD5, checksum: "2bf2ae53c58c01b1a1b9383b5195125c")
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "__uint64_t", file: !19, line: 45, baseType: !20)
!19 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!20 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!21 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!22 = !DIBasicType(name: "_Float16", size: 16, encoding: DW_ATE_float)
!23 = !{!24, !30, !0}
!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression())
!25 = distinct !DIGlobalVariable(name: "halves", scope: !2, file: !3, line: 24, type: !26, isLocal: false, isDefinition: true)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !27, size: 48, elements: !28)
!27 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !22)
!28 = !{!29}
!29 = !DISubrange(count: 3)
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(name: "big", scope: !2, file: !3, line: 25, type: !32, isLocal: false, isDefinition: true)
!32 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !21)
!33 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !34)
!34 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!35 = !{i32 7, !"Dwarf Version", i32 5}
!36 = !{i32 2, !"Debug Info Version", i32 3}
!37 = !{i32 1, !"wchar_size", i32 4}
!38 = !{i32 8, !"PIC Level", i32 2}
!39 = !{i32 7, !"PIE Level", i32 2}
!40 = !{i32 7, !"uwtable", i32 2}
!41 = !{i32 7, !"frame-pointer", i32 2}
!42 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!43 = distinct !DISubprogram(name: "exchange", scope: !3, file: !3, line: 9, type: !44, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!44 = !DISubroutineType(types: !45)
!45 = !{!34, !46, !34, !34}
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!47 = !{}
!48 = !DILocalVariable(name: "p", arg: 1, scope: !43, file: !3, line: 9, type: !46)
!49 = !DILocation(line: 9, column: 27, scope: !43)
!50 = !DILocalVariable(name: "expected", arg: 2, scope: !43, file: !3, line: 9, type: !34)
!51 = !DILocation(line: 9, column: 34, scope: !43)
!52 = !DILocalVariable(name: "value", arg: 3, scope: !43, file: !3, line: 9, type: !34)
!53 = !DILocation(line: 9, column: 48, scope: !43)
!54 = !DILocation(line: 10, column: 41, scope: !43)
!55 = !DILocation(line: 10, column: 55, scope: !43)
!56 = !DILocation(line: 10, column: 3, scope: !43)
!57 = !DILocation(line: 11, column: 20, scope: !43)
!58 = !DILocation(line: 11, column: 3, scope: !43)
!59 = !DILocation(line: 11, column: 27, scope: !43)
!60 = !DILocation(line: 12, column: 31, scope: !43)
!61 = !DILocation(line: 12, column: 10, scope: !43)
!62 = !DILocation(line: 12, column: 58, scope: !43)
!63 = !DILocation(line: 12, column: 56, scope: !43)
!64 = !DILocation(line: 12, column: 69, scope: !43)
!65 = !DILocation(line: 12, column: 67, scope: !43)
!66 = !DILocation(line: 12, column: 3, scope: !43)
!67 = distinct !DISubprogram(name: "overflow", scope: !3, file: !3, line: 14, type: !68, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!68 = !DISubroutineType(types: !69)
!69 = !{!34, !34, !34}
!70 = !DILocalVariable(name: "a", arg: 1, scope: !67, file: !3, line: 14, type: !34)
!71 = !DILocation(line: 14, column: 18, scope: !67)
!72 = !DILocalVariable(name: "b", arg: 2, scope: !67, file: !3, line: 14, type: !34)
!73 = !DILocation(line: 14, column: 25, scope: !67)
!74 = !DILocalVariable(name: "c", scope: !67, file: !3, line: 14, type: !34)
!75 = !DILocation(line: 14, column: 34, scope: !67)
!76 = !DILocation(line: 14, column: 67, scope: !67)
!77 = !DILocation(line: 14, column: 70, scope: !67)
!78 = !DILocation(line: 14, column: 44, scope: !67)
!79 = !DILocation(line: 14, column: 84, scope: !67)
!80 = !DILocation(line: 14, column: 37, scope: !67)
!81 = distinct !DISubprogram(name: "count", scope: !3, file: !3, line: 15, type: !82, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!82 = !DISubroutineType(types: !83)
!83 = !{!34, !16}
!84 = !DILocalVariable(name: "x", arg: 1, scope: !81, file: !3, line: 15, type: !16)
!85 = !DILocation(line: 15, column: 20, scope: !81)
!86 = !DILocation(line: 15, column: 53, scope: !81)
!87 = !DILocation(line: 15, column: 32, scope: !81)
!88 = !DILocation(line: 15, column: 74, scope: !81)
!89 = !DILocation(line: 15, column: 76, scope: !81)
!90 = !DILocation(line: 15, column: 58, scope: !81)
!91 = !DILocation(line: 15, column: 56, scope: !81)
!92 = !DILocation(line: 15, column: 107, scope: !81)
!93 = !DILocation(line: 15, column: 97, scope: !81)
!94 = !DILocation(line: 15, column: 109, scope: !81)
!95 = !DILocation(line: 15, column: 83, scope: !81)
!96 = !DILocation(line: 15, column: 81, scope: !81)
!97 = !DILocation(line: 15, column: 25, scope: !81)
!98 = distinct !DISubprogram(name: "set", scope: !3, file: !3, line: 16, type: !99, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!99 = !DISubroutineType(types: !100)
!100 = !{null, !101, !34}
!101 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !102, size: 64)
!102 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !3, line: 7, size: 56, elements: !103)
!103 = !{!104, !105, !106}
!104 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !102, file: !3, line: 7, baseType: !7, size: 3, flags: DIFlagBitField, extraData: i64 0)
!105 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !102, file: !3, line: 7, baseType: !34, size: 7, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!106 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !102, file: !3, line: 7, baseType: !16, size: 40, offset: 10, flags: DIFlagBitField, extraData: i64 0)
!107 = !DILocalVariable(name: "b", arg: 1, scope: !98, file: !3, line: 16, type: !101)
!108 = !DILocation(line: 16, column: 23, scope: !98)
!109 = !DILocalVariable(name: "v", arg: 2, scope: !98, file: !3, line: 16, type: !34)
!110 = !DILocation(line: 16, column: 30, scope: !98)
!111 = !DILocation(line: 16, column: 42, scope: !98)
!112 = !DILocation(line: 16, column: 35, scope: !98)
!113 = !DILocation(line: 16, column: 40, scope: !98)
!114 = !DILocation(line: 16, column: 53, scope: !98)
!115 = !DILocation(line: 16, column: 52, scope: !98)
!116 = !DILocation(line: 16, column: 45, scope: !98)
!117 = !DILocation(line: 16, column: 50, scope: !98)
!118 = !DILocation(line: 16, column: 73, scope: !98)
!119 = !DILocation(line: 16, column: 63, scope: !98)
!120 = !DILocation(line: 16, column: 75, scope: !98)
!121 = !DILocation(line: 16, column: 56, scope: !98)
!122 = !DILocation(line: 16, column: 61, scope: !98)
!123 = !DILocation(line: 16, column: 82, scope: !98)
!124 = distinct !DISubprogram(name: "product", scope: !3, file: !3, line: 17, type: !125, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!125 = !DISubroutineType(types: !126)
!126 = !{!127, !127, !127}
!127 = !DIBasicType(name: "complex", size: 128, encoding: DW_ATE_complex_float)
!128 = !DILocalVariable(name: "a", arg: 1, scope: !124, file: !3, line: 17, type: !127)
!129 = !DILocation(line: 17, column: 41, scope: !124)
!130 = !DILocalVariable(name: "b", arg: 2, scope: !124, file: !3, line: 17, type: !127)
!131 = !DILocation(line: 17, column: 60, scope: !124)
!132 = !DILocation(line: 17, column: 72, scope: !124)
!133 = !DILocation(line: 17, column: 76, scope: !124)
!134 = !DILocation(line: 17, column: 74, scope: !124)
!135 = !{!"branch_weights", i32 1, i32 1048575}
!136 = !DILocation(line: 17, column: 78, scope: !124)
!137 = !DILocation(line: 17, column: 65, scope: !124)
!138 = distinct !DISubprogram(name: "extended", scope: !3, file: !3, line: 18, type: !139, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!139 = !DISubroutineType(types: !140)
!140 = !{!141, !141}
!141 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!142 = !DILocalVariable(name: "x", arg: 1, scope: !138, file: !3, line: 18, type: !141)
!143 = !DILocation(line: 18, column: 34, scope: !138)
!144 = !DILocation(line: 18, column: 46, scope: !138)
!145 = !DILocation(line: 18, column: 55, scope: !138)
!146 = !DILocation(line: 18, column: 39, scope: !138)
!147 = distinct !DISubprogram(name: "mix", scope: !3, file: !3, line: 19, type: !148, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!148 = !DISubroutineType(types: !149)
!149 = !{!150, !150, !150, !152}
!150 = !DIDerivedType(tag: DW_TAG_typedef, name: "v4", file: !3, line: 5, baseType: !151)
!151 = !DICompositeType(tag: DW_TAG_array_type, baseType: !152, size: 128, flags: DIFlagVector, elements: !153)
!152 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!153 = !{!154}
!154 = !DISubrange(count: 4)
!155 = !DILocalVariable(name: "a", arg: 1, scope: !147, file: !3, line: 19, type: !150)
!156 = !DILocation(line: 19, column: 11, scope: !147)
!157 = !DILocalVariable(name: "b", arg: 2, scope: !147, file: !3, line: 19, type: !150)
!158 = !DILocation(line: 19, column: 17, scope: !147)
!159 = !DILocalVariable(name: "s", arg: 3, scope: !147, file: !3, line: 19, type: !152)
!160 = !DILocation(line: 19, column: 26, scope: !147)
!161 = !DILocalVariable(name: "c", scope: !147, file: !3, line: 19, type: !150)
!162 = !DILocation(line: 19, column: 34, scope: !147)
!163 = !DILocation(line: 19, column: 62, scope: !147)
!164 = !DILocation(line: 19, column: 65, scope: !147)
!165 = !DILocation(line: 19, column: 38, scope: !147)
!166 = !DILocation(line: 19, column: 88, scope: !147)
!167 = !DILocation(line: 19, column: 86, scope: !147)
!168 = !DILocation(line: 19, column: 98, scope: !147)
!169 = !DILocation(line: 19, column: 102, scope: !147)
!170 = !DILocation(line: 19, column: 106, scope: !147)
!171 = !DILocation(line: 19, column: 104, scope: !147)
!172 = !DILocation(line: 19, column: 91, scope: !147)
!173 = distinct !DISubprogram(name: "select_lanes", scope: !3, file: !3, line: 20, type: !174, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!174 = !DISubroutineType(types: !175)
!175 = !{!176, !176, !176}
!176 = !DIDerivedType(tag: DW_TAG_typedef, name: "i8x", file: !3, line: 6, baseType: !177)
!177 = !DICompositeType(tag: DW_TAG_array_type, baseType: !34, size: 256, flags: DIFlagVector, elements: !178)
!178 = !{!179}
!179 = !DISubrange(count: 8)
!180 = !DILocalVariable(name: "a", arg: 1, scope: !173, file: !3, line: 20, type: !176)
!181 = !DILocation(line: 20, column: 22, scope: !173)
!182 = !DILocalVariable(name: "b", arg: 2, scope: !173, file: !3, line: 20, type: !176)
!183 = !DILocation(line: 20, column: 29, scope: !173)
!184 = !DILocation(line: 20, column: 42, scope: !173)
!185 = !DILocation(line: 20, column: 46, scope: !173)
!186 = !DILocation(line: 20, column: 44, scope: !173)
!187 = !DILocation(line: 20, column: 52, scope: !173)
!188 = !DILocation(line: 20, column: 56, scope: !173)
!189 = !DILocation(line: 20, column: 54, scope: !173)
!190 = !DILocation(line: 20, column: 49, scope: !173)
!191 = !DILocation(line: 20, column: 34, scope: !173)
!192 = distinct !DISubprogram(name: "wide", scope: !3, file: !3, line: 21, type: !193, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!193 = !DISubroutineType(types: !194)
!194 = !{!21, !21, !195}
!195 = !DIDerivedType(tag: DW_TAG_typedef, name: "int64_t", file: !196, line: 27, baseType: !197)
!196 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdint-intn.h", directory: "", checksumkind: CSK_MD5, checksum: "55bcbdc3159515ebd91d351a70d505f4")
!197 = !DIDerivedType(tag: DW_TAG_typedef, name: "__int64_t", file: !19, line: 44, baseType: !198)
!198 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!199 = !DILocalVariable(name: "a", arg: 1, scope: !192, file: !3, line: 21, type: !21)
!200 = !DILocation(line: 21, column: 24, scope: !192)
!201 = !DILocalVariable(name: "b", arg: 2, scope: !192, file: !3, line: 21, type: !195)
!202 = !DILocation(line: 21, column: 35, scope: !192)
!203 = !DILocation(line: 21, column: 47, scope: !192)
!204 = !DILocation(line: 21, column: 51, scope: !192)
!205 = !DILocation(line: 21, column: 49, scope: !192)
!206 = !DILocation(line: 21, column: 53, scope: !192)
!207 = !DILocation(line: 21, column: 40, scope: !192)
!208 = distinct !DISubprogram(name: "half", scope: !3, file: !3, line: 22, type: !209, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!209 = !DISubroutineType(types: !210)
!210 = !{!22, !22}
!211 = !DILocalVariable(name: "a", arg: 1, scope: !208, file: !3, line: 22, type: !22)
!212 = !DILocation(line: 22, column: 24, scope: !208)
!213 = !DILocation(line: 22, column: 36, scope: !208)
!214 = !DILocation(line: 22, column: 54, scope: !208)
!215 = !DILocation(line: 22, column: 29, scope: !208)
!216 = distinct !DISubprogram(name: "brain", scope: !3, file: !3, line: 23, type: !217, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!217 = !DISubroutineType(types: !218)
!218 = !{!219, !219}
!219 = !DIBasicType(name: "__bf16", size: 16, encoding: DW_ATE_float)
!220 = !DILocalVariable(name: "a", arg: 1, scope: !216, file: !3, line: 23, type: !219)
!221 = !DILocation(line: 23, column: 21, scope: !216)
!222 = !DILocation(line: 23, column: 33, scope: !216)
!223 = !DILocation(line: 23, column: 26, scope: !216)
!224 = distinct !DISubprogram(name: "hint", scope: !3, file: !3, line: 26, type: !225, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!225 = !DISubroutineType(types: !226)
!226 = !{null, !227, !34}
!227 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !34, size: 64)
!228 = !DILocalVariable(name: "p", arg: 1, scope: !224, file: !3, line: 26, type: !227)
!229 = !DILocation(line: 26, column: 16, scope: !224)
!230 = !DILocalVariable(name: "n", arg: 2, scope: !224, file: !3, line: 26, type: !34)
!231 = !DILocation(line: 26, column: 23, scope: !224)
!232 = !DILocation(line: 27, column: 24, scope: !233)
!233 = distinct !DILexicalBlock(scope: !224, file: !3, line: 27, column: 7)
!234 = !DILocation(line: 27, column: 26, scope: !233)
!235 = !DILocation(line: 27, column: 7, scope: !233)
!236 = !DILocation(line: 27, column: 37, scope: !233)
!237 = !DILocation(line: 28, column: 22, scope: !224)
!238 = !DILocation(line: 28, column: 3, scope: !224)
!239 = !DILocation(line: 29, column: 20, scope: !224)
!240 = !DILocation(line: 29, column: 22, scope: !224)
!241 = !DILocation(line: 29, column: 3, scope: !224)
!242 = !DILocalVariable(name: "i", scope: !243, file: !3, line: 31, type: !34)
!243 = distinct !DILexicalBlock(scope: !224, file: !3, line: 31, column: 3)
!244 = !DILocation(line: 31, column: 12, scope: !243)
!245 = !DILocation(line: 31, column: 8, scope: !243)
!246 = !DILocation(line: 31, column: 19, scope: !247)
!247 = distinct !DILexicalBlock(scope: !243, file: !3, line: 31, column: 3)
!248 = !DILocation(line: 31, column: 23, scope: !247)
!249 = !DILocation(line: 31, column: 21, scope: !247)
!250 = !DILocation(line: 31, column: 3, scope: !243)
!251 = !DILocation(line: 31, column: 38, scope: !247)
!252 = !DILocation(line: 31, column: 40, scope: !247)
!253 = !DILocation(line: 31, column: 43, scope: !247)
!254 = !DILocation(line: 31, column: 49, scope: !247)
!255 = !DILocation(line: 31, column: 47, scope: !247)
!256 = !DILocation(line: 31, column: 31, scope: !247)
!257 = !DILocation(line: 31, column: 33, scope: !247)
!258 = !DILocation(line: 31, column: 36, scope: !247)
!259 = !DILocation(line: 31, column: 27, scope: !247)
!260 = !DILocation(line: 31, column: 3, scope: !247)
!261 = distinct !{!261, !250, !262, !263, !264, !265}
!262 = !DILocation(line: 31, column: 49, scope: !243)
!263 = !{!"llvm.loop.mustprogress"}
!264 = !{!"llvm.loop.vectorize.enable", i1 true}
!265 = !{!"llvm.loop.vectorize.followup_all", !250, !262, !263, !266, !267}
!266 = !{!"llvm.loop.isvectorized"}
!267 = !{!"llvm.loop.unroll.count", i32 4}
!268 = !DILocation(line: 32, column: 1, scope: !224)
