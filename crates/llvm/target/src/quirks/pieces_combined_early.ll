define <8 x i32> @f(ptr %from) {
  %array = alloca [8 x i32], align 4
  %high = load <4 x i32>, ptr %from, align 4
  %at = getelementptr i8, ptr %array, i64 16
  store <4 x i32> %high, ptr %at, align 4
  %low = mul <4 x i32> %high, %high
  store <4 x i32> %low, ptr %array, align 4
  %whole = load <8 x i32>, ptr %array, align 4
  ret <8 x i32> %whole
}
