; ModuleID = 'exceptions.cc'
source_filename = "exceptions.cc"
target datalayout = "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-windows-msvc19.33.0"

%rtti.TypeDescriptor5 = type { ptr, ptr, [6 x i8] }
%rtti.TypeDescriptor2 = type { ptr, ptr, [3 x i8] }
%struct.square = type { %struct.base, i32 }
%struct.base = type { ptr, i32 }
%rtti.CompleteObjectLocator = type { i32, i32, i32, i32, i32, i32 }
%rtti.TypeDescriptor12 = type { ptr, ptr, [13 x i8] }
%rtti.ClassHierarchyDescriptor = type { i32, i32, i32, i32 }
%rtti.BaseClassDescriptor = type { i32, i32, i32, i32, i32, i32, i32 }
%rtti.TypeDescriptor10 = type { ptr, ptr, [11 x i8] }
%struct.nested = type { [2 x i8], %struct.anon, %union.anon }
%struct.anon = type { i32, i32 }
%union.anon = type { float }

$"?area@square@@UEBAHXZ" = comdat any

$"??_Gbase@@UEAAPEAXI@Z" = comdat any

$"??_Gsquare@@UEAAPEAXI@Z" = comdat any

$"??_R0PEAD@8" = comdat any

$"??_R0H@8" = comdat any

$"??_7square@@6B@" = comdat largest

$"??_R4square@@6B@" = comdat any

$"??_R0?AUsquare@@@8" = comdat any

$"??_R3square@@8" = comdat any

$"??_R2square@@8" = comdat any

$"??_R1A@?0A@EA@square@@8" = comdat any

$"??_R1A@?0A@EA@base@@8" = comdat any

$"??_R0?AUbase@@@8" = comdat any

$"??_R3base@@8" = comdat any

$"??_R2base@@8" = comdat any

$"??_7base@@6B@" = comdat largest

$"??_R4base@@6B@" = comdat any

$"?once@?1??shared@@YAHXZ@4HA" = comdat any

$"?$TSS0@?1??shared@@YAHXZ@4HA" = comdat any

