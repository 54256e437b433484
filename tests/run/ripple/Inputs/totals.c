// Sums of which only the total matters, and some of which more does.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

#define N 300
#define NOINLINE __attribute__((noinline)) static
#define DIFF(x, z) ((x) > (z) ? (x) - (z) : (z) - (x))

static uint8_t x[N], z[N];
static int16_t p[N], q[N];

#define SUM(NAME, T, LANES, TERM)                                                                               \
  NOINLINE T NAME(int n) {                                                                                             \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES);                                                \
    T s = ripple_broadcast(b, 1, (T)3);                                                                                \
    ripple_parallel(b, 0);                                                                                             \
    for (int i = 0; i < n; ++i)                                                                                        \
      s += TERM;                                                                                                       \
    return ripple_reduceadd(1, s);                                                                                     \
  }                                                                                                                    \
  static T NAME##_want(int n) {                                                                                        \
    T s = (T)(3 * LANES);                                                                                              \
    for (int i = 0; i < n; ++i)                                                                                        \
      s += TERM;                                                                                                       \
    return s;                                                                                                          \
  }

SUM(sum_bytes, uint32_t, 64, x[i])
SUM(sum_bytes_signed, int, 32, x[i])
SUM(sum_bytes_long, int64_t, 128, x[i])
SUM(sum_bytes_few, uint32_t, 16, x[i])
SUM(sum_bytes_odd, uint32_t, 24, x[i])
SUM(sum_bytes_short, uint16_t, 64, x[i])
SUM(differences, uint32_t, 64, DIFF(x[i], z[i]))
SUM(differences_long, uint64_t, 32, DIFF(z[i], x[i]))
SUM(products, int, 32, p[i] * q[i])
SUM(products_few, int, 8, p[i] * q[i])
SUM(products_long, int64_t, 32, (int64_t)(p[i] * q[i]))
SUM(all_three, int, 64, x[i] + p[i] * q[i] + DIFF(x[i], z[i]))

// Added under conditions, some of which have a shape.
NOINLINE int conditions(int n, int flag) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  int s = ripple_broadcast(b, 1, 0);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    s += x[i];
    if (z[i] > 100)
      s += x[i];
    else
      s += DIFF(x[i], z[i]);
    if (flag)
      s += z[i];
  }
  return ripple_reduceadd(1, s);
}
static int conditions_want(int n, int flag) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] + (z[i] > 100 ? x[i] : DIFF(x[i], z[i])) + (flag ? z[i] : 0);
  return s;
}

// Elements are read, or assigned, by themselves.
NOINLINE int single(int n) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  int s = ripple_broadcast(b, 1, 0);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i)
    s += x[i];
  return ripple_reduceadd(1, s) + ripple_slice(s, 5);
}
static int single_want(int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * (i % 64 == 5 ? 2 : 1);
  return s;
}
NOINLINE int cleared(int n) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  int s = ripple_broadcast(b, 1, 0);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    s += x[i];
    if (z[i] == 77)
      s = 0;
  }
  return ripple_reduceadd(1, s);
}
static int cleared_want(int n) {
  int s[64] = {0}, all = 0;
  for (int i = 0; i < n; ++i) {
    s[i % 64] += x[i];
    if (z[i] == 77)
      s[i % 64] = 0;
  }
  for (int i = 0; i < 64; ++i)
    all += s[i];
  return all;
}
NOINLINE int within(int n) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  int s = ripple_broadcast(b, 1, 0), all = 0;
  size_t v = ripple_id(b, 0);
  for (int i = 0; i + 64 <= n; i += 64) {
    s += x[i + v];
    if (z[i + v] > 50)
      all += ripple_reduceadd(1, s);
  }
  return all;
}
static int within_want(int n) {
  int s[64] = {0}, all = 0;
  for (int i = 0; i + 64 <= n; i += 64)
    for (int v = 0; v < 64; ++v) {
      s[v] += x[i + v];
      if (z[i + v] > 50)
        all += s[v];
    }
  return all;
}
NOINLINE int two_dims(int n) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 4);
  int s = ripple_broadcast(b, 3, 0);
  size_t c = ripple_id(b, 0), r = ripple_id(b, 1);
  for (int i = 0; i + 64 <= n; i += 64)
    s += x[i + c + 16 * r];
  int rows = ripple_reduceadd(1, s);
  return ripple_slice(rows, 0, 1) + ripple_reduceadd(3, s);
}
static int two_dims_want(int n) {
  int all = 0;
  for (int i = 0; i + 64 <= n; i += 64)
    for (int v = 0; v < 64; ++v)
      all += x[i + v] * (v / 16 == 1 ? 2 : 1);
  return all;
}

int main(void) {
  int bad = 0;
  for (int i = 0; i < N; ++i) {
    x[i] = (uint8_t)(i * 37 + 11);
    z[i] = (uint8_t)(i * 91 + (i >> 3));
    p[i] = (int16_t)(i * 1201 - 32768);
    q[i] = (int16_t)(i * 677 + 5 - 20000);
  }
#define TRY(NAME, ...)                                                                                                 \
  if (NAME(__VA_ARGS__) != NAME##_want(__VA_ARGS__) && bad++ < 20)                                                     \
    printf(#NAME " differs for %d\n", n);
  for (int n = 0; n < N; ++n) {
    TRY(sum_bytes, n)
    TRY(sum_bytes_signed, n)
    TRY(sum_bytes_long, n)
    TRY(sum_bytes_few, n)
    TRY(sum_bytes_odd, n)
    TRY(sum_bytes_short, n)
    TRY(differences, n)
    TRY(differences_long, n)
    TRY(products_long, n)
    TRY(conditions, n, n & 1)
    TRY(single, n)
    TRY(cleared, n)
    TRY(within, n)
    TRY(two_dims, n)
  }
  for (int i = 0; i < N; ++i)
    p[i] >>= 4, q[i] >>= 4;
  for (int n = 0; n < N; ++n) {
    TRY(products, n)
    TRY(products_few, n)
    TRY(all_three, n)
  }
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
