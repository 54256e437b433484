// Operands that must be constant, computed by functions with branches.
#include <ripple.h>
#include <stdio.h>

static inline __attribute__((always_inline)) size_t least(size_t n, size_t most) {
  if (n > most)
    n = most;
  return n;
}

static double a[40], out[8];

__attribute__((noinline)) static void compute(void) {
  ripple_block_t block = ripple_set_block_shape(0, least(4, 12), least(9, 3));
  size_t column = ripple_id(block, least(0, 5)), row = ripple_id(block, (int)least(7, 1));
  double v = a[column + 10 * row];
  out[0] = ripple_reducemax(2, ripple_slice(v, 3));
  out[1] = ripple_reducemax(2, ripple_slice(v, least(4, 12) - 1));
  out[2] = ripple_slice(v, least(2, 12), least(5, 2));
  out[3] = ripple_reducemax(1, ripple_slice(v, -1, (int)least(1, 9)));
  out[4] = ripple_reduceadd((int)least(3, 8), v);
  out[5] = (double)ripple_get_block_size(block, (int)least(1, 2));
}

int main(void) {
  for (int i = 0; i < 40; ++i)
    a[i] = i;
  compute();
  for (int i = 0; i < 6; ++i)
    printf("%g\n", out[i]);
}
