// Locals of annotated loops and what ends their lifetimes; calls that do not return.
#include <ripple.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#define NI __attribute__((noinline)) static
#define LOOP ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8); ripple_parallel(B, 0); for (int i = 0; i < n; i++)
NI void f_continue(int n, const unsigned char *s, float *g) {
  LOOP { float p = g[i]; if (s[i]) continue; g[i] = p * 2; }
}
NI void f_break(int n, const unsigned char *s, float *g, int stop) {
  LOOP { float p = g[i]; { float q = p + 1; if (stop == 1) break; g[i] = q; } if (s[i]) continue; g[i] += p; }
}
NI void f_assert(int n, const unsigned char *s, float *g) {
  LOOP { assert(g[i] >= 0); if (s[i] > 250) abort(); if (s[i] > 240) exit(3); if (s[i] > 230) __builtin_unreachable(); g[i] *= 2; if (s[i] > 220) __builtin_trap(); }
}
NI void f_goto(int n, const unsigned char *s, float *g) {
  LOOP { { int b = s[i] * 2; if (b > 3) { g[i] = b; goto out; } g[i] = 1; } g[i] += 1; out:; }
}
NI void f_switch(int n, const unsigned char *s, float *g) {
  LOOP { float p = g[i]; switch (s[i]) { case 0: { float q = p; g[i] = q + 3; break; } case 1: continue; case 2: g[i] = 7; break; default: __builtin_unreachable(); } g[i] += p; }
}
NI int f_assume(int n, const unsigned char *s, float *g) {
  if (n < 0) __builtin_unreachable();
  LOOP { int k = s[i]; if (n > 1000) abort(); if (k == 2) { float t = g[i]; if (t > 4) continue; g[i] = -t; } }
  return n;
}
#undef LOOP
#define LOOP for (int i = 0; i < n; i++)
static void s_continue(int n, const unsigned char *s, float *g) { LOOP { float p = g[i]; if (s[i]) continue; g[i] = p * 2; } }
static void s_break(int n, const unsigned char *s, float *g, int stop) { LOOP { float p = g[i]; if (stop == 1) break; g[i] = p + 1; if (s[i]) continue; g[i] += p; } }
static void s_assert(int n, const unsigned char *s, float *g) { LOOP g[i] *= 2; }
static void s_goto(int n, const unsigned char *s, float *g) { LOOP { int b = s[i] * 2; if (b > 3) { g[i] = b; continue; } g[i] = 2; } }
static void s_switch(int n, const unsigned char *s, float *g) { LOOP { float p = g[i]; if (s[i] == 0) g[i] = p + 3; else if (s[i] == 1) continue; else g[i] = 7; g[i] += p; } }
static void s_assume(int n, const unsigned char *s, float *g) { LOOP if (s[i] == 2 && g[i] <= 4) g[i] = -g[i]; }
int main(void) {
  int bad = 0;
  for (int n = 0; n < 30; n += 7) {
    unsigned char s[32]; float a[32], b[32];
    for (int i = 0; i < 32; i++) s[i] = (unsigned char)(i * 5 % 3);
#define TEST(F, ...) for (int i = 0; i < 32; i++) a[i] = b[i] = (float)(i % 9); f_##F(n, s, a __VA_ARGS__); s_##F(n, s, b __VA_ARGS__); \
    for (int i = 0; i < 32; i++) if (a[i] != b[i]) bad++, printf(#F " %d %d: %g for %g\n", n, i, a[i], b[i]);
    TEST(continue) TEST(break, , 0) TEST(break, , 1) TEST(assert) TEST(goto) TEST(switch) TEST(assume)
  }
  puts(bad ? "FAIL" : "PASS");
  fflush(stdout);
  unsigned char s[8] = {0, 0, 0, 245}; float g[8] = {0};
  f_assert(8, s, g);
  return 1;
}
