; ModuleID = 'exceptions.cc'
source_filename = "exceptions.cc"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.square = type { %struct.base.base, i32 }
%struct.base.base = type <{ ptr, i32 }>

$_ZNK6square4areaEv = comdat any

$__clang_call_terminate = comdat any

$_ZTW5local = comdat any

$_ZN6squareD0Ev = comdat any

$_ZTV6square = comdat any

$_ZTI6square = comdat any

$_ZTS6square = comdat any

$_ZZ6sharedvE4once = comdat any

$_ZGVZ6sharedvE4once = comdat any

@_ZL4unit.2 = internal unnamed_addr global i1 false, align 4
@__dso_handle = external hidden global i8
@_ZN12_GLOBAL__N_16hiddenE = internal unnamed_addr global i32 0, align 4
@_ZTIPKc = external constant ptr
@_ZTIi = external constant ptr
@local = dso_local thread_local global %struct.square zeroinitializer, align 8
@_ZTV4base = dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4base, ptr @_ZN4baseD2Ev, ptr @_ZN4baseD0Ev, ptr @__cxa_pure_virtual] }, align 8
@_ZTI4base = dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS4base }, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTS4base = dso_local constant [6 x i8] c"4base\00", align 1
@_ZTV6square = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI6square, ptr @_ZN4baseD2Ev, ptr @_ZN6squareD0Ev, ptr @_ZNK6square4areaEv] }, comdat, align 8
@_ZTI6square = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS6square, ptr @_ZTI4base }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS6square = linkonce_odr dso_local constant [8 x i8] c"6square\00", comdat, align 1
@_ZZ6sharedvE4once = linkonce_odr dso_local local_unnamed_addr global i32 0, comdat, align 4
@_ZGVZ6sharedvE4once = linkonce_odr dso_local global i64 0, comdat, align 8
@__tls_guard = internal thread_local global i8 0, align 1
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_exceptions.cc, ptr null }]

@_ZN4baseD1Ev = dso_local unnamed_addr alias void (ptr), ptr @_ZN4baseD2Ev

; Function Attrs: cold mustprogress noreturn nounwind memory(inaccessiblemem: write) uwtable
define dso_local void @_ZN4baseD0Ev(ptr nonnull readnone align 8 captures(none) %0) unnamed_addr #0 align 2 {
  tail call void @llvm.trap() #19
  unreachable
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local void @_ZN4baseD2Ev(ptr nonnull readnone align 8 captures(none) %0) unnamed_addr #2 align 2 {
  ret void
}

declare noundef i32 @_Z9may_throwi(i32 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @_Z7guardedi(i32 noundef %0) local_unnamed_addr #4 personality ptr @__gxx_personality_v0 {
  %2 = mul nsw i32 %0, %0
  %3 = invoke noundef i32 @_Z9may_throwi(i32 noundef %2)
          to label %4 unwind label %13

4:                                                ; preds = %1
  %5 = shl nsw i32 %0, 1
  %6 = add nsw i32 %3, %5
  %7 = add i32 %6, 3
  %8 = load i1, ptr @_ZL4unit.2, align 4
  %9 = zext i1 %8 to i32
  %10 = add i32 %7, %9
  %11 = load i32, ptr @_ZN12_GLOBAL__N_16hiddenE, align 4, !tbaa !5
  %12 = add i32 %10, %11
  br label %30

13:                                               ; preds = %1
  %14 = landingpad { ptr, i32 }
          catch ptr @_ZTIPKc
          catch ptr @_ZTIi
          catch ptr null
  %15 = extractvalue { ptr, i32 } %14, 0
  %16 = extractvalue { ptr, i32 } %14, 1
  %17 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIPKc) #9
  %18 = icmp eq i32 %16, %17
  br i1 %18, label %19, label %21

19:                                               ; preds = %13
  %20 = tail call ptr @__cxa_begin_catch(ptr %15) #9
  tail call void @__cxa_end_catch() #9
  br label %30

21:                                               ; preds = %13
  %22 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #9
  %23 = icmp eq i32 %16, %22
  %24 = tail call ptr @__cxa_begin_catch(ptr %15) #9
  br i1 %23, label %25, label %27

25:                                               ; preds = %21
  %26 = load i32, ptr %24, align 4, !tbaa !5
  tail call void @__cxa_end_catch() #9
  br label %30

