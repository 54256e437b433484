// Loops that add several products of small numbers to each element at once.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "multiplies-bytes.h"

#define AT(x, count, i, q) x[((p) * (count) + (i)) * 4 + (q)]

// Four after each other in memory, in a loop and as a sum; and two in rows of their own.
#define PRODUCTS(NAME, A, B, C)                                                                               \
  __attribute__((noinline)) static void NAME(int form, int m, int n, int k, const A *a, const B *b, C *c) {   \
    ripple_block_t block = ripple_set_block_shape(0, 12, 8);                                                  \
    int i = (int)ripple_id(block, 1), j = (int)ripple_id(block, 0);                                           \
    if (i < m && j < n) {                                                                                     \
      C s = 0;                                                                                                \
      if (form == 0) {                                                                                        \
        for (int p = 0; p < k; p++)                                                                           \
          for (int q = 0; q < 4; q++)                                                                         \
            s += (C)AT(a, m, i, q) * (C)AT(b, n, j, q);                                                       \
      } else if (form == 1) {                                                                                 \
        s = 7;                                                                                                \
        for (int p = 0; p < k; p++)                                                                           \
          s += (C)AT(a, m, i, 0) * (C)AT(b, n, j, 0) + (C)AT(a, m, i, 1) * (C)AT(b, n, j, 1) +                \
               (C)AT(a, m, i, 2) * (C)AT(b, n, j, 2) + (C)AT(a, m, i, 3) * (C)AT(b, n, j, 3);                 \
        s -= 7;                                                                                               \
      } else {                                                                                                \
        for (int p = 0; p < 4 * k; p += 2) {                                                                  \
          s += (C)a[p * m + i] * (C)b[p * n + j];                                                             \
          s += (C)a[(p + 1) * m + i] * (C)b[(p + 1) * n + j];                                                 \
        }                                                                                                     \
      }                                                                                                       \
      c[i * n + j] = s;                                                                                       \
    }                                                                                                         \
  }
PRODUCTS(bytes_ss, int8_t, int8_t, int32_t)
PRODUCTS(bytes_us, uint8_t, int8_t, int32_t)
PRODUCTS(words_ss, int16_t, int16_t, int64_t)
PRODUCTS(words_us, uint16_t, int16_t, int64_t)

// Two products in rows of their own, which are next to each other in no memory.
__attribute__((noinline)) static void two_rows(int m, int n, int k, const int16_t *a, const int16_t *b, int64_t *c) {
  ripple_block_t block = ripple_set_block_shape(0, 12, 8);
  ripple_parallel(block, 1);
  for (int i = 0; i < m; i++) {
    ripple_parallel(block, 0);
    for (int j = 0; j < n; j++) {
      int64_t s = 0;
      for (int p = 0; p < k; p++)
        s += (int64_t)a[2 * p * m + i] * b[2 * p * n + j] + (int64_t)a[(2 * p + 1) * m + i] * b[(2 * p + 1) * n + j];
      c[i * n + j] = s;
    }
  }
}

// Few rows, whose number is known: loops over the rows of tiles are unrolled.
__attribute__((noinline)) static void few_rows(const float *a, const float *b, float *c) {
  ripple_block_t block = ripple_set_block_shape(0, 32, 4);
  ripple_parallel(block, 1);
  for (int i = 0; i < 30; ++i) {
    ripple_parallel(block, 0);
    for (int j = 0; j < 19; ++j) {
      float s = 0;
      for (int p = 0; p < 5; ++p)
        s += a[p * 30 + i] * b[p * 19 + j];
      c[i * 19 + j] = s;
    }
  }
}

enum { SIZE = 8192 };
static int8_t sa[SIZE], sb[SIZE];
static uint8_t ua[SIZE];
static int16_t ha[SIZE], hb[SIZE];
static uint16_t va[SIZE];
static int32_t narrow[SIZE];
static int64_t wide[SIZE];
static float fa[SIZE], fb[SIZE], fc[SIZE];

#define CHECK(NAME, A, B, C, T)                                                \
  for (int form = 0; form < 3; ++form) {                                       \
    memset(C, 0x55, sizeof C);                                                 \
    NAME(form, m, n, k, A, B, C);                                              \
    for (int i = 0; i < m; i++)                                                \
      for (int j = 0; j < n; j++) {                                            \
        T s = 0;                                                               \
        for (int p = 0; p < k; p++)                                            \
          for (int q = 0; q < 4; q++)                                          \
            s += form < 2 ? (T)AT(A, m, i, q) * (T)AT(B, n, j, q)              \
                          : (T)A[(4 * p + q) * m + i] * (T)B[(4 * p + q) * n + j]; \
        if (C[i * n + j] != s)                                                 \
          return printf("FAIL %s %d: %d %d %d\n", #NAME, form, m, n, k), 1;    \
      }                                                                        \
    unsigned char untouched[sizeof *C];                                        \
    memset(untouched, 0x55, sizeof untouched);                                 \
    if (memcmp(&C[m * n], untouched, sizeof untouched))                        \
      return printf("FAIL %s %d writes too much\n", #NAME, form), 1;           \
  }

static int check(int m, int n, int k) {
  CHECK(words_ss, ha, hb, wide, int64_t)
  CHECK(words_us, va, hb, wide, int64_t)
  if (multiplies_bytes()) {
    CHECK(bytes_ss, sa, sb, narrow, int32_t)
    CHECK(bytes_us, ua, sb, narrow, int32_t)
  }
  two_rows(m, n, k, ha, hb, wide);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      int64_t s = 0;
      for (int p = 0; p < 2 * k; p++)
        s += (int64_t)ha[p * m + i] * hb[p * n + j];
      if (wide[i * n + j] != s)
        return printf("FAIL two_rows: %d %d %d\n", m, n, k), 1;
    }
  return 0;
}

int main(void) {
  for (int i = 0; i < SIZE; i++) {
    sa[i] = (int8_t)(i * 37), sb[i] = (int8_t)(i * 91 + 3), ua[i] = (uint8_t)(i * 53);
    ha[i] = (int16_t)(i * 2437), hb[i] = (int16_t)(i * 9187 + 3);
    va[i] = (uint16_t)(i * 5353);
    fa[i] = (float)(i % 13 - 5), fb[i] = (float)(i % 11 - 4);
  }
  if (check(8, 12, 3) || check(1, 1, 1) || check(7, 9, 2) || check(5, 12, 0))
    return 1;
  few_rows(fa, fb, fc);
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 19; ++j) {
      float s = 0;
      for (int p = 0; p < 5; ++p)
        s += fa[p * 30 + i] * fb[p * 19 + j];
      if (fc[i * 19 + j] != s)
        return puts("FAIL few_rows"), 1;
    }
  puts("PASS");
  return 0;
}
