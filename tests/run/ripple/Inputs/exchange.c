// Elements are read and written under a mask, and chosen by it afterwards.
#include <ripple.h>
#include <stdio.h>
__attribute__((noinline)) void swap(int *p, const int *m, int *q) {
  ripple_block_t b = ripple_set_block_shape(0, 8); size_t v = ripple_id(b, 0);
  int cur = q[v];
  if (m[v]) { int t = p[v]; p[v] = cur; cur = t; }
  q[v] = cur;
}
/* what is chosen otherwise is computed after the load and after a store */
__attribute__((noinline)) void late(int *p, const int *m, int *q) {
  ripple_block_t b = ripple_set_block_shape(0, 8); size_t v = ripple_id(b, 0);
  int t = ripple_broadcast(b, 1, 0);
  if (m[v]) { t = p[v]; p[v] = 7; }
  int u = p[v] + q[v];
  q[v] = m[v] ? t : u;
}
int main(void) { int p[8], m[8], q[8], bad = 0; for (int i = 0; i < 8; i++) p[i] = i, q[i] = 10 * i, m[i] = i % 3 == 0;
  swap(p, m, q); for (int i = 0; i < 8; i++) bad += p[i] != (i % 3 ? i : 10 * i) || q[i] != (i % 3 ? 10 * i : i);
  for (int i = 0; i < 8; i++) p[i] = i, q[i] = 10 * i;
  late(p, m, q); for (int i = 0; i < 8; i++) bad += p[i] != (i % 3 ? i : 7) || q[i] != (i % 3 ? 11 * i : i);
  puts(bad ? "FAIL" : "PASS"); return bad; }
