// Transposed stores: rows that overlap, touch, or lie apart; strides of both signs; constant and not.
#include <ripple.h>
#include <stdio.h>
#include <string.h>
#define DEFINE(NAME, X, Y, T) \
__attribute__((noinline)) void NAME(T *y, const T *x, long n, long m) { \
  ripple_block_t b = ripple_set_block_shape(0, X, Y); \
  long c = (long)ripple_id(b, 0), r = (long)ripple_id(b, 1); \
  y[c * n + r] = x[r * m + c]; \
} \
void NAME##_want(T *y, const T *x, long n, long m) { \
  for (long r = 0; r < Y; ++r) for (long c = 0; c < X; ++c) y[c * n + r] = x[r * m + c]; \
} \
__attribute__((noinline)) void NAME##_fixed(T *y, const T *x) { \
  ripple_block_t b = ripple_set_block_shape(0, X, Y); \
  long c = (long)ripple_id(b, 0), r = (long)ripple_id(b, 1); \
  T v = x[c * Y + r]; y[c * Y + r] = v + 1; y[1100 + r * (X + 3) + c] = v; \
} \
void NAME##_fixed_want(T *y, const T *x) { \
  for (long r = 0; r < Y; ++r) for (long c = 0; c < X; ++c) { T v = x[c * Y + r]; y[c * Y + r] = v + 1; y[1100 + r * (X + 3) + c] = v; } \
}
DEFINE(t16, 16, 16, float)
DEFINE(t4, 4, 4, int)
DEFINE(t8, 8, 4, double)
DEFINE(t5, 5, 8, short)
DEFINE(t32, 32, 8, unsigned char)
DEFINE(t2, 2, 64, int)
DEFINE(t16x32, 16, 32, short)
DEFINE(t64, 16, 64, unsigned char)
DEFINE(t16d, 16, 16, double)
int main(void) {
  static char got[1 << 16], want[1 << 16], in[1 << 16];
  int failed = 0;
  for (int i = 0; i < 1 << 16; ++i) in[i] = (char)(i * 7 + i / 251);
#define TEST(NAME, T) \
  for (long n = -70; n <= 70; ++n) { \
    memset(got, 0, sizeof got); memset(want, 0, sizeof want); \
    NAME((T *)(got + (1 << 15)), (const T *)in, n, 40); NAME##_want((T *)(want + (1 << 15)), (const T *)in, n, 40); \
    if (memcmp(got, want, sizeof got)) { failed++; printf("FAIL " #NAME " %ld\n", n); } \
  } \
  memset(got, 0, sizeof got); memset(want, 0, sizeof want); \
  NAME##_fixed((T *)got, (const T *)in); NAME##_fixed_want((T *)want, (const T *)in); \
  if (memcmp(got, want, sizeof got)) { failed++; printf("FAIL " #NAME " fixed\n"); }
  TEST(t16, float) TEST(t4, int) TEST(t8, double) TEST(t5, short) TEST(t32, unsigned char) TEST(t2, int)
  TEST(t16x32, short) TEST(t64, unsigned char) TEST(t16d, double)
  // All elements are read before any is written.
#define IN_PLACE(NAME, X, Y, T, FROM, TO) { \
    static T rows[Y][X]; \
    memcpy(got, in, sizeof got); memcpy(want, in, sizeof want); \
    for (long r = 0; r < Y; ++r) for (long c = 0; c < X; ++c) rows[r][c] = ((T *)want + FROM)[r * X + c]; \
    for (long r = 0; r < Y; ++r) for (long c = 0; c < X; ++c) ((T *)want + TO)[c * Y + r] = rows[r][c]; \
    NAME((T *)got + TO, (T *)got + FROM, Y, X); \
    if (memcmp(got, want, sizeof got)) { failed++; printf("FAIL " #NAME " in place from %d to %d\n", FROM, TO); } \
  }
  IN_PLACE(t16, 16, 16, float, 0, 0) IN_PLACE(t16, 16, 16, float, 5, 77) IN_PLACE(t16, 16, 16, float, 200, 3)
  IN_PLACE(t16x32, 16, 32, short, 0, 0) IN_PLACE(t16x32, 16, 32, short, 100, 9) IN_PLACE(t64, 16, 64, unsigned char, 0, 0)
  IN_PLACE(t64, 16, 64, unsigned char, 1, 300) IN_PLACE(t16d, 16, 16, double, 0, 0) IN_PLACE(t16d, 16, 16, double, 9, 40)
  if (!failed) printf("PASS\n");
  return failed != 0;
}
