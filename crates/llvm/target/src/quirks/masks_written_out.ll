define <8 x i32> @f(ptr %p, <8 x i1> %m) {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> %m, <8 x i32> zeroinitializer)
  ret <8 x i32> %v
}
