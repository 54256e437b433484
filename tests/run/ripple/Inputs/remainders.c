// Remainders of annotated loops with accesses of many kinds, on memory that ends where the last element does.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#ifndef LANES
#define LANES 16
#endif

enum { MOST = 3 * LANES + 2 };

static void every_third(long n, const float *x, float *y) {
  ripple_block_t block = ripple_set_block_shape(0, LANES);
  ripple_parallel(block, 0);
  for (long i = 0; i < n; ++i)
    y[i] = x[3 * i] * 2 + x[3 * i + 2];
}

static void of_three(long n, const uint8_t *x, uint8_t *y) {
  ripple_block_t block = ripple_set_block_shape(0, LANES);
  ripple_parallel(block, 0);
  for (long i = 0; i < n; ++i)
    y[i] = (uint8_t)(x[3 * i] + x[3 * i + 1] * 2 + x[3 * i + 2] * 3);
}

static void pairs(long n, const int16_t *x, int16_t *y) {
  ripple_block_t block = ripple_set_block_shape(0, LANES);
  ripple_parallel(block, 0);
  for (long i = 0; i < n; ++i) {
    int16_t re = x[2 * i], im = x[2 * i + 1];
    y[2 * i] = (int16_t)(re - im);
    y[2 * i + 1] = (int16_t)(re + im);
  }
}

static void backwards(long n, const double *x, double *y) {
  ripple_block_t block = ripple_set_block_shape(0, LANES);
  ripple_parallel(block, 0);
  for (long i = 0; i < n; ++i)
    y[n - 1 - i] = x[n - 1 - i] + (double)i;
}

static void through_table(long n, const uint32_t *at, const float *table, float *y) {
  ripple_block_t block = ripple_set_block_shape(0, LANES);
  ripple_parallel(block, 0);
  for (long i = 0; i < n; ++i)
    y[at[i]] = table[at[i]] + 1;
}

static int32_t largest(long n, const int32_t *x) {
  ripple_block_t block = ripple_set_block_shape(0, LANES);
  int32_t most = -1000;
  ripple_parallel(block, 0);
  for (long i = 0; i < n; ++i)
    if (x[i] > most)
      most = x[i];
  return ripple_reducemax(1, most);
}

static float product(long n, const float *x, const float *y) {
  ripple_block_t block = ripple_set_block_shape(0, LANES);
  float sum = 0;
  ripple_parallel(block, 0);
  for (long i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return ripple_reduceadd(1, sum);
}

// Memory that ends before a page which cannot be accessed.
static void *at_end(size_t bytes) {
  size_t page = 65536, inner = (bytes + page - 1) / page * page;
  char *all = mmap(0, inner + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(all + inner, page, PROT_NONE);
  return all + inner - bytes;
}

#define ARRAY(type, name, count) type *name = at_end((count) * sizeof(type))
#define CHECK(what) \
  do { \
    if (!(what)) { \
      printf("%s with %ld of %d\n", #what, n, LANES); \
      return 1; \
    } \
  } while (0)

int main(void) {
  for (long n = 1; n <= MOST; ++n) {
    ARRAY(float, wide, 3 * n);
    ARRAY(uint8_t, bytes, 3 * n);
    ARRAY(int16_t, halves, 2 * n);
    ARRAY(double, doubles, n);
    ARRAY(uint32_t, places, n);
    ARRAY(int32_t, numbers, n);
    ARRAY(float, f, n);
    ARRAY(uint8_t, b, n);
    ARRAY(int16_t, h, 2 * n);
    ARRAY(double, d, n);
    for (long i = 0; i < 3 * n; ++i)
      wide[i] = (float)(i % 23), bytes[i] = (uint8_t)(i * 7);
    for (long i = 0; i < 2 * n; ++i)
      halves[i] = (int16_t)(i * 77);
    for (long i = 0; i < n; ++i)
      doubles[i] = (double)i / 2, places[i] = (uint32_t)(n - 1 - i), numbers[i] = (int32_t)(i * 37 % 101 - 50);
    every_third(n, wide, f);
    for (long i = 0; i < n; ++i)
      CHECK(f[i] == wide[3 * i] * 2 + wide[3 * i + 2]);
    of_three(n, bytes, b);
    for (long i = 0; i < n; ++i)
      CHECK(b[i] == (uint8_t)(bytes[3 * i] + bytes[3 * i + 1] * 2 + bytes[3 * i + 2] * 3));
    pairs(n, halves, h);
    for (long i = 0; i < n; ++i)
      CHECK(h[2 * i] == (int16_t)(halves[2 * i] - halves[2 * i + 1]) &&
            h[2 * i + 1] == (int16_t)(halves[2 * i] + halves[2 * i + 1]));
    backwards(n, doubles, d);
    for (long i = 0; i < n; ++i)
      CHECK(d[i] == doubles[i] + (double)(n - 1 - i));
    through_table(n, places, wide, f);
    for (long i = 0; i < n; ++i)
      CHECK(f[i] == wide[i] + 1);
    int32_t most = -1000;
    float sum = 0;
    for (long i = 0; i < n; ++i) {
      most = numbers[i] > most ? numbers[i] : most;
      sum += wide[i] * f[i];
    }
    CHECK(largest(n, numbers) == most);
    CHECK(product(n, wide, f) == sum);
  }
  puts("all right");
}
