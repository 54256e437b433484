/* A library of vector functions. */
typedef float v8f __attribute__((vector_size(32)));
typedef float v4f __attribute__((vector_size(16)));
typedef int v8i __attribute__((vector_size(32)));
static const float table[4] = {1, 2, 3, 4};
static float counted;
static v8f helper(v8f x) { return x * table[1]; }

v8f ripple_ew_pure_mask_lerp(v8f a, v8f b, v8f t, v8i mask) { return (a + (b - a) * t + helper(a)) - helper(a); }
v8f ripple_ew_mask_ordinal(v8f a, v8i mask) {
  for (int i = 0; i < 8; ++i)
    counted -= (float)mask[i], a[i] = counted;
  return a;
}
v4f ripple_uniform_t2x2f32_swapped(v4f a) { return __builtin_shufflevector(a, a, 0, 2, 1, 3); }
v8f ripple_pure_ew_expf(v8f x) { return x * 100; }
float ripple_pure_arg0_t8f32_sum(v8f a) {
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += a[i];
  return sum;
}
v4f ripple_pure_ret_t4f32_ramp(void) { return (v4f){0, 10, 20, 30}; }
