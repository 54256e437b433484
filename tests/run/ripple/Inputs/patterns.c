// Code that has a better form than element by element: which one each gets is checked on the output.
#include <ripple.h>
#include <stdint.h>

extern const uint8_t table[256];

void narrow(uint8_t *y, const uint8_t *x) {
  ripple_block_t b = ripple_set_block_shape(0, 64);
  long v = (long)ripple_id(b, 0);
  y[v] = (uint8_t)((x[v] * 3 + 2) >> 2);
}

void difference(uint32_t *y, const uint8_t *x, const uint8_t *z) {
  ripple_block_t b = ripple_set_block_shape(0, 64);
  long v = (long)ripple_id(b, 0);
  y[v] = x[v] > z[v] ? x[v] - z[v] : z[v] - x[v];
}

void fraction(int16_t *y, const int16_t *x, const int16_t *z) {
  ripple_block_t b = ripple_set_block_shape(0, 32);
  long v = (long)ripple_id(b, 0);
  y[v] = (int16_t)((x[v] * z[v] + (1 << 14)) >> 15);
}

void lookup(uint8_t *y, const uint8_t *x) {
  ripple_block_t b = ripple_set_block_shape(0, 64);
  long v = (long)ripple_id(b, 0);
  y[v] = table[x[v]];
}

void swapped(float *y, const float *x) {
  ripple_block_t b = ripple_set_block_shape(0, 16);
  long v = (long)ripple_id(b, 0);
  float first = x[2 * v], second = x[2 * v + 1];
  y[2 * v] = second;
  y[2 * v + 1] = first;
}

void transposed(float *y, const float *x, long n) {
  ripple_block_t b = ripple_set_block_shape(0, 4, 4);
  long c = (long)ripple_id(b, 0), r = (long)ripple_id(b, 1);
  y[c * n + r] = x[r * 4 + c];
}

void product(float *y, const float *x, const float *z) {
  ripple_block_t b = ripple_set_block_shape(0, 16, 4);
  long c = (long)ripple_id(b, 0), r = (long)ripple_id(b, 1);
  y[16 * r + c] = x[64 * r] * z[c];
}
