define void @f(ptr %p, ptr %q, <8 x i1> %m, <8 x i32> %o) {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> %m, <8 x i32> zeroinitializer)
  store <8 x i32> %o, ptr %p
  %s = select <8 x i1> %m, <8 x i32> %v, <8 x i32> %o
  store <8 x i32> %s, ptr %q
  ret void
}
