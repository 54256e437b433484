// A cheap line, an expensive one, and one of a local variable.
#include <ripple.h>

void costs(size_t n, const float *x, const float *y, float *z, float *roots) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i) {
    z[i] = x[i] + y[i];
    float pair[2];
    for (int k = 0; k < 2; ++k)
      pair[k] = k == 0 ? x[i] : y[i];
    roots[i] = pair[0] / pair[1];
  }
}

float sum(size_t n, const float *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  float sum = ripple_broadcast(b, 1, 0.0f);
  ripple_parallel_full(b, 0);
  for (size_t i = 0; i < n; ++i)
    sum += x[i];
  return ripple_reduceadd(1, sum);
}
