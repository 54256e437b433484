// Lookups in tables of bytes of known sizes, with and without conditions, on the stack, in parameters, global.
#include <ripple.h>
#include <stdio.h>
#include <string.h>
static const unsigned char t16[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static unsigned char t20[20], t100[100], t200[200], t256[256], t1[1];
static signed char s64[64];
#define N 48
#define CASE(NAME, T, INDEX, TABLE) \
  __attribute__((noinline)) void NAME(T *y, const unsigned char *x) { \
    ripple_block_t b = ripple_set_block_shape(0, N); int v = (int)ripple_id(b, 0); \
    y[v] = TABLE[INDEX]; if (x[v] & 1) y[v] = TABLE[INDEX] + 1; } \
  void NAME##_want(T *y, const unsigned char *x) { \
    for (int v = 0; v < N; ++v) { y[v] = TABLE[INDEX]; if (x[v] & 1) y[v] = TABLE[INDEX] + 1; } }
CASE(a, unsigned char, x[v] & 15, t16)
CASE(b, unsigned char, x[v] % 20, t20)
CASE(c, int, x[v] % 100, t100)
CASE(d, unsigned char, x[v] % 200, t200)
CASE(e, short, x[v], t256)
CASE(f, int, x[v] >> 2, s64)
CASE(g, unsigned char, x[v] >> 8, t1)
__attribute__((noinline)) void p(unsigned char *y, const unsigned char *x, const unsigned char t[static 256]) {
  ripple_block_t b = ripple_set_block_shape(0, N); int v = (int)ripple_id(b, 0); y[v] = t[x[v]]; }
__attribute__((noinline)) void q(unsigned char *y, const unsigned char *x, int k) {
  unsigned char t[32]; for (int i = 0; i < 32; ++i) t[i] = (unsigned char)(i * k);
  ripple_block_t b = ripple_set_block_shape(0, N); int v = (int)ripple_id(b, 0); y[v] = t[x[v] & 31]; }
// Each element has a table of its own.
__attribute__((noinline)) void r(unsigned char *y, const unsigned char *x) {
  ripple_block_t b = ripple_set_block_shape(0, N); int v = (int)ripple_id(b, 0);
  unsigned char t[32]; for (int i = 0; i < 32; ++i) t[i] = (unsigned char)(i * x[v]);
  y[v] = t[x[v] & 31]; }
int main(void) {
  unsigned char x[N]; int failed = 0;
  for (int i = 0; i < 20; ++i) t20[i] = i * 7 + 1;
  for (int i = 0; i < 100; ++i) t100[i] = i * 3 + 1;
  for (int i = 0; i < 200; ++i) t200[i] = i * 5 + 1;
  for (int i = 0; i < 256; ++i) t256[i] = i * 11 + 1;
  for (int i = 0; i < 64; ++i) s64[i] = (signed char)(i * 9 - 100);
  t1[0] = 42;
  for (int round = 0; round < 16; ++round) {
    for (int i = 0; i < N; ++i) x[i] = (unsigned char)(i * 37 + round * 19);
#define TEST(NAME, T) { T got[N], want[N]; NAME(got, x); NAME##_want(want, x); if (memcmp(got, want, sizeof got)) { failed++; printf("FAIL " #NAME " %d\n", round); } }
    TEST(a, unsigned char) TEST(b, unsigned char) TEST(c, int) TEST(d, unsigned char) TEST(e, short) TEST(f, int) TEST(g, unsigned char)
    unsigned char got[N];
    p(got, x, t256); for (int i = 0; i < N; ++i) failed += got[i] != t256[x[i]];
    r(got, x); for (int i = 0; i < N; ++i) failed += got[i] != (unsigned char)((x[i] & 31) * x[i]);
    q(got, x, 13); for (int i = 0; i < N; ++i) failed += got[i] != (unsigned char)((x[i] & 31) * 13);
  }
  printf(failed ? "FAIL %d\n" : "PASS\n", failed);
  return failed != 0;
}
