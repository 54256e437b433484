// Products of bytes, four of which are next to each other for each row and column.
#include <ripple.h>
#include <ripple_sme_veclib.h>

enum { SIZE = 32 };

void in_a_loop(int k, const int8_t *a, const uint8_t *b, int32_t *c) {
  ripple_block_t block = ripple_set_block_shape(0, SIZE, SIZE);
  size_t i = ripple_id(block, 1), j = ripple_id(block, 0);
  int32_t sum = 0;
  for (int p = 0; p < k; ++p)
    for (int q = 0; q < 4; ++q)
      sum += a[(p * SIZE + i) * 4 + q] * b[(p * SIZE + j) * 4 + q];
  c[i * SIZE + j] = sum;
}

void as_a_sum(int k, const int8_t *a, const int8_t *b, int32_t *c) {
  ripple_block_t block = ripple_set_block_shape(0, SIZE, SIZE);
  size_t i = ripple_id(block, 1), j = ripple_id(block, 0);
  int32_t sum = 0;
  for (int p = 0; p < k; ++p) {
    const int8_t *x = a + (p * SIZE + i) * 4, *y = b + (p * SIZE + j) * 4;
    sum += x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3];
  }
  c[i * SIZE + j] = sum;
}

void library(int k, const int8_t *a, const int8_t *b, int32_t *c) {
  ripple_block_t block = ripple_set_block_shape(0, SIZE, SIZE), row = ripple_set_block_shape(0, SIZE);
  ripple_block_t bytes = ripple_set_block_shape(0, 4 * SIZE);
  size_t v = ripple_id(bytes, 0), j = ripple_id(row, 0);
  zeroAccumulator_i32(block);
  for (int p = 0; p < k; ++p)
    outerProductAccumulate_i8(a[p * 4 * SIZE + v], b[p * 4 * SIZE + v]);
  for (uint32_t i = 0; i < SIZE; ++i)
    c[i * SIZE + j] = getAccumHorizSlice_i32(block, i);
}

#ifdef __FAST_MATH__
void halves(int k, const _Float16 *a, const _Float16 *b, float *c) {
  ripple_block_t block = ripple_set_block_shape(0, SIZE, SIZE);
  size_t i = ripple_id(block, 1), j = ripple_id(block, 0);
  float sum = 0;
  for (int p = 0; p < k; ++p) {
    sum += (float)a[(p * SIZE + i) * 2] * (float)b[(p * SIZE + j) * 2];
    sum += (float)a[(p * SIZE + i) * 2 + 1] * (float)b[(p * SIZE + j) * 2 + 1];
  }
  c[i * SIZE + j] = sum;
}
#endif