@unit.2 = internal unnamed_addr global i1 false, align 8
@"?hidden@?A0xE1A85A3A@@3HA" = internal unnamed_addr global i32 0, align 4
@"??_7type_info@@6B@" = external constant ptr
@"??_R0PEAD@8" = linkonce_odr global %rtti.TypeDescriptor5 { ptr @"??_7type_info@@6B@", ptr null, [6 x i8] c".PEAD\00" }, comdat
@"??_R0H@8" = linkonce_odr global %rtti.TypeDescriptor2 { ptr @"??_7type_info@@6B@", ptr null, [3 x i8] c".H\00" }, comdat
@"?local@@3Usquare@@A" = dso_local thread_local local_unnamed_addr global %struct.square zeroinitializer, align 8
@__tls_guard = external dso_local thread_local local_unnamed_addr global i8
@0 = private unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr @"??_R4square@@6B@", ptr @"??_Esquare@@UEAAPEAXI@Z", ptr @"?area@square@@UEBAHXZ"] }, comdat($"??_7square@@6B@")
@"??_R4square@@6B@" = linkonce_odr constant %rtti.CompleteObjectLocator { i32 1, i32 0, i32 0, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AUsquare@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3square@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R4square@@6B@" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R0?AUsquare@@@8" = linkonce_odr global %rtti.TypeDescriptor12 { ptr @"??_7type_info@@6B@", ptr null, [13 x i8] c".?AUsquare@@\00" }, comdat
@__ImageBase = external dso_local constant i8
@"??_R3square@@8" = linkonce_odr constant %rtti.ClassHierarchyDescriptor { i32 0, i32 0, i32 2, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R2square@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R2square@@8" = linkonce_odr constant [3 x i32] [i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@square@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@base@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0], comdat
@"??_R1A@?0A@EA@square@@8" = linkonce_odr constant %rtti.BaseClassDescriptor { i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AUsquare@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 1, i32 0, i32 -1, i32 0, i32 64, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3square@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R1A@?0A@EA@base@@8" = linkonce_odr constant %rtti.BaseClassDescriptor { i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AUbase@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0, i32 0, i32 -1, i32 0, i32 64, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3base@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R0?AUbase@@@8" = linkonce_odr global %rtti.TypeDescriptor10 { ptr @"??_7type_info@@6B@", ptr null, [11 x i8] c".?AUbase@@\00" }, comdat
@"??_R3base@@8" = linkonce_odr constant %rtti.ClassHierarchyDescriptor { i32 0, i32 0, i32 1, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R2base@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R2base@@8" = linkonce_odr constant [2 x i32] [i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@base@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0], comdat
@1 = private unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr @"??_R4base@@6B@", ptr @"??_Ebase@@UEAAPEAXI@Z", ptr @_purecall] }, comdat($"??_7base@@6B@")
@"??_R4base@@6B@" = linkonce_odr constant %rtti.CompleteObjectLocator { i32 1, i32 0, i32 0, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AUbase@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3base@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R4base@@6B@" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"?once@?1??shared@@YAHXZ@4HA" = linkonce_odr dso_local local_unnamed_addr global i32 0, comdat, align 4
@"?$TSS0@?1??shared@@YAHXZ@4HA" = linkonce_odr global i32 0, comdat, align 4
@_Init_thread_epoch = external thread_local local_unnamed_addr global i32, align 4
@"__tls_init$initializer$" = internal constant ptr @__tls_init, section ".CRT$XDU"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_exceptions.cc, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @"__tls_init$initializer$"], section "llvm.metadata"

@"??_7square@@6B@" = unnamed_addr alias ptr, getelementptr inbounds ({ [3 x ptr] }, ptr @0, i32 0, i32 0, i32 1)
@"??_7base@@6B@" = unnamed_addr alias ptr, getelementptr inbounds ({ [3 x ptr] }, ptr @1, i32 0, i32 0, i32 1)
@"??_Ebase@@UEAAPEAXI@Z" = weak dso_local unnamed_addr alias ptr (ptr, i32), ptr @"??_Gbase@@UEAAPEAXI@Z"
@"??_Esquare@@UEAAPEAXI@Z" = weak dso_local unnamed_addr alias ptr (ptr, i32), ptr @"??_Gsquare@@UEAAPEAXI@Z"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local void @"??1base@@UEAA@XZ"(ptr noundef nonnull readnone align 8 captures(none) dereferenceable(16) %0) unnamed_addr #0 align 2 {
  ret void
}

declare dso_local noundef i32 @"?may_throw@@YAHH@Z"(i32 noundef) local_unnamed_addr #1

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @"?guarded@@YAHH@Z"(i32 noundef %0) local_unnamed_addr #2 personality ptr @__CxxFrameHandler3 {
  %2 = alloca i32, align 4
  %3 = mul nsw i32 %0, %0
  %4 = invoke noundef i32 @"?may_throw@@YAHH@Z"(i32 noundef %3)
          to label %5 unwind label %14

5:                                                ; preds = %1
  %6 = shl nsw i32 %0, 1
  %7 = add nsw i32 %4, %6
  %8 = add i32 %7, 3
  %9 = load i1, ptr @unit.2, align 8
  %10 = zext i1 %9 to i32
  %11 = add i32 %8, %10
  %12 = load i32, ptr @"?hidden@?A0xE1A85A3A@@3HA", align 4
  %13 = add i32 %11, %12
  br label %23

14:                                               ; preds = %1
  %15 = catchswitch within none [label %16, label %18, label %21] unwind to caller

16:                                               ; preds = %14
  %17 = catchpad within %15 [ptr @"??_R0PEAD@8", i32 1, ptr null]
  catchret from %17 to label %23

18:                                               ; preds = %14
  %19 = catchpad within %15 [ptr @"??_R0H@8", i32 0, ptr %2]
  %20 = load i32, ptr %2, align 4
  catchret from %19 to label %23

21:                                               ; preds = %14
  %22 = catchpad within %15 [ptr null, i32 64, ptr null]
  call void @_CxxThrowException(ptr null, ptr null) #11 [ "funclet"(token %22) ]
  unreachable

23:                                               ; preds = %16, %18, %5
  %24 = phi i32 [ %13, %5 ], [ 1, %16 ], [ %20, %18 ]
  ret i32 %24
}

declare dso_local i32 @__CxxFrameHandler3(...)

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @"?area@square@@UEBAHXZ"(ptr noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #3 comdat align 2 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load i32, ptr %2, align 8
  %4 = mul nsw i32 %3, %3
  ret i32 %4
}

declare dso_local void @_CxxThrowException(ptr, ptr) local_unnamed_addr

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @"?use@@YAHXZ"() local_unnamed_addr #2 personality ptr @__CxxFrameHandler3 {
  %1 = load atomic i32, ptr @"?$TSS0@?1??shared@@YAHXZ@4HA" unordered, align 4
  %2 = load i32, ptr @_Init_thread_epoch, align 4
  %3 = icmp sgt i32 %1, %2
  br i1 %3, label %4, label %12, !prof !9

4:                                                ; preds = %0
  tail call void @_Init_thread_header(ptr nonnull @"?$TSS0@?1??shared@@YAHXZ@4HA") #4
  %5 = load atomic i32, ptr @"?$TSS0@?1??shared@@YAHXZ@4HA" unordered, align 4
  %6 = icmp eq i32 %5, -1
  br i1 %6, label %7, label %12

7:                                                ; preds = %4
  %8 = invoke noundef i32 @"?may_throw@@YAHH@Z"(i32 noundef 4)
          to label %9 unwind label %10

9:                                                ; preds = %7
  store i32 %8, ptr @"?once@?1??shared@@YAHXZ@4HA", align 4
  tail call void @_Init_thread_footer(ptr nonnull @"?$TSS0@?1??shared@@YAHXZ@4HA") #4
  br label %12

