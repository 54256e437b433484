#include <ripple.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
enum { N = 64 };
/* Numbers of 8 and 16 bits compared with one that is not constant, every way; greatest and least floats of every number of elements. */
#define COMPARE(T, U, NAME, OP)                                                                       \
  __attribute__((noinline)) static void NAME##_##T##_##U(size_t n, const T *p, uint8_t *q, U t) {     \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32);                                  \
    ripple_parallel(b, 0);                                                                            \
    for (size_t i = 0; i < n; i++) q[i] = (p[i] OP t) + 2 * (t OP p[i]);                              \
  }                                                                                                   \
  static int check_##NAME##_##T##_##U(void) {                                                         \
    int bad = 0;                                                                                      \
    for (int s = 0; s < 300; s += 7) {                                                                \
      T p[N]; uint8_t q[N]; U t = (U)(s * 257 + s);                                                   \
      for (int i = 0; i < N; i++) p[i] = (T)(i * 1031 + i * 5);                                       \
      p[3] = (T)t; p[9] = (T)(t + 1); p[17] = (T)(t - 1);                                             \
      NAME##_##T##_##U(N, p, q, t);                                                                   \
      for (int i = 0; i < N; i++) bad += q[i] != (p[i] OP t) + 2 * (t OP p[i]);                       \
    }                                                                                                 \
    return bad;                                                                                       \
  }
#define ALL(T, U) COMPARE(T, U, lt, <) COMPARE(T, U, le, <=) COMPARE(T, U, gt, >) COMPARE(T, U, ge, >=) COMPARE(T, U, eq, ==) COMPARE(T, U, ne, !=) \
  static int check_##T##_##U(void) { return check_lt_##T##_##U() + check_le_##T##_##U() + check_gt_##T##_##U() + check_ge_##T##_##U() + check_eq_##T##_##U() + check_ne_##T##_##U(); }
ALL(uint8_t, uint8_t) ALL(int8_t, int8_t) ALL(uint16_t, uint16_t) ALL(int16_t, int16_t) ALL(uint8_t, int8_t) ALL(int16_t, uint16_t) ALL(uint8_t, uint16_t)
#define CHOOSE(T, n)                                                                                  \
  __attribute__((noinline)) static T max_##T##_##n(const T *p) { ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, n); return ripple_reducemax(1, p[ripple_id(b, 0)]); } \
  __attribute__((noinline)) static T min_##T##_##n(const T *p) { ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, n); return ripple_reducemin(1, p[ripple_id(b, 0)]); } \
  static int check_##T##_##n(void) {                                                                  \
    int bad = 0;                                                                                      \
    for (int s = 0; s < 40; s++) {                                                                    \
      T p[n], most = NAN, least = NAN;                                                                \
      for (int i = 0; i < n; i++) {                                                                   \
        p[i] = (s + i) % 5 == 0 ? NAN : (s * 7 + i * 13) % 31 - 15;                                   \
        most = fmax(most, p[i]); least = fmin(least, p[i]);                                           \
      }                                                                                               \
      T m = max_##T##_##n(p), l = min_##T##_##n(p);                                                   \
      bad += !(m == most || (isnan(m) && isnan(most))) + !(l == least || (isnan(l) && isnan(least))); \
    }                                                                                                 \
    return bad;                                                                                       \
  }
CHOOSE(float, 1) CHOOSE(float, 2) CHOOSE(float, 3) CHOOSE(float, 7) CHOOSE(float, 16) CHOOSE(float, 33) CHOOSE(double, 8) CHOOSE(double, 12)
int main(void) {
  int bad = check_uint8_t_uint8_t() + check_int8_t_int8_t() + check_uint16_t_uint16_t() + check_int16_t_int16_t() + check_uint8_t_int8_t() +
            check_int16_t_uint16_t() + check_uint8_t_uint16_t();
  bad += check_float_1() + check_float_2() + check_float_3() + check_float_7() + check_float_16() + check_float_33() + check_double_8() + check_double_12();
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
