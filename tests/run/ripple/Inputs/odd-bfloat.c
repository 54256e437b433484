// Rows of bfloat whose sizes are odd, put together and taken apart.
#include <ripple.h>

void copy_rows(const __bf16 *x, __bf16 *y, size_t n, size_t m) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 9, 3);
  size_t c = ripple_id(b, 0), r = ripple_id(b, 1);
  y[r * m + c] = x[r * n + c];
}

static size_t turned(size_t k, size_t n) { return (k + 5) % n; }
void turn(__bf16 *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 9, 3);
  size_t at = ripple_id(b, 1) * 9 + ripple_id(b, 0);
  x[at] = ripple_shuffle(x[at], turned);
}
