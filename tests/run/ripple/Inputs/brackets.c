// A chain of conditions of which each stores to one place.
#include <ripple.h>
void brackets(long n, const float *restrict x, float *restrict y, float first, float second) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel_full(b, 0);
  for (long i = 0; i < n; ++i) {
    float v = x[i];
    if (v < first)
      y[i] = 0.1f * v;
    else if (v < second)
      y[i] = 0.025f + 0.2f * (v - first);
    else if (v < 1.5f)
      y[i] = 0.125f + 0.3f * (v - second);
    else
      y[i] = 0.35f + 0.4f * (v - 1.5f);
  }
}
