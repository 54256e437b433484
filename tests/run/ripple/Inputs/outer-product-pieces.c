#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

#ifndef COLUMNS
#define COLUMNS 32
#endif

enum { N = COLUMNS + 5 };

// Sums of products of bytes, of a block whose rows are longer than what is computed at once.
__attribute__((noinline)) void product(const uint8_t *a, const uint8_t *b, int32_t *sums) {
  ripple_block_t block = ripple_set_block_shape(0, COLUMNS, 4);
  ripple_parallel(block, 1);
  for (int i = 0; i < 8; ++i) {
    ripple_parallel(block, 0);
    for (int j = 0; j < N; ++j) {
      int32_t sum = 0;
      for (int k = 0; k < 3; ++k)
        for (int part = 0; part < 4; ++part)
          sum += (int32_t)a[(k * 8 + i) * 4 + part] * (int32_t)b[(k * N + j) * 4 + part];
      sums[i * N + j] = sum;
    }
  }
}

int main(void) {
  static uint8_t a[96], b[12 * N];
  static int32_t sums[8 * N];
  uint32_t state = 7;
  for (int i = 0; i < 96; ++i)
    a[i] = (state = state * 1664525u + 1013904223u) >> 24;
  for (int i = 0; i < 12 * N; ++i)
    b[i] = (state = state * 1664525u + 1013904223u) >> 24;
  product(a, b, sums);
  int failures = 0;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < N; ++j) {
      int32_t sum = 0;
      for (int k = 0; k < 12; ++k)
        sum += a[(k / 4 * 8 + i) * 4 + k % 4] * b[(k / 4 * N + j) * 4 + k % 4];
      failures += sum != sums[i * N + j];
    }
  printf("failures: %d\n", failures);
}
