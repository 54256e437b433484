// Sums of products of neighbors in memory, beside loops over the same elements.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LOOPS(P, Q, step, rows, first, second, body, COLUMNS, ROWS)                                                    \
  {                                                                                                                    \
    ROWS for (long i = 0; i < rows; ++i) {                                                                             \
      COLUMNS for (long j = 0; j < n; ++j) {                                                                           \
        int32_t s = 0;                                                                                                 \
        for (long k = 0; k < m; k += step) {                                                                           \
          const P *p = x + (first);                                                                                    \
          const Q *q = y + (second);                                                                                   \
          body                                                                                                         \
        }                                                                                                              \
        out[i * 100 + j] = s;                                                                                          \
      }                                                                                                                \
    }                                                                                                                  \
  }

#define KERNEL(name, P, Q, step, rows, first, second, body)                                                            \
  void name(const P *restrict x, const Q *restrict y, int32_t *restrict out, long n, long m) {                         \
    ripple_block_t block = ripple_set_block_shape(0, 16, (rows) > 16 ? 16 : (rows));                                                        \
    LOOPS(P, Q, step, rows, first, second, body, ripple_parallel(block, 0);, ripple_parallel(block, 1);)               \
  }                                                                                                                    \
  static void name##_want(const P *x, const Q *y, int32_t *out, long n, long m)                                        \
      LOOPS(P, Q, step, rows, first, second, body, , )

#define FOUR s += p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];

#define KERNELS(K)                                                                                                     \
  K(bytes_us, uint8_t, int8_t, 4, 1, k, k * 100 + 4 * j, FOUR)                                                         \
  K(bytes_su, int8_t, uint8_t, 4, 1, k, k * 100 + j * 4, FOUR)                                                         \
  K(bytes_ss, int8_t, int8_t, 4, 1, k, k * 100 + 4 * j, FOUR)                                                          \
  K(bytes_uu, uint8_t, uint8_t, 4, 1, k, k * 100 + 4 * j, FOUR)                                                        \
  K(rows, uint8_t, int8_t, 4, 16, i * 100 + k, k * 100 + 4 * j, FOUR)                                                  \
  K(more_rows, int8_t, int8_t, 4, 17, i * 100 + k, k * 100 + 4 * j, FOUR s += p[4] * q[4];)                              \
  K(both, int8_t, uint8_t, 4, 1, k + 4 * j, k * 100 + 8 * j, FOUR)                                                     \
  K(backwards, uint8_t, int8_t, 4, 1, k, k * 100 + 400 - 4 * j, FOUR)                                                  \
  K(in_a_loop, uint8_t, int8_t, 4, 1, k, k * 100 + 4 * j, for (int t = 0; t < 4; ++t) s += p[t] * q[t];)               \
  K(one_by_one, uint8_t, int8_t, 4, 1, k, k * 100 + 4 * j, s += p[3] * q[3]; s += p[1] * q[1]; s += q[0] * p[0];       \
    s += p[2] * q[2];)                                                                                                 \
  K(eight, uint8_t, int8_t, 8, 1, k, k * 100 + 8 * j, FOUR s += p[4] * q[4] + p[5] * q[5] + p[6] * q[6] + p[7] * q[7];) \
  K(others, uint8_t, int8_t, 4, 1, k, k * 100 + 4 * j, FOUR s += 3 * q[1] + p[0] * q[1] + p[5];)                       \
  K(under_condition, uint8_t, int8_t, 4, 1, k, k * 100 + 4 * j, if (q[0] > 3) { FOUR })                                \
  K(sliding, uint8_t, int8_t, 4, 1, k, k * 100 + j, FOUR)                                                              \
  K(crossed, uint8_t, int8_t, 4, 1, k, k * 100 + 4 * j, s += p[0] * q[1] + p[1] * q[0] + p[2] * q[2] + p[3] * q[3];)   \
  K(words, int16_t, int16_t, 2, 4, i * 100 + k, k * 100 + 2 * j, s += (int32_t)((uint32_t)(p[0] * q[0]) + p[1] * q[1]);) \
  K(two_words, int16_t, int16_t, 2, 1, k, k * 100 + 2 * j, s = (int32_t)((uint32_t)s + (uint32_t)(p[0] * q[0]) + (uint32_t)(p[1] * q[1]));)

KERNELS(KERNEL)

static unsigned char in[2][1 << 16];
static int32_t got[1700], want[1700];

int main(void) {
  static const long lengths[] = {0, 1, 3, 15, 16, 17, 33, 64, 100};
  int wrong = 0;
  uint32_t state = 1;
  for (int kind = 0; kind < 4; ++kind) {
    for (int k = 0; k < 2; ++k)
      for (int i = 0; i < 1 << 16; ++i) {
        state = state * 1664525 + 1013904223;
        unsigned char any = (unsigned char)(state >> 24);
        in[k][i] = kind == 0 ? any : kind == 1 ? 255 : kind == 2 ? (i & 1 ? 128 : 0) : 128;
      }
#define CHECK(name, P, Q, step, rows, first, second, body)                                                             \
  for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; ++k) {                                                    \
    memset(got, 1, sizeof got);                                                                                        \
    memset(want, 1, sizeof want);                                                                                      \
    name((const P *)(in[0] + 2), (const Q *)(in[1] + 4), got, lengths[k], 40);                                         \
    name##_want((const P *)(in[0] + 2), (const Q *)(in[1] + 4), want, lengths[k], 40);                                 \
    if (memcmp(got, want, sizeof got)) {                                                                               \
      printf("%s: %ld elements of kind %d\n", #name, lengths[k], kind);                                                \
      ++wrong;                                                                                                         \
    }                                                                                                                  \
  }
    KERNELS(CHECK)
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
