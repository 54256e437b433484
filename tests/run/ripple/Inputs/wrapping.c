// Annotated loops whose counters pass the end of their type, and the same loops without annotation.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
static int bad;
static uint32_t mixed(uint32_t v) { return v * 2654435761u ^ v >> 3; }
/* Sequential loops that do not end are left out. */
#define LOOP(NAME, T, U, S, COND, STEP) \
  __attribute__((noinline)) static uint32_t r_##NAME(T lo, U hi, S s, long *last) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8); uint32_t h = 0; T i; \
    ripple_parallel(B, 0); \
    for (i = lo; COND; STEP) h += mixed((uint32_t)i); \
    *last = (long)i; return ripple_reduceadd(1, ripple_broadcast(B, 1, h)); } \
  static int s_##NAME(T lo, U hi, S s, long *last, uint32_t *h) { \
    T i; long n = 0; *h = 0; \
    for (i = lo; COND; STEP) { if (++n > 3000) return 0; *h += mixed((uint32_t)i); } \
    *last = (long)i; return 1; } \
  static void t_##NAME(void) { \
    static const long at[] = {0, 1, 7, 100, 119, 127, 128, 130, 200, 250, 255, 256, 32767, 32768, 65530, 65535, -1, -3, -100, -128, -32768}; \
    static const long steps[] = {1, 3, 60, 255, -1, -7}; \
    for (unsigned a = 0; a < 21; a++) for (unsigned b = 0; b < 21; b++) for (unsigned c = 0; c < 6; c++) { \
      long l, m; uint32_t h, g; \
      if (!s_##NAME((T)at[a], (U)at[b], (S)steps[c], &l, &h)) continue; \
      g = r_##NAME((T)at[a], (U)at[b], (S)steps[c], &m); \
      if (g != h || l != m) { if (bad++ < 5) printf(#NAME " %ld %ld %ld: %u %ld for %u %ld\n", at[a], at[b], steps[c], g, m, h, l); } } }
LOOP(u8_ne_1, uint8_t, uint8_t, uint8_t, i != hi, i++)
LOOP(u8_ne_3, uint8_t, uint8_t, uint8_t, i != hi, i += 3)
LOOP(u8_ne_s, uint8_t, uint8_t, uint8_t, i != hi, i += s)
LOOP(u8_lt_1, uint8_t, uint8_t, uint8_t, i < hi, i++)
LOOP(u8_lt_3, uint8_t, uint8_t, uint8_t, i < hi, i += 3)
LOOP(u8_lt_s, uint8_t, uint8_t, uint8_t, i < hi, i += s)
LOOP(u8_le_1, uint8_t, uint8_t, uint8_t, i <= hi, i++)
LOOP(u8_le_3, uint8_t, uint8_t, uint8_t, i <= hi, i += 3)
LOOP(u8_le_s, uint8_t, uint8_t, uint8_t, i <= hi, i += s)
LOOP(u8_gt_1, uint8_t, uint8_t, uint8_t, i > hi, i--)
LOOP(u8_gt_3, uint8_t, uint8_t, uint8_t, i > hi, i -= 3)
LOOP(u8_gt_s, uint8_t, uint8_t, uint8_t, i > hi, i -= s)
LOOP(u8_ge_1, uint8_t, uint8_t, uint8_t, i >= hi, i--)
LOOP(u8_ge_3, uint8_t, uint8_t, uint8_t, i >= hi, i -= 3)
LOOP(u8_ge_s, uint8_t, uint8_t, uint8_t, i >= hi, i -= s)
LOOP(u8_int, uint8_t, int, int, i != hi, i--)
LOOP(u8_unsigned, uint8_t, unsigned, int, i < hi, i += 2)
LOOP(i8_ne_1, int8_t, int8_t, int, i != hi, i++)
LOOP(i8_ne_3, int8_t, int8_t, int, i != hi, i += 3)
LOOP(i8_ne_s, int8_t, int8_t, int, i != hi, i += s)
LOOP(i8_lt_1, int8_t, int8_t, int, i < hi, i++)
LOOP(i8_lt_3, int8_t, int8_t, int, i < hi, i += 3)
LOOP(i8_lt_s, int8_t, int8_t, int, i < hi, i += s)
LOOP(i8_le_1, int8_t, int8_t, int, i <= hi, i++)
LOOP(i8_le_3, int8_t, int8_t, int, i <= hi, i += 3)
LOOP(i8_le_s, int8_t, int8_t, int, i <= hi, i += s)
LOOP(i8_gt_1, int8_t, int8_t, int, i > hi, i--)
LOOP(i8_gt_3, int8_t, int8_t, int, i > hi, i -= 3)
LOOP(i8_gt_s, int8_t, int8_t, int, i > hi, i -= s)
LOOP(i8_ge_1, int8_t, int8_t, int, i >= hi, i--)
LOOP(i8_ge_3, int8_t, int8_t, int, i >= hi, i -= 3)
LOOP(i8_ge_s, int8_t, int8_t, int, i >= hi, i -= s)
LOOP(i8_int, int8_t, int, int, i != hi, i--)
LOOP(i8_unsigned, int8_t, unsigned, int, i < hi, i += 2)
LOOP(u16_ne_1, uint16_t, uint16_t, uint16_t, i != hi, i++)
LOOP(u16_ne_3, uint16_t, uint16_t, uint16_t, i != hi, i += 3)
LOOP(u16_ne_s, uint16_t, uint16_t, uint16_t, i != hi, i += s)
LOOP(u16_lt_1, uint16_t, uint16_t, uint16_t, i < hi, i++)
LOOP(u16_lt_3, uint16_t, uint16_t, uint16_t, i < hi, i += 3)
LOOP(u16_lt_s, uint16_t, uint16_t, uint16_t, i < hi, i += s)
LOOP(u16_le_1, uint16_t, uint16_t, uint16_t, i <= hi, i++)
LOOP(u16_le_3, uint16_t, uint16_t, uint16_t, i <= hi, i += 3)
LOOP(u16_le_s, uint16_t, uint16_t, uint16_t, i <= hi, i += s)
LOOP(u16_gt_1, uint16_t, uint16_t, uint16_t, i > hi, i--)
LOOP(u16_gt_3, uint16_t, uint16_t, uint16_t, i > hi, i -= 3)
LOOP(u16_gt_s, uint16_t, uint16_t, uint16_t, i > hi, i -= s)
LOOP(u16_ge_1, uint16_t, uint16_t, uint16_t, i >= hi, i--)
LOOP(u16_ge_3, uint16_t, uint16_t, uint16_t, i >= hi, i -= 3)
LOOP(u16_ge_s, uint16_t, uint16_t, uint16_t, i >= hi, i -= s)
LOOP(u16_int, uint16_t, int, int, i != hi, i--)
LOOP(u16_unsigned, uint16_t, unsigned, int, i < hi, i += 2)
LOOP(i16_ne_1, int16_t, int16_t, int16_t, i != hi, i++)
LOOP(i16_ne_3, int16_t, int16_t, int16_t, i != hi, i += 3)
LOOP(i16_ne_s, int16_t, int16_t, int16_t, i != hi, i += s)
LOOP(i16_lt_1, int16_t, int16_t, int16_t, i < hi, i++)
LOOP(i16_lt_3, int16_t, int16_t, int16_t, i < hi, i += 3)
LOOP(i16_lt_s, int16_t, int16_t, int16_t, i < hi, i += s)
LOOP(i16_le_1, int16_t, int16_t, int16_t, i <= hi, i++)
LOOP(i16_le_3, int16_t, int16_t, int16_t, i <= hi, i += 3)
LOOP(i16_le_s, int16_t, int16_t, int16_t, i <= hi, i += s)
LOOP(i16_gt_1, int16_t, int16_t, int16_t, i > hi, i--)
LOOP(i16_gt_3, int16_t, int16_t, int16_t, i > hi, i -= 3)
LOOP(i16_gt_s, int16_t, int16_t, int16_t, i > hi, i -= s)
LOOP(i16_ge_1, int16_t, int16_t, int16_t, i >= hi, i--)
LOOP(i16_ge_3, int16_t, int16_t, int16_t, i >= hi, i -= 3)
LOOP(i16_ge_s, int16_t, int16_t, int16_t, i >= hi, i -= s)
LOOP(i16_int, int16_t, int, int, i != hi, i--)
LOOP(i16_unsigned, int16_t, unsigned, int, i < hi, i += 2)
LOOP(u32_ne_1, uint32_t, uint32_t, uint32_t, i != hi, i++)
LOOP(u32_ne_3, uint32_t, uint32_t, uint32_t, i != hi, i += 3)
LOOP(u32_ne_s, uint32_t, uint32_t, uint32_t, i != hi, i += s)
LOOP(u32_lt_1, uint32_t, uint32_t, uint32_t, i < hi, i++)
LOOP(u32_lt_3, uint32_t, uint32_t, uint32_t, i < hi, i += 3)
LOOP(u32_lt_s, uint32_t, uint32_t, uint32_t, i < hi, i += s)
LOOP(u32_le_1, uint32_t, uint32_t, uint32_t, i <= hi, i++)
LOOP(u32_le_3, uint32_t, uint32_t, uint32_t, i <= hi, i += 3)
LOOP(u32_le_s, uint32_t, uint32_t, uint32_t, i <= hi, i += s)
LOOP(u32_gt_1, uint32_t, uint32_t, uint32_t, i > hi, i--)
LOOP(u32_gt_3, uint32_t, uint32_t, uint32_t, i > hi, i -= 3)
LOOP(u32_gt_s, uint32_t, uint32_t, uint32_t, i > hi, i -= s)
LOOP(u32_ge_1, uint32_t, uint32_t, uint32_t, i >= hi, i--)
LOOP(u32_ge_3, uint32_t, uint32_t, uint32_t, i >= hi, i -= 3)
LOOP(u32_ge_s, uint32_t, uint32_t, uint32_t, i >= hi, i -= s)
LOOP(u32_int, uint32_t, int, int, i != hi, i--)
LOOP(u32_unsigned, uint32_t, unsigned, int, i < hi, i += 2)
LOOP(u64_ne_1, uint64_t, uint64_t, uint64_t, i != hi, i++)
LOOP(u64_ne_3, uint64_t, uint64_t, uint64_t, i != hi, i += 3)
LOOP(u64_ne_s, uint64_t, uint64_t, uint64_t, i != hi, i += s)
LOOP(u64_lt_1, uint64_t, uint64_t, uint64_t, i < hi, i++)
LOOP(u64_lt_3, uint64_t, uint64_t, uint64_t, i < hi, i += 3)
LOOP(u64_lt_s, uint64_t, uint64_t, uint64_t, i < hi, i += s)
LOOP(u64_le_1, uint64_t, uint64_t, uint64_t, i <= hi, i++)
LOOP(u64_le_3, uint64_t, uint64_t, uint64_t, i <= hi, i += 3)
LOOP(u64_le_s, uint64_t, uint64_t, uint64_t, i <= hi, i += s)
LOOP(u64_gt_1, uint64_t, uint64_t, uint64_t, i > hi, i--)
LOOP(u64_gt_3, uint64_t, uint64_t, uint64_t, i > hi, i -= 3)
LOOP(u64_gt_s, uint64_t, uint64_t, uint64_t, i > hi, i -= s)
LOOP(u64_ge_1, uint64_t, uint64_t, uint64_t, i >= hi, i--)
LOOP(u64_ge_3, uint64_t, uint64_t, uint64_t, i >= hi, i -= 3)
LOOP(u64_ge_s, uint64_t, uint64_t, uint64_t, i >= hi, i -= s)
LOOP(u64_int, uint64_t, int, int, i != hi, i--)
LOOP(u64_unsigned, uint64_t, unsigned, int, i < hi, i += 2)
int main(void) {
  t_u8_ne_1();
  t_u8_ne_3();
  t_u8_ne_s();
  t_u8_lt_1();
  t_u8_lt_3();
  t_u8_lt_s();
  t_u8_le_1();
  t_u8_le_3();
  t_u8_le_s();
  t_u8_gt_1();
  t_u8_gt_3();
  t_u8_gt_s();
  t_u8_ge_1();
  t_u8_ge_3();
  t_u8_ge_s();
  t_u8_int();
  t_u8_unsigned();
  t_i8_ne_1();
  t_i8_ne_3();
  t_i8_ne_s();
  t_i8_lt_1();
  t_i8_lt_3();
  t_i8_lt_s();
  t_i8_le_1();
  t_i8_le_3();
  t_i8_le_s();
  t_i8_gt_1();
  t_i8_gt_3();
  t_i8_gt_s();
  t_i8_ge_1();
  t_i8_ge_3();
  t_i8_ge_s();
  t_i8_int();
  t_i8_unsigned();
  t_u16_ne_1();
  t_u16_ne_3();
  t_u16_ne_s();
  t_u16_lt_1();
  t_u16_lt_3();
  t_u16_lt_s();
  t_u16_le_1();
  t_u16_le_3();
  t_u16_le_s();
  t_u16_gt_1();
  t_u16_gt_3();
  t_u16_gt_s();
  t_u16_ge_1();
  t_u16_ge_3();
  t_u16_ge_s();
  t_u16_int();
  t_u16_unsigned();
  t_i16_ne_1();
  t_i16_ne_3();
  t_i16_ne_s();
  t_i16_lt_1();
  t_i16_lt_3();
  t_i16_lt_s();
  t_i16_le_1();
  t_i16_le_3();
  t_i16_le_s();
  t_i16_gt_1();
  t_i16_gt_3();
  t_i16_gt_s();
  t_i16_ge_1();
  t_i16_ge_3();
  t_i16_ge_s();
  t_i16_int();
  t_i16_unsigned();
  t_u32_ne_1();
  t_u32_ne_3();
  t_u32_ne_s();
  t_u32_lt_1();
  t_u32_lt_3();
  t_u32_lt_s();
  t_u32_le_1();
  t_u32_le_3();
  t_u32_le_s();
  t_u32_gt_1();
  t_u32_gt_3();
  t_u32_gt_s();
  t_u32_ge_1();
  t_u32_ge_3();
  t_u32_ge_s();
  t_u32_int();
  t_u32_unsigned();
  t_u64_ne_1();
  t_u64_ne_3();
  t_u64_ne_s();
  t_u64_lt_1();
  t_u64_lt_3();
  t_u64_lt_s();
  t_u64_le_1();
  t_u64_le_3();
  t_u64_le_s();
  t_u64_gt_1();
  t_u64_gt_3();
  t_u64_gt_s();
  t_u64_ge_1();
  t_u64_ge_3();
  t_u64_ge_s();
  t_u64_int();
  t_u64_unsigned();
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
