target triple = "sparc-unknown-linux"

define <4 x float> @ripple_ew_ew_twice(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_ew_pure(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_uniform_t4q8_type(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_uniform_t0f32_size(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_uniform_t8f32_fit(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_arg1_t4f32_number(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_arg0_t4f32_arg0_t4f32_both(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_arg0_t4f32_t4f32_mixed(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_t4f32_t4f32_more(<4 x float> %x) { ret <4 x float> %x }
define <4 x float> @ripple_mask_long(<4 x float> %x, <8 x i32> %m) { ret <4 x float> %x }
define <4 x float> @ripple_mask_kind(<4 x float> %x, <4 x float> %m) { ret <4 x float> %x }
define float @ripple_mask_none() { ret float 0.0 }
define <4 x float> @ripple_ew_sizes(<4 x float> %x, <8 x float> %y) { ret <4 x float> %x }
define void @ripple_ew_nothing() { ret void }
define void @ripple_variadic(<4 x float> %x, ...) { ret void }
declare void @ripple_ew_declared(<4 x float>)
define void @ripple_ew_double(<4 x float> %x) { ret void }
define void @ripple_ew_good(<4 x float> %x) { ret void }
