// Weighted averages of numbers of 8 and 16 bits, of many forms, beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

enum { LENGTH = 5003 };

#define KERNEL(name, T, W, SUM) \
  __attribute__((noinline)) void name(long n, const T *restrict a, const T *restrict b, const T *restrict c, \
                                      T *restrict y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) { \
      W p = a[i], q = b[i], r = c[i]; \
      y[i] = (T)(SUM); \
    } \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, const T *a, const T *b, const T *c, T *y) { \
    for (long i = 0; i < n; ++i) { \
      W p = a[i], q = b[i], r = c[i]; \
      y[i] = (T)(SUM); \
    } \
  }

#define SUMS(X) \
  X(outer, (p + 2 * q + r + 2) >> 2) \
  X(down, (p + 2 * q + r) >> 2) \
  X(three, (3 * p + q + 2) >> 2) \
  X(shifted, (p + (q << 1) + r + 2) / 4) \
  X(other, (p + 2 * q + r + 1) >> 2) \
  X(twice, (q + q + p + r + 2) >> 2) \
  X(three_down, (p + 3 * r) >> 2) \
  X(pairs, (2 * (p + r) + 2) >> 2) \
  X(mixed, (p + q + r + q + 2u) >> 2) \
  X(up, (p + 2 * q + r + 3) >> 2) \
  X(six, (p + 4 * q + r + 2) >> 2) \
  X(same, (p + p + p + p + 2) >> 2)

#define BYTES(name, sum) KERNEL(name##_u8, uint8_t, int, sum)
#define SIGNED(name, sum) KERNEL(name##_i8, int8_t, int, sum)
#define SHORTS(name, sum) KERNEL(name##_u16, uint16_t, unsigned, sum)
SUMS(BYTES)
SUMS(SIGNED)
SUMS(SHORTS)

static uint16_t numbers[3][LENGTH], results[2][LENGTH];

#define COMPARE(name, T) \
  { \
    const T *a = (const T *)numbers[0], *b = (const T *)numbers[1], *c = (const T *)numbers[2]; \
    T *x = (T *)results[0], *y = (T *)results[1]; \
    int wrong = 0; \
    name(LENGTH, a, b, c, x); \
    name##_plain(LENGTH, a, b, c, y); \
    for (int i = 0; i < LENGTH; ++i) \
      wrong += x[i] != y[i]; \
    if (wrong) \
      printf("%s: %d\n", #name, wrong); \
    all += wrong; \
  }
#define COMPARE_BYTES(name, sum) COMPARE(name##_u8, uint8_t)
#define COMPARE_SIGNED(name, sum) COMPARE(name##_i8, int8_t)
#define COMPARE_SHORTS(name, sum) COMPARE(name##_u16, uint16_t)

int main(void) {
  int all = 0;
  uint64_t state = 88172645463325252u;
  for (int i = 0; i < LENGTH; ++i)
    for (int k = 0; k < 3; ++k) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      numbers[k][i] = i % 5 ? (uint16_t)(state >> 9) : i % 10 || k < 2 ? 0xFFFF : 0;
    }
  SUMS(COMPARE_BYTES)
  SUMS(COMPARE_SIGNED)
  SUMS(COMPARE_SHORTS)
  printf("%d wrong\n", all);
  return all != 0;
}
