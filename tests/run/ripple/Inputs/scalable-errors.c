// Blocks that grow with vectors, where something is wrong.
#include <arm_sve.h>
#include <ripple.h>
void shaped(const float *x, float *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, svcntw());
  size_t v = ripple_id(b, 0);
  *y = x[v];
}

// Not a multiple of the length of vectors.
void any_size(float *x, size_t n) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, n);
  x[ripple_id(b, 0)] = 1;
}

// Vectors have another length than where it is called.
__arm_locally_streaming void streaming(float *x) {
  // The length is that of streaming vectors.
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(4));
  x[ripple_id(b, 0)] = 1;
}
