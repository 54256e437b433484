define void @f(ptr %p) {
  %v = load <33 x bfloat>, ptr %p
  %r = extractelement <33 x bfloat> %v, i64 28
  store bfloat %r, ptr %p
  ret void
}
