// Operands of few bits: quotients of all pairs of bytes, scalars that all elements are shifted by or added to, extremes,
// and bytes that are stored under conditions on words; beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 256 * 256 };

#ifndef LANES
#define LANES 64
#endif

#define KERNEL(name, T, statement) \
  __attribute__((noinline)) void name(long n, const T *restrict x, const T *restrict z, const int32_t *restrict k, T s, T *restrict y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) statement; \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, const T *x, const T *z, const int32_t *k, T s, T *y) { \
    for (long i = 0; i < n; ++i) statement; \
  }

#define BETWEEN(s, least, most) ((s) > (most) ? (most) : (s) < (least) ? (least) : (s))
#define CHOSEN(first, second, third) \
  { if (k[i] == 0) y[i] = first; else if (k[i] == 1) y[i] = second; else if (k[i] == 2) y[i] = third; }

#define CASES(X) \
  X(quotient8, int8_t, { if (z[i]) y[i] = (int8_t)(x[i] / z[i]); }) \
  X(remainder8, int8_t, { if (z[i]) y[i] = (int8_t)(x[i] % z[i]); }) \
  X(quotient8u, uint8_t, { if (z[i]) y[i] = (uint8_t)(x[i] / z[i]); }) \
  X(remainder8u, uint8_t, { if (z[i]) y[i] = (uint8_t)(x[i] % z[i]); }) \
  X(quotient16, int16_t, { if (z[i]) y[i] = (int16_t)(x[i] / z[i]); }) \
  X(remainder16, int16_t, { if (z[i]) y[i] = (int16_t)(x[i] % z[i]); }) \
  X(quotient16u, uint16_t, { if (z[i]) y[i] = (uint16_t)(x[i] / z[i]); }) \
  X(remainder16u, uint16_t, { if (z[i]) y[i] = (uint16_t)(x[i] % z[i]); }) \
  X(by_scalar, int16_t, { if (s) y[i] = (int16_t)(x[i] / s); }) \
  X(right8, int8_t, y[i] = (int8_t)(x[i] >> (s & 7))) \
  X(right8u, uint8_t, y[i] = (uint8_t)(x[i] >> (s & 7))) \
  X(left8, uint8_t, y[i] = (uint8_t)(x[i] << (s & 7))) \
  X(further8, uint8_t, y[i] = (uint8_t)(x[i] >> (s & 15))) \
  X(right16, int16_t, y[i] = (int16_t)(x[i] >> (s & 15))) \
  X(add8, int8_t, y[i] = (int8_t)BETWEEN(x[i] + s, -128, 127)) \
  X(sub8, int8_t, y[i] = (int8_t)BETWEEN(x[i] - s, -128, 127)) \
  X(add8u, uint8_t, y[i] = (uint8_t)BETWEEN(x[i] + s, 0, 255)) \
  X(sub16u, uint16_t, y[i] = (uint16_t)BETWEEN(x[i] - s, 0, 65535)) \
  X(add16, int16_t, y[i] = (int16_t)BETWEEN(x[i] + s, -32768, 32767)) \
  X(chosen8, uint8_t, CHOSEN((uint8_t)(x[i] + z[i]), z[i], (uint8_t)(y[i] - x[i]))) \
  X(chosen16, int16_t, CHOSEN((int16_t)(x[i] + z[i]), z[i], (int16_t)(y[i] - x[i]))) \
  X(either8, uint8_t, { if (k[i] > 1) y[i] = x[i]; else y[i] = z[i]; })

#define EXTREME(name, T, reduce, first, statement) \
  __attribute__((noinline)) T name(long n, const T *restrict x, const int32_t *restrict k, int32_t *restrict w) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 3); \
    T t = ripple_broadcast(B, 1, (T)(first)); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) statement; \
    return reduce(1, t); \
  } \
  __attribute__((noinline, optnone)) T name##_plain(long n, const T *x, const int32_t *k, int32_t *w) { \
    T t = (T)(first); \
    for (long i = 0; i < n; ++i) statement; \
    return t; \
  }

#define EXTREMES(X) \
  X(greatest8, int8_t, ripple_reducemax, x[0], { int8_t e = (int8_t)(x[i] + 3); t = e > t ? e : t; }) \
  X(least8, int8_t, ripple_reducemin, 5, t = t <= x[i] ? t : x[i]) \
  X(greatest8u, uint8_t, ripple_reducemax, 200, { if (x[i] >= t) t = x[i]; }) \
  X(least8u, uint8_t, ripple_reducemin, x[1], { if (k[i] == 2) t = x[i] < t ? x[i] : t; }) \
  X(greatest16, int16_t, ripple_reducemax, -30000, t = t < x[i] ? x[i] : t) \
  X(greatest32, int32_t, ripple_reducemax, -7, t = x[i] > t ? x[i] : t) \
  X(least32u, uint32_t, ripple_reducemin, ~0u, { t = x[i] < t ? x[i] : t; t = (uint32_t)k[i] + 9 < t ? (uint32_t)k[i] + 9 : t; }) \
  X(twice8, int8_t, ripple_reducemax, x[0], { t = x[i] > t ? x[i] : t; int8_t e = (int8_t)(k[i] * 40); t = t < e ? e : t; })

CASES(KERNEL)
EXTREMES(EXTREME)

static int32_t k[LENGTH];

static uint64_t state = 88172645463325252u;
static uint64_t next(void) {
  state ^= state << 13, state ^= state >> 7;
  return state ^= state << 17;
}

#define TEST(name, T, statement) \
  { \
    static T x[LENGTH], z[LENGTH], got[LENGTH], want[LENGTH]; \
    for (int i = 0; i < LENGTH; ++i) { \
      x[i] = (T)(sizeof(T) == 1 ? (uint64_t)(i >> 8) : next()); \
      z[i] = (T)(sizeof(T) == 1 ? (uint64_t)i : next() >> next() % 16); \
      if (sizeof(T) == 2 && i % 5 == 0) x[i] = (T)(z[i] * (T)(next() % 99) - (T)(next() % 2)); \
    } \
    for (int round = 0; round < 24; ++round) { \
      T s = (T)(next() >> round % 16); \
      /* All pairs once, and ends of blocks. */ \
      long n = round == 0 ? LENGTH : 450 + round * 7, at = round == 0 ? 0 : (long)(next() % (LENGTH - n)); \
      for (int i = 0; i < LENGTH; ++i) got[i] = want[i] = (T)i; \
      name(n, x + at, z + at, k + at, s, got); \
      name##_plain(n, x + at, z + at, k + at, s, want); \
      int same = memcmp(got, want, sizeof got) == 0; \
      if (!same) printf(#name " of scalar %ld differs\n", (long)s); \
      wrong += !same; \
    } \
  }

#define TEST_EXTREME(name, T, reduce, first, statement) \
  for (int n = 0; n < 400; n += n < 20 ? 1 : 37) { \
    static T x[400]; \
    static int32_t w[400]; \
    for (int i = 0; i < 400; ++i) x[i] = (T)next(); \
    int same = name(n, x, k, w) == name##_plain(n, x, k, w); \
    if (!same) printf(#name " of %d differs\n", n); \
    wrong += !same; \
  }


int main(void) {
  int wrong = 0;
  for (int i = 0; i < LENGTH; ++i) k[i] = (int32_t)(next() % 4);
  CASES(TEST)
  EXTREMES(TEST_EXTREME)
  printf("%d wrong\n", wrong);
  return 0;
}
