// Sums of products of numbers of 16 bits, beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 1013, MORE = 24 };

#ifndef LANES
#define LANES 32
#endif

// Sums are compared modulo two to the power of 32.
#define KERNEL(name, T, R, sum) \
  __attribute__((noinline)) void name(long n, const T *restrict x, const T *restrict z, const int16_t *restrict h, \
                                      R *restrict y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) { \
      uint32_t s = 0; \
      sum; \
      y[i] = (R)s; \
    } \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, const T *x, const T *z, const int16_t *h, R *y) { \
    for (long i = 0; i < n; ++i) { \
      uint32_t s = 0; \
      sum; \
      y[i] = (R)s; \
    } \
  }

#define PRODUCT(a, b) (uint32_t)((int)(a) * (int)(b))

#define CASES(X) \
  X(filter8, int16_t, int32_t, for (int k = 0; k < 8; ++k) s += PRODUCT(x[i + k], h[k])) \
  X(filter5, int16_t, int32_t, for (int k = 0; k < 5; ++k) s += PRODUCT(h[k], x[i + k])) \
  X(filter16_shifted, int16_t, int16_t, for (int k = 0; k < 16; ++k) s += PRODUCT(x[i + k], h[k]); s = (uint32_t)((int)s >> 15)) \
  X(twice, int16_t, int32_t, s = PRODUCT(x[i], z[i]) + PRODUCT(x[i + 1], z[i + 1])) \
  X(mixed, int16_t, int32_t, s = PRODUCT(x[i], z[i]) + PRODUCT(x[i + 1], h[1]) + 77 + PRODUCT(z[i], -300) + PRODUCT(x[i + 2], h[2])) \
  X(constants, int16_t, int32_t, s = PRODUCT(x[i], 12345) + PRODUCT(x[i + 1], -32768) + PRODUCT(x[i + 2], 7)) \
  X(squares, int16_t, uint32_t, s = PRODUCT(x[i], x[i]) + PRODUCT(z[i], z[i])) \
  X(complex, int16_t, int32_t, s = PRODUCT(x[i], z[i]) - PRODUCT(x[i + 1], z[i + 1])) \
  X(bytes, uint8_t, int32_t, for (int k = 0; k < 6; ++k) s += PRODUCT(x[i + k], h[k])) \
  X(signed_bytes, int8_t, int32_t, for (int k = 0; k < 7; ++k) s += PRODUCT(x[i + k], h[k]) + PRODUCT(z[i], 3)) \
  X(shared, int16_t, int32_t, uint32_t p = PRODUCT(x[i], h[0]); s = p + PRODUCT(x[i + 1], h[1]) + (p >> 3)) \
  X(unsigned_words, uint16_t, int32_t, s = PRODUCT(x[i], h[0]) + PRODUCT(x[i + 1], h[1]))

CASES(KERNEL)

static uint16_t numbers[2][LENGTH + MORE];
static int16_t weights[MORE];
static uint32_t results[2][LENGTH];

static uint32_t state = 2463534242u;

static uint32_t next(void) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

#define COMPARE(name, T, R, sum) \
  { \
    R *a = (R *)results[0], *b = (R *)results[1]; \
    int wrong = 0; \
    name(LENGTH, (const T *)numbers[0], (const T *)numbers[1], weights, a); \
    name##_plain(LENGTH, (const T *)numbers[0], (const T *)numbers[1], weights, b); \
    for (int i = 0; i < LENGTH; ++i) \
      wrong += a[i] != b[i]; \
    if (wrong) \
      printf("%s: %d\n", #name, wrong); \
    all += wrong; \
  }

int main() {
  int all = 0;
  for (int round = 0; round < 8; ++round) {
    // Extreme numbers at times: two products of the least one wrap.
    for (int i = 0; i < LENGTH + MORE; ++i)
      for (int k = 0; k < 2; ++k)
        numbers[k][i] = next() % 4 == 0 && round % 2 ? (next() & 1 ? 0x8000 : 0x7FFF) : (uint16_t)next();
    for (int k = 0; k < MORE; ++k)
      weights[k] = next() % 2 == 0 && round % 2 ? -0x8000 : (int16_t)next();
    CASES(COMPARE)
  }
  printf("%d wrong\n", all);
  return all != 0;
}
