// The accumulators of ripple_sme_veclib.h: products of matrices of floats and of bytes, by the names of a library.
#include <ripple.h>
#include <ripple_sme_veclib.h>
#include <stdint.h>
#include <stdio.h>

#include "multiplies-bytes.h"

#ifndef LENGTH
#define LENGTH 32
#endif

static int failed;
#define CHECK(condition) \
  do { \
    if (!(condition)) \
      failed = 1, printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

// c = max(low, a * b + bias): a in blocks of LENGTH rows, b in blocks of LENGTH columns, after the bias of each.
#ifdef STREAMING
__arm_new("za") __arm_locally_streaming
#endif
void multiply(size_t m, size_t n, size_t k, const float *a, const float *b, float *c,
                                                      float low) {
  ripple_block_t tile = ripple_set_block_shape(RIPPLE_VECTOR_PE, LENGTH, LENGTH);
  ripple_block_t line = ripple_set_block_shape(RIPPLE_VECTOR_PE, LENGTH);
  size_t v = ripple_id(line, 0);
  for (size_t i = 0; i < m; i += LENGTH)
    for (size_t j = 0; j < n; j += LENGTH) {
      size_t columns = j * (k + 1);
      zeroAccumulator_f32(tile);
      outerProductAccumulate_f32(1.0f, b[columns + v]);
      columns += LENGTH;
      for (size_t p = 0; p < k; ++p)
        outerProductAccumulate_f32(a[i * k + p * LENGTH + v], b[columns + p * LENGTH + v]);
      for (size_t row = 0; row < least(m - i, LENGTH); ++row)
        if (j + v < n) {
          float sum = getAccumHorizSlice_f32(tile, (uint32_t)row);
          c[(i + row) * n + j + v] = sum > low ? sum : low;
        }
    }
}

// Of bytes, four of each row and column after each other; the accumulator is used in functions of its own.
static void add_products(const int8_t *a, const int8_t *b, size_t k) {
  ripple_block_t bytes = ripple_set_block_shape(RIPPLE_VECTOR_PE, 4 * LENGTH);
  size_t v = ripple_id(bytes, 0);
  for (size_t p = 0; p < k; p += 4)
    outerProductAccumulate_i8(a[p * LENGTH + v], b[p * LENGTH + v]);
}

void multiply_bytes(const int8_t *a, const int8_t *b, const int32_t *bias, size_t k, int32_t *c) {
  ripple_block_t tile = ripple_set_block_shape(RIPPLE_VECTOR_PE, LENGTH, LENGTH);
  ripple_block_t line = ripple_set_block_shape(RIPPLE_VECTOR_PE, LENGTH);
  size_t v = ripple_id(line, 0);
  zeroAccumulator_i32(tile);
  addHorizToAccumulator_i32(bias[v]);
  add_products(a, b, k);
  for (uint32_t row = 0; row < LENGTH; ++row)
    c[row * LENGTH + v] = getAccumHorizSlice_i32(tile, row);
}

enum { M = LENGTH + LENGTH / 2 + 1, N = LENGTH + 3, K = 9 };
static float a[2 * LENGTH * K], b[2 * LENGTH * (K + 1)], c[M * N];
static int8_t p[LENGTH * 12], q[LENGTH * 12];
static int32_t bias[LENGTH], r[LENGTH * LENGTH];

int main(void) {
  CHECK(verify_ripple_sme_api_fixed_vscale());
  for (int i = 0; i < 2 * LENGTH * K; ++i)
    a[i] = (float)(i % 7 - 3);
  for (int i = 0; i < 2 * LENGTH * (K + 1); ++i)
    b[i] = (float)(i % 5 - 1);
  multiply(M, N, K, a, b, c, -20.0f);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      const float *rows = a + i / LENGTH * LENGTH * K, *columns = b + j / LENGTH * LENGTH * (K + 1);
      float sum = columns[j % LENGTH];
      for (int k = 0; k < K; ++k)
        sum += rows[k * LENGTH + i % LENGTH] * columns[(k + 1) * LENGTH + j % LENGTH];
      CHECK(c[i * N + j] == (sum > -20.0f ? sum : -20.0f));
    }
  for (int i = 0; i < LENGTH * 12; ++i)
    p[i] = (int8_t)(i * 37), q[i] = (int8_t)(i * 91 + 5);
  for (int i = 0; i < LENGTH; ++i)
    bias[i] = i * 1000;
  multiply_bytes(p, q, bias, 12, r);
  for (int i = 0; i < LENGTH; ++i)
    for (int j = 0; j < LENGTH; ++j) {
      int32_t sum = bias[j];
      for (int k = 0; k < 12; ++k)
        sum += p[k / 4 * 4 * LENGTH + 4 * i + k % 4] * q[k / 4 * 4 * LENGTH + 4 * j + k % 4];
      CHECK(!multiplies_bytes() || r[i * LENGTH + j] == sum);
    }
  puts(failed ? "FAIL" : "PASS");
  return failed;
}
