// Structures that are passed and returned by value, in each way that calling conventions have for them.
#include <complex.h>
#include <ripple.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad;

static void check(int is_right, const char *name, int element) {
  if (!is_right && ++bad)
    printf("%s differs at %d\n", name, element);
}

/* Called for each element, as it is not inlined. */
#define CALLED __attribute__((noinline))
#define STRUCTURE(NAME, SET, GET) \
  static NAME NAME##_choose(NAME p, NAME q, int k) { \
    if (k & 1) \
      return p; \
    NAME t = q; \
    return t; \
  } \
  static int NAME##_get(NAME p) { return GET; } \
  CALLED NAME NAME##_called(NAME p, int k) { \
    if (k == 2) \
      memset(&p, 0, sizeof p); \
    return p; \
  } \
  static void NAME##_block(const NAME *x, const NAME *y, const int *m, NAME *z, int *o) { \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8); \
    size_t v = ripple_id(b, 0); \
    NAME t = NAME##_choose(x[v], y[7 - v], m[v]); \
    o[v] = NAME##_get(t) + NAME##_get(x[v]); \
    z[v] = t; \
  } \
  static void NAME##_loop(int n, const NAME *x, const NAME *y, const int *m, NAME *z, int *o) { \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8); \
    ripple_parallel(b, 0); \
    for (int i = 0; i < n; ++i) { \
      if (m[i] == 3) { \
        z[i] = NAME##_called(y[i], m[i]); \
        continue; \
      } \
      z[i] = NAME##_choose(y[i], NAME##_called(x[i], m[i]), m[i]); \
      o[i] = NAME##_get(z[i]); \
    } \
  } \
  static NAME NAME##_made(int i) { \
    NAME t; \
    memset(&t, 0, sizeof t); \
    SET; \
    return t; \
  } \
  static void NAME##_test(void) { \
    enum { N = 29 }; \
    NAME x[N], y[N], z[N]; \
    int m[N], o[N]; \
    for (int i = 0; i < N; ++i) \
      x[i] = NAME##_made(i), y[i] = NAME##_made(5 * i + 1), z[i] = NAME##_made(0), m[i] = i * i % 5, o[i] = 0; \
    NAME##_block(x, y, m, z, o); \
    for (int i = 0; i < 8; ++i) { \
      NAME t = NAME##_choose(x[i], y[7 - i], m[i]); \
      check(o[i] == NAME##_get(t) + NAME##_get(x[i]) && NAME##_get(z[i]) == NAME##_get(t), #NAME, i); \
    } \
    memset(o, 0, sizeof o); \
    NAME##_loop(N - 2, x, y, m, z, o); \
    for (int i = 0; i < N - 2; ++i) { \
      NAME t = m[i] == 3 ? y[i] : NAME##_choose(y[i], NAME##_called(x[i], m[i]), m[i]); \
      check(NAME##_get(z[i]) == NAME##_get(t) && o[i] == (m[i] == 3 ? 0 : NAME##_get(t)), #NAME, i); \
    } \
    check(o[N - 1] == 0 && o[N - 2] == 0, #NAME, N); \
  }

typedef struct { int a; int b; } ints;
STRUCTURE(ints, t.a = i; t.b = 3 * i, p.a + 2 * p.b)
typedef struct { int a, b, c; } three_ints;
STRUCTURE(three_ints, t.a = i; t.b = 3 * i; t.c = 7, p.a + 2 * p.b + 3 * p.c)
typedef struct { unsigned char r, g, b, a; } bytes;
STRUCTURE(bytes, t.r = i; t.g = 3 * i; t.a = 9, p.r + 2 * p.g + 3 * p.b + 4 * p.a)
typedef struct { unsigned char r, g, b; } three_bytes;
STRUCTURE(three_bytes, t.r = i; t.g = 3 * i; t.b = 9, p.r + 2 * p.g + 3 * p.b)
typedef struct { short r, g, b; } three_shorts;
STRUCTURE(three_shorts, t.r = i; t.g = 3 * i; t.b = 9, p.r + 2 * p.g + 3 * p.b)
typedef struct { short a; char b; int c; } mixed;
STRUCTURE(mixed, t.a = i; t.b = 3; t.c = -i, p.a + 2 * p.b + 3 * p.c)
typedef struct { float a; int b; } float_int;
STRUCTURE(float_int, t.a = i; t.b = 3 * i, (int)p.a + 2 * p.b)
typedef struct { double a; int b; } double_int;
STRUCTURE(double_int, t.a = i; t.b = 3 * i, (int)p.a + 2 * p.b)
typedef struct { short a; int *b; } short_pointer;
STRUCTURE(short_pointer, t.a = i; t.b = &bad + i % 2, p.a + (int)(p.b - &bad))
typedef struct { float a, b; } floats;
STRUCTURE(floats, t.a = i; t.b = 3 * i, (int)(p.a + 2 * p.b))
typedef struct { float a, b, c; } three_floats;
STRUCTURE(three_floats, t.a = i; t.b = 3 * i; t.c = 2, (int)(p.a + 2 * p.b + p.c))
typedef struct { double a, b; } doubles;
STRUCTURE(doubles, t.a = i; t.b = 3 * i, (int)(p.a + 2 * p.b))
/* Returned through memory of the caller's, which exists once unless the function is inlined. */
#undef CALLED
#define CALLED static
typedef struct { long a, b, c; } longs;
STRUCTURE(longs, t.a = i; t.b = 3 * i; t.c = 5, (int)(p.a + 2 * p.b + p.c))
typedef struct { int a[3]; } array;
STRUCTURE(array, t.a[0] = i; t.a[2] = 3 * i, p.a[0] + 2 * p.a[2] + p.a[1])
typedef struct { struct { int x, y; } a; float b; } nested;
STRUCTURE(nested, t.a.x = i; t.a.y = 3 * i; t.b = 2, p.a.x + 2 * p.a.y + (int)p.b)
typedef struct { unsigned a : 5, b : 11, c : 16; } bits;
STRUCTURE(bits, t.a = i; t.b = 3 * i; t.c = 5, (int)(p.a + 2 * p.b + p.c))

// Functions of libraries that return structures, and numbers that are passed as such.
static void libraries(const int *x, const int *y, int *o, const float complex *a, float complex *c, float *n) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  div_t d = div(x[v], y[v]);
  ldiv_t e = ldiv(x[v], y[v]);
  o[v] = d.quot * 100 + d.rem + (int)e.rem;
  c[v] = a[v] * a[v] + conjf(a[v]);
  n[v] = crealf(c[v]);
}

static void exchange(int *h, const int *at, int *o) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  int expected = (int)v % 3;
  if (at[v] != 2)
    o[v] = __atomic_compare_exchange_n(&h[at[v]], &expected, 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) * 100 + expected;
}

