/* Machine learning: a layer with weights of 8 bits, out = scale * (activations * weights).
 *
 * Only the total of the products matters: which of them an element adds up is free, and instructions that add
 * neighbours apply. */
#include "example.h"
#include <ripple.h>

/* Activations are m x k, weights n x k, the scale is that of each output. */
KERNEL void layer_plain(size_t m, size_t n, size_t k, const uint8_t *restrict activations,
                        const int8_t *restrict weights, const float *restrict scale, float *restrict out) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      int32_t sum = 0;
      for (size_t p = 0; p < k; ++p)
        sum += activations[i * k + p] * weights[j * k + p];
      out[i * n + j] = scale[j] * (float)sum;
    }
}

KERNEL void layer_ripple(size_t m, size_t n, size_t k, const uint8_t *restrict activations,
                         const int8_t *restrict weights, const float *restrict scale, float *restrict out) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      int32_t sum = ripple_broadcast(block, 1, 0);
      ripple_parallel(block, 0);
      for (size_t p = 0; p < k; ++p)
        sum += activations[i * k + p] * weights[j * k + p];
      out[i * n + j] = scale[j] * (float)ripple_reduceadd(1, sum);
    }
}

int main(int argc, char **argv) {
  enum { M = 64, N = 128, K = 256 };
  static uint8_t activations[M * K];
  static int8_t weights[N * K];
  static float scale[N], plain[M * N], ripple[M * N];
  random_bytes(sizeof activations, activations);
  random_bytes(sizeof weights, weights);
  random_floats(N, scale, 0, 1);
  for (size_t k = 0; k < 200; ++k) {
    size_t m = 1 + k % 6, n = 1 + k % 7;
    layer_plain(m, n, k, activations, weights, scale, plain);
    layer_ripple(m, n, k, activations, weights, scale, ripple);
    check_equal(plain, ripple, sizeof plain, "layer", k);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("matmul_int8", layer_plain(M, N, K, activations, weights, scale, plain),
                  layer_ripple(M, N, K, activations, weights, scale, ripple));
  return 0;
}
