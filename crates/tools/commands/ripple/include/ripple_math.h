/* ripple_math.h: the functions of math.h, element by element, for the formats
 * with 16 bits too.
 *
 * A name without suffix is for double; f is float, l long double, f16 _Float16
 * and bf16 __bf16. */
#ifndef TERRACE_RIPPLE_MATH_H
#define TERRACE_RIPPLE_MATH_H

#include <math.h>
#include <ripple.h>

/* What older standards of C leave out of math.h. */
#ifdef __cplusplus
#if !defined(_GNU_SOURCE)
extern "C" {
double exp10(double) noexcept(true);
float exp10f(float) noexcept(true);
}
#endif
#else
extern double exp10(double);
extern float exp10f(float);
extern double roundeven(double);
extern float roundevenf(float);
#endif

#define __RIPPLE_MATH_1(X) \
  X(sqrt) X(asin) X(acos) X(atan) X(sin) X(cos) X(tan) X(sinh) X(cosh) X(tanh) X(log) X(log10) X(log2) X(exp) X(exp2) \
  X(fabs) X(floor) X(ceil) X(trunc) X(rint) X(nearbyint) X(round)
#define __RIPPLE_MATH_2(X) X(atan2) X(pow) X(copysign)

#ifdef RIPPLE_HAS_FLOAT16
/* Rounded from float: exact operations in float have enough bits for that. */
#define __RIPPLE_X(name) \
  __RIPPLE_INLINE _Float16 name##f16(_Float16 __x) { return (_Float16)__builtin_##name##f((float)__x); }
__RIPPLE_MATH_1(__RIPPLE_X)
__RIPPLE_X(exp10)
__RIPPLE_X(roundeven)
#undef __RIPPLE_X
#define __RIPPLE_X(name) \
  __RIPPLE_INLINE _Float16 name##f16(_Float16 __x, _Float16 __y) { \
    return (_Float16)__builtin_##name##f((float)__x, (float)__y); \
  }
__RIPPLE_MATH_2(__RIPPLE_X)
#undef __RIPPLE_X
__RIPPLE_INLINE _Float16 ldexpf16(_Float16 __x, int __exponent) {
  return (_Float16)__builtin_ldexpf((float)__x, __exponent);
}
__RIPPLE_INLINE _Float16 fmaf16(_Float16 __x, _Float16 __y, _Float16 __z) {
  return (_Float16)__builtin_fma((double)__x, (double)__y, (double)__z);
}
#endif

#ifdef RIPPLE_HAS_BFLOAT16
#define __RIPPLE_X(name) \
  __RIPPLE_INLINE __bf16 name##bf16(__bf16 __x) { return (__bf16)__builtin_##name##f((float)__x); }
__RIPPLE_MATH_1(__RIPPLE_X)
__RIPPLE_X(exp10)
__RIPPLE_X(roundeven)
#undef __RIPPLE_X
#define __RIPPLE_X(name) \
  __RIPPLE_INLINE __bf16 name##bf16(__bf16 __x, __bf16 __y) { \
    return (__bf16)__builtin_##name##f((float)__x, (float)__y); \
  }
__RIPPLE_MATH_2(__RIPPLE_X)
#undef __RIPPLE_X
__RIPPLE_INLINE __bf16 ldexpbf16(__bf16 __x, int __exponent) {
  return (__bf16)__builtin_ldexpf((float)__x, __exponent);
}
#endif

#undef __RIPPLE_MATH_1
#undef __RIPPLE_MATH_2

#endif
