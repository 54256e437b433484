#include <ripple.h>
void f(int n, float *x, int *stop) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  ripple_block_t C = ripple_set_block_shape(0, 8);
  ripple_parallel(B, 0);
  for (int i = 1; i < n; i *= 2) x[i] += 1;
  ripple_parallel(B, 0);
  for (int i = 1; i < n && x[i] > 0; i++) x[i] += 1;
  ripple_parallel(B, 0);
  for (int i = 1; i < n; i++) { x[i] += 1; i++; }
}
void g(int n, float *x, int *stop) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  ripple_block_t C = ripple_set_block_shape(0, 4);
  ripple_parallel(B, 0);
  for (int i = 1; i < n; i++)
    ripple_parallel(B, 0);
    for (int j = 1; j < n; j++) x[i * j] += 1;
  ripple_parallel(B, 0);
  for (int i = 1; i < n; i++)
    ripple_parallel(C, 1);
    for (int j = 1; j < n; j++) x[i * j] += 1;
  x[ripple_parallel_idx(B, 0)] = 1;
}
