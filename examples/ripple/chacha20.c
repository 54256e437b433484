/* Cryptography: the stream cipher ChaCha20 (RFC 8439).
 *
 * A block has several blocks of the cipher. Its 16 words are local variables, one of each for every element. */
#include "example.h"
#include <ripple.h>

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d) \
  (a += b, d ^= a, d = ROTATE(d, 16), c += d, b ^= c, b = ROTATE(b, 12), a += b, d ^= a, d = ROTATE(d, 8), c += d, \
   b ^= c, b = ROTATE(b, 7))

/* Two rounds, which are repeated ten times. */
#define ROUNDS(x) \
  (QUARTER(x[0], x[4], x[8], x[12]), QUARTER(x[1], x[5], x[9], x[13]), QUARTER(x[2], x[6], x[10], x[14]), \
   QUARTER(x[3], x[7], x[11], x[15]), QUARTER(x[0], x[5], x[10], x[15]), QUARTER(x[1], x[6], x[11], x[12]), \
   QUARTER(x[2], x[7], x[8], x[13]), QUARTER(x[3], x[4], x[9], x[14]))

/* Encrypts n blocks of 16 words. state has the constants, the key, the counter of the first block, and the nonce. */
KERNEL void encrypt_plain(size_t n, const uint32_t *restrict state, const uint32_t *restrict text,
                          uint32_t *restrict out) {
  for (size_t i = 0; i < n; ++i) {
    uint32_t x[16];
    for (int w = 0; w < 16; ++w)
      x[w] = state[w];
    x[12] += (uint32_t)i;
    for (int r = 0; r < 10; ++r)
      ROUNDS(x);
    x[12] += (uint32_t)i;
    for (int w = 0; w < 16; ++w)
      out[16 * i + (size_t)w] = text[16 * i + (size_t)w] ^ (x[w] + state[w]);
  }
}

KERNEL void encrypt_ripple(size_t n, const uint32_t *restrict state, const uint32_t *restrict text,
                           uint32_t *restrict out) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, REGISTER / 4);
  ripple_parallel(block, 0);
  for (size_t i = 0; i < n; ++i) {
    uint32_t x[16];
    for (int w = 0; w < 16; ++w)
      x[w] = state[w];
    x[12] += (uint32_t)i;
    for (int r = 0; r < 10; ++r)
      ROUNDS(x);
    x[12] += (uint32_t)i;
    for (int w = 0; w < 16; ++w)
      out[16 * i + (size_t)w] = text[16 * i + (size_t)w] ^ (x[w] + state[w]);
  }
}

int main(int argc, char **argv) {
  enum { N = 256 };
  static uint32_t text[16 * N], plain[16 * N], ripple[16 * N];
  // The key, counter and nonce of section 2.3.2 of the RFC, and the first and last word of its key stream.
  uint32_t state[16] = {
      0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
      0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c, 1,          0x09000000, 0x4a000000, 0,
  };
  encrypt_ripple(1, state, text, ripple);
  if (ripple[0] != 0xe4e7f110 || ripple[15] != 0x4e3c50a2) {
    fprintf(stderr, "not the key stream of the RFC\n");
    return 1;
  }
  random_bytes(sizeof text, text);
  for (size_t n = 0; n < 70; ++n) {
    encrypt_plain(n, state, text, plain);
    encrypt_ripple(n, state, text, ripple);
    check_equal(plain, ripple, sizeof plain * (n > 0), "chacha20", n);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("chacha20", encrypt_plain(N, state, text, plain), encrypt_ripple(N, state, text, ripple));
  return 0;
}
