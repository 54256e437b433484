; Functions with control flow, calls that unwind, assembly, and accesses of all kinds.
target datalayout = "e-m:e-p270:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, %inner }
%inner = type { ptr, [2 x i16] }

define internal i32 @loop(i32 noundef %n, ptr noalias captures(none) %out) local_unnamed_addr #0 {
entry:
  %none = icmp slt i32 %n, 1
  br i1 %none, label %exit, label %body

body:                                             ; preds = %body, %entry
  %i = phi i32 [ %next, %body ], [ 0, %entry ]
  %sum = phi i32 [ %more, %body ], [ 7, %entry ]
  %at = getelementptr inbounds nuw %pair, ptr %out, i64 1, i32 1, i32 1, i32 %i
  store volatile i16 3, ptr %at, align 2
  %more = add nsw i32 %sum, %i
  %next = add nuw nsw i32 %i, 1
  %done = icmp samesign uge i32 %next, %n
  br i1 %done, label %exit, label %body

exit:                                             ; preds = %body, %entry
  %result = phi i32 [ 0, %entry ], [ %more, %body ]
  ret i32 %result
}

define i32 @"quoted \22 name"(i8 %0) {
  switch i8 %0, label %4 [
    i8 -1, label %2
    i8 65, label %3
  ]

2:                                                ; preds = %1
  br label %4

3:                                                ; preds = %1
  unreachable

4:                                                ; preds = %2, %1
  %5 = phi i32 [ 1, %1 ], [ 2, %2 ]
  ret i32 %5
}

declare i32 @__gxx_personality_v0(...)
declare noundef i32 @may_throw(ptr byval(%pair) align 8, i64 range(i64 0, 8)) #1
declare i32 @printf(ptr, ...)

define i32 @unwinds(ptr %p) personality ptr @__gxx_personality_v0 {
  %r = invoke noundef i32 @may_throw(ptr byval(%pair) align 8 %p, i64 3)
          to label %fine unwind label %caught
fine:
  %got = phi i32 [ %r, %0 ]
  %printed = call i32 (ptr, ...) @printf(ptr %p, i32 %got, double 0x3FB999999999999A)
  ret i32 %got
caught:
  %pad = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  %what = extractvalue { ptr, i32 } %pad, 1
  %other = insertvalue { ptr, i32 } %pad, i32 %what, 1
  resume { ptr, i32 } %other
}

define fastcc i64 @memory(ptr %p, ptr addrspace(3) %q, i64 %v) {
  %slot = alloca %pair, i32 4, align 16
  %a = load atomic i64, ptr %p syncscope("singlethread") acquire, align 8
  %b = cmpxchg weak ptr %p, i64 %a, i64 %v acq_rel monotonic, align 8
  %c = atomicrmw volatile umax ptr %p, i64 %v seq_cst, align 8
  fence release
  store float 0x36A0000000000000, ptr addrspace(3) %q
  %d = tail call i64 asm sideeffect "mov $1, $0", "=r,r,~{memory}"(i64 %c)
  %f = freeze i64 %d
  %t = musttail call fastcc i64 @memory(ptr %p, ptr addrspace(3) %q, i64 %f)
  ret i64 %t
}

define <4 x float> @vectors(<4 x float> %v, <vscale x 2 x i64> %s, i1 %c) {
  %e = extractelement <4 x float> %v, i32 2
  %i = insertelement <4 x float> %v, float %e, i64 0
  %m = shufflevector <4 x float> %v, <4 x float> %i, <4 x i32> <i32 0, i32 5, i32 poison, i32 3>
  %n = fneg nnan <4 x float> %m
  %a = fadd fast <4 x float> %n, splat (float 1.5)
  %k = fcmp reassoc ninf uno <4 x float> %a, zeroinitializer
  %l = select contract i1 %c, <4 x float> %a, <4 x float> %m
  %r = call nsz <4 x float> @llvm.fma.v4f32(<4 x float> %l, <4 x float> %l, <4 x float> %a)
  %u = call i64 @llvm.vector.reduce.add.nxv2i64(<vscale x 2 x i64> %s)
  %w = trunc nuw i64 %u to i8
  %x = zext nneg i8 %w to i32
  %o = or disjoint i32 %x, 4
  %y = sdiv exact i32 %o, 2
  %z = uitofp i32 %y to float
  %last = insertelement <4 x float> %r, float %z, i64 3
  ret <4 x float> %last
}

declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare i64 @llvm.vector.reduce.add.nxv2i64(<vscale x 2 x i64>)

attributes #0 = { nounwind willreturn memory(argmem: write) uwtable "frame-pointer"="all" "target-cpu"="x86-64" "own" }
attributes #1 = { allockind("alloc,zeroed") allocsize(1) "no-nans-fp-math"="true" }
