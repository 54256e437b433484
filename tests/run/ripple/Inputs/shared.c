// Scalars that all elements share, where each seldom should.
#include <ripple.h>
extern void read(int x, int *p);

void counted(const float *x, int *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  int shared = 0, own = ripple_broadcast(b, 1, 0);
  while (x[8 * shared + v] > 1)
    ++shared;
  while (x[8 * own + v] > 1)
    ++own;
  for (int i = 0; i < y[v]; ++i) // Not read after the loop.
    own += i;
  y[v] = shared + own;
}

void addressed(int *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  int shared = 0, own = ripple_broadcast(b, 1, 0);
  read(x[v], &shared);
  read(x[v], &own);
  x[v] = shared + own;
}

static int chosen(int k) {
  if (k > 3)
    return 1;
  return 2;
}

void expressions(int *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  x[v] = chosen(x[v]);
}