static void overflow(const int *x, int *o) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  int r;
  o[v] = __builtin_mul_overflow(x[v], 1 << 20, &r) ? -1 : r;
}

int main(void) {
  ints_test(), three_ints_test(), bytes_test(), three_bytes_test(), three_shorts_test(), mixed_test(), float_int_test();
  double_int_test(), short_pointer_test(), floats_test(), three_floats_test(), doubles_test(), longs_test(), array_test();
  nested_test(), bits_test();
  int x[8], y[8], o[8];
  float complex a[8], c[8];
  float n[8];
  for (int i = 0; i < 8; ++i)
    x[i] = 37 * i - 60, y[i] = i + 3, a[i] = (float)i + 2.0f * I;
  libraries(x, y, o, a, c, n);
  for (int i = 0; i < 8; ++i) {
    float complex want = a[i] * a[i] + conjf(a[i]);
    check(o[i] == x[i] / y[i] * 100 + 2 * (x[i] % y[i]) && c[i] == want && n[i] == crealf(want), "libraries", i);
  }
  int h[8] = {0}, g[8] = {0}, at[8] = {1, 1, 2, 1, 0, 2, 7, 7};
  memset(o, 0, sizeof o);
  exchange(h, at, o);
  for (int i = 0; i < 8; ++i) {
    int expected = i % 3, *p = &g[at[i]], was_equal = *p == expected;
    if (at[i] == 2)
      continue;
    if (was_equal)
      *p = 7;
    else
      expected = *p;
    check(o[i] == was_equal * 100 + expected, "exchange", i);
  }
  check(memcmp(h, g, sizeof h) == 0, "exchange", 8);
  for (int i = 0; i < 8; ++i)
    x[i] = 700 * i;
  overflow(x, o);
  for (int i = 0; i < 8; ++i)
    check(o[i] == (x[i] < 2048 ? x[i] << 20 : -1), "overflow", i);
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
