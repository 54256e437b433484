// One cause, one error, and errors in the order of the source.
#include <ripple.h>

int left(int n, const float *x) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  int found = -1;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; i++) {
    if (x[i] == 0) { found = i; break; }
    if (x[i] == 1) break;
  }
  return found;
}

static float late(const float *x, size_t v, size_t w) { return x[v] + x[v + w]; }

void caller(float *x) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  x[ripple_id(B, 0)] = late(x, ripple_id(B, 0), ripple_id(ripple_set_block_shape(RIPPLE_VECTOR_PE, 4), 0));
}

void two_blocks(float *x, float *y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(B, 0), w = ripple_id(ripple_set_block_shape(RIPPLE_VECTOR_PE, 6), 0);
  y[v] = x[w];
  y[v] = x[w] + y[v];
  if (x[w] > y[v])
    y[w] = x[w] * y[v];
  for (int i = 0; i < 9; i++)
    y[v + w] = x[i] - x[w - v];
}

static void store(float *x, float value) { x[0] = value; }

void spoiled(float *x, int dim) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  store(x, ripple_reduceadd(1 << dim, x[ripple_id(B, 0)]));
}
