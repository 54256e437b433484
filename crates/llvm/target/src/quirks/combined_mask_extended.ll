define <16 x i32> @f(<16 x float> %x, <16 x float> %low, <16 x float> %high) {
  %a = fcmp ogt <16 x float> %x, %low
  %b = fcmp olt <16 x float> %x, %high
  %both = and <16 x i1> %a, %b
  %r = zext <16 x i1> %both to <16 x i32>
  ret <16 x i32> %r
}
