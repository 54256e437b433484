// Indices near the limits of int, where a part of the sum leaves its range and no active element does.
#include <limits.h>
#include <ripple.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define N 8

static unsigned char memory[64];

__attribute__((noinline)) static void below(unsigned char *p, int s, int t, unsigned char *out) {
  ripple_block_t b = ripple_set_block_shape(0, N);
  int v = (int)ripple_id(b, 0);
  out[v] = 255;
  if (v >= 3)
    out[v] = p[s + (t + v)];
}

__attribute__((noinline)) static void scaled(unsigned char *p, int s, int step, unsigned char *out) {
  ripple_block_t b = ripple_set_block_shape(0, N);
  int v = (int)ripple_id(b, 0);
  out[v] = 255;
  if (v < 1)
    out[v] = p[s + v * step * 2];
}

__attribute__((noinline)) static void minus(unsigned char *p, int s, int step, unsigned char *out) {
  ripple_block_t b = ripple_set_block_shape(0, 2);
  int v = (int)ripple_id(b, 0);
  out[v] = p[s - v * step];
}

__attribute__((noinline)) static void table(unsigned char *p, int s, int t, unsigned char *out) {
  ripple_block_t b = ripple_set_block_shape(0, N);
  int v = (int)ripple_id(b, 0);
  int from = t + (v + 5);
  out[v] = p[s + from];
}

// What element by element code does, with indices as the standard has them.
static int check(const char *name, const unsigned char *got, const unsigned char *want, int n) {
  if (memcmp(got, want, n) == 0)
    return 0;
  printf("FAIL %s:", name);
  for (int i = 0; i < n; ++i)
    printf(" %d/%d", got[i], want[i]);
  printf("\n");
  return 1;
}

int main(void) {
  unsigned char out[N], want[N];
  int failed = 0;
  for (int i = 0; i < 64; ++i)
    memory[i] = (unsigned char)(i + 1);
  // The element with the least index that an int can be.
  unsigned char *lowest = (unsigned char *)((uintptr_t)memory + (uintptr_t)2147483648u);
  for (int s = 0; s < 4; ++s) {
    below(lowest, INT_MIN + s, -3, out);
    for (int v = 0; v < N; ++v)
      want[v] = v >= 3 ? memory[s - 3 + v] : 255;
    failed += check("below", out, want, N);
  }
  scaled(memory + 8, -8, INT_MAX, out);
  for (int v = 0; v < N; ++v)
    want[v] = v < 1 ? memory[0] : 255;
  failed += check("scaled", out, want, N);
  // -1 - INT_MIN is INT_MAX.
  unsigned char *big = (unsigned char *)calloc(1, 2147483648u + 16);
  if (big) {
    big[0] = 7;
    big[2147483648u] = 9;
    minus(big + 1, -1, INT_MIN, out);
    want[0] = 7;
    want[1] = 9;
    failed += check("minus", out, want, 2);
    free(big);
  }
  table(lowest, INT_MIN + 1, -3, out);
  for (int v = 0; v < N; ++v)
    want[v] = memory[1 - 3 + 5 + v];
  failed += check("table", out, want, N);
  if (!failed)
    printf("PASS\n");
  return failed;
}
