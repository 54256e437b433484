// RUN: terrace-translate --import-llvm --mlir-to-llvmir --match-upstream=false %S/Inputs/kept.ll | FileCheck %s
// RUN: terrace-translate --import-llvm --match-upstream=false %S/Inputs/kept.ll | terrace-translate --mlir-to-llvmir | FileCheck %s --check-prefix=TEXT
// RUN: not terrace-translate --import-llvm %S/Inputs/kept.ll 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// What the dialect has no place for comes back.

// TEXT: %6 = load i32, ptr %0, align 4, !range !13, !noundef !3, !annotation !14, !nosanitize !3, !custom !7
// TEXT: %13 = tail call fastcc i32 @ext(i32 noundef %6) #6, !callees !20, !srcloc !21, !heapallocsite !3
// TEXT: phi i32
// TEXT-NEXT: phi float

// UPSTREAM: could not deduce personality, skipping it
// UPSTREAM: unhandled intrinsic

// CHECK: source_filename = "kinds.c"
// CHECK-NEXT: target triple = "x86_64-unknown-linux-gnu"
// CHECK: %s = type { i32, i8 }
// CHECK: @a = thread_local(initialexec) global i32 0, align 4
// CHECK-NEXT: @b = dllexport global i32 1, align 4
// CHECK-NEXT: @c = global i32 2, code_model "large", align 4
// CHECK-NEXT: @d = global i32 3, partition "p1", align 4
// CHECK-NEXT: @e = global i32 4, no_sanitize_address, align 4
// CHECK-NEXT: @f1 = external global i32, align 4, !absolute_symbol !0
// CHECK-NEXT: @g = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @fn, ptr @fn] }, align 8, !type !1
// CHECK-NEXT: @h = global ptr getelementptr inbounds inrange(-8, 16) ({ [3 x ptr] }, ptr @g, i32 0, i32 0, i32 1), align 8
// CHECK-NEXT: @sec = global i32 0, section "foo", align 4, !associated !2, !exclude !3
// CHECK-NEXT: @attr = global i32 0, align 4 #0
// CHECK: @al = thread_local(localexec) alias i32, ptr @a, partition "p1"
// CHECK: define void @pp() prefix i32 5 prologue i8 3 personality ptr inttoptr (i64 5 to ptr) {
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define i32 @fn(ptr noundef nonnull captures(address, read_provenance) initializes((0, 4)) "strattr"="x" %0, i32 signext range(i32 0, 10) %1, float nofpclass(nan inf) %2, ptr dead_on_unwind writable align 4 %3) #1 !prof !9 !callback !10 !kcfi_type !12 !custom !7 {
// CHECK-NEXT: %5 = alloca ptr, align 8
// CHECK-NEXT: %6 = load i32, ptr %0, align 4, !range !13, !noundef !3, !annotation !14, !nosanitize !3, !custom !7
// CHECK-NEXT: %7 = load ptr, ptr %3, align 8, !invariant.load !3, !nonnull !3, !dereferenceable !15, !align !16
// CHECK-NEXT: %8 = icmp samesign ult i32 %6, %1
// CHECK-NEXT: %9 = fpext fast float %2 to double, !fpmath !17
// CHECK-NEXT: %10 = fdiv float %2, 3.000000e+00, !fpmath !17
// CHECK-NEXT: %11 = select nnan nsz i1 %8, float %2, float %10, !prof !18, !unpredictable !3
// CHECK-NEXT: br i1 %8, label %12, label %17, !prof !19, !make.implicit !3
// CHECK: 12:                                               ; preds = %4
// CHECK-NEXT: %13 = tail call fastcc i32 @ext(i32 noundef %6) #6, !callees !20, !srcloc !21, !heapallocsite !3
// CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %0, ptr align 4 %3, i64 8, i1 false) #7, !tbaa.struct !22
// CHECK-NEXT: %14 = notail call i32 (ptr, ...) @var(ptr null, i32 1) [ "foo"(i32 1, ptr %0) ], !prof !26
// CHECK-NEXT: %15 = call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %6) #8
// CHECK-NEXT: %16 = tail call i32 @llvm.smax.i32(i32 %6, i32 %1)
// CHECK-NEXT: br label %23
// CHECK: 17:                                               ; preds = %4
// CHECK-NEXT: %18 = call i32 asm sideeffect unwind "nop", "=r,r"(i32 noundef %1) #9, !srcloc !21
// CHECK-NEXT: %19 = call i64 @llvm.read_register.i64(metadata !27)
// CHECK-NEXT: %20 = call i1 @llvm.type.test(ptr %0, metadata !"foo")
// CHECK-NEXT: store i32 1, ptr %0, align 4, !nontemporal !28, !noalias.addrspace !29
// CHECK-NEXT: %21 = ptrtoaddr ptr %0 to i64
// CHECK-NEXT: %22 = atomicrmw add ptr %0, i32 1 seq_cst, align 4, !pcsections !30, !mmra !31
// CHECK-NEXT: br label %23
// CHECK: 23:                                               ; preds = %12, %17
// CHECK-NEXT: %24 = phi i32 [ %13, %12 ], [ %18, %17 ], !custom !7
// CHECK-NEXT: %25 = phi nnan float [ %2, %17 ], [ %11, %12 ]
// CHECK-NEXT: %26 = add nuw nsw i32 %24, 1
// CHECK-NEXT: switch i32 %26, label %28 [
// CHECK-NEXT: i32 1, label %27
// CHECK-NEXT: i32 2, label %28
// CHECK-NEXT: ], !prof !32
// CHECK: 27:                                               ; preds = %27, %23
// CHECK-NEXT: br label %27, !llvm.loop !33
// CHECK: 28:                                               ; preds = %23, %23
// CHECK-NEXT: call void @llvm.assume(i1 true) [ "align"(ptr %0, i64 8) ]
// CHECK-NEXT: ret i32 %26
// CHECK-NEXT: }
// CHECK: declare fastcc i32 @ext(i32)
// CHECK: declare i32 @var(ptr, ...)
// CHECK: declare i64 @llvm.read_register.i64(metadata)
// CHECK: declare i1 @llvm.type.test(ptr, metadata)
// CHECK: declare !custom !7 void @dd() #2
// CHECK: declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3
// CHECK: declare i32 @llvm.ctpop.i32(i32) #4
// CHECK: declare i32 @llvm.smax.i32(i32, i32) #4
// CHECK: declare void @llvm.assume(i1 noundef) #5
// CHECK: attributes #0 = { "bss-section"="x" }
// CHECK-NEXT: attributes #1 = { nounwind sanitize_address allocsize(1) alignstack=16 "frame-pointer"="all" "weird"="yes" }
// CHECK-NEXT: attributes #2 = { nounwind }
// CHECK-NEXT: attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
// CHECK-NEXT: attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
// CHECK-NEXT: attributes #5 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
// CHECK-NEXT: attributes #6 = { cold nobuiltin nomerge memory(read) "cs"="1" }
// CHECK-NEXT: attributes #7 = { nounwind "mc" }
// CHECK-NEXT: attributes #8 = { nomerge }
// CHECK-NEXT: attributes #9 = { nounwind "asmattr" }
// CHECK: !llvm.module.flags = !{!4, !6}
// CHECK-NEXT: !my.named = !{!7, !0}
// CHECK: !0 = !{i64 0, i64 256}
// CHECK-NEXT: !1 = !{i64 8, !"typeid"}
// CHECK-NEXT: !2 = !{ptr @a}
// CHECK-NEXT: !3 = !{}
// CHECK-NEXT: !4 = !{i32 6, !"odd", !5}
// CHECK-NEXT: !5 = !{!"a", !"b"}
// CHECK-NEXT: !6 = !{i32 1, !"wchar_size", i32 4}
// CHECK-NEXT: !7 = distinct !{!"x", !7, null, ptr @fn, double 1.500000e+00, !8}
// CHECK-NEXT: !8 = !{%s undef}
// CHECK-NEXT: !9 = !{!"function_entry_count", i64 100, i64 12}
// CHECK-NEXT: !10 = !{!11}
// CHECK-NEXT: !11 = !{i64 1, i64 -1, i1 false}
// CHECK-NEXT: !12 = !{i32 77}
// CHECK-NEXT: !13 = !{i32 0, i32 7}
// CHECK-NEXT: !14 = !{!"auto-init"}
// CHECK-NEXT: !15 = !{i64 4}
// CHECK-NEXT: !16 = !{i64 8}
// CHECK-NEXT: !17 = !{float 2.500000e+00}
// CHECK-NEXT: !18 = !{!"branch_weights", i32 1, i32 2}
// CHECK-NEXT: !19 = !{!"branch_weights", !"expected", i32 2000, i32 1}
// CHECK-NEXT: !20 = !{ptr @ext}
// CHECK-NEXT: !21 = !{i64 123}
// CHECK-NEXT: !22 = !{i64 0, i64 8, !23}
// CHECK-NEXT: !23 = !{!24, !24, i64 0}
// CHECK-NEXT: !24 = !{!"char", !25, i64 0}
// CHECK-NEXT: !25 = !{!"root"}
// CHECK-NEXT: !26 = !{!"VP", i32 0, i64 100, i64 5, i64 60}
// CHECK-NEXT: !27 = !{!"rsp"}
// CHECK-NEXT: !28 = !{i32 1}
// CHECK-NEXT: !29 = !{i32 1, i32 2}
// CHECK-NEXT: !30 = !{!"sec", !28}
// CHECK-NEXT: !31 = !{!"foo", !"bar"}
// CHECK-NEXT: !32 = !{!"branch_weights", i32 1, i32 2, i32 3}
// CHECK-NEXT: !33 = distinct !{!33, !34, !35}
// CHECK-NEXT: !34 = !{!"llvm.loop.unknown.thing", i32 3}
// CHECK-NEXT: !35 = !{!"llvm.loop.mustprogress"}
