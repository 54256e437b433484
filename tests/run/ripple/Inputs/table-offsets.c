// Elements of tables at offsets of few bits, beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

enum { LENGTH = 1003 };

#define KERNEL(name, T, I, at) \
  __attribute__((noinline)) void name(long n, const T *restrict t, const I *restrict x, T *restrict y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) \
      at; \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, const T *t, const I *x, T *y) { \
    for (long i = 0; i < n; ++i) \
      at; \
  }

#define CASES(X) \
  X(bytes, uint8_t, uint8_t, y[i] = t[x[i]]) \
  X(signed_bytes, uint8_t, int8_t, y[i] = t[x[i]]) \
  X(shorts, int16_t, uint8_t, y[i] = t[x[i]]) \
  X(longs, int64_t, int8_t, y[i] = t[x[i]]) \
  X(words, int32_t, uint16_t, y[i] = t[x[i] & 1023]) \
  X(ints, uint8_t, int32_t, y[i] = t[x[i] % 200]) \
  X(wraps, uint8_t, uint8_t, y[i] = t[(uint8_t)(x[i] * 5)]) \
  X(conditional, uint8_t, int8_t, if (x[i] > 0) y[i] = t[x[i] + 3]; else y[i] = 7) \
  X(halves, uint8_t, uint8_t, y[i] = t[x[i] >> 4] ^ t[x[i] & 15])

CASES(KERNEL)

static int64_t tables[4096], results[2][LENGTH];
static int32_t indices[LENGTH];

#define COMPARE(name, T, I, at) \
  { \
    T *a = (T *)results[0], *b = (T *)results[1]; \
    const T *t = (const T *)tables + 1024; \
    int wrong = 0; \
    name(LENGTH, t, (const I *)indices, a); \
    name##_plain(LENGTH, t, (const I *)indices, b); \
    for (int i = 0; i < LENGTH; ++i) \
      wrong += a[i] != b[i]; \
    if (wrong) \
      printf("%s: %d\n", #name, wrong); \
    all += wrong; \
  }

int main() {
  int all = 0;
  for (int i = 0; i < 4096; ++i)
    tables[i] = i * 0x9E3779B97F4A7C15ll;
  for (int i = 0; i < LENGTH; ++i)
    indices[i] = (int)(i * 2654435761u) ^ i >> 3;
  CASES(COMPARE)
  printf("%d wrong\n", all);
  return all != 0;
}
