// Numbers of 16 bits where the target converts none: each rounded once, also from double precision.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int failures;
static uint16_t bits_of(__bf16 x) { uint16_t b; memcpy(&b, &x, 2); return b; }

// To the closest, to even ones, in one step.
static uint16_t rounded(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  uint64_t sign = bits >> 63 << 15, size = bits & ~(1ull << 63);
  if (size > 0x7FFull << 52) return (uint16_t)(sign | 0x7FC0);
  if (size >= 0x47F0000000000000ull) return (uint16_t)(sign | 0x7F80);
  if (size < 0x3810000000000000ull) return (uint16_t)sign;
  uint64_t kept = (size - 0x3800000000000000ull) >> 45, rest = size << 19, half = 1ull << 63;
  return (uint16_t)(sign | (kept + (rest > half || (rest == half && (kept & 1)))));
}

__attribute__((noinline)) static void narrow(const double *x, __bf16 *out) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  size_t v = ripple_id(B, 0);
  out[v] = (__bf16)x[v];
}
__attribute__((noinline)) static float combined(const __bf16 *x, const int *n, _Float16 *h) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  size_t v = ripple_id(B, 0);
  __bf16 sum = ripple_reduceadd(1, x[v]), most = ripple_reducemax(1, x[v]), count = (__bf16)n[v % 2];
  h[v] = ripple_reducemin(1, h[v]);
  return (float)sum + 1000 * (float)most + 1000000 * (float)ripple_reducemax(1, count);
}

int main(void) {
  double x[16];
  __bf16 y[16];
  // Halfway between two numbers, a little more and a little less, by what float cannot tell apart.
  for (int round = 0; round < 64; ++round) {
    for (int i = 0; i < 16; ++i) {
      double base = 1.0 + (round * 16 + i) % 128 / 128.0 + 1.0 / 256;
      double little = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 1e-12 : -1e-12;
      x[i] = (base + little) * (i % 2 ? -1.0 : 1.0) * (round % 7 == 0 ? 1e30 : 1.0);
    }
    if (round == 9) x[3] = 1e300, x[4] = -3.4e38, x[5] = 0.0;
    narrow(x, y);
    for (int i = 0; i < 16; ++i)
      if (bits_of(y[i]) != rounded(x[i])) { failures++; printf("%.17g: %x, not %x\n", x[i], bits_of(y[i]), rounded(x[i])); }
  }
  int n[2] = {3, 5};
  _Float16 h[8];
  for (int i = 0; i < 8; ++i) y[i] = (__bf16)(float)(i + 1), h[i] = (_Float16)(float)(9 - i);
  if (combined(y, n, h) != 36 + 8000 + 5000000 || (float)h[3] != 2.0f) { failures++; puts("combined"); }
  printf("failures: %d\n", failures);
  return failures != 0;
}
