define <32 x i32> @f(ptr %p, <32 x i1> %m) {
  %half = and <32 x i1> %m, <i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %v = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr align 4 %p, <32 x i1> %half, <32 x i32> zeroinitializer)
  ret <32 x i32> %v
}
