// Calls a function of a library that is compiled for other features.
#include <ripple.h>
#include <stdio.h>
float lerp(float, float, float);
__attribute__((noinline)) void f(int n, const float *x, float *y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 24);
  ripple_parallel(B, 0);
  for (int i = 0; i < n; i++)
    if (x[i] > 3) y[i] = lerp(x[i], y[i], 0.5f);
}
int main(void) {
  float x[50], y[50];
  if (!__builtin_cpu_supports("avx2")) { puts("PASS"); return 0; }
  for (int i = 0; i < 50; i++) x[i] = i, y[i] = 2;
  f(50, x, y);
  int bad = 0;
  for (int i = 0; i < 50; i++) bad += y[i] != (i > 3 ? i + (2 - i) * .5f : 2);
  puts(bad ? "FAIL" : "PASS");
  return bad;
}
