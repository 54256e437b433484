// What elements of a block share, where each iteration has its own in C.
#include <ripple.h>
#define BLOCK ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16)
void second_counter(int n, float *restrict y, const float *restrict a) {
  BLOCK;
  int j = 0;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i, ++j)
    y[i] = a[2 * j];
}
void pointer(int n, float *restrict y, const float *restrict a) {
  BLOCK;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i)
    y[i] = *a++;
}
void histogram(int n, const unsigned char *restrict x, int *restrict h) {
  BLOCK;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i)
    ++h[x[i]];
}
void weights(int n, const int *restrict at, const float *restrict w, float *restrict h) {
  BLOCK;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i)
    h[at[i] + 1] = w[i] + h[at[i] + 1];
}
void array(int n, const int *restrict a, int *restrict y) {
  BLOCK;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i) {
    int t[8] = {0};
    t[a[i] & 7] = 1;
    y[i] = t[3];
  }
}
// Nothing is told of these: a value for each block, another order, atomic updates, an array for the loop.
void each_block(int n, float *restrict y, const float *restrict a) {
  BLOCK;
  int blocks = 0;
  ripple_parallel_full(B, 0);
  for (int i = 0; i < n; ++i, ++blocks)
    *y++ = ripple_reduceadd(1, a[i]);
  *y = (float)blocks;
}
void permutation(int n, const int *restrict at, const float *restrict a, float *restrict y) {
  BLOCK;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i)
    y[at[i]] = 2 * a[i];
}
void atomic(int n, const unsigned char *restrict x, int *restrict h) {
  BLOCK;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i)
    ripple_atomic_add(h + x[i], 1);
}
void in_order(int n, const float *restrict a, float *restrict y) {
  BLOCK;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i)
    y[2 * i] += a[i];
}
#ifdef FRACTION
void fraction(float *restrict y) {
  BLOCK;
  int k = 0;
  ripple_parallel(B, 0);
  for (float t = 0; t < 1; t += .1f)
    y[k++] = t;
}
#endif
