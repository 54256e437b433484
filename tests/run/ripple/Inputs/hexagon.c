// What fills registers of HVX, and what does not.
#include <ripple.h>
#include <stdint.h>

void add(int n, int *x, const int *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32);
  ripple_parallel_full(b, 0);
  for (int i = 0; i < n; ++i)
    x[i] += y[i];
}

void blur(int n, uint8_t *x, const uint8_t *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 128);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i)
    x[i] = (uint8_t)((y[i] + 2 * y[i + 1] + y[i + 2]) >> 2);
}

static size_t reversed(size_t k, size_t n) { return n - 1 - k; }
void reverse(int16_t *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  size_t v = ripple_id(b, 0);
  x[v] = ripple_shuffle(x[v], reversed);
}

int total(int n, const int16_t *x, const int16_t *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  int sum = 0;
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i)
    if (x[i] > 3)
      sum += x[i] * y[i];
  return ripple_reduceadd(1, sum);
}

void tile(int m, int *x, const int *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32, 4);
  size_t c = ripple_id(b, 0), r = ripple_id(b, 1);
  x[r * m + c] = y[r * m + c] * y[c];
}
