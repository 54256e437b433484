// Counters of all types, conditions and steps, beside sequential loops.
#include <ripple.h>
#include <stdio.h>
#include <string.h>
#include <limits.h>
static int hits[1 << 12], wanted[1 << 12], last, wanted_last, failures;
static int *H = hits + (1 << 11);
#define KERN(NAME, T, BT, INIT, COND, STEP) \
  static void NAME(BT a, BT n, BT s) { ripple_block_t B = ripple_set_block_shape(0, 8); (void)s; T i; \
    ripple_parallel(B, 0); for (i = INIT; COND; STEP) H[(int)i]++; last = (int)i; } \
  static void NAME##_peel(BT a, BT n, BT s) { ripple_block_t B = ripple_set_block_shape(0, 8); (void)s; T i; \
    ripple_parallel_peel(B, 0); for (i = INIT; COND; STEP) H[(int)i]++; last = (int)i; } \
  static void NAME##_ref(BT a, BT n, BT s) { (void)s; T i; for (i = INIT; COND; STEP) H[(int)i]++; last = (int)i; }
KERN(k_int_lt, int, int, a, i < n, i++)
KERN(k_int_le, int, int, a, i <= n, i += 3)
KERN(k_int_gt, int, int, n, i > a, --i)
KERN(k_int_ge, int, int, n, i >= a, i -= 2)
KERN(k_int_ne, int, int, a, i != n, i++)
KERN(k_rev, int, int, a, n > i, i = i + 2)
KERN(k_rev2, int, int, a, n >= i, i = 2 + i)
KERN(k_var, int, int, a, i < n, i += s)
KERN(k_vard, int, int, n, i > a, i -= s)
KERN(k_u8, unsigned char, int, (unsigned char)a, i < n, i++)
KERN(k_s8, signed char, int, (signed char)a, i <= n, i += 2)
KERN(k_u16, unsigned short, int, (unsigned short)a, i < n, i += 5)
KERN(k_sz, size_t, size_t, a, i < n, i++)
KERN(k_long, long, int, a, i < n, i += 4)
KERN(k_sizebound, int, size_t, (int)a, i < n, i++)
KERN(k_u32ne, unsigned, unsigned, a, i != n, i++)
#define CHECK_RUN(NAME, A, N, S) \
  do { \
    memset(hits, 0, sizeof hits); \
    NAME(A, N, S); \
    if (last != wanted_last || memcmp(wanted, hits, sizeof hits)) { \
      if (failures++ < 20) \
        printf("%s(%ld, %ld, %ld) differs, last %d, wanted %d\n", #NAME, (long)(A), (long)(N), (long)(S), last, wanted_last); \
    } \
  } while (0)
#define TRY(NAME, A, N, S) \
  do { \
    memset(hits, 0, sizeof hits); \
    NAME##_ref(A, N, S); \
    wanted_last = last; \
    memcpy(wanted, hits, sizeof hits); \
    CHECK_RUN(NAME, A, N, S); \
    CHECK_RUN(NAME##_peel, A, N, S); \
  } while (0)
int main(void) {
  for (int n = -3; n < 40; n++) for (int a = -2; a < 5; a += 3) {
    TRY(k_int_lt, a, n, 0); TRY(k_int_le, a, n, 0); TRY(k_int_gt, a, n, 0); TRY(k_int_ge, a, n, 0); 
    if (n >= a) TRY(k_int_ne, a, n, 0);
    TRY(k_rev, a, n, 0); TRY(k_rev2, a, n, 0); TRY(k_var, a, n, 1); TRY(k_var, a, n, 7); TRY(k_vard, a, n, 3); TRY(k_long, a, n, 0);
    if (n >= 0 && a >= 0) { TRY(k_u8, a, n, 0); TRY(k_u16, a, n, 0); TRY(k_sz, a, n, 0); TRY(k_sizebound, a, n, 0); }
    if (n >= a && a >= 0) TRY(k_u32ne, a, n, 0);
    TRY(k_s8, a, n, 0);
  }
  TRY(k_u8, 3, 255, 0); TRY(k_u8, 250, 255, 0); TRY(k_s8, -128, 120, 0); TRY(k_s8, -128, 125, 0);
  puts(failures ? "FAIL" : "PASS"); return failures != 0;
}
