define void @f(ptr %q, ptr %p) {
  %a = load <9 x float>, ptr %q
  %r = fptrunc <9 x float> %a to <9 x bfloat>
  %b = bitcast <9 x bfloat> %r to <9 x i16>
  store <9 x i16> %b, ptr %p
  ret void
}