10:                                               ; preds = %7
  %11 = cleanuppad within none []
  call void @_Init_thread_abort(ptr nonnull @"?$TSS0@?1??shared@@YAHXZ@4HA") #4 [ "funclet"(token %11) ]
  cleanupret from %11 unwind to caller

12:                                               ; preds = %0, %4, %9
  %13 = load i32, ptr @"?once@?1??shared@@YAHXZ@4HA", align 4
  ret i32 %13
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i32 @"?call@@YAHXZ"() local_unnamed_addr #0 {
  ret i32 3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal void @"??__Flocal@@YAXXZ"() #0 {
  ret void
}

; Function Attrs: nounwind
declare dso_local i32 @__tlregdtor(ptr) local_unnamed_addr #4

; Function Attrs: mustprogress nounwind uwtable
define dso_local noundef i32 @"?local_area@@YAHXZ"() local_unnamed_addr #3 {
  %1 = load i8, ptr @__tls_guard, align 1
  %2 = icmp eq i8 %1, 0
  br i1 %2, label %3, label %4

3:                                                ; preds = %0
  tail call void @__dyn_tls_on_demand_init()
  br label %4

4:                                                ; preds = %3, %0
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @"?local@@3Usquare@@A", i64 16), align 8
  %6 = mul nsw i32 %5, %5
  ret i32 %6
}

; Function Attrs: nounwind
declare dso_local void @__dyn_tls_on_demand_init() local_unnamed_addr #4

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local void @"?make@@YA?AUnested@@XZ"(ptr dead_on_unwind noalias writable writeonly sret(%struct.nested) align 4 captures(none) initializes((0, 2), (4, 16)) %0) local_unnamed_addr #5 {
  store i8 0, ptr %0, align 4
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 1
  store i8 1, ptr %2, align 1
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 4
  store i32 1, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i32 2, ptr %4, align 4
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 12
  store float 1.000000e+00, ptr %5, align 4
  ret void
}

declare dso_local void @_purecall() unnamed_addr

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef ptr @"??_Gbase@@UEAAPEAXI@Z"(ptr noundef nonnull align 8 dereferenceable(16) %0, i32 noundef %1) unnamed_addr #3 comdat align 2 {
  tail call void @llvm.trap() #12
  unreachable
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #6

; Function Attrs: inlinehint mustprogress nounwind uwtable
define linkonce_odr dso_local noundef ptr @"??_Gsquare@@UEAAPEAXI@Z"(ptr noundef nonnull align 8 dereferenceable(24) %0, i32 noundef %1) unnamed_addr #7 comdat align 2 {
  %3 = and i32 %1, 1
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %6, label %5

5:                                                ; preds = %2
  tail call void @"??3@YAXPEAX_K@Z"(ptr noundef %0, i64 noundef 24) #13
  br label %6

6:                                                ; preds = %5, %2
  ret ptr %0
}

; Function Attrs: nobuiltin nounwind
declare dso_local void @"??3@YAXPEAX_K@Z"(ptr noundef, i64 noundef) local_unnamed_addr #8

; Function Attrs: nounwind
declare dso_local void @_Init_thread_header(ptr) local_unnamed_addr #4

; Function Attrs: nounwind
declare dso_local void @_Init_thread_abort(ptr) local_unnamed_addr #4

; Function Attrs: nounwind
declare dso_local void @_Init_thread_footer(ptr) local_unnamed_addr #4

; Function Attrs: uwtable
define internal void @_GLOBAL__sub_I_exceptions.cc() #9 {
  store i1 true, ptr @unit.2, align 8
  %1 = tail call noundef i32 @"?may_throw@@YAHH@Z"(i32 noundef 2)
  store i32 %1, ptr @"?hidden@?A0xE1A85A3A@@3HA", align 4
  ret void
}

; Function Attrs: nounwind uwtable
define internal void @__tls_init() #10 {
  store ptr @"??_7base@@6B@", ptr @"?local@@3Usquare@@A", align 8
  store i32 3, ptr getelementptr inbounds nuw (i8, ptr @"?local@@3Usquare@@A", i64 8), align 8
  store ptr @"??_7square@@6B@", ptr @"?local@@3Usquare@@A", align 8
  store i32 5, ptr getelementptr inbounds nuw (i8, ptr @"?local@@3Usquare@@A", i64 16), align 8
  %1 = tail call i32 @__tlregdtor(ptr nonnull @"??__Flocal@@YAXXZ") #4
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #7 = { inlinehint mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { noreturn }
attributes #12 = { noreturn nounwind }
attributes #13 = { builtin nounwind }

!llvm.dbg.cu = !{!0}
!llvm.linker.options = !{!2}
!llvm.module.flags = !{!3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: NoDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "exceptions.cc", directory: "/src")
!2 = !{!"/include:__dyn_tls_init"}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 2}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 1, !"MaxTLSAlign", i32 65536}
!8 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!9 = !{!"branch_weights", i32 1, i32 1048575}
