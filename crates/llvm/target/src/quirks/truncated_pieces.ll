define <8 x i8> @f(ptr %p, ptr %q, ptr %r) vscale_range(4,4) {
  %x = load <8 x i64>, ptr %p
  %y = load <8 x i64>, ptr %q
  %z = load <8 x i64>, ptr %r
  %a = shufflevector <8 x i64> %x, <8 x i64> %y, <16 x i32> <i32 0, i32 poison, i32 poison, i32 3, i32 poison, i32 poison, i32 6, i32 poison, i32 poison, i32 9, i32 poison, i32 poison, i32 12, i32 poison, i32 poison, i32 15>
  %b = shufflevector <8 x i64> %z, <8 x i64> poison, <16 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 4, i32 poison, i32 poison, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %c = shufflevector <16 x i64> %a, <16 x i64> %b, <8 x i32> <i32 23, i32 20, i32 15, i32 12, i32 9, i32 6, i32 3, i32 0>
  %t = trunc <8 x i64> %c to <8 x i8>
  ret <8 x i8> %t
}
