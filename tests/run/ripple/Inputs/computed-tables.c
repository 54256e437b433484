// Lookups of bytes in tables, beside loops without blocks.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 1013 };

#ifndef LANES
#define LANES 64
#endif

static const uint8_t hex[] = "0123456789abcdef";
static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const int8_t signs[8] = {-128, -127, 127, 126, 0, -1, -2, -3};
static const uint8_t down[5] = {2, 1, 0, 255, 254};
static const uint8_t one[1] = {77};
static uint8_t written[256];
static volatile const uint8_t volatile_digits[] = "0123456789abcdef";
uint8_t squares[256];

// 256 entries, with steps on both sides of 128, and 129 entries.
#define ROW16(f, i) f(i), f(i + 1), f(i + 2), f(i + 3), f(i + 4), f(i + 5), f(i + 6), f(i + 7), f(i + 8), f(i + 9), f(i + 10), f(i + 11), f(i + 12), f(i + 13), f(i + 14), f(i + 15)
#define ROW64(f, i) ROW16(f, (i)), ROW16(f, (i) + 16), ROW16(f, (i) + 32), ROW16(f, (i) + 48)
#define ROW256(f) ROW64(f, 0), ROW64(f, 64), ROW64(f, 128), ROW64(f, 192)
#define UPPER(i) (uint8_t)((i) >= 'a' && (i) <= 'z' ? (i) - 32 : (i))
#define LATIN(i) (uint8_t)((i) >= 224 && (i) != 247 && (i) != 255 ? (i) - 32 : (i))
#define NEGATED(i) (uint8_t)((i) < 127 ? 255 - (i) : (i) < 128 ? 3 : 250 - (i))
#define CLASS(i) (uint8_t)((i) < 9 ? 0 : (i) < 128 ? 1 : (i) < 129 ? 7 : (i) < 254 ? 2 : 3)
#define MIXED(i) (uint8_t)((i) * 37 + 11)
static const uint8_t upper[256] = {ROW256(UPPER)};
static const uint8_t latin[256] = {ROW256(LATIN)};
static const uint8_t negated[256] = {ROW256(NEGATED)};
static const uint8_t class[256] = {ROW256(CLASS)};
static const uint8_t mixed[256] = {ROW256(MIXED)};
static const uint8_t short_mixed[64] = {ROW64(MIXED, 0)};
static const uint8_t above_half[129] = {ROW64(CLASS, 0), ROW64(CLASS, 64), 9};

#define KERNEL(name, statement) \
  __attribute__((noinline)) void name(long n, const uint8_t *x, const uint16_t *z, uint8_t *y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES); \
    ripple_parallel(B, 0); \
    for (long i = 0; i < n; ++i) { statement; } \
  } \
  __attribute__((noinline, optnone)) void name##_plain(long n, const uint8_t *x, const uint16_t *z, uint8_t *y) { \
    for (long i = 0; i < n; ++i) { statement; } \
  }

#define CASES(X) \
  X(low_digit, y[i] = hex[x[i] & 15]) \
  X(digits, y[2 * i] = hex[x[i] >> 4]; y[2 * i + 1] = hex[x[i] & 15]) \
  X(end, y[i] = hex[x[i] & 16]) \
  X(letters, y[i] = (uint8_t)base64[x[i] & 63]) \
  X(from_words, y[i] = (uint8_t)base64[z[i] >> 10]) \
  X(from_differences, y[i] = hex[(int)(x[i] & 7) - (int)(z[i] & 7) + 8]) \
  X(negative, y[i] = (uint8_t)(signs[x[i] & 7] >> 1)) \
  X(downwards, y[i] = down[x[i] % 5]) \
  X(single, y[i] = one[x[i] & 0]) \
  X(to_upper, y[i] = upper[x[i]]) \
  X(to_upper_latin, y[i] = latin[x[i]]) \
  X(negation, y[i] = negated[x[i]]) \
  X(classes, y[i] = class[x[i]]) \
  X(mixed_entries, y[i] = mixed[x[i]]) \
  X(twice, y[i] = mixed[x[i]] ^ mixed[x[i + 1]]) \
  X(also_used, y[i] = mixed[x[i]] ^ x[i]) \
  X(of_entries, y[i] = mixed[mixed[x[i]]]) \
  X(backwards, y[i] = mixed[x[n - 1 - i]]) \
  X(strided, y[i] = mixed[x[2 * i]]) \
  X(small, y[i] = short_mixed[x[i] & 63]) \
  X(above_128, y[i] = above_half[x[i] > 128 ? 128 : x[i]]) \
  X(of_variables, y[i] = written[x[i]]) \
  X(of_globals, y[i] = squares[x[i]]) \
  X(of_volatile, y[i] = volatile_digits[x[i] & 15]) \
  X(under_condition, if (x[i] < 64) y[i] = short_mixed[x[i]]) \
  X(computed_under_condition, if (x[i] < 16) y[i] = hex[x[i]]; else y[i] = upper[x[i]]) \
  X(chosen, y[i] = x[i] & 1 ? mixed[x[i]] : class[x[i]]) \
  X(after_store, uint8_t v = x[i]; y[i] = 7; y[i] = mixed[v])

CASES(KERNEL)

// Entries that are written, and bytes that are overwritten.
__attribute__((noinline)) void replace(long n, uint8_t *x) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES);
  ripple_parallel(B, 0);
  for (long i = 0; i < n; ++i) x[i] = mixed[x[i]];
}

static uint8_t bytes[2 * LENGTH + 2];
static uint16_t words[LENGTH];
static uint8_t results[2][2 * LENGTH];

#define TEST(name, statement) \
  memset(results, 99, sizeof results); \
  name(n, bytes, words, results[0]); \
  name##_plain(n, bytes, words, results[1]); \
  if (memcmp(results[0], results[1], sizeof results[0])) { \
    printf(#name " is wrong for %ld\n", n); \
    ++count; \
  }

int main(void) {
  uint32_t state = 2463534242u;
  int count = 0;
  for (int i = 0; i < 256; ++i) written[i] = (uint8_t)(i ^ 85), squares[i] = (uint8_t)(i * i);
  for (int i = 0; i < 2 * LENGTH + 2; ++i) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    bytes[i] = (uint8_t)(i < 256 ? i : state >> 8);
    words[i / 2 % LENGTH] = (uint16_t)(state >> 13);
  }
  for (long n = 0; n <= LENGTH; n += n < 140 ? 1 : 291) {
    CASES(TEST)
  }
  uint8_t replaced[LENGTH];
  memcpy(replaced, bytes, sizeof replaced);
  replace(LENGTH - 3, replaced);
  for (int i = 0; i < LENGTH; ++i) count += replaced[i] != (i < LENGTH - 3 ? mixed[bytes[i]] : bytes[i]);
  printf("%d wrong\n", count);
  return count != 0;
}
