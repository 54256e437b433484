define void @f(<8 x i32> %v, ptr %p) {
  %t = trunc <8 x i32> %v to <8 x i8>
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %t, ptr align 1 %p, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}
