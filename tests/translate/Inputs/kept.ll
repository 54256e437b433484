source_filename = "kinds.c"
target triple = "x86_64-unknown-linux-gnu"
%s = type { i32, i8 }
$cd = comdat any
@a = thread_local(initialexec) global i32 0, align 4
@b = dllexport global i32 1, align 4
@c = global i32 2, code_model "large", align 4
@d = global i32 3, partition "p1", align 4
@e = global i32 4, no_sanitize_address, align 4
@f1 = external global i32, align 4, !absolute_symbol !0
@g = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @fn, ptr @fn] }, align 8, !type !1
@h = global ptr getelementptr inbounds inrange(-8, 16) ({ [3 x ptr] }, ptr @g, i32 0, i32 0, i32 1), align 8
@sec = global i32 0, section "foo", align 4, !associated !2, !exclude !3
@attr = global i32 0, align 4 #7
@al = thread_local(localexec) alias i32, ptr @a, partition "p1"
define void @pp() prefix i32 5 prologue i8 3 personality ptr inttoptr (i64 5 to ptr) { ret void }
define i32 @fn(ptr noundef nonnull captures(address, read_provenance) initializes((0, 4)) "strattr"="x" %p, i32 signext range(i32 0, 10) %n, float nofpclass(nan inf) %x, ptr dead_on_unwind writable align 4 %r) addrspace(0) #0 !prof !4 !kcfi_type !5 !callback !6 !custom !7 {
entry:
  %al = alloca ptr, align 8
  %l = load i32, ptr %p, align 4, !range !8, !noundef !3, !nosanitize !3, !annotation !9, !custom !7
  %l2 = load ptr, ptr %r, align 8, !nonnull !3, !align !10, !dereferenceable !11, !invariant.load !3
  %ic = icmp samesign ult i32 %l, %n
  %fx = fpext fast float %x to double, !fpmath !12
  %fd = fdiv float %x, 3.0, !fpmath !12
  %sel = select nnan nsz i1 %ic, float %x, float %fd, !prof !13, !unpredictable !3
  br i1 %ic, label %t, label %f, !prof !14, !make.implicit !3
t:
  %c1 = tail call fastcc i32 @ext(i32 noundef %l) #1, !callees !15, !srcloc !16, !heapallocsite !3
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %r, i64 8, i1 false) #2, !tbaa.struct !17
  %c2 = notail call i32 (ptr, ...) @var(ptr null, i32 1) [ "foo"(i32 1, ptr %p) ], !prof !18
  %pop = call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %l) #3
  %t1 = tail call i32 @llvm.smax.i32(i32 %l, i32 %n)
  br label %m
f:
  %asm = call i32 asm sideeffect unwind "nop", "=r,r"(i32 noundef %n) #4, !srcloc !16
  %rr = call i64 @llvm.read_register.i64(metadata !19)
  %tt = call i1 @llvm.type.test(ptr %p, metadata !"foo")
  store i32 1, ptr %p, align 4, !nontemporal !20, !noalias.addrspace !21
  %pta = ptrtoaddr ptr %p to i64
  %x1 = atomicrmw add ptr %p, i32 1 seq_cst, align 4, !pcsections !22, !mmra !23
  br label %m
m:
  %ph = phi i32 [ %c1, %t ], [ %asm, %f ], !custom !7
  %pf = phi nnan float [ %x, %f ], [ %sel, %t ]
  %sw = add nuw nsw i32 %ph, 1
  switch i32 %sw, label %d [ i32 1, label %d1 
    i32 2, label %d ], !prof !24
d1:
  br label %d1, !llvm.loop !25
d:
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret i32 %sw
}
declare fastcc i32 @ext(i32)
declare i32 @var(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.read_register.i64(metadata)
declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)
declare !custom !7 void @dd() #5
attributes #0 = { nounwind "frame-pointer"="all" "weird"="yes" sanitize_address alignstack=16 allocsize(1) }
attributes #1 = { nobuiltin cold nomerge "cs"="1" memory(read) }
attributes #2 = { nounwind "mc" }
attributes #3 = { nomerge }
attributes #4 = { nounwind "asmattr" }
attributes #5 = { nounwind }
attributes #7 = { "bss-section"="x" }
!0 = !{i64 0, i64 256}
!1 = !{i64 8, !"typeid"}
!2 = !{ptr @a}
!3 = !{}
!4 = !{!"function_entry_count", i64 100, i64 12}
!5 = !{i32 77}
!6 = !{!26}
!7 = distinct !{!"x", !7, null, ptr @fn, double 1.5, !27}
!8 = !{i32 0, i32 7}
!9 = !{!"auto-init"}
!10 = !{i64 8}
!11 = !{i64 4}
!12 = !{float 2.5}
!13 = !{!"branch_weights", i32 1, i32 2}
!14 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!15 = !{ptr @ext}
!16 = !{i64 123}
!17 = !{i64 0, i64 8, !28}
!18 = !{!"VP", i32 0, i64 100, i64 5, i64 60}
!19 = !{!"rsp"}
!20 = !{i32 1}
!21 = !{i32 1, i32 2}
!22 = !{!"sec", !29}
!23 = !{!"foo", !"bar"}
!24 = !{!"branch_weights", i32 1, i32 2, i32 3}
!25 = distinct !{!25, !30, !31}
!26 = !{i64 1, i64 -1, i1 false}
!27 = !{%s undef}
!28 = !{!32, !32, i64 0}
!29 = !{i32 1}
!30 = !{!"llvm.loop.unknown.thing", i32 3}
!31 = !{!"llvm.loop.mustprogress"}
!32 = !{!"char", !33, i64 0}
!33 = !{!"root"}
!my.named = !{!7, !0}
!llvm.module.flags = !{!34, !35}
!34 = !{i32 1, !"wchar_size", i32 4}
!35 = !{i32 6, !"odd", !36}
!36 = !{!"a", !"b"}
