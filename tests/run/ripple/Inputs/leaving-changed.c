// A scalar that is assigned where elements leave a loop, and changed by those that stay.
#include <ripple.h>
int f(const int *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  int k = 0;
  while (k < 20) { if (x[v] == k) { k = k + 5; break; } k++; }
  return k;
}
