#include <ripple.h>
#include <stddef.h>

// y = a * x + y, for any length.
void saxpy(size_t n, float a, const float *x, float *y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(block, 0);
  for (size_t i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}
