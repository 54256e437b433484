// Vectors whose numbers of elements are no powers of two, from iteration to iteration.
#include <ripple.h>
#include <stdio.h>

#define KERNEL(T, N) \
  void filter_##T##_##N(int n, const T *x, T *y) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, N); \
    size_t v = ripple_id(B, 0); \
    T a = 0, b = 1; \
    for (int i = 0; i < n; i++) { \
      T t = x[v] * a + b; \
      if (t > x[v + i]) \
        b = a + 2; \
      a = t; \
    } \
    y[v] = a + b; \
  } \
  static int test_##T##_##N(void) { \
    T x[N + 9], y[N]; \
    int bad = 0; \
    for (int i = 0; i < N + 9; i++) \
      x[i] = (T)(i % 5); \
    filter_##T##_##N(9, x, y); \
    for (int v = 0; v < N; v++) { \
      T a = 0, b = 1; \
      for (int i = 0; i < 9; i++) { \
        T t = x[v] * a + b; \
        if (t > x[v + i]) \
          b = a + 2; \
        a = t; \
      } \
      bad += y[v] != (T)(a + b); \
    } \
    return bad; \
  }
#define TYPES(N) KERNEL(float, N) KERNEL(double, N) KERNEL(uint8_t, N) KERNEL(int16_t, N) KERNEL(int32_t, N)
TYPES(3) TYPES(12) TYPES(24) TYPES(31) TYPES(48) TYPES(96)

int main(void) {
  int bad = 0;
#define TEST(N) bad += test_float_##N() + test_double_##N() + test_uint8_t_##N() + test_int16_t_##N() + test_int32_t_##N();
  TEST(3) TEST(12) TEST(24) TEST(31) TEST(48) TEST(96)
  printf("%d wrong\n", bad);
  return bad;
}
