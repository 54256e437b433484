// The programs of Ripple's proposal, each beside a loop over single elements.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define VECTOR_PE 0
#define N 101

static void vector_add_1D(unsigned pindex, float *a, float *b, float *sum) {
  (void)pindex;
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, /* block index 0 with size */ 8);
  size_t ripple_index = ripple_id(BS, /* block index */ 0);
  sum[ripple_index] = a[ripple_index] + b[ripple_index];
}

static void shapes(size_t x, size_t *out) {
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 8, 8);
  size_t a = x * 3;
  size_t v0 = ripple_id(BS, 0);
  size_t v1 = ripple_id(BS, 1);
  size_t v_sum = v0 + v1 + a;
  out[v1 * 8 + v0] = v_sum;
}

static void increment_even(int16_t x[8]) {
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 8);
  size_t v = ripple_id(BS, 0);
  if (v % 2 == 0)
    x[v] += 1;
}

static void vecadd_subarray(int n, int start, int end, float x[N], float y[N], float xpy[N]) {
  (void)end;
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 32);
  ripple_parallel(BS, 0);
  for (int i = start; i < n; ++i) {
    xpy[i] = x[i] + y[i];
  }
}

static void vecadd_pragma(int n, int start, int end, float x[N], float y[N], float xpy[N]) {
  (void)end;
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 32);
#pragma ripple parallel Block(BS) Dims(0)
  for (int i = start; i < n; ++i) {
    xpy[i] = x[i] + y[i];
  }
}

static void vecadd_full(int n, float x[N], float y[N], float xpy[N]) {
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 32);
  ripple_parallel_full(BS, 0);
  for (int i = 0; i < n; ++i) {
    xpy[i] = x[i] + y[i];
  }
}

static void vecadd_no_remainder(int n, float x[N], float y[N], float xpy[N]) {
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 32);
#pragma ripple parallel Block(BS) Dims(0) NoRemainder
  for (int i = 0; i < n; ++i) {
    xpy[i] = x[i] + y[i];
  }
}

static void foo(int a, int b, int *z) {
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 8);
  size_t v = ripple_id(BS, 0);
  int x = a * 2;
  int y = x + b;
  z[v] = y;
}

static void foo_redundant(int a, int b, int *z) {
  ripple_block_t BS = ripple_set_block_shape(VECTOR_PE, 8);
  size_t v = ripple_id(BS, 0);
  int x = ripple_broadcast(BS, 0b1, a) * 2;
  int y = x + b;
  z[v] = y;
}

static int bad;

static void check(int is_right, const char *name) {
  if (!is_right && ++bad)
    printf("%s differs\n", name);
}

int main(void) {
  float x[N], y[N], out[N], want[N];
  for (int i = 0; i < N; ++i)
    x[i] = (float)i, y[i] = (float)(i * i);
  memset(out, 0, sizeof out);
  vector_add_1D(0, x, y, out);
  for (int i = 0; i < N; ++i)
    check(out[i] == (i < 8 ? x[i] + y[i] : 0), "vector_add_1D");

  size_t sums[64];
  shapes(5, sums);
  for (size_t i = 0; i < 64; ++i)
    check(sums[i] == i % 8 + i / 8 + 15, "shapes");

  int16_t numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  increment_even(numbers);
  for (int i = 0; i < 8; ++i)
    check(numbers[i] == i + (i % 2 == 0), "increment_even");

  for (int start = 0; start < N; start += 7)
    for (int n = start; n <= N; n += 13)
      for (int variant = 0; variant < 2; ++variant) {
        memset(out, 0, sizeof out), memset(want, 0, sizeof want);
        for (int i = start; i < n; ++i)
          want[i] = x[i] + y[i];
        (variant ? vecadd_pragma : vecadd_subarray)(n, start, n, x, y, out);
        check(memcmp(out, want, sizeof out) == 0, "vecadd_subarray");
      }
  for (int variant = 0; variant < 2; ++variant) {
    memset(out, 0, sizeof out);
    (variant ? vecadd_no_remainder : vecadd_full)(96, x, y, out);
    for (int i = 0; i < N; ++i)
      check(out[i] == (i < 96 ? x[i] + y[i] : 0), "vecadd_full");
  }

  int z[2][8];
  foo(3, 4, z[0]), foo_redundant(3, 4, z[1]);
  for (int i = 0; i < 8; ++i)
    check(z[0][i] == 10 && z[1][i] == 10, "foo");
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
