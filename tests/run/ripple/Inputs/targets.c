// Functions that are compiled for other processors than the functions that they call on blocks.
#include <ripple.h>
#include <stdio.h>
#define NI __attribute__((noinline))
static NI float thrice(float x) { return x * 3; }
static NI __attribute__((target("avx2"))) float twice(float x) { return x * 2; }
static NI __attribute__((target("avx2"))) float under_mask(float x, float y) { return x > 2 ? thrice(y) : twice(x); }
NI __attribute__((target("avx2"))) void to_less(const float *x, float *y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(B, 0);
  y[v] = thrice(x[v]);
}
NI void to_more(const float *x, float *y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 24);
  size_t v = ripple_id(B, 0);
  y[v] = twice(x[v]);
  if (x[v] > 1) y[v] = under_mask(x[v], y[v]);
}
__attribute__((target_clones("avx2", "default"))) void clones(const float *x, float *y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(B, 0);
  y[v] = thrice(x[v]);
}
int main(void) {
  int bad = 0;
  if (!__builtin_cpu_supports("avx2")) { puts("PASS"); return 0; }
  float x[24], y[24];
  for (int i = 0; i < 24; i++) x[i] = i;
  to_less(x, y);
  for (int i = 0; i < 8; i++) bad += y[i] != 3 * i;
  clones(x, y);
  for (int i = 0; i < 8; i++) bad += y[i] != 3 * i;
  to_more(x, y);
  for (int i = 0; i < 24; i++) bad += y[i] != (i > 2 ? 6 * i : i > 1 ? 2 * i : 2 * i);
  puts(bad ? "FAIL" : "PASS");
  return bad;
}
