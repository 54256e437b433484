// Ring buffers: indices that wrap within a block, at each element, in loads and stores, with and without conditions.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static int failures;
static uint8_t bytes[256], bytes_out[256];
static int32_t ints[256], ints_out[256], got[64];
#define WANT(NAME, AT, WHERE) \
  for (int j = 0; j < N; ++j) if (got[j] != (WHERE)) { failures++; printf(#NAME " at %d: element %d\n", AT, j); break; }
#define RING(NAME, TYPE, ARRAY, N_, FIRST) \
  static void NAME(int32_t *out) { ripple_block_t B = ripple_set_block_shape(0, N_); size_t v = ripple_id(B, 0); \
    out[v] = ARRAY[((int)v - (FIRST)) & 255]; } \
  static void NAME##_masked(int32_t *out) { ripple_block_t B = ripple_set_block_shape(0, N_); \
    size_t v = ripple_id(B, 0); out[v] = -1; if (v & 1) out[v] = ARRAY[((int)v - (FIRST)) & 255]; } \
  static void NAME##_store(const int32_t *in) { ripple_block_t B = ripple_set_block_shape(0, N_); \
    size_t v = ripple_id(B, 0); ARRAY##_out[((int)v - (FIRST)) & 255] = (TYPE)in[v]; } \
  static void NAME##_check(void) { enum { N = N_ }; \
    NAME(got); WANT(NAME, FIRST, ARRAY[(j - FIRST) & 255]) \
    NAME##_masked(got); WANT(NAME##_masked, FIRST, j & 1 ? ARRAY[(j - FIRST) & 255] : -1) \
    for (int j = 0; j < N; ++j) got[j] = j * 3 + 1; \
    memset(ARRAY##_out, 0, sizeof ARRAY##_out); NAME##_store(got); \
    for (int j = 0; j < N; ++j) if (ARRAY##_out[(j - FIRST) & 255] != (TYPE)(j * 3 + 1)) { failures++; printf(#NAME "_store: element %d\n", j); break; } \
    if (ARRAY##_out[N] != 0 || ARRAY##_out[(255 - FIRST) & 255] != 0) { failures++; puts(#NAME "_store: too many"); } }
#define ALL(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define MORE(X) ALL(X) X(16) X(17) X(19) X(20) X(23) X(24) X(28) X(31)
#define INTS(F) RING(ints_##F, int32_t, ints, 16, F)
#define BYTES(F) RING(bytes_##F, uint8_t, bytes, 32, F)
ALL(INTS)
MORE(BYTES)
#define CHECK_INTS(F) ints_##F##_check();
#define CHECK_BYTES(F) bytes_##F##_check();
int main(void) {
  for (int i = 0; i < 256; ++i) { bytes[i] = (uint8_t)(i * 7); ints[i] = i * 1001; }
  ALL(CHECK_INTS)
  MORE(CHECK_BYTES)
  printf("failures: %d\n", failures);
  return failures != 0;
}
