define void @f(ptr %p, ptr %q, <1 x i1> %m) vscale_range(2,2) {
  %v = call <1 x i64> @llvm.masked.load.v1i64.p0(ptr align 8 %p, <1 x i1> %m, <1 x i64> zeroinitializer)
  store <1 x i64> %v, ptr %q
  ret void
}
