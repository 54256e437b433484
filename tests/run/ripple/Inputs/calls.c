// Calls of specialized functions: with structures by value, another calling convention, shapes that grow in a loop.
#include <ripple.h>
#include <stdio.h>
#include <string.h>
#define N 8

struct big {
  int a[8];
};

static __attribute__((noinline)) int sum(struct big s, int x) {
  int t = 0;
  for (int i = 0; i < 8; ++i) { s.a[i] += 1; t += s.a[i]; }
  return t + x;
}
static __attribute__((noinline, preserve_most)) void put(int *p, int x) { *p = x; }
static __attribute__((noinline)) struct big make(int x, int *p) { struct big s; for (int i = 0; i < 8; ++i) s.a[i] = i; *p = x; return s; }
__attribute__((noinline)) void f(int *a, struct big *s) {
  ripple_block_t b = ripple_set_block_shape(0, N);
  int v = (int)ripple_id(b, 0);
  a[v] = sum(*s, v);
  put(a + N + v, v * 2);
  if (v < 4) { struct big r = make(v, a + 2*N + v); a[3*N + v] = r.a[3]; }
}
__attribute__((noinline)) void g(int n, int *a) {
  ripple_block_t b = ripple_set_block_shape(0, N);
  int v = (int)ripple_id(b, 0);
  int *p = ripple_broadcast_ptr(b, 1, a);
  for (int i = 0; i < n; ++i) { put(p, v); p = a + v; }
}
int main(void) {
  int a[4 * N] = {0};
  struct big s;
  for (int i = 0; i < 8; ++i)
    s.a[i] = i;
  f(a, &s);
  int failed = 0;
  for (int v = 0; v < N; ++v) {
    failed += a[v] != 36 + v || a[N + v] != 2 * v;
    failed += a[2 * N + v] != (v < 4 ? v : 0) || a[3 * N + v] != (v < 4 ? 3 : 0);
    // The callee changes its own copy.
    failed += s.a[v] != v;
  }
  g(2, a);
  for (int v = 0; v < N; ++v)
    failed += a[v] != v;
  printf(failed ? "FAIL %d\n" : "PASS\n", failed);
  return failed;
}
