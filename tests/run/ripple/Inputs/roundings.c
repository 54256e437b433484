// Functions of libm that round, to floats and to integers, beside calls without blocks.
#include <ripple.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 20011 };

#define KERNEL(name, F, R, expression) \
  __attribute__((noinline)) void name(long n, const F *restrict a, R *restrict y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) { \
      F x = a[i]; \
      y[i] = expression; \
    } \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, const F *a, R *y) { \
    for (long i = 0; i < n; ++i) { \
      F x = a[i]; \
      y[i] = expression; \
    } \
  }

#define ANY 1e300
// X(name, type of results, expression, bound of the magnitudes for which it is defined), for single and double precision.
#define FUNCTIONS(X, F, s) \
  X(floor##s, F, F, floor##s(x), ANY) \
  X(ceil##s, F, F, ceil##s(x), ANY) \
  X(trunc##s, F, F, trunc##s(x), ANY) \
  X(rint##s, F, F, rint##s(x), ANY) \
  X(nearbyint##s, F, F, nearbyint##s(x), ANY) \
  X(round##s, F, F, round##s(x), ANY) \
  X(roundeven##s, F, F, __builtin_roundeven##s(x), ANY) \
  X(lrint##s, F, int64_t, lrint##s(x), 9.2e18) \
  X(llrint##s, F, int64_t, llrint##s(x), 9.2e18) \
  X(lround##s, F, int64_t, lround##s(x), 9.2e18) \
  X(llround##s, F, int64_t, llround##s(x), 9.2e18) \
  X(lrint##s##_i32, F, int32_t, lrint##s(x), 9.2e18) \
  X(lround##s##_i32, F, int32_t, lround##s(x), 9.2e18) \
  X(lrint##s##_u32, F, uint32_t, lrint##s(x), 9.2e18) \
  X(lrint##s##_i16, F, int16_t, lrint##s(x), 9.2e18) \
  X(lround##s##_u8, F, uint8_t, lround##s(x), 9.2e18) \
  X(lrint##s##_u8, F, uint8_t, lrint##s(x), 9.2e18) \
  X(lrint##s##_back, F, F, (F)lrint##s(x), 9.2e18) \
  X(lround##s##_back, F, F, (F)lround##s(x), 9.2e18) \
  X(lrint##s##_rest, F, F, x - (F)(int)lrint##s(x), 2.1e9) \
  X(rint##s##_i32, F, int32_t, (int32_t)rint##s(x), 2.147483e9) \
  X(rint##s##_u32, F, uint32_t, (uint32_t)rint##s(x < 0 ? -x : x), 4.29e9) \
  X(round##s##_i32, F, int32_t, (int32_t)round##s(x), 2.147483e9) \
  X(floor##s##_i32, F, int32_t, (int32_t)floor##s(x), 2.147483e9) \
  X(nearbyint##s##_i16, F, int16_t, (int16_t)nearbyint##s(x), 32767) \
  X(round##s##_i8, F, int8_t, (int8_t)round##s(x), 127) \
  X(rint##s##_i64, F, int64_t, (int64_t)rint##s(x), 9.2e18) \
  X(lrint##s##_clamped, F, uint8_t, lrint##s(x < 0 ? 0 : x > 255 ? 255 : x), ANY) \
  X(lround##s##_clamped, F, int32_t, lround##s(x < -70000 ? -70000 : x > 2e9f ? 2e9f : x), ANY) \
  X(lrint##s##_both, F, int64_t, (lrint##s(x) ^ (int64_t)(int32_t)lrint##s(x)), 9.2e18) \
  X(lrint##s##_if, F, int32_t, (x > 3 ? (int)lrint##s(x) : 7), 9.2e18)

#define DEFINE(name, F, R, expression, bound) KERNEL(t_##name, F, R, expression)
FUNCTIONS(DEFINE, float, f)
FUNCTIONS(DEFINE, double, )

static double arguments[LENGTH], results[2][LENGTH];

// Whether C defines the result; floats of no number are only floats.
static int is_defined(double x, double bound, int is_float) {
  return __builtin_fabs(x) < bound || bound == ANY && (is_float || x == x);
}

#define COMPARE(name, F, R, expression, bound) \
  { \
    int wrong = 0; \
    const F *a = (const F *)arguments; \
    R *x = (R *)results[0], *y = (R *)results[1]; \
    t_##name(LENGTH, a, x); \
    t_##name##_plain(LENGTH, a, y); \
    for (int i = 0; i < LENGTH; ++i) \
      if (is_defined(a[i], bound, (R)0.5 != 0) && memcmp(&x[i], &y[i], sizeof x[i]) && (x[i] == x[i] || y[i] == y[i])) \
        if (!wrong++) \
          printf("%s: %a: %a, not %a\n", #name, (double)a[i], (double)x[i], (double)y[i]); \
    all += wrong; \
  }

static uint64_t state = 88172645463325252ull;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

// Any bits; numbers near halves and near powers of two.
#define FILL(F, U) \
  { \
    F *a = (F *)arguments; \
    for (int i = 0; i < LENGTH; ++i) { \
      U bits = (U)next(); \
      switch (i % 4) { \
      case 0: memcpy(a + i, &bits, sizeof(F)); break; \
      case 1: a[i] = (F)((int64_t)next() >> (next() % 40 + 24)) + (F)0.5; break; \
      case 2: a[i] = (F)((int64_t)next() >> (next() % 40 + 24)) / 4; break; \
      default: \
        a[i] = ldexp(1, (int)(next() % 68) - 3); \
        memcpy(&bits, a + i, sizeof(F)); \
        bits += (U)(next() % 9) - 4; \
        bits |= (U)(next() & 1) << (sizeof(F) * 8 - 1); \
        memcpy(a + i, &bits, sizeof(F)); \
      } \
    } \
    const F special[] = {0, (F)-0.0, INFINITY, -INFINITY, NAN, -NAN, (F)0.5, (F)-0.5, (F)1.5, (F)2.5, (F)-2.5, \
                         (F)2147483647.75, (F)-2147483648.5, (F)2147483647.5, (F)6442450943.75}; \
    memcpy(a, special, sizeof special); \
  }

int main() {
  int all = 0;
  FILL(float, uint32_t)
  FUNCTIONS(COMPARE, float, f)
  FILL(double, uint64_t)
  FUNCTIONS(COMPARE, double, )
  printf("%d wrong\n", all);
  return all != 0;
}
