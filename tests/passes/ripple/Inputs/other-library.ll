define void @ripple_ew_double(<4 x float> %x) { ret void }
