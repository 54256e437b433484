// Stores and loads of every second to fifth element: complete groups, incomplete ones, with loads and other stores between.
#include <ripple.h>
#include <stdio.h>
#include <string.h>
#define N 16
typedef struct { float r, g, b; } pixel;
#define BODY_ALL(V) \
  T a = x[3 * (V)] + x[3 * (V) + 1], b2 = x[3 * (V) + 2], c = x[2 * (V)], d = x[2 * (V) + 1]; \
  y[2 * (V)] = a; y[2 * (V) + 1] = b2; \
  y[100 + 3 * (V) + 2] = a; y[100 + 3 * (V)] = b2; y[100 + 3 * (V) + 1] = c; \
  y[200 + 4 * (V) + 1] = a; y[200 + 4 * (V)] = b2; y[200 + 4 * (V) + 3] = c; y[200 + 4 * (V) + 2] = d; \
  y[300 + 2 * (V)] = a; y[300 + (V)] = b2; y[300 + 2 * (V) + 1] = c; \
  y[400 + 2 * (V)] = a; T e = y[400 + (V)]; y[400 + 2 * (V) + 1] = e; \
  y[500 + 2 * (V)] = c; y[500 + 2 * (V) + 2] = d; y[500 + 2 * (V) + 1] = a; \
  y[600 + 5 * (V)] = a; y[600 + 5 * (V) + 3] = b2; \
  if ((V) < 11) { y[700 + 2 * (V)] = a; y[700 + 2 * (V) + 1] = d; y[800 + 3 * (V)] = c; y[800 + 3 * (V) + 1] = d; }
#define DEFINE(NAME, TYPE) \
typedef TYPE NAME##_t; \
__attribute__((noinline)) void NAME(TYPE *y, const TYPE *x) { \
  typedef TYPE T; ripple_block_t b = ripple_set_block_shape(0, N); long v = (long)ripple_id(b, 0); BODY_ALL(v) } \
void NAME##_want(TYPE *y, const TYPE *x) { \
  typedef TYPE T; T A[N], B[N], C[N], D[N], E[N]; int v; \
  for (v = 0; v < N; ++v) { A[v] = x[3*v] + x[3*v+1]; B[v] = x[3*v+2]; C[v] = x[2*v]; D[v] = x[2*v+1]; } \
  EACH(y[2*v] = A[v]) EACH(y[2*v+1] = B[v]) \
  EACH(y[100+3*v+2] = A[v]) EACH(y[100+3*v] = B[v]) EACH(y[100+3*v+1] = C[v]) \
  EACH(y[200+4*v+1] = A[v]) EACH(y[200+4*v] = B[v]) EACH(y[200+4*v+3] = C[v]) EACH(y[200+4*v+2] = D[v]) \
  EACH(y[300+2*v] = A[v]) EACH(y[300+v] = B[v]) EACH(y[300+2*v+1] = C[v]) \
  EACH(y[400+2*v] = A[v]) EACH(E[v] = y[400+v]) EACH(y[400+2*v+1] = E[v]) \
  EACH(y[500+2*v] = C[v]) EACH(y[500+2*v+2] = D[v]) EACH(y[500+2*v+1] = A[v]) \
  EACH(y[600+5*v] = A[v]) EACH(y[600+5*v+3] = B[v]) \
  EACH(if (v < 11) y[700+2*v] = A[v]) EACH(if (v < 11) y[700+2*v+1] = D[v]) \
  EACH(if (v < 11) y[800+3*v] = C[v]) EACH(if (v < 11) y[800+3*v+1] = D[v]) \
}
#define EACH(S) for (v = 0; v < N; ++v) { S; }
DEFINE(floats, float)
DEFINE(doubles, double)
DEFINE(bytes, unsigned char)
DEFINE(shorts, short)
__attribute__((noinline)) void gray(pixel *restrict p, const pixel *restrict q, long n) {
  ripple_block_t b = ripple_set_block_shape(0, N);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float m = (q[i].r + q[i].g + q[i].b) / 3;
    p[i].r = m;
    p[i].g = m + 1;
    p[i].b = m + 2;
  }
}
int main(void) {
  static char got[1 << 14], want[1 << 14], in[1 << 12];
  int failed = 0;
#define TEST(NAME) { \
  for (int i = 0; i < 256; ++i) ((NAME##_t *)in)[i] = (NAME##_t)(i * 3 % 101); \
  memset(got, 0, sizeof got); memset(want, 0, sizeof want); \
  NAME((NAME##_t *)got, (NAME##_t *)in); NAME##_want((NAME##_t *)want, (NAME##_t *)in); \
  if (memcmp(got, want, sizeof got)) { failed++; printf("FAIL " #NAME "\n"); \
    for (int i = 0; i < 900; ++i) if (((NAME##_t *)got)[i] != ((NAME##_t *)want)[i]) { printf("at %d\n", i); break; } } }
  TEST(floats) TEST(doubles) TEST(bytes) TEST(shorts)
  for (int n = 0; n < 70; ++n) {
    pixel p[80], q[80];
    memset(p, 0, sizeof p);
    for (int i = 0; i < n; ++i) q[i] = (pixel){(float)i, (float)(2 * i), (float)(3 * i)};
    gray(p, q, n);
    for (int i = 0; i < 80; ++i) {
      float m = i < n ? 2.0f * (float)i : 0;
      if (p[i].r != m || p[i].g != (i < n ? m + 1 : 0) || p[i].b != (i < n ? m + 2 : 0)) { failed++; printf("FAIL gray %d %d\n", n, i); break; }
    }
  }
  if (!failed) printf("PASS\n");
  return failed != 0;
}
