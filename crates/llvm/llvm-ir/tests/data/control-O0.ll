; ModuleID = 'control.c'
source_filename = "control.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.pair = type { i32, double }
%union.word = type { i32 }

@floats = dso_local constant [4 x float] [float 1.000000e+00, float 0x3FB99999A0000000, float -0.000000e+00, float 0x47EC363CC0000000], align 16
@counter = dso_local thread_local global i32 7, align 4
@table = internal global [5 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5], align 16
@names = internal global [4 x ptr] [ptr @.str, ptr @.str.1, ptr @.str.2, ptr null], align 16
@jump.labels = internal global [3 x ptr] [ptr blockaddress(@jump, %8), ptr blockaddress(@jump, %9), ptr blockaddress(@jump, %12)], align 16
@.str = private unnamed_addr constant [5 x i8] c"zero\00", align 1
@.str.1 = private unnamed_addr constant [5 x i8] c"one\0A\00", align 1
@.str.2 = private unnamed_addr constant [5 x i8] c"tw\22o\00", align 1
@pairs = internal global [2 x { i32, [4 x i8], double }] [{ i32, [4 x i8], double } { i32 1, [4 x i8] zeroinitializer, double 2.500000e+00 }, { i32, [4 x i8], double } { i32 3, [4 x i8] zeroinitializer, double 1.000000e-01 }], align 16

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @sum(i32 noundef %0, ...) #0 {
  %2 = alloca i32, align 4
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %5)
  store i32 0, ptr %4, align 4
  br label %6

6:                                                ; preds = %24, %1
  %7 = load i32, ptr %2, align 4
  %8 = add nsw i32 %7, -1
  store i32 %8, ptr %2, align 4
  %9 = icmp sgt i32 %7, 0
  br i1 %9, label %10, label %29

10:                                               ; preds = %6
  %11 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %12 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %11, i32 0, i32 0
  %13 = load i32, ptr %12, align 16
  %14 = icmp ule i32 %13, 40
  br i1 %14, label %15, label %20

15:                                               ; preds = %10
  %16 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %11, i32 0, i32 3
  %17 = load ptr, ptr %16, align 16
  %18 = getelementptr i8, ptr %17, i32 %13
  %19 = add i32 %13, 8
  store i32 %19, ptr %12, align 16
  br label %24

20:                                               ; preds = %10
  %21 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %11, i32 0, i32 2
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr i8, ptr %22, i32 8
  store ptr %23, ptr %21, align 8
  br label %24

24:                                               ; preds = %20, %15
  %25 = phi ptr [ %18, %15 ], [ %22, %20 ]
  %26 = load i32, ptr %25, align 4
  %27 = load i32, ptr %4, align 4
  %28 = add nsw i32 %27, %26
  store i32 %28, ptr %4, align 4
  br label %6, !llvm.loop !6

29:                                               ; preds = %6
  %30 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %30)
  %31 = load i32, ptr %4, align 4
  ret i32 %31
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @choose(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  switch i32 %4, label %14 [
    i32 0, label %5
    i32 1, label %7
    i32 2, label %7
    i32 10, label %11
    i32 11, label %11
    i32 12, label %11
    i32 13, label %11
    i32 14, label %11
  ]

5:                                                ; preds = %1
  %6 = load i32, ptr getelementptr inbounds ([5 x i32], ptr @table, i64 0, i64 1), align 4
  store i32 %6, ptr %2, align 4
  br label %18

7:                                                ; preds = %1, %1
  %8 = load i32, ptr %3, align 4
  %9 = load ptr, ptr getelementptr inbounds ([4 x ptr], ptr @names, i64 0, i64 1), align 8
  %10 = call i32 (i32, ...) @outside(i32 noundef %8, double noundef 2.000000e+00, ptr noundef %9)
  store i32 %10, ptr %2, align 4
  br label %18

11:                                               ; preds = %1, %1, %1, %1, %1
  %12 = load i32, ptr %3, align 4
  %13 = shl i32 %12, 2
  store i32 %13, ptr %2, align 4
  br label %18

14:                                               ; preds = %1
  %15 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @counter)
  %16 = load i32, ptr %15, align 4
  %17 = add nsw i32 %16, 1
  store i32 %17, ptr %15, align 4
  store i32 %16, ptr %2, align 4
  br label %18

18:                                               ; preds = %14, %11, %7, %5
  %19 = load i32, ptr %2, align 4
  ret i32 %19
}

