define i64 @f(ptr %p, i1 %c) {
  %a = load <64 x i8>, ptr %p
  %m = icmp ugt <64 x i8> %a, splat (i8 3)
  %n = icmp ult <64 x i8> %a, splat (i8 30)
  %both = and <64 x i1> %m, %n
  br i1 %c, label %counted, label %chosen

counted:
  %bits = bitcast <64 x i1> %both to i64
  ret i64 %bits

chosen:
  %v = select <64 x i1> %both, <64 x i8> %a, <64 x i8> zeroinitializer
  store <64 x i8> %v, ptr %p
  ret i64 0
}
