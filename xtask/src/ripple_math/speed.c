/* Times the kernels beside plain loops: prints a name and nanoseconds an
 * element of each. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "functions.h"

enum { N = 4096, TIMES = 40 };
#define DECLARE_1(T, name) \
  void vector_##name(size_t, const T *, T *); \
  void plain_##name(size_t, const T *, T *); \
  void fast_##name(size_t, const T *, T *);
#define DECLARE_2(T, name) \
  void vector_##name(size_t, const T *, const T *, T *); \
  void plain_##name(size_t, const T *, const T *, T *); \
  void fast_##name(size_t, const T *, const T *, T *);
#define X(name) DECLARE_1(float, name##f)
SINGLE_1(X)
#undef X
#define X(name) DECLARE_1(double, name)
DOUBLE_1(X)
#undef X
#define X(name) DECLARE_2(float, name##f)
SINGLE_2(X)
#undef X
#define X(name) DECLARE_2(double, name)
DOUBLE_2(X)
#undef X

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
static float x[N], y[N], z[N];
static double dx[N], dy[N], dz[N];

/* The least of several runs. */
#define TIME(result, call) \
  double result = 1e30; \
  for (int run = 0; run < TIMES; ++run) { \
    double start = now(); \
    call; \
    double spent = (now() - start) / N; \
    if (spent < result) result = spent; \
  }
#define REPORT(name, ...) { \
    TIME(a, plain_##name(N, __VA_ARGS__)) \
    TIME(b, fast_##name(N, __VA_ARGS__)) \
    TIME(c, vector_##name(N, __VA_ARGS__)) \
    printf("%s %.3f %.3f %.3f\n", #name, a, b, c); \
  }

int main(void) {
  for (int i = 0; i < N; ++i) {
    double unit = rand() / (RAND_MAX + 1.0);
    x[i] = (float)(dx[i] = 0.01 + 0.98 * unit), y[i] = (float)(dy[i] = rand() / (RAND_MAX + 1.0) * 4);
  }
#define X(name) REPORT(name##f, x, z)
  SINGLE_1(X)
#undef X
#define X(name) REPORT(name##f, x, y, z)
  SINGLE_2(X)
#undef X
#define X(name) REPORT(name, dx, dz)
  DOUBLE_1(X)
#undef X
#define X(name) REPORT(name, dx, dy, dz)
  DOUBLE_2(X)
  return 0;
}
