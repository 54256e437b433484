// Sums and differences of all pairs of bytes that saturate, and of pairs of numbers of 16 bits, beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 256 * 256 };

#ifndef LANES
#define LANES 64
#endif

#define KERNEL(name, T, value) \
  __attribute__((noinline)) void name(const T *restrict x, const T *restrict z, T *restrict y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < LENGTH; ++i) y[i] = (T)(value); \
  } \
  __attribute__((noinline, optnone)) void name##_plain(const T *x, const T *z, T *y) { \
    for (long i = 0; i < LENGTH; ++i) y[i] = (T)(value); \
  }

#define BETWEEN(s, least, most) ((s) > (most) ? (most) : (s) < (least) ? (least) : (s))
#define UP_TO(s, most) ((s) > (most) ? (most) : (s))
#define FROM(s, least) ((s) < (least) ? (least) : (s))

#define CASES(X) \
  X(add8, int8_t, BETWEEN(x[i] + z[i], -128, 127)) \
  X(sub8, int8_t, BETWEEN(x[i] - z[i], -128, 127)) \
  X(add8u, uint8_t, UP_TO(x[i] + z[i], 255)) \
  X(sub8u, uint8_t, FROM(x[i] - z[i], 0)) \
  X(between8u, uint8_t, BETWEEN(x[i] + z[i], 0, 255)) \
  X(constant8, int8_t, BETWEEN(x[i] + 100, -128, 127)) \
  X(constant8u, uint8_t, UP_TO(x[i] + 200, 255)) \
  X(add16, int16_t, BETWEEN(x[i] + z[i], -32768, 32767)) \
  X(sub16, int16_t, BETWEEN(x[i] - z[i], -32768, 32767)) \
  X(add16u, uint16_t, UP_TO(x[i] + z[i], 65535)) \
  X(sub16u, uint16_t, FROM(x[i] - z[i], 0)) \
  X(upper8, int8_t, UP_TO(x[i] + z[i], 127)) \
  X(lower8, int8_t, FROM(x[i] - z[i], -128)) \
  X(below8, int8_t, BETWEEN(x[i] + z[i], -127, 126)) \
  X(other8, int8_t, BETWEEN(x[i] + z[i], -100, 127)) \
  X(shifted8, int8_t, BETWEEN(x[i] + z[i], -128, 127) >> 1) \
  X(wrapped8, int8_t, (int8_t)(x[i] + z[i]) > 126 ? 127 : (int8_t)(x[i] + z[i]) < -127 ? -128 : x[i] + z[i])

CASES(KERNEL)

static uint16_t numbers[2][LENGTH], results[2][LENGTH];

#define TEST(name, T, value) \
  for (long i = 0; i < LENGTH; ++i) { \
    /* All pairs of bytes; of numbers of 16 bits, those near the ends and the middle. */ \
    long low = i % 256, high = i / 256, is_wide = sizeof(T) == 2; \
    ((T *)numbers[0])[i] = (T)(is_wide ? (low & 15) + (low >> 4) * 4096 - 8 : low); \
    ((T *)numbers[1])[i] = (T)(is_wide ? (high & 15) + (high >> 4) * 4096 - 8 : high); \
  } \
  memset(results, 0, sizeof results); \
  name((const T *)numbers[0], (const T *)numbers[1], (T *)results[0]); \
  name##_plain((const T *)numbers[0], (const T *)numbers[1], (T *)results[1]); \
  if (memcmp(results[0], results[1], sizeof results[0])) printf(#name " is wrong\n"), ++count;

int main(void) {
  int count = 0;
  CASES(TEST)
  printf("%d wrong\n", count);
  return count != 0;
}
