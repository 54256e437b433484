/* Text: whether bytes are UTF-8, by three tables of 16 bytes (Keiser and Lemire, "Validating UTF-8 in less than one
 * instruction per byte", 2021).
 *
 * Bytes before an element are loads that overlap; an error of any element is found by a reduction. */
#include "example.h"
#include <ripple.h>

/* Returns whether text is UTF-8, character by character. */
KERNEL bool is_utf8_plain(size_t n, const uint8_t *text) {
  for (size_t i = 0; i < n;) {
    uint8_t first = text[i];
    if (first < 0x80) {
      ++i;
      continue;
    }
    size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || n - i < length)
      return false;
    uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (text[i + 1] < low || text[i + 1] > high)
      return false;
    for (size_t k = 2; k < length; ++k)
      if (text[i + k] >> 6 != 2)
        return false;
    i += length;
  }
  return true;
}

/* Errors of two bytes that follow each other, as bits. */
enum {
  TOO_SHORT = 1,       // a start without its continuation
  TOO_LONG = 2,        // ASCII with a continuation
  OVERLONG_3 = 4,      // 0xE0 0x80..0x9F
  SURROGATE = 16,      // 0xED 0xA0..0xBF
  OVERLONG_2 = 32,     // 0xC0, 0xC1
  TWO_CONTS = 128,     // a continuation after a continuation: an error unless a character of 3 or 4 bytes has it
  TOO_LARGE = 8,       // 0xF4 0x90..0xBF and more
  TOO_LARGE_1000 = 64, // 0xF5.. 0x80..0x8F
  OVERLONG_4 = 64,     // 0xF0 0x80..0x8F
  CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS,
};

static const uint8_t of_first_high[16] = {
    TOO_LONG,  TOO_LONG,  TOO_LONG,  TOO_LONG,
    TOO_LONG,  TOO_LONG,  TOO_LONG,  TOO_LONG,
    TWO_CONTS, TWO_CONTS, TWO_CONTS, TWO_CONTS,
    TOO_SHORT | OVERLONG_2, TOO_SHORT,
    TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
};

static const uint8_t of_first_low[16] = {
    CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
    CARRY | OVERLONG_2, CARRY, CARRY,
    CARRY | TOO_LARGE,
    CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
    CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
};

static const uint8_t of_second_high[16] = {
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
    TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
    TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE,
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
};

/* The errors that end at a byte, from it and the three bytes before it. */
static inline uint8_t errors(uint8_t before3, uint8_t before2, uint8_t before1, uint8_t byte) {
  uint8_t pair = of_first_high[before1 >> 4] & of_first_low[before1 & 15] & of_second_high[byte >> 4];
  uint8_t is_later = before2 >= 0xE0 || before3 >= 0xF0 ? TWO_CONTS : 0;
  return pair ^ is_later;
}

KERNEL bool is_utf8_ripple(size_t n, const uint8_t *text) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  // Zeros around the first and the last bytes.
  uint8_t first[6] = {0}, last[6] = {0};
  for (size_t i = 0; i < 3 && i < n; ++i) {
    first[3 + i] = text[i];
    last[2 - i] = text[n - 1 - i];
  }
  uint8_t ends = 0;
  for (size_t i = 3; i < 6; ++i) {
    if (i - 3 < n)
      ends |= errors(first[i - 3], first[i - 2], first[i - 1], first[i]);
    ends |= errors(last[i - 3], last[i - 2], last[i - 1], 0);
  }
  uint8_t all = ripple_broadcast(block, 1, (uint8_t)0);
  ripple_parallel(block, 0);
  for (size_t i = 3; i < n; ++i)
    all |= errors(text[i - 3], text[i - 2], text[i - 1], text[i]);
  return (ends | ripple_reduceor(1, all)) == 0;
}

/* Writes the UTF-8 of a character, and returns its length. */
static size_t put(uint8_t *text, uint32_t code) {
  size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const uint8_t starts[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t k = length; k-- > 1; code >>= 6)
    text[k] = (uint8_t)(0x80 | (code & 63));
  text[0] = (uint8_t)(starts[length] | code);
  return length;
}

int main(int argc, char **argv) {
  enum { N = 20000 };
  static uint8_t text[N + 4];
  static const uint32_t limits[] = {0x80, 0x80, 0x80, 0x800, 0xD800, 0x110000};
  size_t n = 0;
  while (n < N) {
    uint32_t code = random_bits() % limits[random_bits() % 6];
    n += put(text + n, code - (code >> 11 == 27 ? 0x800 : 0));
  }
  // Every cut, and texts with a wrong byte.
  for (size_t i = 0; i < 3000; ++i) {
    size_t length = i < 300 ? i : random_bits() % 300, at = length ? random_bits() % length : 0;
    uint8_t byte = text[at];
    if (i >= 300)
      text[at] = (uint8_t)random_bits();
    bool plain = is_utf8_plain(length, text), ripple = is_utf8_ripple(length, text);
    check_equal(&plain, &ripple, sizeof plain, "validity", length);
    text[at] = byte;
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("utf8", is_utf8_plain(n, text), is_utf8_ripple(n, text));
  return !is_utf8_ripple(n, text);
}
