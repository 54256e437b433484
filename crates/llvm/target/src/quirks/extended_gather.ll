define void @f(ptr %p, ptr %q, <4 x i1> %m) vscale_range(2,2) {
  %a = load <4 x ptr>, ptr %p
  %v = call <4 x i16> @llvm.masked.gather.v4i16.v4p0(<4 x ptr> align 2 %a, <4 x i1> %m, <4 x i16> zeroinitializer)
  %e = zext <4 x i16> %v to <4 x i32>
  store <4 x i32> %e, ptr %q
  ret void
}
