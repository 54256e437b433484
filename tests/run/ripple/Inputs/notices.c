#include <ripple.h>

extern int outside(int);

int kernel(int *x, int *flag, const int *index) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  size_t v = ripple_id(B, 0);
  int any = 0;
  if (x[v] > 3)
    any = 1;
  if (x[v] > 5)
    *flag = 1;
  x[v] = x[index[v]] + outside(x[v]);
  for (int i = 0; i < 10; i++)
    if (x[v] > i)
      x[v] += i;
  return any;
}

// What is cheaper otherwise: every third element, the other dimension, what was read before.
void advice(const float *x, const float *row, float *y, float *z, size_t n) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  size_t v = ripple_id(B, 0);
  y[v] = x[3 * v] + x[0];
  y[v + 8] = x[2 * v] + x[2 * v + 1];
  y[v + 16] = z[v];
  y[v + 24] = z[v];
  float sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += row[v * n + i];
  y[v + 32] = sum;
}
