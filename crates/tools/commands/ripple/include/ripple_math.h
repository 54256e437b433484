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
  __RIPPLE_INLINE _Float16 name##f16(_Float16 x) { return (_Float16)__builtin_##name##f((float)x); }
__RIPPLE_MATH_1(__RIPPLE_X)
__RIPPLE_X(exp10)
__RIPPLE_X(roundeven)
#undef __RIPPLE_X
#define __RIPPLE_X(name) \
  __RIPPLE_INLINE _Float16 name##f16(_Float16 x, _Float16 y) { \
    return (_Float16)__builtin_##name##f((float)x, (float)y); \
  }
__RIPPLE_MATH_2(__RIPPLE_X)
#undef __RIPPLE_X
__RIPPLE_INLINE _Float16 ldexpf16(_Float16 x, int exponent) { return (_Float16)__builtin_ldexpf((float)x, exponent); }
__RIPPLE_INLINE _Float16 fmaf16(_Float16 x, _Float16 y, _Float16 z) {
  return (_Float16)__builtin_fma((double)x, (double)y, (double)z);
}
#endif

#ifdef RIPPLE_HAS_BFLOAT16
#define __RIPPLE_X(name) \
  __RIPPLE_INLINE __bf16 name##bf16(__bf16 x) { return (__bf16)__builtin_##name##f((float)x); }
__RIPPLE_MATH_1(__RIPPLE_X)
__RIPPLE_X(exp10)
__RIPPLE_X(roundeven)
#undef __RIPPLE_X
#define __RIPPLE_X(name) \
  __RIPPLE_INLINE __bf16 name##bf16(__bf16 x, __bf16 y) { return (__bf16)__builtin_##name##f((float)x, (float)y); }
__RIPPLE_MATH_2(__RIPPLE_X)
#undef __RIPPLE_X
__RIPPLE_INLINE __bf16 ldexpbf16(__bf16 x, int exponent) { return (__bf16)__builtin_ldexpf((float)x, exponent); }
#endif

#undef __RIPPLE_MATH_1
#undef __RIPPLE_MATH_2

#endif
