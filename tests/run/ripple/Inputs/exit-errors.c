// Annotated loops that some elements of a block would leave, and others not.
#include <ripple.h>

int leaves(int n, const int *a) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  int found = -1;
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    if (a[i] > 1000) {
      found = 7;
      break;
    }
  }
  ripple_parallel_full(b, 0);
  for (int i = 0; i < n; ++i) {
    int k = ripple_broadcast(b, 1, 0);
    while (k < a[i]) {
      if (k == 10)
        goto out;
      ++k;
    }
  }
  found = -1;
out:
  return found;
}

void leaves_outer(int n, const int *a, int *c) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 4, 2);
  ripple_parallel(b, 1);
  for (int i = 0; i < n; ++i) {
    if (a[i] == 3)
      return;
    ripple_parallel(b, 0);
    for (int j = 0; j < n; ++j)
      c[i * n + j] = 1;
  }
}

// The outer loop may be left where all elements do.
int allowed(int n, const int *a) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    int k = ripple_broadcast(b, 1, 0);
    while (k < a[i]) {
      if (k == 10)
        break;
      ++k;
    }
    if (ripple_reducemax(1, k) == 10)
      return 1;
  }
  return 0;
}
