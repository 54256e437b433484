// Uses Ripple in one file and a function of another, which does not.
#include <ripple.h>
#include <stdio.h>
#include "driver-other.h"
int main(void) {
  float x[20] = {0};
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(B, 0);
  for (int i = 0; i < 20; ++i)
    x[i] += (float)i;
  printf("%g %s\n", (double)(x[19] + other(1)), NAME);
  return 0;
}
