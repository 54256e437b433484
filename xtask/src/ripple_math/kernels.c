/* The functions on arrays, 16 elements at a time. */
#include <ripple_math.h>
#include "functions.h"

#define KERNEL_1(T, name, function) \
  void name(size_t n, const T *x, T *y) { \
    ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16); \
    ripple_parallel_full(block, 0); \
    for (size_t i = 0; i < n; ++i) \
      y[i] = function(x[i]); \
  }
#define KERNEL_2(T, name, function) \
  void name(size_t n, const T *x, const T *y, T *z) { \
    ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16); \
    ripple_parallel_full(block, 0); \
    for (size_t i = 0; i < n; ++i) \
      z[i] = function(x[i], y[i]); \
  }

#define X(name) KERNEL_1(float, vector_##name##f, name##f)
SINGLE_1(X)
#undef X
#define X(name) KERNEL_1(double, vector_##name, name)
DOUBLE_1(X)
#undef X
#define X(name) KERNEL_2(float, vector_##name##f, name##f)
SINGLE_2(X)
#undef X
#define X(name) KERNEL_2(double, vector_##name, name)
DOUBLE_2(X)
