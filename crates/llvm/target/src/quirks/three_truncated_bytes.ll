define void @f(<3 x i64> %v, ptr %p) vscale_range(2,2) {
  %t = trunc <3 x i64> %v to <3 x i8>
  store <3 x i8> %t, ptr %p, align 1
  ret void
}
