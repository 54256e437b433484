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

// One element is left of each vector once registers are filled.
static __bf16 least(__bf16 x, __bf16 y) { return x < y ? x : -y; }
void choose(const __bf16 *x, const double *d, const int *n, __bf16 *y, float *sum) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 33);
  size_t v = ripple_id(b, 0);
  __bf16 z = least(x[v], x[2 * v]);
  if (n[v] > 3)
    z = (__bf16)d[v];
  for (int i = 0; i < n[v]; ++i)
    z = z * x[v] + (__bf16)0.5f;
  z = ripple_shuffle(z, turned);
  *sum = (float)ripple_reduceadd(1, z);
  y[v] = z > x[v] ? z : (__bf16)n[v];
}
