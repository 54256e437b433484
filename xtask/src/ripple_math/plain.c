/* The functions on arrays in plain C, named with PREFIX. */
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include "functions.h"
#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)
#define X(name) \
  void NAMED(PREFIX, name##f)(size_t n, const float *restrict x, float *restrict y) { \
    for (size_t i = 0; i < n; ++i) y[i] = name##f(x[i]); \
  }
SINGLE_1(X)
#undef X
#define X(name) \
  void NAMED(PREFIX, name)(size_t n, const double *restrict x, double *restrict y) { \
    for (size_t i = 0; i < n; ++i) y[i] = name(x[i]); \
  }
DOUBLE_1(X)
#undef X
#define X(name) \
  void NAMED(PREFIX, name##f)(size_t n, const float *restrict x, const float *restrict y, float *restrict z) { \
    for (size_t i = 0; i < n; ++i) z[i] = name##f(x[i], y[i]); \
  }
SINGLE_2(X)
#undef X
#define X(name) \
  void NAMED(PREFIX, name)(size_t n, const double *restrict x, const double *restrict y, double *restrict z) { \
    for (size_t i = 0; i < n; ++i) z[i] = name(x[i], y[i]); \
  }
DOUBLE_2(X)
