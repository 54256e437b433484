// Neighbors at borders, which are chosen for few elements, beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 700 };

#ifndef LANES
#define LANES 64
#endif

#define KERNEL(name, T, statement) \
  __attribute__((noinline)) void name(long n, long m, const T *restrict x, T *restrict y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) { statement; } \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, long m, const T *x, T *y) { \
    for (long i = 0; i < n; ++i) { statement; } \
  }

#define AT(i) x[(i) < 0 ? 0 : (i) > n - 1 ? n - 1 : (i)]
#define MIRRORED(i) x[(i) < 0 ? -(i) : (i) > n - 1 ? 2 * (n - 1) - (i) : (i)]

#define CASES(X) \
  X(clamped, uint8_t, y[i] = (uint8_t)((AT(i - 1) + 2 * x[i] + AT(i + 1) + 2) >> 2)) \
  X(far, int16_t, y[i] = (int16_t)(AT(i - 3) + 5 * AT(i + 3))) \
  X(floats, float, y[i] = 0.5f * x[i] + 0.25f * (AT(i - 2) + AT(i + 2))) \
  X(doubles, double, y[i] = AT(i + 1) - AT(i - 1)) \
  X(mirrored, uint8_t, y[i] = (uint8_t)(MIRRORED(i - 1) ^ MIRRORED(i + 1))) \
  X(moved, uint8_t, y[i] = AT(i + m)) \
  X(under_condition, int16_t, if (x[i] & 1) y[i] = (int16_t)(AT(i - 1) - AT(i + 1))) \
  X(in_loop, uint8_t, int s = 0; for (long k = -2; k <= 2; ++k) s += AT(i + k); y[i] = (uint8_t)s) \
  X(twice, uint8_t, long before = i > 0 ? i - 1 : 0; y[i] = (uint8_t)(x[before] + (int)before)) \
  X(remainders, uint8_t, y[i] = x[(uint8_t)(i + m)])

CASES(KERNEL)

static char in[8 * LENGTH], results[2][8 * LENGTH];

#define TEST(name, T, statement) \
  memset(results, 99, sizeof results); \
  name(n, m, (const T *)in, (T *)results[0]); \
  name##_plain(n, m, (const T *)in, (T *)results[1]); \
  if (memcmp(results[0], results[1], sizeof results[0])) { \
    printf(#name " is wrong for %ld, %ld\n", n, m); \
    ++count; \
  }

int main(void) {
  static const long lengths[] = {0, 1, 2, 3, 4, 31, 63, 64, 65, 66, 67, 127, 128, 129, 192, 193, 256, 300, 511, 640, 641, 700};
  int count = 0;
  // Small whole numbers are exact as numbers of any type.
  for (int i = 0; i < LENGTH; ++i) ((float *)in)[i] = (float)(i * 37 % 101), ((float *)in)[LENGTH + i] = (float)(i * 53 % 89);
  for (unsigned at = 0; at < sizeof lengths / sizeof *lengths; ++at)
    for (long m = -70; m <= 70; m += 35) {
      long n = lengths[at];
      CASES(TEST)
    }
  printf("%d wrong\n", count);
  return count != 0;
}
