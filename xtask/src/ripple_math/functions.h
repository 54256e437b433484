/* The functions that are checked: X(name, reference) with one argument, single
 * and double precision; Y(name) with two. */
#define SINGLE_1(X) \
  X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) \
  X(sinh) X(cosh) X(tanh) X(erf) X(sqrt) X(cbrt)
#define DOUBLE_1(X) \
  X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(asin) X(acos) X(atan) X(sinh) \
  X(cosh) X(sqrt) X(cbrt)
#define SINGLE_2(X) X(pow) X(atan2) X(hypot) X(fmod)
#define DOUBLE_2(X) X(atan2) X(hypot)
