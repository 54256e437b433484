// Indices whose accesses are vectors: in types narrower than addresses, and taken apart by powers of two.
#include <ripple.h>
#include <stdint.h>
#define BLOCK(N) ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, N); uint32_t v = (uint32_t)ripple_id(B, 0);
void plain(float *to, const float *from, uint32_t i) { BLOCK(16) to[i + v] = from[i + v + 1]; }
void backwards(float *to, const float *from, uint32_t n) { BLOCK(16) to[v] = from[n - 1 - v]; }
void short_type(float *to, const float *from, uint16_t i) { BLOCK(16) to[v] = from[(uint16_t)(i + v)]; }
void byte_type(float *to, const float *from, uint8_t i) { BLOCK(16) to[v] = from[(uint8_t)(i + v)]; }
void rows(float *to, const float *from, uint32_t i, uint32_t width) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 4);
  uint32_t c = (uint32_t)ripple_id(B, 0), r = (uint32_t)ripple_id(B, 1);
  to[i + c + r * width] = from[i + c + r * width] * 2;
}
void pairs(float *restrict to, const float *restrict from, uint32_t i) {
  BLOCK(16)
  to[i + 2 * v] = from[v];
  to[i + 2 * v + 1] = from[v + 16];
}
void stencil(float *restrict to, const float *restrict from, uint32_t w, uint32_t h) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  for (uint32_t y = 1; y < h - 1; ++y) {
    ripple_parallel(B, 0);
    for (uint32_t x = 1; x < w - 1; ++x)
      to[y * w + x] = from[y * w + x - 1] + from[(y - 1) * w + x] + from[(y + 1) * w + x];
  }
}
void ring(float *to, const float *from, uint32_t i) { BLOCK(16) to[v] = from[(i + v) & 1023]; }
void pixels(uint8_t *restrict to, const uint8_t *restrict from, size_t n) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  ripple_parallel(B, 0);
  for (size_t i = 0; i < n; ++i)
    to[i] = (uint8_t)(from[i] * from[4 * (i / 4) + 3] / 255);
}
void base64(char *restrict to, const uint8_t *restrict from, size_t n) {
  static const char digits[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel(B, 0);
  for (size_t i = 0; i < n / 3; ++i) {
    uint8_t a = from[3 * i], b = from[3 * i + 1], c = from[3 * i + 2];
    to[4 * i] = digits[a >> 2];
    to[4 * i + 1] = digits[(a << 4 | b >> 4) & 63];
    to[4 * i + 2] = digits[(b << 2 | c >> 6) & 63];
    to[4 * i + 3] = digits[c & 63];
  }
}
