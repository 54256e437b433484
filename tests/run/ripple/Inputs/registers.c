// What is computed in as large registers as there are.
#include <ripple_math.h>
#include <stdint.h>

void add(float *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  x[ripple_id(b, 0)] += 1;
}

uint32_t bytes(int n, const uint8_t *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  uint32_t s = 0;
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i)
    s += x[i];
  return ripple_reduceadd(1, s);
}

void exponential(float *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  x[ripple_id(b, 0)] = expf(x[ripple_id(b, 0)]);
}
