// Compression, expansion, bits and counts of conditions, by the functions and by sums over shuffles, against loops.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static size_t below1(size_t k, size_t n) { return k < 1 ? n : k - 1; }
static size_t below2(size_t k, size_t n) { return k < 2 ? n : k - 2; }
static size_t below4(size_t k, size_t n) { return k < 4 ? n : k - 4; }
static size_t below8(size_t k, size_t n) { return k < 8 ? n : k - 8; }

enum { LENGTH = 203, MOST = 128 };

#define KERNELS(name, T, SIZE) \
  __attribute__((noinline)) static size_t name##_keep(size_t n, const T *x, T *y, T limit) { \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, SIZE); \
    size_t v = ripple_id(b, 0), count = 0; \
    for (size_t i = 0; i < n; i += SIZE) \
      count += ripple_compress_store(y + count, x[i + v], i + v < n && x[i + v] > limit); \
    return count; \
  } \
  __attribute__((noinline)) static size_t name##_spread(size_t n, const T *x, const T *z, T *y, T limit) { \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, SIZE); \
    size_t v = ripple_id(b, 0), count = 0; \
    for (size_t i = 0; i + SIZE <= n; i += SIZE) { \
      y[i + v] = ripple_expand_load(z + count, x[i + v] > limit, (T)9); \
      count += (size_t)ripple_reduceadd(1, (int32_t)(x[i + v] > limit)); \
    } \
    return count; \
  } \
  __attribute__((noinline)) static long name##_sums(long n, const T *x, T *y, T limit) { \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16); \
    long v = (long)ripple_id(b, 0), count = 0; \
    for (long i = 0; i + 16 <= n; i += 16) { \
      int kept = x[i + v] > limit ? 1 : 0, place = kept; \
      place += ripple_shuffle_pair(place, 0, below1); \
      place += ripple_shuffle_pair(place, 0, below2); \
      place += ripple_shuffle_pair(place, 0, below4); \
      place += ripple_shuffle_pair(place, 0, below8); \
      if (kept == 1) \
        y[count + place - 1] = x[i + v]; \
      count += ripple_slice(place, 15); \
    } \
    return count; \
  } \
  __attribute__((noinline)) static void name##_bits(size_t n, const T *x, uint64_t *w, T limit) { \
    enum { BITS = SIZE < 64 ? SIZE : 64 }; \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, BITS); \
    size_t v = ripple_id(b, 0); \
    for (size_t i = 0; i + BITS <= n; i += BITS) { \
      w[2 * (i / BITS)] = ripple_ballot(b, x[i + v] > limit); \
      uint64_t bit = 0; \
      if (!(x[i + v] > limit)) \
        bit = (uint64_t)1 << v; \
      w[2 * (i / BITS) + 1] = ripple_reduceadd(1, bit); \
    } \
  } \
  static int name(void) { \
    enum { BITS = SIZE < 64 ? SIZE : 64 }; \
    static T x[LENGTH + MOST], z[LENGTH + MOST], y[2][LENGTH + MOST]; \
    static uint64_t w[2 * LENGTH]; \
    int wrong = 0; \
    for (int round = 0; round < 4; round++) { \
      const T limit = (T)(round == 3 ? 100 : 3 * round); \
      for (int i = 0; i < LENGTH + MOST; i++) { \
        x[i] = (T)(i * 7919 % 11); \
        z[i] = (T)(i % 100); \
        y[0][i] = y[1][i] = 0; \
      } \
      size_t count = 0, got = name##_keep(LENGTH, x, y[0], limit); \
      for (int i = 0; i < LENGTH; i++) \
        if (x[i] > limit) \
          y[1][count++] = x[i]; \
      wrong += got != count || memcmp(y[0], y[1], sizeof y[0]); \
      got = name##_spread(LENGTH, x, z, y[0], limit), count = 0; \
      for (int i = 0; i < LENGTH / SIZE * SIZE; i++) \
        y[1][i] = x[i] > limit ? z[count++] : (T)9; \
      wrong += got != count || memcmp(y[0], y[1], sizeof y[0]); \
      got = (size_t)name##_sums(LENGTH, x, y[0], limit), count = 0; \
      for (int i = 0; i < LENGTH / 16 * 16; i++) \
        if (x[i] > limit) \
          y[1][count++] = x[i]; \
      wrong += got != count || memcmp(y[0], y[1], sizeof y[0]); \
      name##_bits(LENGTH, x, w, limit); \
      for (int i = 0; i < LENGTH / BITS; i++) { \
        uint64_t bits[2] = {0, 0}; \
        for (int k = 0; k < BITS; k++) \
          bits[x[i * BITS + k] > limit ? 0 : 1] |= (uint64_t)1 << k; \
        wrong += bits[0] != w[2 * i] || bits[1] != w[2 * i + 1]; \
      } \
    } \
    if (wrong) \
      printf("%s: %d\n", #name, wrong); \
    return wrong; \
  }

KERNELS(u8_64, uint8_t, 64)
KERNELS(u8_16, uint8_t, 16)
KERNELS(i8_4, int8_t, 4)
KERNELS(i16_128, int16_t, 128)
KERNELS(i16_8, int16_t, 8)
KERNELS(u32_16, uint32_t, 16)
KERNELS(f32_8, float, 8)
KERNELS(f32_4, float, 4)
KERNELS(f32_6, float, 6)
KERNELS(f64_16, double, 16)
KERNELS(i64_4, int64_t, 4)
KERNELS(i64_3, int64_t, 3)

int main(void) {
  int wrong = u8_64() + u8_16() + i8_4() + i16_128() + i16_8() + u32_16() + f32_8() + f32_4() + f32_6() + f64_16() +
              i64_4() + i64_3();
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
