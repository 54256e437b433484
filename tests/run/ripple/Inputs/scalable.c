// Blocks that grow with the vectors of the target: the same results for every length.
#include <ripple.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 301
#define NOINLINE __attribute__((noinline))

static int failures;
static void check(const char *name, int fine) {
  if (!fine) {
    printf("FAIL %s\n", name);
    ++failures;
  }
}

// A block that a function returns, and one that is passed.
static inline __attribute__((always_inline)) ripple_block_t words(void) {
  return ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(4));
}

NOINLINE void saxpy(size_t n, float a, const float *x, float *y) {
  ripple_block_t b = words();
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}

// Indices, sizes, and a remainder by hand.
NOINLINE size_t fill(size_t n, uint16_t *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(8));
  size_t size = ripple_get_block_size(b, 0), v = ripple_id(b, 0), i = 0;
  for (; i + size <= n; i += size)
    x[i + v] = (uint16_t)(3 * (i + v));
  if (i + v < n)
    x[i + v] = (uint16_t)(3 * (i + v));
  return size;
}

NOINLINE double sum(size_t n, const double *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(2));
  double s = 0;
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    s += x[i];
  return ripple_reduceadd(1, s);
}

NOINLINE int32_t largest(size_t n, const int32_t *x) {
  ripple_block_t b = words();
  int32_t m = INT32_MIN;
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    m = x[i] > m ? x[i] : m;
  return ripple_reducemax(1, m);
}

// Conditions, a loop that elements leave at different times, calls with shapes.
static float steps(float x, float limit) {
  float count = x - x;
  while (x < limit) {
    x = x * 1.5f + 1;
    count += 1;
  }
  return count;
}
NOINLINE void grow(size_t n, const float *x, float *y) {
  ripple_block_t b = words();
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i) {
    if (x[i] > 10)
      y[i] = steps(x[i], 1000);
    else if (x[i] > 5)
      y[i] = -x[i];
  }
}
static float steps_want(float x, float limit) {
  float count = 0;
  for (; x < limit; count += 1)
    x = x * 1.5f + 1;
  return count;
}

// Elements in another order, and some of them: the index function knows the length.
static size_t reversed(size_t k, size_t n) { return n - 1 - k; }
static size_t rotated(size_t k, size_t n) { return (k + 1) % n; }
NOINLINE size_t orders(int32_t *x, int32_t *y, int32_t *first) {
  ripple_block_t b = words();
  size_t v = ripple_id(b, 0);
  y[v] = ripple_shuffle(x[v], rotated);
  x[v] = ripple_shuffle(x[v], reversed);
  *first = ripple_slice(y[v], 0) + ripple_slice(y[v], 3);
  return ripple_get_block_size(b, 0);
}

// Two dimensions, of which the last one grows.
NOINLINE void tile(int rows, int columns, const int16_t *x, int16_t *y) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 4, ripple_scalable(2));
  ripple_parallel(b, 1);
  for (int r = 0; r < rows; ++r) {
    ripple_parallel(b, 0);
    for (int c = 0; c < columns; ++c)
      y[c * rows + r] = (int16_t)(x[r * columns + c] + r);
  }
}

// Members of structures, gathers, bytes that saturate, functions of math.
typedef struct {
  float re, im;
} number;
NOINLINE void squares(size_t n, const number *in, number *out) {
  ripple_block_t b = words();
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i) {
    number z = in[i];
    out[i].re = z.re * z.re - z.im * z.im;
    out[i].im = 2 * z.re * z.im;
  }
}
NOINLINE void lookup(size_t n, const uint8_t *at, const float *table, float *y) {
  ripple_block_t b = words();
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    y[i] = table[at[i]];
}
NOINLINE void brighten(size_t n, uint8_t *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(16));
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    x[i] = ripple_add_sat(x[i], (uint8_t)100);
}
NOINLINE void exponentials(size_t n, const float *x, float *y) {
  ripple_block_t b = words();
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    y[i] = expf(x[i]);
}

// A function whose blocks grow calls one with blocks that do, and one with fixed ones.
NOINLINE void fixed(int n, int *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i)
    x[i] += i;
}
NOINLINE int both(int n, int *x) {
  ripple_block_t b = words();
  fixed(n, x);
  int32_t before = largest((size_t)n, x);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i)
    x[i] -= before;
  return before;
}

