#include "axpy.h"
#include <stddef.h>
#include <stdio.h>

void saxpy(size_t n, float a, const float *x, float *y);

int main(void) {
  float x[20], y[10];
  for (int i = 0; i < 20; ++i)
    x[i] = (float)i;
  for (int i = 0; i < 10; ++i)
    y[i] = 1.0f;
  saxpy(10, 2.0f, x, y);
  // Every other element of x.
  terrace_memref_1d_f32 even = {x, x, 0, {10}, {2}};
  terrace_memref_1d_f32 all = {y, y, 0, {10}, {1}};
  printf("%g\n", _mlir_ciface_axpy(3.0f, &even, &all));
  return 0;
}
