// An annotated loop that is left under a scalar condition, where a condition with a shape holds.
#include <ripple.h>
#include <stdio.h>
__attribute__((noinline)) void k(signed char *A0, int *A3, int stop) {
  ripple_block_t B = ripple_set_block_shape(0, 5);
  size_t id0 = ripple_id(B, 0);
  short v1 = ripple_broadcast(B, 1, (short)12), v3 = ripple_broadcast(B, 1, (short)-5);
  if (v1 <= A3[id0]) {
    ripple_parallel(B, 0);
    for (unsigned i = 6; 27 > i; i += 3) {
      int *l = A3; if (*l == 7) A3[0] = 1;
      if (stop) break;
      v3 = ripple_broadcast(B, 1, (short)1);
    }
  }
  A0[id0] = (signed char)v3;
}
int main(void) { signed char a[5]; int b[5], bad = 0;
  for (int m = 0; m < 32; m++) for (int stop = 0; stop < 2; stop++) { for (int i = 0; i < 5; i++) b[i] = m >> i & 1 ? 50 : 0; k(a, b, stop);
  for (int i = 0; i < 5; i++) if (a[i] != (b[i] && !stop ? 1 : -5)) bad++, printf("%d %d %d: %d\n", m, stop, i, a[i]); }
  puts(bad ? "FAIL" : "PASS"); return bad; }
