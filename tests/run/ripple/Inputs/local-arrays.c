// Local arrays of which each element of a block has its own, with indices that are the same for all.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

static int failures;
static inline void order(int *a, int *b) {
  int low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
  *a = low, *b = high;
}

// Sorts groups of eight by a network.
__attribute__((noinline)) static void sort(size_t n, int *x) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel(B, 0);
  for (size_t i = 0; i < n; ++i) {
    int a[8];
    for (int k = 0; k < 8; ++k) a[k] = x[8 * i + k];
    for (int round = 0; round < 8; ++round)
      for (int k = round & 1; k + 1 < 8; k += 2) order(&a[k], &a[k + 1]);
    for (int k = 0; k < 8; ++k) x[8 * i + k] = a[k];
  }
}

// An array in two dimensions, cleared under a condition, and read at an index that differs from element to element.
__attribute__((noinline)) static void tables(const uint8_t *x, int *out, int count) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  size_t v = ripple_id(B, 0);
  int table[4][3] = {0};
  for (int k = 0; k < count; ++k)
    table[k % 4][k % 3] += x[16 * k + v] + (int)v;
  if (v % 5 == 2) __builtin_memset(table, 0, sizeof table);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 3; ++c) out[(r * 3 + c) * 16 + v] = table[r][c] + 1000 * table[x[v] % 4][c];
}

// One array for all elements stays one.
__attribute__((noinline)) static void shared(const int *x, int *out) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  size_t v = ripple_id(B, 0);
  int all[16];
  all[v] = x[v];
  out[v] = all[15 - v] + all[(v * 3) % 16];
}

int main(void) {
  enum { N = 37 };
  int x[8 * N], want[8 * N], out[192];
  for (int i = 0; i < 8 * N; ++i) x[i] = want[i] = (i * 7919) % 1009;
  for (int g = 0; g < N; ++g)
    for (int a = 0; a < 8; ++a)
      for (int b = a + 1; b < 8; ++b) order(&want[8 * g + a], &want[8 * g + b]);
  sort(N, x);
  for (int i = 0; i < 8 * N; ++i)
    if (x[i] != want[i]) { failures++; printf("sort: %d\n", i); break; }
  uint8_t bytes[160];
  for (int i = 0; i < 160; ++i) bytes[i] = (uint8_t)(i * 37 + i / 16);
  tables(bytes, out, 10);
  for (int v = 0; v < 16; ++v) {
    int table[4][3] = {0};
    for (int k = 0; k < 10; ++k) table[k % 4][k % 3] += bytes[16 * k + v] + v;
    for (int e = 0; e < 12; ++e)
      if (out[e * 16 + v] != (v % 5 == 2 ? 0 : table[e / 3][e % 3] + 1000 * table[bytes[v] % 4][e % 3])) { failures++; printf("tables: %d %d\n", v, e); break; }
  }
  shared(want, out);
  for (int v = 0; v < 16; ++v)
    if (out[v] != want[15 - v] + want[v * 3 % 16]) { failures++; printf("shared: %d\n", v); break; }
  printf("failures: %d\n", failures);
  return failures != 0;
}
