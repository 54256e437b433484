// What is seldom meant, and sizes that are none.
#include <ripple.h>
void past_rank(int n, float *x) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(B, 1);
  for (int i = 0; i < n; i++) x[i] = 1;
}
void bits(const float *x, float *y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(B, 0);
  y[v] = ripple_reduceadd(0, x[v]);
}
#ifdef ZERO
void zero(float *x) { ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 0); x[ripple_id(B, 0)] = 1; }
void many(float *x) { ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 65536); x[ripple_id(B, 0)] = 1; }
void length(const float *x, float *y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(B, 0);
  float t[(int)x[v]];
  t[0] = 1;
  y[v] = t[0];
}
int found(int n, const float *x) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  int found = -1;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; i++) if (x[i] == 0) { found = i; break; }
  return found;
}
#endif
#ifdef ELEVEN
void eleven(float *x) { ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2); x[ripple_id(B, 0)] = 1; }
#endif