27:                                               ; preds = %21
  invoke void @__cxa_rethrow() #20
          to label %36 unwind label %28

28:                                               ; preds = %27
  %29 = landingpad { ptr, i32 }
          cleanup
  invoke void @__cxa_end_catch()
          to label %32 unwind label %33

30:                                               ; preds = %19, %25, %4
  %31 = phi i32 [ %12, %4 ], [ 1, %19 ], [ %26, %25 ]
  ret i32 %31

32:                                               ; preds = %28
  resume { ptr, i32 } %29

33:                                               ; preds = %28
  %34 = landingpad { ptr, i32 }
          catch ptr null
  %35 = extractvalue { ptr, i32 } %34, 0
  tail call void @__clang_call_terminate(ptr %35) #19
  unreachable

36:                                               ; preds = %27
  unreachable
}

declare i32 @__gxx_personality_v0(...)

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #5 comdat align 2 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 12
  %3 = load i32, ptr %2, align 4, !tbaa !9
  %4 = mul nsw i32 %3, %3
  ret i32 %4
}

; Function Attrs: nofree nosync nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #6

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_rethrow() local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) local_unnamed_addr #7 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #9
  tail call void @_ZSt9terminatev() #19
  unreachable
}

; Function Attrs: cold nofree noreturn
declare void @_ZSt9terminatev() local_unnamed_addr #8

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @_Z3usev() local_unnamed_addr #4 personality ptr @__gxx_personality_v0 {
  %1 = load atomic i8, ptr @_ZGVZ6sharedvE4once acquire, align 8
  %2 = icmp eq i8 %1, 0
  br i1 %2, label %3, label %11, !prof !12

3:                                                ; preds = %0
  %4 = tail call i32 @__cxa_guard_acquire(ptr nonnull @_ZGVZ6sharedvE4once) #9
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %11, label %6

6:                                                ; preds = %3
  %7 = invoke noundef i32 @_Z9may_throwi(i32 noundef 4)
          to label %8 unwind label %9

8:                                                ; preds = %6
  store i32 %7, ptr @_ZZ6sharedvE4once, align 4, !tbaa !5
  tail call void @__cxa_guard_release(ptr nonnull @_ZGVZ6sharedvE4once) #9
  br label %11

9:                                                ; preds = %6
  %10 = landingpad { ptr, i32 }
          cleanup
  tail call void @__cxa_guard_abort(ptr nonnull @_ZGVZ6sharedvE4once) #9
  resume { ptr, i32 } %10

11:                                               ; preds = %0, %3, %8
  %12 = load i32, ptr @_ZZ6sharedvE4once, align 4, !tbaa !5
  ret i32 %12
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i32 @_Z4callv() local_unnamed_addr #2 {
  ret i32 3
}

; Function Attrs: nounwind
declare i32 @__cxa_thread_atexit(ptr, ptr, ptr) local_unnamed_addr #9

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @_Z10local_areav() local_unnamed_addr #10 {
  %1 = load i8, ptr @__tls_guard, align 1
  %2 = icmp eq i8 %1, 0
  br i1 %2, label %3, label %6, !prof !13

3:                                                ; preds = %0
  store i8 1, ptr @__tls_guard, align 1
  %4 = tail call ptr @llvm.invariant.start.p0(i64 1, ptr nonnull @__tls_guard)
  store i32 3, ptr getelementptr inbounds nuw (i8, ptr @local, i64 8), align 8, !tbaa !14
  store ptr getelementptr inbounds nuw inrange(-16, 24) (i8, ptr @_ZTV6square, i64 16), ptr @local, align 8, !tbaa !15
  store i32 5, ptr getelementptr inbounds nuw (i8, ptr @local, i64 12), align 4, !tbaa !9
  %5 = tail call i32 @__cxa_thread_atexit(ptr nonnull @_ZN4baseD2Ev, ptr nonnull @local, ptr nonnull @__dso_handle) #9
  br label %6

6:                                                ; preds = %0, %3
  %7 = tail call noundef align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @local)
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 12
  %9 = load i32, ptr %8, align 4, !tbaa !9
  %10 = mul nsw i32 %9, %9
  ret i32 %10
}

; Function Attrs: uwtable
define weak_odr hidden noundef ptr @_ZTW5local() local_unnamed_addr #11 comdat {
  %1 = load i8, ptr @__tls_guard, align 1
  %2 = icmp eq i8 %1, 0
  br i1 %2, label %3, label %6, !prof !13

