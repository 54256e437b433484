// Elements that are so far apart as is known at run time only, each of which fills a register.
#include <ripple.h>

void outer(int n, const float *x, const float *y, float *z) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 4);
  size_t c = ripple_id(B, 0), r = ripple_id(B, 1);
  float s = 0;
  for (int k = 0; k < n; k++)
    s += x[r * n + k] * y[k * 16 + c];
  z[r * 16 + c] = s;
}

void scale(int n, const float *x, float *z) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 4);
  size_t c = ripple_id(B, 0), r = ripple_id(B, 1);
  z[r * 16 + c] = x[r * n] * z[r * 16 + c];
}

// Rows are read as such.
void rows(int n, const float *x, float *z) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 2, 2);
  size_t c = ripple_id(B, 0), r = ripple_id(B, 1), p = ripple_id(B, 2);
  z[p * 32 + r * 16 + c] = x[p * n + r] + z[p * 32 + r * 16 + c];
}
