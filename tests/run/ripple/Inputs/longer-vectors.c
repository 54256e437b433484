// What LLVM's code generator fails at, or does not come to an end with, where vectors of SVE are promised to be longer than 128 bits.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#define NOINLINE __attribute__((noinline))

// Comparisons of bfloat numbers.
NOINLINE static void larger(const __bf16 *x, const __bf16 *y, __bf16 *z) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(8));
  size_t v = ripple_id(b, 0);
  z[v] = x[v] > y[v] ? x[v] : y[v];
}
// A masked access of a single element.
NOINLINE static int64_t single(const int64_t *x, int64_t at, int64_t limit) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(2));
  size_t v = ripple_id(b, 0);
  int64_t sum = ripple_broadcast(b, 1, (int64_t)0);
  if (x[v] > limit)
    sum = x[at];
  return ripple_reduceadd(1, sum);
}
// Three bytes.
NOINLINE static void bytes(const int64_t *x, uint8_t *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(3) < 3 ? ripple_scalable(3) : 3);
  size_t v = ripple_id(b, 0);
  y[v] = (uint8_t)(x[v] + 1);
}
// Gathers and scatters of odd numbers of elements, and what is extended.
NOINLINE static void odd(const uint8_t *x, const int32_t *at, uint16_t *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(2) + 3);
  size_t v = ripple_id(b, 0);
  y[at[v]] = (uint16_t)(x[at[v] * 3] + 300);
}

int main(void) {
  __bf16 a[128], b[128], c[128];
  int64_t numbers[64];
  uint8_t out[8] = {0}, table[256];
  int32_t at[64];
  uint16_t wide[64];
  for (int i = 0; i < 128; ++i)
    a[i] = (__bf16)(float)(i % 7), b[i] = (__bf16)(float)(i % 5), c[i] = (__bf16)0.0f;
  for (int i = 0; i < 64; ++i)
    numbers[i] = 10 * i, at[i] = 63 - i, wide[i] = 0;
  for (int i = 0; i < 256; ++i)
    table[i] = (uint8_t)(i * 5);
  size_t size = ripple_scalable(1);
  int fine = 1;
  larger(a, b, c);
  for (int i = 0; i < 128; ++i)
    fine &= (float)c[i] == (i >= 8 * (int)size ? 0 : i % 7 > i % 5 ? i % 7 : i % 5);
  if (!fine)
    printf("FAIL larger\n");
  if (single(numbers, 3, 5) != 30 * (2 * (int64_t)size - 1))
    printf("FAIL single\n");
  bytes(numbers, out);
  if (out[0] != 1 || out[1] != 11 || out[2] != 21 || out[3] != 0)
    printf("FAIL bytes\n");
  odd(table, at, wide);
  for (int i = 0; i < 64; ++i)
    fine &= wide[i] == (63 - i < 2 * (int)size + 3 ? (uint8_t)(i * 15) + 300 : 0);
  printf(fine ? "PASS\n" : "FAIL odd\n");
  return 0;
}