declare extern_weak i32 @outside(i32 noundef, ...) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #3

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @jump(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  %5 = sext i32 %4 to i64
  %6 = getelementptr inbounds [3 x ptr], ptr @jump.labels, i64 0, i64 %5
  %7 = load ptr, ptr %6, align 8
  br label %18

8:                                                ; preds = %18
  store i32 1, ptr %2, align 4
  br label %16

9:                                                ; preds = %18
  %10 = load i32, ptr %3, align 4
  %11 = add nsw i32 %10, 2
  store i32 %11, ptr %3, align 4
  br label %12

12:                                               ; preds = %9, %18
  %13 = load i32, ptr %3, align 4
  %14 = load i32, ptr %3, align 4
  %15 = mul nsw i32 %13, %14
  store i32 %15, ptr %2, align 4
  br label %16

16:                                               ; preds = %12, %8
  %17 = load i32, ptr %2, align 4
  ret i32 %17

18:                                               ; preds = %1
  %19 = phi ptr [ %7, %1 ]
  indirectbr ptr %19, [label %8, label %9, label %12]
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i64 @ticks() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = call { i32, i32 } asm sideeffect "rdtsc", "={ax},={dx},~{memory},~{dirflag},~{fpsr},~{flags}"() #8, !srcloc !8
  %4 = extractvalue { i32, i32 } %3, 0
  %5 = extractvalue { i32, i32 } %3, 1
  store i32 %4, ptr %1, align 4
  store i32 %5, ptr %2, align 4
  %6 = load i32, ptr %2, align 4
  %7 = zext i32 %6 to i64
  %8 = shl i64 %7, 32
  %9 = load i32, ptr %1, align 4
  %10 = zext i32 %9 to i64
  %11 = or i64 %8, %10
  ret i64 %11
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @copy(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  store i32 0, ptr %7, align 4
  br label %8

8:                                                ; preds = %34, %3
  %9 = load i32, ptr %7, align 4
  %10 = load i32, ptr %6, align 4
  %11 = icmp ult i32 %9, %10
  br i1 %11, label %12, label %37

12:                                               ; preds = %8
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %7, align 4
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds nuw %struct.pair, ptr %13, i64 %15
  %17 = load ptr, ptr %5, align 8
  %18 = load i32, ptr %7, align 4
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds nuw %struct.pair, ptr %17, i64 %19
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %16, ptr align 8 %20, i64 16, i1 false)
  %21 = load i32, ptr %7, align 4
  %22 = and i32 %21, 1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw [2 x %struct.pair], ptr @pairs, i64 0, i64 %23
  %25 = getelementptr inbounds nuw %struct.pair, ptr %24, i32 0, i32 1
  %26 = load double, ptr %25, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = load i32, ptr %7, align 4
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw %struct.pair, ptr %27, i64 %29
  %31 = getelementptr inbounds nuw %struct.pair, ptr %30, i32 0, i32 1
  %32 = load double, ptr %31, align 8
  %33 = fadd double %32, %26
  store double %33, ptr %31, align 8
  br label %34

34:                                               ; preds = %12
  %35 = load i32, ptr %7, align 4
  %36 = add i32 %35, 1
  store i32 %36, ptr %7, align 4
  br label %8, !llvm.loop !9

37:                                               ; preds = %8
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #4

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @polynomial(double noundef %0) #0 {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.fmuladd.f64(double %3, double 1.500000e+00, double 2.250000e+00)
  %5 = load double, ptr %2, align 8
  %6 = call double @llvm.fmuladd.f64(double %4, double %5, double -3.000000e-01)
  %7 = load double, ptr %2, align 8
  %8 = fadd double %7, 1.000000e+300
  %9 = fdiv double %6, %8
  ret double %9
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #5

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @compare(float noundef %0, float noundef %1) #0 {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = load float, ptr %4, align 4
  %7 = fcmp olt float %5, %6
  %8 = zext i1 %7 to i32
  %9 = load float, ptr %3, align 4
  %10 = load float, ptr %4, align 4
  %11 = fcmp oeq float %9, %10
  %12 = zext i1 %11 to i32
  %13 = mul nsw i32 %12, 2
  %14 = add nsw i32 %8, %13
  %15 = load float, ptr %3, align 4
  %16 = load float, ptr %3, align 4
  %17 = fcmp une float %15, %16
  %18 = zext i1 %17 to i32
  %19 = add nsw i32 %14, %18
  ret i32 %19
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local zeroext i8 @bytes(i32 %0, i32 noundef %1) #0 {
  %3 = alloca %union.word, align 4
  %4 = alloca i32, align 4
  %5 = getelementptr inbounds nuw %union.word, ptr %3, i32 0, i32 0
  store i32 %0, ptr %5, align 4
  store i32 %1, ptr %4, align 4
  %6 = load i32, ptr %4, align 4
  %7 = sext i32 %6 to i64
  %8 = getelementptr inbounds [4 x i8], ptr %3, i64 0, i64 %7
  %9 = load i8, ptr %8, align 1
  %10 = zext i8 %9 to i32
  %11 = load i32, ptr %3, align 4
  %12 = lshr i32 %11, 3
  %13 = trunc i32 %12 to i8
  %14 = zext i8 %13 to i32
  %15 = xor i32 %10, %14
  %16 = trunc i32 %15 to i8
  ret i8 %16
}

; Function Attrs: cold noinline nounwind optnone uwtable
define dso_local void @clear(ptr noundef %0, i64 noundef %1) #6 {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %5, i8 0, i64 %6, i1 false)
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #7

; Function Attrs: noinline nounwind optnone uwtable
define dso_local { i32, double } @make(i32 noundef %0) #0 {
  %2 = alloca %struct.pair, align 8
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = getelementptr inbounds nuw %struct.pair, ptr %2, i32 0, i32 0
  %5 = load i32, ptr %3, align 4
  store i32 %5, ptr %4, align 8
  %6 = getelementptr i8, ptr %2, i64 4
  call void @llvm.memset.p0.i64(ptr align 4 %6, i8 0, i64 4, i1 false)
  %7 = getelementptr inbounds nuw %struct.pair, ptr %2, i32 0, i32 1
  %8 = load i32, ptr %3, align 4
  %9 = sitofp i32 %8 to double
  store double %9, ptr %7, align 8
  call void @clear(ptr noundef %2, i64 noundef 16) #9
  %10 = load { i32, double }, ptr %2, align 8
  ret { i32, double } %10
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { cold noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #8 = { nounwind }
attributes #9 = { cold }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = !{i64 1103}
!9 = distinct !{!9, !7}
