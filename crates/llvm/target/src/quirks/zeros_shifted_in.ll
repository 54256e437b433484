define <8 x double> @f(<8 x double> %x) {
  %s = shufflevector <8 x double> %x, <8 x double> zeroinitializer, <8 x i32> <i32 8, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
  ret <8 x double> %s
}
