// Accesses of every kind.
#include <ripple.h>
#include <stdio.h>

void saxpy(size_t n, float a, const float *x, float *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}

void others(const unsigned char *p, unsigned char *g, const int *index, int m, float *t) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 4);
  size_t v = ripple_id(b, 0), r = ripple_id(b, 1);
  g[v] = (p[3 * v] + p[3 * v + 1] + p[3 * v + 2]) / 3;
  g[16 + v] = p[index[v]];
  g[32 + 15 - v] = p[v] & p[48 + v / 2];
  t[r * m + v] += 1;
  if (index[v] > 3)
    t[v] = 0;
  t[2 * v] = 1;
  t[2 * v] = 2, t[2 * v + 1] = 3;
  printf("%d\n", index[v]);
}
