/* Text: base64, three bytes to four characters and back.
 *
 * Members of groups of three or four bytes are read and written together and shuffled; a table of bytes is looked up
 * in registers. */
#include "example.h"
#include <ripple.h>

static const uint8_t digits[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The value of each character, 255 for those that are no digits. */
static uint8_t values[256];

/* Encodes groups of three bytes. */
KERNEL void encode_plain(size_t groups, const uint8_t *restrict bytes, uint8_t *restrict text) {
  for (size_t i = 0; i < groups; ++i) {
    uint8_t a = bytes[3 * i], b = bytes[3 * i + 1], c = bytes[3 * i + 2];
    text[4 * i] = digits[a >> 2];
    text[4 * i + 1] = digits[(a << 4 | b >> 4) & 63];
    text[4 * i + 2] = digits[(b << 2 | c >> 6) & 63];
    text[4 * i + 3] = digits[c & 63];
  }
}

/* Decodes groups of four characters, and returns whether all of them are digits. */
KERNEL bool decode_plain(size_t groups, const uint8_t *restrict text, uint8_t *restrict bytes) {
  uint8_t all = 0;
  for (size_t i = 0; i < groups; ++i) {
    uint8_t a = values[text[4 * i]], b = values[text[4 * i + 1]];
    uint8_t c = values[text[4 * i + 2]], d = values[text[4 * i + 3]];
    bytes[3 * i] = (uint8_t)(a << 2 | b >> 4);
    bytes[3 * i + 1] = (uint8_t)(b << 4 | c >> 2);
    bytes[3 * i + 2] = (uint8_t)(c << 6 | d);
    all |= a | b | c | d;
  }
  return all < 64;
}

/* The value of a character, without a table of 256 bytes, which few processors keep in registers. */
static inline uint8_t value(uint8_t c) {
  uint8_t upper = c - 'A', lower = c - 'a', digit = c - '0';
  return upper < 26 ? upper : lower < 26 ? lower + 26 : digit < 10 ? digit + 52 : c == '+' ? 62 : c == '/' ? 63 : 255;
}

KERNEL void encode_ripple(size_t groups, const uint8_t *restrict bytes, uint8_t *restrict text) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  ripple_parallel(block, 0);
  for (size_t i = 0; i < groups; ++i) {
    uint8_t a = bytes[3 * i], b = bytes[3 * i + 1], c = bytes[3 * i + 2];
    text[4 * i] = digits[a >> 2];
    text[4 * i + 1] = digits[(a << 4 | b >> 4) & 63];
    text[4 * i + 2] = digits[(b << 2 | c >> 6) & 63];
    text[4 * i + 3] = digits[c & 63];
  }
}

KERNEL bool decode_ripple(size_t groups, const uint8_t *restrict text, uint8_t *restrict bytes) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  uint8_t all = ripple_broadcast(block, 1, (uint8_t)0);
  ripple_parallel(block, 0);
  for (size_t i = 0; i < groups; ++i) {
    uint8_t a = value(text[4 * i]), b = value(text[4 * i + 1]);
    uint8_t c = value(text[4 * i + 2]), d = value(text[4 * i + 3]);
    bytes[3 * i] = (uint8_t)(a << 2 | b >> 4);
    bytes[3 * i + 1] = (uint8_t)(b << 4 | c >> 2);
    bytes[3 * i + 2] = (uint8_t)(c << 6 | d);
    all |= a | b | c | d;
  }
  return ripple_reduceor(1, all) < 64;
}

int main(int argc, char **argv) {
  enum { GROUPS = 5000 };
  static uint8_t bytes[3 * GROUPS], text[2][4 * GROUPS], decoded[2][3 * GROUPS];
  memset(values, 255, sizeof values);
  for (int i = 0; i < 64; ++i)
    values[digits[i]] = (uint8_t)i;
  random_bytes(sizeof bytes, bytes);
  for (size_t groups = 0; groups < 200; ++groups) {
    encode_plain(groups, bytes, text[0]);
    encode_ripple(groups, bytes, text[1]);
    check_equal(text[0], text[1], sizeof text[0], "encode", groups);
    bool good = decode_ripple(groups, text[0], decoded[1]);
    check_equal(bytes, decoded[1], 3 * groups, "decode", groups);
    // One character that is no digit.
    if (groups)
      text[0][random_bits() % (4 * groups)] = '~';
    bool bad = decode_ripple(groups, text[0], decoded[1]);
    bool want = decode_plain(groups, text[0], decoded[0]);
    check_equal(decoded[0], decoded[1], sizeof decoded[0], "decode", groups);
    check_equal((bool[]){true, want}, (bool[]){good, bad}, 2, "validity", groups);
  }
  encode_plain(GROUPS, bytes, text[0]);
  if (!is_quick(argc, argv)) {
    COMPARE_TIMES("base64 encode", encode_plain(GROUPS, bytes, text[0]), encode_ripple(GROUPS, bytes, text[1]));
    COMPARE_TIMES("base64 decode", decode_plain(GROUPS, text[0], decoded[0]),
                  decode_ripple(GROUPS, text[0], decoded[1]));
  }
  return 0;
}