3:                                                ; preds = %0
  store i8 1, ptr @__tls_guard, align 1
  %4 = tail call ptr @llvm.invariant.start.p0(i64 1, ptr nonnull @__tls_guard)
  store i32 3, ptr getelementptr inbounds nuw (i8, ptr @local, i64 8), align 8, !tbaa !14
  store ptr getelementptr inbounds nuw inrange(-16, 24) (i8, ptr @_ZTV6square, i64 16), ptr @local, align 8, !tbaa !15
  store i32 5, ptr getelementptr inbounds nuw (i8, ptr @local, i64 12), align 4, !tbaa !9
  %5 = tail call i32 @__cxa_thread_atexit(ptr nonnull @_ZN4baseD2Ev, ptr nonnull @local, ptr nonnull @__dso_handle) #9
  br label %6

6:                                                ; preds = %0, %3
  %7 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @local)
  ret ptr %7
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i64, i64 } @_Z4makev() local_unnamed_addr #2 {
  ret { i64, i64 } { i64 4294967552, i64 4575657221408423938 }
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: inlinehint mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN6squareD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #12 comdat align 2 {
  tail call void @_ZdlPvm(ptr noundef nonnull %0, i64 noundef 16) #21
  ret void
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) local_unnamed_addr #13

; Function Attrs: nofree nounwind
declare i32 @__cxa_guard_acquire(ptr) local_unnamed_addr #14

; Function Attrs: nofree nounwind
declare void @__cxa_guard_abort(ptr) local_unnamed_addr #14

; Function Attrs: nofree nounwind
declare void @__cxa_guard_release(ptr) local_unnamed_addr #14

; Function Attrs: uwtable
define internal void @_GLOBAL__sub_I_exceptions.cc() #15 section ".text.startup" {
  store i1 true, ptr @_ZL4unit.2, align 4
  %1 = tail call noundef i32 @_Z9may_throwi(i32 noundef 2)
  store i32 %1, ptr @_ZN12_GLOBAL__N_16hiddenE, align 4, !tbaa !5
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @_ZTH5local() local_unnamed_addr #16 {
  %1 = load i8, ptr @__tls_guard, align 1
  %2 = icmp eq i8 %1, 0
  br i1 %2, label %3, label %6, !prof !13

3:                                                ; preds = %0
  store i8 1, ptr @__tls_guard, align 1
  %4 = tail call ptr @llvm.invariant.start.p0(i64 1, ptr nonnull @__tls_guard)
  store i32 3, ptr getelementptr inbounds nuw (i8, ptr @local, i64 8), align 8, !tbaa !14
  store ptr getelementptr inbounds nuw inrange(-16, 24) (i8, ptr @_ZTV6square, i64 16), ptr @local, align 8, !tbaa !15
  store i32 5, ptr getelementptr inbounds nuw (i8, ptr @local, i64 12), align 4, !tbaa !9
  %5 = tail call i32 @__cxa_thread_atexit(ptr nonnull @_ZN4baseD2Ev, ptr nonnull @local, ptr nonnull @__dso_handle) #9
  br label %6

6:                                                ; preds = %3, %0
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare ptr @llvm.invariant.start.p0(i64 immarg, ptr captures(none)) #17

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #18

attributes #0 = { cold mustprogress noreturn nounwind memory(inaccessiblemem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nofree nosync nounwind memory(none) }
attributes #7 = { noinline noreturn nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { cold nofree noreturn }
attributes #9 = { nounwind }
attributes #10 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { inlinehint mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #14 = { nofree nounwind }
attributes #15 = { uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #16 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #17 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #18 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #19 = { noreturn nounwind }
attributes #20 = { noreturn }
attributes #21 = { builtin nounwind }

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
!8 = !{!"Simple C++ TBAA"}
!9 = !{!10, !6, i64 12}
!10 = !{!"_ZTS6square", !11, i64 0, !6, i64 12}
!11 = !{!"_ZTS4base", !6, i64 8}
!12 = !{!"branch_weights", i32 1, i32 1048575}
!13 = !{!"branch_weights", i32 1, i32 1023}
!14 = !{!11, !6, i64 8}
!15 = !{!16, !16, i64 0}
!16 = !{!"vtable pointer", !8, i64 0}
