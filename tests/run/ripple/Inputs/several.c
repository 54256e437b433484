// Loops with several accumulators: products of one column with two rows, of two columns, with other beginnings and sizes.
#include <ripple.h>
#include <stdio.h>

static int failed;
#define CHECK(condition) \
  do { \
    if (!(condition)) \
      failed = 1, printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

void two_rows(int k, const float *a, const float *b, const float *d, float *c, float *e) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 32);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float first = 0, second = e[y * 16 + x];
  for (int p = 0; p < k; ++p) {
    first += a[p * 32 + y] * b[p * 16 + x];
    second += a[p * 32 + y] * d[p * 16 + x];
  }
  c[y * 16 + x] = first;
  e[y * 16 + x] = second;
}

// Four accumulators of a larger tile, the last of which is used otherwise; the number of iterations is used after the loop.
int four(int k, const float *a, const float *b, float *c, float *sum) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32, 32);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float p0 = 0, p1 = 0, p2 = 0, p3 = 0;
  int p = 0;
  for (; p < k; ++p) {
    float a0 = a[p * 64 + y], a1 = a[p * 64 + 32 + y], b0 = b[p * 64 + x], b1 = b[p * 64 + 32 + x];
    p0 += a0 * b0;
    p1 += a0 * b1;
    p2 += a1 * b0;
    p3 += a1 * b1;
  }
  c[y * 64 + x] = p0;
  c[y * 64 + 32 + x] = p1;
  c[(y + 32) * 64 + x] = p2;
  *sum = ripple_reduceadd(3, p3);
  return p;
}

// Under a mask: rows and columns that fill no block.
void masked(int m, int n, int k, const float *a, const float *b, float *c, float *d) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 16);
  ripple_parallel(block, 1);
  for (int i = 0; i < m; ++i) {
    ripple_parallel(block, 0);
    for (int j = 0; j < n; ++j) {
      float sum = 0, other = 1;
      for (int p = 0; p < k; ++p) {
        sum += a[p * m + i] * b[p * n + j];
        other += b[p * n + j] * a[p * m + i];
      }
      c[i * n + j] = sum;
      d[i * n + j] = other;
    }
  }
}

// Two updates of each accumulator.
void twice(int k, const float *a, const float *b, float *c, float *d) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32, 32);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float first = 0, second = 0;
  for (int p = 0; p < k; ++p) {
    first += a[p * 32 + y] * b[p * 32 + x];
    second += b[p * 32 + y] * a[p * 32 + x];
    first += b[p * 32 + y] * b[p * 32 + x];
    second += a[p * 32 + y] * a[p * 32 + x];
  }
  c[y * 32 + x] = first;
  d[y * 32 + x] = second;
}

static float a[7 * 64], b[7 * 64], d[7 * 64], c[64 * 64], e[64 * 64];

int main(void) {
  for (int i = 0; i < 7 * 64; ++i)
    a[i] = (float)(i % 7 - 3), b[i] = (float)(i % 5 - 2), d[i] = (float)(i % 11 - 4);
  for (int i = 0; i < 32 * 16; ++i)
    e[i] = (float)i;
  two_rows(5, a, b, d, c, e);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 16; ++x) {
      float first = 0, second = (float)(y * 16 + x);
      for (int p = 0; p < 5; ++p)
        first += a[p * 32 + y] * b[p * 16 + x], second += a[p * 32 + y] * d[p * 16 + x];
      CHECK(c[y * 16 + x] == first);
      CHECK(e[y * 16 + x] == second);
    }
  float sum = 0, expected = 0;
  CHECK(four(7, a, b, c, &sum) == 7);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) {
      float product = 0;
      for (int p = 0; p < 7; ++p)
        product += a[p * 64 + y] * b[p * 64 + x];
      if (y >= 32 && x >= 32)
        expected += product;
      else
        CHECK(c[y * 64 + x] == product);
    }
  CHECK(sum == expected);
  masked(20, 19, 7, a, b, c, e);
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 19; ++j) {
      float product = 0;
      for (int p = 0; p < 7; ++p)
        product += a[p * 20 + i] * b[p * 19 + j];
      CHECK(c[i * 19 + j] == product);
      CHECK(e[i * 19 + j] == product + 1);
    }
  twice(6, a, b, c, e);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 32; ++x) {
      float first = 0, second = 0;
      for (int p = 0; p < 6; ++p) {
        first += a[p * 32 + y] * b[p * 32 + x] + b[p * 32 + y] * b[p * 32 + x];
        second += b[p * 32 + y] * a[p * 32 + x] + a[p * 32 + y] * a[p * 32 + x];
      }
      CHECK(c[y * 32 + x] == first);
      CHECK(e[y * 32 + x] == second);
    }
  puts(failed ? "FAIL" : "PASS");
  return failed;
}
