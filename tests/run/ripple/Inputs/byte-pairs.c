// Sums of weighted bytes that are beside each other, beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 1013 };

#ifndef LANES
#define LANES 64
#endif

#define KERNEL(name, T, sum) \
  __attribute__((noinline)) void name(long n, const uint8_t *restrict x, T *restrict y, int w, int v) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) y[i] = (T)(sum); \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, const uint8_t *x, T *y, int w, int v) { \
    for (long i = 0; i < n; ++i) y[i] = (T)(sum); \
  }

#define E x[2 * i]
#define O x[2 * i + 1]

#define CASES(X) \
  X(bilinear, uint8_t, (E * w + O * (128 - w) + 64) >> 7) \
  X(halved, uint8_t, (E * w + O * v) >> 8) \
  X(words, uint16_t, (uint32_t)E * (uint32_t)w + (uint32_t)O * (uint32_t)v) \
  X(one_constant, uint16_t, (uint32_t)E * 28 + (uint32_t)O * (uint32_t)v + 5) \
  X(large_constant, uint16_t, (uint32_t)E * 129 + (uint32_t)O * (uint32_t)v) \
  X(constants, uint8_t, (E * 100 + O * 28 + 64) >> 7) \
  X(largest, uint16_t, E * 127 + O) \
  X(most, uint16_t, E * 64 + O * 64) \
  X(above_most, uint16_t, E * 127 + O * 2) \
  X(too_large, uint16_t, E * 128 + O) \
  X(negative, uint16_t, E * 100 + O * -100) \
  X(most_negative, uint16_t, E * -64 + O * -64) \
  X(too_negative, uint16_t, E * -128 + O * -1) \
  X(plain, uint16_t, E + O) \
  X(shifted, uint16_t, (E << 5) + O + 7) \
  X(one_way, uint16_t, O * 3 + (E << 6) + E) \
  X(used_twice, uint16_t, (E * 3 + O * 5) ^ (O * 5 + 1)) \
  X(two_sums, uint16_t, (uint32_t)(E * (uint32_t)w + O * (uint32_t)v) ^ ((uint32_t)E * 3 + (uint32_t)O * (uint32_t)w))

CASES(KERNEL)

static uint8_t bytes[2 * LENGTH + 2];
static uint16_t results[2][LENGTH];

static int wrong(const char *name, int w, int v) {
  if (!memcmp(results[0], results[1], sizeof results[0])) return 0;
  printf("%s(%d, %d) is wrong\n", name, w, v);
  return 1;
}

#define TEST(name, T, sum) \
  memset(results, 0, sizeof results); \
  name(LENGTH, bytes, (T *)results[0], w, v); \
  name##_plain(LENGTH, bytes, (T *)results[1], w, v); \
  count += wrong(#name, w, v);

int main(void) {
  static const int weights[] = {0, 1, 2, 3, 28, 63, 64, 65, 100, 126, 127, 128, 129, 255, 256, 32767, 65535, 65536, 65537, -1, -2, -100, -128, -32768, -65535};
  enum { COUNT = sizeof weights / sizeof *weights };
  uint32_t state = 2463534242u;
  for (int i = 0; i < 2 * LENGTH + 2; ++i) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    // The ends of the range are frequent.
    bytes[i] = state >> 30 == 0 ? 255 : state >> 30 == 1 ? 0 : (uint8_t)(state >> 8);
  }
  int count = 0;
  for (int a = 0; a < COUNT; ++a)
    for (int b = 0; b < COUNT; ++b) {
      int w = weights[a], v = weights[b];
      CASES(TEST)
    }
  printf("%d wrong\n", count);
  return count != 0;
}
