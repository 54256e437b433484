// A library for vectors of 256 bits.
typedef float v8f __attribute__((vector_size(32)));
v8f ripple_ew_pure_lerp(v8f a, v8f b, v8f t) { return a + (b - a) * t; }
