define <16 x i1> @f(<16 x bfloat> %a, <16 x bfloat> %b) vscale_range(2,2) {
  %c = fcmp olt <16 x bfloat> %a, %b
  ret <16 x i1> %c
}
