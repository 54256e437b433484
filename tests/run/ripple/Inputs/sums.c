// Sums of which only the total is used: each kernel beside a loop over the same elements.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

#define KERNEL(name, TA, TB, TS, size, statement)                                                                      \
  TS name(long n, const TA *restrict x, const TB *restrict y, int c) {                                                 \
    ripple_block_t block = ripple_set_block_shape(0, size);                                                            \
    TS s = ripple_broadcast(block, 1, (TS)0);                                                                          \
    ripple_parallel(block, 0);                                                                                         \
    for (long i = 0; i < n; ++i) {                                                                                     \
      statement;                                                                                                       \
    }                                                                                                                  \
    return ripple_reduceadd(1, s);                                                                                     \
  }                                                                                                                    \
  static TS name##_want(long n, const TA *x, const TB *y, int c) {                                                     \
    TS s = 0;                                                                                                          \
    for (long i = 0; i < n; ++i) {                                                                                     \
      statement;                                                                                                       \
    }                                                                                                                  \
    return s;                                                                                                          \
  }

#define KERNELS(K)                                                                                                     \
  K(products_us, uint8_t, int8_t, int32_t, 64, s += x[i] * y[i])                                                       \
  K(products_su, int8_t, uint8_t, uint32_t, 128, s += x[i] * y[i])                                                     \
  K(products_ss, int8_t, int8_t, int32_t, 32, s += x[i] * y[i])                                                        \
  K(products_uu, uint8_t, uint8_t, uint32_t, 64, s += (uint32_t)(x[i] * y[i]))                                         \
  K(products_us64, uint8_t, int8_t, int64_t, 64, s += x[i] * y[i])                                                     \
  K(unsigned_products64, int8_t, int8_t, int64_t, 64, s += (unsigned)x[i] * y[i])                                      \
  K(unsigned_words64, int16_t, int16_t, int64_t, 16, s += (unsigned)x[i] * y[i])                                       \
  K(products_uu64, uint8_t, uint8_t, uint64_t, 256, s += (uint64_t)(x[i] * y[i]))                                      \
  K(products_words, int16_t, int16_t, uint32_t, 64, s += (uint32_t)(x[i] * y[i]))                                      \
  K(products_words64, int16_t, int16_t, int64_t, 64, s += x[i] * y[i])                                                 \
  K(products_mixed, int16_t, uint8_t, uint32_t, 64, s += (uint32_t)(x[i] * y[i]))                                      \
  K(products_unsigned_words, uint16_t, uint16_t, uint32_t, 64, s += (uint32_t)x[i] * y[i])                             \
  K(squares, uint8_t, uint8_t, uint32_t, 64, s += (uint32_t)((x[i] - y[i]) * (x[i] - y[i])))                           \
  K(threefold, uint8_t, uint8_t, uint32_t, 64, s += (uint32_t)(x[i] * 3))                                              \
  K(bytes, uint8_t, uint8_t, uint32_t, 64, s += x[i])                                                                  \
  K(signed_bytes, int8_t, uint8_t, uint32_t, 64, s += (uint32_t)x[i])                                                  \
  K(bytes64, uint8_t, uint8_t, uint64_t, 64, s += x[i])                                                                \
  K(signed_bytes64, int8_t, uint8_t, int64_t, 64, s += x[i])                                                           \
  K(words, int16_t, uint8_t, uint32_t, 64, s += (uint32_t)x[i])                                                        \
  K(unsigned_words, uint16_t, uint8_t, uint32_t, 64, s += x[i])                                                        \
  K(differences, uint8_t, uint8_t, uint32_t, 64, s += (uint32_t)(x[i] > y[i] ? x[i] - y[i] : y[i] - x[i]))             \
  K(count, uint8_t, uint8_t, uint32_t, 64, s += x[i] == (uint8_t)c)                                                    \
  K(count64, int8_t, int8_t, uint64_t, 64, s += x[i] > y[i])                                                           \
  K(count_words, int16_t, int16_t, uint32_t, 64, s += x[i] > y[i])                                                     \
  K(count_many, uint8_t, uint8_t, uint32_t, 8192, if ((x[i] & 0xC0) != 0x80)++ s)                                      \
  K(minus_count, uint8_t, uint8_t, int32_t, 64, s -= x[i] != y[i])                                                     \
  K(under_condition, uint8_t, int8_t, int32_t, 64, if (x[i] > c) s += x[i] * y[i])                                     \
  K(either, uint8_t, int8_t, int32_t, 64, if (x[i] > c) s += y[i]; else s -= x[i])                                     \
  K(several, uint8_t, int8_t, int32_t, 64, s += x[i]; s += x[i] * y[i]; s -= x[i] == y[i])                             \
  K(narrow_sum, uint8_t, uint8_t, uint16_t, 64, s += (uint16_t)(x[i] * y[i]))

KERNELS(KERNEL)

static unsigned char in[2][1 << 16];

int main(void) {
  static const long lengths[] = {0, 1, 3, 15, 16, 17, 63, 64, 65, 127, 255, 256, 257, 1000, 4096, 10001, 32767};
  int wrong = 0;
  uint32_t state = 1;
  for (int kind = 0; kind < 4; ++kind) {
    for (int k = 0; k < 2; ++k)
      for (int i = 0; i < 1 << 16; ++i) {
        state = state * 1664525 + 1013904223;
        unsigned char any = (unsigned char)(state >> 24);
        in[k][i] = kind == 0 ? any : kind == 1 ? 255 : kind == 2 ? (i & 1 ? 128 : 0) : 128;
      }
#define CHECK(name, TA, TB, TS, size, statement)                                                                       \
  for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; ++k) {                                                    \
    const TA *x = (const TA *)in[0];                                                                                   \
    const TB *y = (const TB *)in[1];                                                                                   \
    long n = lengths[k] / (long)(sizeof(TA) > sizeof(TB) ? sizeof(TA) : sizeof(TB));                                   \
    if (name(n, x, y, 100) != name##_want(n, x, y, 100)) {                                                             \
      printf("%s: %ld elements of kind %d\n", #name, n, kind);                                                         \
      ++wrong;                                                                                                         \
    }                                                                                                                  \
  }
    KERNELS(CHECK)
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
