#include <ripple.h>

static inline void fill(int *x, int n) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) x[i] = 3 * i;
}
