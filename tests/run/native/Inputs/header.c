#include <stdio.h>

int main(void) {
  float data[2][3] = {{1, 2, 3}, {4, 5, 6}};
  terrace_memref_2d_f32 in = {&data[0][0], &data[0][0], 0, {2, 3}, {3, 1}}, out;
  terrace_both_results both;
  _mlir_ciface_twice(&out, &in);
  _mlir_ciface_both(&both, 4, &in);
  printf("%g %g\n", out.aligned[out.offset + 5 * out.strides[1]], _mlir_ciface_half(3.0));
  printf("%d %lld\n", (int)both.r0, (long long)both.r1.sizes[0]);
  return 0;
}