static float in[N], out[N], want[N], table[256];
static double doubles[N];
static int32_t ints[N], others[N];
static uint16_t shorts[N];
static uint8_t bytes[N];
static number numbers[N], squared[N];
static int16_t matrix[13 * 23], transposed[13 * 23];

int main(void) {
  void (*indirect)(size_t, float, const float *, float *) = saxpy;
  for (int i = 0; i < N; ++i) {
    in[i] = (float)((i * 37) % 101) / 4;
    out[i] = want[i] = (float)i;
    doubles[i] = i;
    ints[i] = (i * 7919) % 1009 - 500;
    bytes[i] = (uint8_t)(i * 5);
    numbers[i].re = (float)(i % 19), numbers[i].im = (float)(i % 7);
    if (i < 256)
      table[i] = (float)i * 0.5f;
  }
  int fine = 1;
  indirect(N, 2, in, out);
  for (int i = 0; i < N; ++i)
    fine &= out[i] == 2 * in[i] + want[i];
  check("saxpy", fine);

  size_t size = fill(N, shorts);
  fine = size >= 8 && size % 8 == 0 && size == ripple_scalable(8);
  for (int i = 0; i < N; ++i)
    fine &= shorts[i] == 3 * i;
  check("fill", fine);

  check("sum", sum(N, doubles) == N * (N - 1) / 2.0);
  int32_t most = INT32_MIN;
  for (int i = 0; i < N; ++i)
    most = ints[i] > most ? ints[i] : most;
  check("largest", largest(N, ints) == most);

  memcpy(out, want, sizeof out);
  grow(N, in, out);
  fine = 1;
  for (int i = 0; i < N; ++i)
    fine &= out[i] == (in[i] > 10 ? steps_want(in[i], 1000) : in[i] > 5 ? -in[i] : want[i]);
  check("grow", fine);

  int32_t x[64], y[64], first;
  for (int i = 0; i < 64; ++i)
    x[i] = i * i;
  size = orders(x, y, &first);
  fine = first == 1 + (int32_t)((4 % size) * (4 % size));
  for (size_t i = 0; i < size; ++i)
    fine &= x[i] == (int32_t)((size - 1 - i) * (size - 1 - i)) && y[i] == (int32_t)(((i + 1) % size) * ((i + 1) % size));
  check("orders", fine);

  for (int i = 0; i < 13 * 23; ++i)
    matrix[i] = (int16_t)(i * 11);
  tile(13, 23, matrix, transposed);
  fine = 1;
  for (int r = 0; r < 13; ++r)
    for (int c = 0; c < 23; ++c)
      fine &= transposed[c * 13 + r] == (int16_t)(matrix[r * 23 + c] + r);
  check("tile", fine);

  squares(N, numbers, squared);
  fine = 1;
  for (int i = 0; i < N; ++i)
    fine &= squared[i].re == numbers[i].re * numbers[i].re - numbers[i].im * numbers[i].im &&
            squared[i].im == 2 * numbers[i].re * numbers[i].im;
  check("squares", fine);

  lookup(N, bytes, table, out);
  fine = 1;
  for (int i = 0; i < N; ++i)
    fine &= out[i] == table[bytes[i]];
  check("lookup", fine);

  exponentials(N, in, out);
  fine = 1;
  for (int i = 0; i < N; ++i)
    fine &= fabsf(out[i] - expf(in[i])) <= 4e-7f * expf(in[i]);
  check("exponentials", fine);

  brighten(N, bytes);
  fine = 1;
  for (int i = 0; i < N; ++i)
    fine &= bytes[i] == ((uint8_t)(i * 5) > 155 ? 255 : (uint8_t)(i * 5) + 100);
  check("brighten", fine);

  memcpy(others, ints, sizeof ints);
  int32_t before = both(N, others);
  fine = 1;
  for (int i = 0; i < N; ++i)
    fine &= others[i] == ints[i] + i - before;
  check("both", fine);

  if (!failures)
    printf("PASS\n");
  return failures != 0;
}
