// Counters whose steps are long, index functions with memory of their own, and functions of math that return several results.
#define _GNU_SOURCE
#include <math.h>
#include <ripple.h>
#include <stdio.h>
#include <string.h>

static int bad;

static void check(int is_right, const char *name, int element) {
  if (!is_right && ++bad)
    printf("%s differs at %d\n", name, element);
}

// Eight steps are more than the type has.
__attribute__((noinline)) static void long_steps(long long from, long long to, int *o) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (long long i = from; i < to; i += 1LL << 60)
    o[(i >> 60) + 8] = 1;
}
__attribute__((noinline)) static void narrow_steps(signed char from, signed char to, int *o) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32);
  ripple_parallel(b, 0);
  for (signed char i = from; i < to; i += 5)
    o[i + 128] = i;
}

static size_t in_fours(size_t k) {
  size_t order[4] = {2, 0, 3, 1};
  return order[k & 3] + (k & ~(size_t)3);
}
static size_t local_table(size_t k, size_t n) { return in_fours(k) % n; }
static size_t far_back(size_t k, size_t n) { return k == 0 ? n - 1 : far_back(k - 1, n) - 1; }
static size_t mirrored(size_t k, size_t n) { return (__builtin_bitreverse32((unsigned)k) >> __builtin_clz((unsigned)n - 1)) % n; }

__attribute__((noinline)) static void shuffle(const int *x, int *y, int *z, int *w) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 128);
  size_t v = ripple_id(b, 0);
  y[v] = ripple_shuffle(x[v], local_table);
  z[v] = ripple_shuffle(x[v], far_back);
  w[v] = ripple_shuffle(x[v], mirrored);
}

__attribute__((noinline)) static void results(const float *x, float *o, int *e) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(b, 0);
  int exponent, quotient;
  float whole, sine, cosine;
  o[v] = frexpf(x[v], &exponent);
  o[v] += modff(x[v], &whole) * 2;
  sincosf(x[v], &sine, &cosine);
  o[v] += whole * 3 + sine * cosine;
  o[v] += remquof(x[v], 0.75f, &quotient);
  e[v] = exponent * 100 + quotient % 8;
}

int main(void) {
  int o[256] = {0};
  long_steps(-(6LL << 60), (4LL << 60) + 5, o);
  for (int i = -8; i < 8; ++i)
    check(o[i + 8] == (i >= -6 && i <= 4), "long steps", i);
  memset(o, 0, sizeof o);
  narrow_steps(-100, 120, o);
  for (int i = -128; i < 128; ++i)
    check(o[i + 128] == (i >= -100 && i < 120 && (i + 100) % 5 == 0 ? i : 0), "narrow steps", i);
  int x[128], y[128], z[128], w[128];
  for (int i = 0; i < 128; ++i)
    x[i] = 7 * i;
  shuffle(x, y, z, w);
  for (int i = 0; i < 128; ++i) {
    check(y[i] == x[local_table(i, 128)] && z[i] == x[far_back(i, 128)] && w[i] == x[mirrored(i, 128)], "shuffle", i);
  }
  float f[8], g[8];
  int e[8];
  for (int i = 0; i < 8; ++i)
    f[i] = 1.7f * (float)i - 3;
  results(f, g, e);
  for (int i = 0; i < 8; ++i) {
    int exponent, quotient;
    float whole, want = frexpf(f[i], &exponent);
    want += modff(f[i], &whole) * 2;
    want += whole * 3 + sinf(f[i]) * cosf(f[i]);
    want += remquof(f[i], 0.75f, &quotient);
    check(fabsf(g[i] - want) < 1e-4f && e[i] == exponent * 100 + quotient % 8, "results", i);
  }
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
