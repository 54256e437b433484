#include <ripple.h>
#include <stdio.h>
enum { N = 16 };
/* What elements assign to a scalar where they leave a loop at different times; early returns out of two loops. */
__attribute__((noinline)) int last_found(const int *x) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  int found = -1, k = 0;
  while (k < 20) { if (x[v] == k) { found = k; break; } k++; }
  return found;
}
__attribute__((noinline)) int two(const int *x, int *o) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  int found = -1;
  for (int k = 0; k < 20; k++) { int t = x[v] + k; if (x[v] == k) { found = 100 + k; break; } if (t > 30) { found = 200 + k; break; } }
  o[0] = found;
  return found;
}
static int returns(const int *p, int x) {
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (p[i * 4 + j] == x % 16) return i * 10 + j;
      if (j > x % 5) break;
    }
  }
  return -1;
}
__attribute__((noinline)) void each_returns(const int *t, const int *p, int *o) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  o[v] = returns(t, p[v]);
}
static int gone(const int *p, int x) {
  int i, j, r = x - x - 1;
  for (i = 0; i < 4; i++) {
    for (j = 0; j < 4; j++) {
      if (p[i * 4 + j] == x) { r = i * 10 + j; goto done; }
      if (j > x) break;
    }
  }
done:
  return r;
}
__attribute__((noinline)) void each_gone(const int *t, const int *p, int *o) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  o[v] = gone(t, p[v]);
}
/* A loop in the annotated one is left by a 'return'. */
__attribute__((noinline)) int inner_return(int n, int *a, int stop) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  int t, i;
  ripple_parallel(b, 0);
  for (i = 0; i < n; ++i) {
    a[i] += 1;
    for (t = 0; t < 3; ++t)
      if (stop == t + 1) return t;
    a[i] += 1000;
  }
  return -1;
}
/* What is assigned is a constant; loops in each other, and one that elements leave by its condition in other iterations. */
__attribute__((noinline)) int flagged(const int *x) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  int flag = 3;
  for (int i = ripple_broadcast(b, 1, 0); i < 2 + x[v] % 3; i++) { if (x[v] == 5) { flag = 27; break; } }
  return flag;
}
__attribute__((noinline)) int flagged_inside(const int *x) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  int flag = 3;
  for (int i = ripple_broadcast(b, 1, 0); i < 3; i++) {
    for (int j = 0; j < 2; j++) { if (x[v] == 5 + i) { flag = 27; break; } }
  }
  return flag;
}
/* Those that stay have it as it was, or as it is assigned by those that leave. */
__attribute__((noinline)) int assigned_or_kept(const int *x) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  int flag = 3;
  for (int i = ripple_broadcast(b, 1, 0); i < 2; i++) {
    if (x[v] < 4) continue;
    for (int j = ripple_broadcast(b, 1, 0); j < 3; j++) { if (x[v] >= 4) { flag = 27; break; } }
    if (x[v] < 100) break;
  }
  return flag;
}
/* Two ways out meet where the local ends. */
__attribute__((noinline)) int ways_meet(const int *x, int *a) {
  ripple_block_t b = ripple_set_block_shape(0, N); size_t v = ripple_id(b, 0);
  int flag = 3;
  for (int i = ripple_broadcast(b, 1, 0); i < 4; i++) {
    int local = (int)v + i; if (local < 0) a[0] = 1;
    if (x[v] == i) break;
    for (int j = ripple_broadcast(b, 1, 0); j < 1; j++) { if (x[v] > 2) { flag = 27; break; } }
    if (1 < i) break;
  }
  return flag;
}
static int s_last(const int *x, int n) { int f = -1; for (int k = 0; k < n; k++) for (int i = 0; i < N; i++) if (x[i] == k) f = k; return f; }
int main(void) {
  int bad = 0;
  for (int seed = 0; seed < 20; seed++) {
    int x[N], o[1]; for (int i = 0; i < N; i++) x[i] = (seed * 7 + i * 5) % (10 + seed);
    int w = s_last(x, 20), g = last_found(x); if (w != g) bad++, printf("last %d: %d want %d\n", seed, g, w);
    int any = 0, some = 0; for (int i = 0; i < N; i++) any |= x[i] == 5, some |= x[i] >= 5 && x[i] < 8;
    if (flagged(x) != (any ? 27 : 3)) bad++, printf("flagged %d: %d\n", seed, flagged(x));
    if (flagged_inside(x) != (some ? 27 : 3)) bad++, printf("flagged_inside %d: %d\n", seed, flagged_inside(x));
    int high = 0, above = 0; for (int i = 0; i < N; i++) high |= x[i] >= 4, above |= x[i] > 2;
    if (assigned_or_kept(x) != (high ? 27 : 3)) bad++, printf("assigned_or_kept %d: %d\n", seed, assigned_or_kept(x));
    if (ways_meet(x, o) != (above ? 27 : 3)) bad++, printf("ways_meet %d: %d\n", seed, ways_meet(x, o));
    int live[N], k, f;
    f = -1; for (int i = 0; i < N; i++) live[i] = 1;
    for (k = 0; k < 20; k++) { for (int i = 0; i < N; i++) if (live[i] && x[i] == k) f = 100 + k, live[i] = 2; int first = 0; for (int i = 0; i < N; i++) first |= live[i] == 2; for (int i = 0; i < N; i++) if (live[i] == 1 && x[i] + k > 30) { if (!first) f = 200 + k; live[i] = 0; } for (int i = 0; i < N; i++) if (live[i] == 2) live[i] = 0; }
    g = two(x, o); if (g != f || o[0] != f) bad++, printf("two %d: %d want %d\n", seed, g, f);
  }
  int none[N] = {0}, unused[1];
  if (assigned_or_kept(none) != 3 || ways_meet(none, unused) != 3) bad++, puts("assigned by none");
  int t[16], p[16], o[16];
  for (int i = 0; i < 16; i++) t[i] = (i * 7 + 3) % 16, p[i] = i * 5 + 2;
  each_returns(t, p, o);
  for (int i = 0; i < 16; i++) if (o[i] != returns(t, p[i])) bad++, printf("returns %d: %d want %d\n", i, o[i], returns(t, p[i]));
  each_gone(t, t, o);
  for (int i = 0; i < 16; i++) if (o[i] != gone(t, t[i])) bad++, printf("gone %d: %d want %d\n", i, o[i], gone(t, t[i]));
  for (int stop = 0; stop < 5; stop++) {
    for (int i = 0; i < 16; i++) o[i] = 0;
    int w = stop >= 1 && stop <= 3 ? stop - 1 : -1;
    if (inner_return(13, o, stop) != w) bad++;
    for (int i = 0; i < 16; i++) if (o[i] != (w < 0 ? (i < 13 ? 1001 : 0) : i < 8)) bad++, printf("inner %d %d: %d\n", stop, i, o[i]);
  }
  puts(bad ? "FAIL" : "PASS"); return bad;
}
