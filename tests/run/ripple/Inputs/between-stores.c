#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct args {
  void *out, *in, *other;
  int n;
};

void hex(const struct args *a) {
  uint8_t *y = a->out, *x = a->in;
  static const uint8_t digits[] = "0123456789abcdef";
  ripple_block_t b = ripple_set_block_shape(0, 16);
  ripple_parallel(b, 0);
  for (int i = 0; i < a->n; ++i) {
    y[2 * i] = digits[x[i] >> 4];
    y[2 * i + 1] = digits[x[i] & 15];
  }
}

void rows(const struct args *a) {
  uint16_t *y = a->out, *x = a->in;
  ripple_block_t b = ripple_set_block_shape(0, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < a->n; ++i)
    for (int r = 0; r < 4; ++r)
      y[4 * i + r] = (uint16_t)(x[4 * i + r] + 3 * x[r]);
}

void split(const struct args *a) {
  uint32_t *y = a->out, *x = a->in, *z = a->other, last = 0;
  unsigned n = (unsigned)a->n;
  ripple_block_t b = ripple_set_block_shape(0, 8);
  ripple_parallel(b, 0);
  for (unsigned i = 0; i < n; ++i)
    if (x[i] % 3 != 0) {
      y[2 * i] = x[i];
      z[2 * i] = x[n - 1 - i];
      last += y[2 * i + 1] = x[i] + 1;
      z[2 * i + 1] = x[n - 1 - i] + 2;
    }
  y[0] += ripple_reduceadd(1, last);
}

// Each statement is carried out for all elements of a block.
#define BLOCKS(size) for (int c = 0; c < a->n; c += size)
#define EACH(size) for (int i = c; i < c + size && i < a->n; ++i)
#define STORE(size, type, condition, place, value) \
  do { \
    type t[size]; \
    EACH(size) if (condition) t[i - c] = value; \
    EACH(size) if (condition) place = t[i - c]; \
  } while (0)

static void hex_of_one(const struct args *a) {
  uint8_t *y = a->out, *x = a->in;
  BLOCKS(16) {
    STORE(16, uint8_t, 1, y[2 * i], (uint8_t) "0123456789abcdef"[x[i] >> 4]);
    STORE(16, uint8_t, 1, y[2 * i + 1], (uint8_t) "0123456789abcdef"[x[i] & 15]);
  }
}

static void rows_of_one(const struct args *a) {
  uint16_t *y = a->out, *x = a->in;
  BLOCKS(8)
  for (int r = 0; r < 4; ++r)
    STORE(8, uint16_t, 1, y[4 * i + r], (uint16_t)(x[4 * i + r] + 3 * x[r]));
}

static void split_of_one(const struct args *a) {
  uint32_t *y = a->out, *x = a->in, *z = a->other, last = 0;
  int n = a->n;
  BLOCKS(8) {
    _Bool on[8] = {0};
    EACH(8) on[i - c] = x[i] % 3 != 0;
    STORE(8, uint32_t, on[i - c], y[2 * i], x[i]);
    STORE(8, uint32_t, on[i - c], z[2 * i], x[n - 1 - i]);
    uint32_t sums[8];
    EACH(8) sums[i - c] = x[i] + 1;
    EACH(8) if (on[i - c]) last += y[2 * i + 1] = sums[i - c];
    STORE(8, uint32_t, on[i - c], z[2 * i + 1], x[n - 1 - i] + 2);
  }
  y[0] += last;
}

enum { BYTES = 8192 };

int main(void) {
  void (*const kernels[])(const struct args *) = {hex, rows, split};
  void (*const ones[])(const struct args *) = {hex_of_one, rows_of_one, split_of_one};
  static unsigned char first[BYTES], one[BYTES], other[BYTES];
  int failures = 0;
  for (int i = 0; i < BYTES; ++i)
    first[i] = (unsigned char)(i * 37 % 251);
  for (int k = 0; k < 3; ++k)
    for (int n = 0; n < 40; n += n < 20 ? 1 : 7)
      for (int distance = -640; distance <= 640; distance += distance < -16 || distance >= 16 ? 48 : 4) {
        memcpy(one, first, BYTES), memcpy(other, first, BYTES);
        struct args a = {one + 4000, one + 4000 + distance, one + 4000 + 3 * distance, n}, b = a;
        b.out = other + 4000, b.in = other + 4000 + distance, b.other = other + 4000 + 3 * distance;
        ones[k](&a);
        kernels[k](&b);
        failures += memcmp(one, other, BYTES) != 0;
      }
  printf("failures: %d\n", failures);
  return failures != 0;
}
