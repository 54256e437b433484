define void @f(ptr %p, ptr %q, <3 x i1> %m) vscale_range(2,2) {
  %a = load <3 x ptr>, ptr %p
  %v = call <3 x i32> @llvm.masked.gather.v3i32.v3p0(<3 x ptr> align 1 %a, <3 x i1> %m, <3 x i32> zeroinitializer)
  store <3 x i32> %v, ptr %q
  ret void
}
