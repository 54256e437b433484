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
