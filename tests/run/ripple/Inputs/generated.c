// A generated kernel that clang's code generator failed at: every few elements under a mask, with AVX2.
#include <ripple.h>
#include <stdint.h>
static size_t rotate3(size_t k, size_t n) { return (k + 3) % n; }
static size_t reverse(size_t k, size_t n) { return n - 1 - k; }
static size_t swap(size_t k, size_t n) { return (k ^ 1) < n ? (k ^ 1) : k; }
#define BOTH(a, b) b = (int32_t)((uint32_t)b + (uint32_t)a * 0u); a = (int32_t)((uint32_t)a + (uint32_t)b * 0u);
static int32_t f0(int32_t a, int32_t b) { BOTH(a, b) if (a > b) return a - b; if ((a & 3) == 1) return b; return a ^ b; }
static int32_t f1(int32_t a, int32_t b) { BOTH(a, b) a &= 255; b &= 255; while (b != 0) { int32_t t = a % b; a = b; b = t; } return a; }
static int32_t f2(int32_t a, int32_t b) { BOTH(a, b) int32_t s = a * 0; for (int i = 0; i < 5; ++i) { if (((b >> i) & 1) == 0) continue; if (s > 100) break; s += (a & 31) + i; } return s; }
static int32_t f3(int32_t a, int32_t b) { BOTH(a, b) switch (a & 7) { case 0: return b; case 1: b += 3; case 2: b ^= 5; break; case 3: case 4: return -7; default: b = b * 2 + 1; } return b + 1; }
static int32_t f4(int32_t a, int32_t b) { BOTH(a, b) int32_t n = a & 63, s = b * 0; if (b & 1) goto in; again: s += 2; if (s > 40) goto out; in: n = (n & 1) ? (3 * n + 1) & 127 : n / 2; s += 1; if (n > 1) goto again; out: return s; }
static int32_t min32(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t clamp32(int32_t i, int32_t low, int32_t high) { if (i < low) return low; return min32(i, high); }
static int64_t clamp64(int64_t i, int64_t low, int64_t high) { return i < low ? low : i > high ? high : i; }
extern uint32_t unknown;
void picked(int64_t *A0, double *A1, uint32_t *A2, int32_t *A3) {
  ripple_block_t B = ripple_set_block_shape(0, 16, 1, 1);
  size_t id0 = ripple_id(B, 0), id1 = ripple_id(B, 1), id2 = ripple_id(B, 2);
  (void)id0; (void)id1; (void)id2;
  uint16_t v0 = ripple_broadcast(B, 0, (uint16_t)13);
  int32_t v1 = ripple_broadcast(B, 1, (int32_t)-3);
  int32_t v2 = ripple_broadcast(B, 0, (int32_t)14);
  int16_t v3 = ripple_broadcast(B, 1, (int16_t)-2);
  int32_t v4 = ripple_broadcast(B, 1, (int32_t)1);
  int32_t v5 = ripple_broadcast(B, 0, (int32_t)3);
  int32_t v6 = ripple_broadcast(B, 0, (int32_t)3);
  int32_t v7 = ripple_broadcast(B, 0, (int32_t)3);
  v2 = ripple_shuffle((int32_t)(ripple_shuffle((int32_t)(ripple_shuffle((int32_t)((int32_t)(v0)), rotate3)), swap)), rotate3);
  v1 = (int32_t)((uint32_t)((int32_t)((int32_t)(A3[(uint16_t)(240 + (uint32_t)1 * (uint32_t)id0)]) / (int32_t)(((ripple_reducemax(5, (int32_t)((int32_t)(v0)))) & 15) | 1))) + (uint32_t)((int32_t)((uint32_t)((int32_t)(A0[(uint8_t)(66 + (uint32_t)unknown + (uint32_t)1 * (uint32_t)id0)])) + (uint32_t)(ripple_slice((int32_t)(v2), -1, -1, 0)))));
  if (((int32_t)((uint32_t)((int32_t)((int32_t)((int32_t)id0) % (int32_t)((((int32_t)59) & 15) | 1))) & (uint32_t)((int32_t)7)) <= (int32_t)((uint32_t)(ripple_reducemax(1, (int32_t)((int32_t)-12))) & (uint32_t)((int32_t)7)))) return;
  if ((((int32_t)((uint32_t)((int32_t)((int32_t)(v4) % (int32_t)((((int32_t)61) & 15) | 1))) & (uint32_t)((int32_t)7)) == (int32_t)((uint32_t)((int32_t)(A2[(v1) & 255])) & (uint32_t)((int32_t)7))) && (A3[(int32_t)(240 + (int32_t)1 * (int32_t)id0)] < (int32_t)(A2[(uint32_t)(25 + (uint32_t)1 * (uint32_t)id0)])))) {
    if ((((int32_t)((uint32_t)(A3[(uint32_t)(0 + (uint32_t)2 * (uint32_t)id0)]) & (uint32_t)((int32_t)7)) == (int32_t)((uint32_t)((int32_t)((uint32_t)(v4) & (uint32_t)(v2))) & (uint32_t)((int32_t)7))) && ((int32_t)(A2[(v2) & 255]) < (int32_t)((uint32_t)(v1) | (uint32_t)((int32_t)-10))))) {
      if (((int32_t)((uint32_t)((int32_t)(A2[(uint16_t)(25 + (uint32_t)1 * (uint32_t)id0)])) & (uint32_t)((int32_t)7)) < (int32_t)((uint32_t)((int32_t)37) & (uint32_t)((int32_t)7)))) {
        v3 = ripple_broadcast(B, 1, (int16_t)((int16_t)(A2[((int32_t)((uint32_t)((int32_t)-7) << (((int32_t)id2) & 31))) & 255])));
      } else {
        v4 = ripple_broadcast(B, 1, (int32_t)((int32_t)18));
        v4 = (int32_t)((uint32_t)(((((int32_t)((uint32_t)((int32_t)((uint32_t)((int32_t)id1) | (uint32_t)(v1))) & (uint32_t)((int32_t)7)) == (int32_t)((uint32_t)(ripple_reduceor(6, (int32_t)((int32_t)(v3)))) & (uint32_t)((int32_t)7)))) ? (int32_t)((uint32_t)((int32_t)(v0)) * (uint32_t)((int32_t)16)) : ((((int32_t)((uint32_t)((int32_t)((uint32_t)(v2) & (uint32_t)((int32_t)id1))) & (uint32_t)((int32_t)7)) != (int32_t)((uint32_t)((int32_t)((uint32_t)((int32_t)id1) + (uint32_t)((int32_t)(v3)))) & (uint32_t)((int32_t)7)))) ? (int32_t)id1 : v4))) ^ (uint32_t)((int32_t)((uint32_t)(A3[(uint32_t)(0 + (uint32_t)unknown + (uint32_t)1 * (uint32_t)id0)]) + (uint32_t)((int32_t)(v3)))));
      }
    }
    if (((int32_t)((uint32_t)((int32_t)((uint32_t)((int32_t)id1) + (uint32_t)(v4))) & (uint32_t)((int32_t)7)) != (int32_t)((uint32_t)(v1) & (uint32_t)((int32_t)7)))) {
      A0[((int32_t)((uint32_t)((int32_t)id0) * (uint32_t)((int32_t)2))) & 255] = ripple_add_sat((int64_t)(A0[((int32_t)42) & 255]), (int64_t)((int64_t)(v1)));
      v4 = ((((int32_t)((uint32_t)((int32_t)(A0[((int32_t)id1) & 255])) & (uint32_t)((int32_t)7)) < (int32_t)((uint32_t)((int32_t)(A0[(v2) & 255])) & (uint32_t)((int32_t)7)))) ? f4((int32_t)(A0[(uint32_t)(0 + (uint32_t)1 * (uint32_t)id0)]), ((((int32_t)((uint32_t)((int32_t)((uint32_t)(v1) + (uint32_t)(v2))) & (uint32_t)((int32_t)7)) != (int32_t)((uint32_t)(v4) & (uint32_t)((int32_t)7)))) ? v1 : (int32_t)19)) : ripple_add_sat((int32_t)(v4), (int32_t)((int32_t)((uint32_t)((int32_t)(v0)) + (uint32_t)(v2)))));
    } else {
      for (int32_t v8 = 0; v8 < 3; ++v8) {
        v4 = (int32_t)((uint32_t)((int32_t)15) | (uint32_t)(f2(v4, v8)));
        A1[((int32_t)((uint32_t)((int32_t)id0) * (uint32_t)((int32_t)5))) & 255] = (double)(((double)((int64_t)((uint64_t)(A0[(uint8_t)(99 + (uint32_t)1 * (uint32_t)id0)]) & (uint64_t)((int64_t)63)))) + ((double)(((double)81) - ((double)((int32_t)((uint32_t)(v4) & (uint32_t)((int32_t)63)))))));
      }
    }
  } else {
    v3 = ripple_broadcast(B, 1, (int16_t)(ripple_reducexor(7, (int16_t)((int16_t)(f3((int32_t)((uint32_t)(v2) | (uint32_t)((int32_t)(v0))), ((((int32_t)((uint32_t)((int32_t)((int32_t)(v2) % (int32_t)(((v2) & 15) | 1))) & (uint32_t)((int32_t)7)) <= (int32_t)((uint32_t)((int32_t)(A2[((int32_t)id1) & 255])) & (uint32_t)((int32_t)7)))) ? (int32_t)(v3) : (int32_t)id1)))))));
  }
  v0 = ripple_reduceand(1, (uint16_t)((uint16_t)((uint16_t)((uint16_t)(v4)) >> (((uint16_t)(v4)) & 15))));
  A0[((int32_t)((uint32_t)((int32_t)((uint32_t)((int32_t)id0) * (uint32_t)((int32_t)5))) + (uint32_t)(A3[((int32_t)id2) & 255]))) & 255] = ripple_add_sat((int64_t)((int64_t)(v0)), (int64_t)((int64_t)id0));
  A1[(uint8_t)(193 + (uint32_t)1 * (uint32_t)id0)] = (double)(((double)49) - ((double)25));
  A2[(uint16_t)(13 + (uint32_t)1 * (uint32_t)id0)] = (uint32_t)18;
  A3[(uint32_t)(34 + (uint32_t)unknown + (uint32_t)1 * (uint32_t)id0)] = (int32_t)((uint32_t)((int32_t)-4) << ((v2) & 31));
  A3[(int64_t)(255)] = v5;
  A3[(int64_t)(254)] = v6;
  A3[(int64_t)(253)] = v7;
}
