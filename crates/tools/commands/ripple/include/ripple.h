/* ripple.h: SIMD programs over blocks of processing elements, for clang.
 *
 * Every function below is a declaration whose assembler label is the name of an
 * intrinsic, which Terrace carries out: compile with `terrace ripple-cc` or
 * `terrace ripple-c++`. Tools that only read a program define RIPPLE_PARSE_ONLY. */
#ifndef TERRACE_RIPPLE_H
#define TERRACE_RIPPLE_H

#ifndef __clang__
#error "ripple.h needs clang"
#endif
#if !defined(RIPPLE_DRIVER_PRAGMAS) && !defined(RIPPLE_PARSE_ONLY)
#error "programs with ripple.h are compiled by 'terrace ripple-cc' and 'terrace ripple-c++', which take the arguments of clang"
#endif

#include <stddef.h>
#include <stdint.h>

/* A block of processing elements. It can be copied and passed to functions of
 * the same unit. */
typedef struct ripple_block_shape *ripple_block_t;

/* The processing elements that there are: the vector unit. */
#define RIPPLE_VECTOR_PE 0

/* ---- How the declarations are written ---------------------------------- */

#define __RIPPLE_SIZE __SIZE_TYPE__
#define __RIPPLE_DIMS unsigned long long
#define __RIPPLE_AT long long
#if __SIZEOF_SIZE_T__ == 8
#define __RIPPLE_WORD "i64"
#else
#define __RIPPLE_WORD "i32"
#endif
#if __SIZEOF_LONG__ == 8
#define __RIPPLE_LONG "i64"
#else
#define __RIPPLE_LONG "i32"
#endif

/* C gets the overload sets of C++; C++ alone has default arguments. */
#ifdef __cplusplus
#define __RIPPLE_OVERLOAD
#define __RIPPLE_BOOL bool
#define __RIPPLE_OR(value) = value
#else
#define __RIPPLE_OVERLOAD __attribute__((__overloadable__))
#define __RIPPLE_BOOL _Bool
#define __RIPPLE_OR(value)
#endif

/* What computes with its operands alone, in each element by itself and across
 * elements. */
#define __RIPPLE_LANE __attribute__((const, __nothrow__))
#define __RIPPLE_CROSS __attribute__((const, __nothrow__, __convergent__))
#define __RIPPLE_INLINE static inline __attribute__((__always_inline__, __unused__))

/* X(type, suffix of the intrinsics, s for signed, u for unsigned, f for floating point) */
#ifdef __CHAR_UNSIGNED__
#define __RIPPLE_CHAR(X) X(char, "i8", u)
#else
#define __RIPPLE_CHAR(X) X(char, "i8", s)
#endif
#define __RIPPLE_INTEGERS(X) \
  __RIPPLE_CHAR(X) X(signed char, "i8", s) X(unsigned char, "i8", u) X(short, "i16", s) X(unsigned short, "i16", u) \
  X(int, "i32", s) X(unsigned int, "i32", u) X(long, __RIPPLE_LONG, s) X(unsigned long, __RIPPLE_LONG, u) \
  X(long long, "i64", s) X(unsigned long long, "i64", u)
#if defined(__SSE2__) || defined(__aarch64__) || defined(__ARM_FEATURE_FP16_SCALAR_ARITHMETIC) || defined(__riscv) || \
    (defined(__hexagon__) && __HEXAGON_ARCH__ >= 68)
#define RIPPLE_HAS_FLOAT16 1
#define __RIPPLE_FLOAT16(X) X(_Float16, "f16", f)
#else
#define __RIPPLE_FLOAT16(X)
#endif
#if defined(__SSE2__) || defined(__aarch64__) || defined(__ARM_FEATURE_BF16) || defined(__riscv) || \
    (defined(__hexagon__) && __HEXAGON_ARCH__ >= 81)
#define RIPPLE_HAS_BFLOAT16 1
#define __RIPPLE_BFLOAT16(X) X(__bf16, "bf16", f)
#else
#define __RIPPLE_BFLOAT16(X)
#endif
#define __RIPPLE_FLOATS(X) X(float, "f32", f) X(double, "f64", f) __RIPPLE_FLOAT16(X) __RIPPLE_BFLOAT16(X)
#define __RIPPLE_TYPES(X) __RIPPLE_INTEGERS(X) __RIPPLE_FLOATS(X)

#define __RIPPLE_CALL(function, ...) function(__VA_ARGS__)
#define __RIPPLE_TEN(a, b, c, d, e, f, g, h, i, j, ...) a, b, c, d, e, f, g, h, i, j
/* The type of a pointer, also of one that is written as an array. */
#define __RIPPLE_POINTER(p) __typeof__(1 ? (p) : (p))

/* ---- Blocks -------------------------------------------------------------- */

/* ripple_set_block_shape(pe, size0 [, size1 .. size9]): a block; missing sizes are 1. */
extern ripple_block_t __ripple_set_block_shape(
    __RIPPLE_SIZE __pe, __RIPPLE_SIZE, __RIPPLE_SIZE __RIPPLE_OR(1), __RIPPLE_SIZE __RIPPLE_OR(1),
    __RIPPLE_SIZE __RIPPLE_OR(1), __RIPPLE_SIZE __RIPPLE_OR(1), __RIPPLE_SIZE __RIPPLE_OR(1),
    __RIPPLE_SIZE __RIPPLE_OR(1), __RIPPLE_SIZE __RIPPLE_OR(1), __RIPPLE_SIZE __RIPPLE_OR(1),
    __RIPPLE_SIZE __RIPPLE_OR(1)) __asm__("llvm.ripple.block.setshape." __RIPPLE_WORD) __RIPPLE_LANE;
#ifdef __cplusplus
#define ripple_set_block_shape __ripple_set_block_shape
#else
extern ripple_block_t __ripple_too_many_sizes(
    __RIPPLE_SIZE, __RIPPLE_SIZE, __RIPPLE_SIZE, __RIPPLE_SIZE, __RIPPLE_SIZE, __RIPPLE_SIZE, __RIPPLE_SIZE,
    __RIPPLE_SIZE, __RIPPLE_SIZE, __RIPPLE_SIZE, __RIPPLE_SIZE)
    __attribute__((__unavailable__("a block has at most ten dimensions")));
#define __RIPPLE_TWENTY_FIRST(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, ...) u
/* The function that is called with so many sizes: one that is not available with more than ten. */
#define __RIPPLE_SET_BLOCK_SHAPE(...) \
  __RIPPLE_TWENTY_FIRST(__VA_ARGS__, __ripple_too_many_sizes, __ripple_too_many_sizes, __ripple_too_many_sizes, \
                        __ripple_too_many_sizes, __ripple_too_many_sizes, __ripple_too_many_sizes, \
                        __ripple_too_many_sizes, __ripple_too_many_sizes, __ripple_too_many_sizes, \
                        __ripple_too_many_sizes, __ripple_set_block_shape, __ripple_set_block_shape, \
                        __ripple_set_block_shape, __ripple_set_block_shape, __ripple_set_block_shape, \
                        __ripple_set_block_shape, __ripple_set_block_shape, __ripple_set_block_shape, \
                        __ripple_set_block_shape, __ripple_set_block_shape, __ripple_set_block_shape)
#define ripple_set_block_shape(pe, ...)                                \
  __RIPPLE_CALL(__RIPPLE_SET_BLOCK_SHAPE(__VA_ARGS__), (pe),           \
                __RIPPLE_TEN(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
#endif
#define ripple_set_block_size ripple_set_block_shape

/* The index of the element in a dimension, and the size of a dimension. */
extern __RIPPLE_SIZE ripple_id(ripple_block_t, __RIPPLE_SIZE __dim)
    __asm__("llvm.ripple.block.index." __RIPPLE_WORD) __RIPPLE_LANE;
extern __RIPPLE_SIZE ripple_get_block_size(ripple_block_t, __RIPPLE_SIZE __dim)
    __asm__("llvm.ripple.block.getsize." __RIPPLE_WORD) __RIPPLE_LANE;

/* A size of a block that grows with the vectors of the target: n for each 128 bits that they have, where their length
 * is known when the program runs only; n elsewhere. */
extern __RIPPLE_SIZE ripple_scalable(__RIPPLE_SIZE __n)
    __asm__("llvm.ripple.scalable." __RIPPLE_WORD) __RIPPLE_LANE;

/* ---- Annotated loops ----------------------------------------------------- */

/* The driver puts a call of this before each annotated loop. */
extern __RIPPLE_BOOL __ripple_loop_mark(ripple_block_t, int __id, int __flags, int __dims, ...)
    __asm__("llvm.ripple.loop.mark") __attribute__((__nothrow__, __convergent__));

#ifdef RIPPLE_DRIVER_PRAGMAS
#define __RIPPLE_PRAGMA(text) _Pragma(#text)
#define ripple_parallel(block, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) IgnoreNullStmts)
#define ripple_parallel_full(block, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) IgnoreNullStmts NoRemainder)
#define ripple_parallel_peel(block, ...) \
  __RIPPLE_PRAGMA(ripple parallel Block(block) Dims(__VA_ARGS__) IgnoreNullStmts BlockIndependent)
#else
/* The block of an annotation is used, whether a null statement follows or not. */
#define __RIPPLE_USE(value) switch (((void)(value), 0)) default:
#define ripple_parallel(block, ...) __RIPPLE_USE(block)
#define ripple_parallel_full(block, ...) __RIPPLE_USE(block)
#define ripple_parallel_peel(block, ...) __RIPPLE_USE(block)
#endif

/* ripple_parallel_idx(block, dim0 ..): the number of the chunk of iterations that is carried out. */
extern __RIPPLE_SIZE __ripple_parallel_idx(
    ripple_block_t, __RIPPLE_SIZE, __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0), __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0),
    __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0), __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0), __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0),
    __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0), __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0), __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0),
    __RIPPLE_SIZE __RIPPLE_OR(~(__RIPPLE_SIZE)0)) __asm__("llvm.ripple.parallel.idx." __RIPPLE_WORD) __RIPPLE_CROSS;
#ifdef __cplusplus
#define ripple_parallel_idx __ripple_parallel_idx
#else
#define ripple_parallel_idx(block, ...) \
  __RIPPLE_CALL(__ripple_parallel_idx, (block), \
                __RIPPLE_TEN(__VA_ARGS__, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0, ~(__RIPPLE_SIZE)0))
#endif

/* ---- Broadcast ----------------------------------------------------------- */

#define __RIPPLE_X(T, S, k) \
  extern T __RIPPLE_OVERLOAD ripple_broadcast(ripple_block_t, __RIPPLE_DIMS __dims, T __value) \
      __asm__("llvm.ripple.broadcast." S) __RIPPLE_CROSS;
__RIPPLE_TYPES(__RIPPLE_X)
#undef __RIPPLE_X
extern void *__ripple_broadcast_p(ripple_block_t, __RIPPLE_DIMS __dims, const void *)
    __asm__("llvm.ripple.broadcast.p0") __RIPPLE_CROSS;
#define ripple_broadcast_ptr(block, dims, p) \
  ((__RIPPLE_POINTER(p))__ripple_broadcast_p((block), (dims), (const void *)(p)))

/* ---- Slices: ripple_slice(value, index0 [, index1 .. index9]) ------------ */

#define __RIPPLE_SLICES \
  __RIPPLE_AT, __RIPPLE_AT __RIPPLE_OR(-1), __RIPPLE_AT __RIPPLE_OR(-1), __RIPPLE_AT __RIPPLE_OR(-1), \
      __RIPPLE_AT __RIPPLE_OR(-1), __RIPPLE_AT __RIPPLE_OR(-1), __RIPPLE_AT __RIPPLE_OR(-1), \
      __RIPPLE_AT __RIPPLE_OR(-1), __RIPPLE_AT __RIPPLE_OR(-1), __RIPPLE_AT __RIPPLE_OR(-1)
#define __RIPPLE_X(T, S, k) \
  extern T __RIPPLE_OVERLOAD __ripple_slice(T, __RIPPLE_SLICES) __asm__("llvm.ripple.slice." S) __RIPPLE_CROSS;
__RIPPLE_TYPES(__RIPPLE_X)
#undef __RIPPLE_X
extern void *__ripple_slice_p(const void *, __RIPPLE_SLICES) __asm__("llvm.ripple.slice.p0") __RIPPLE_CROSS;
#ifdef __cplusplus
#define ripple_slice __ripple_slice
#else
#define ripple_slice(value, ...) \
  __RIPPLE_CALL(__ripple_slice, (value), __RIPPLE_TEN(__VA_ARGS__, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1))
#endif
#define ripple_slice_ptr(p, ...) \
  ((__RIPPLE_POINTER(p))__RIPPLE_CALL(__ripple_slice_p, (const void *)(p), \
                                      __RIPPLE_TEN(__VA_ARGS__, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)))

/* ---- Shuffles: the index function is evaluated at compile time ----------- */

typedef __RIPPLE_SIZE (*__ripple_index_function)(__RIPPLE_SIZE __index, __RIPPLE_SIZE __total);
#define __RIPPLE_X(T, S, k) \
  extern T __RIPPLE_OVERLOAD __ripple_shuffle(T, T, __RIPPLE_BOOL __pair, __ripple_index_function) \
      __asm__("llvm.ripple.shuffle." S) __RIPPLE_CROSS;
__RIPPLE_TYPES(__RIPPLE_X)
#undef __RIPPLE_X
extern void *__ripple_shuffle_p(const void *, const void *, __RIPPLE_BOOL __pair, __ripple_index_function)
    __asm__("llvm.ripple.shuffle.p0") __RIPPLE_CROSS;
#ifdef __cplusplus
template <class __T> __RIPPLE_INLINE __T ripple_shuffle(__T __value, __ripple_index_function __from) {
  return __ripple_shuffle(__value, __value, false, __from);
}
template <class __T> __RIPPLE_INLINE __T ripple_shuffle_pair(__T __a, __T __b, __ripple_index_function __from) {
  return __ripple_shuffle(__a, __b, true, __from);
}
template <class __T> __RIPPLE_INLINE __T *ripple_shuffle_p(__T *__value, __ripple_index_function __from) {
  return (__T *)__ripple_shuffle_p((const void *)__value, (const void *)__value, false, __from);
}
template <class __T> __RIPPLE_INLINE __T *ripple_shuffle_pair_p(__T *__a, __T *__b, __ripple_index_function __from) {
  return (__T *)__ripple_shuffle_p((const void *)__a, (const void *)__b, true, __from);
}
#else
#define __RIPPLE_X(T, S, k) \
  __RIPPLE_INLINE T __RIPPLE_OVERLOAD ripple_shuffle(T __value, __ripple_index_function __from) { \
    return __ripple_shuffle(__value, __value, 0, __from); \
  }
__RIPPLE_TYPES(__RIPPLE_X)
#undef __RIPPLE_X
__RIPPLE_INLINE void *__ripple_shuffle_one_p(const void *__value, __ripple_index_function __from) {
  return __ripple_shuffle_p(__value, __value, 0, __from);
}
#define ripple_shuffle_pair(a, b, from) __ripple_shuffle((a), (b), 1, (from))
#define ripple_shuffle_p(p, from) ((__RIPPLE_POINTER(p))__ripple_shuffle_one_p((const void *)(p), (from)))
#define ripple_shuffle_pair_p(a, b, from) \
  ((__RIPPLE_POINTER(a))__ripple_shuffle_p((const void *)(a), (const void *)(b), 1, (from)))
#endif

/* The element a number of places below, above, or whose index differs by an
 * exclusive or; an element whose source is out of range keeps its value. In C
 * the number is a literal: 1 to 16, a power of two up to 512, or one for which
 * RIPPLE_SHFL_DISTANCE(n) is at file scope. */
#ifdef __cplusplus
template <__RIPPLE_SIZE __N> __RIPPLE_INLINE __RIPPLE_SIZE __ripple_up(__RIPPLE_SIZE __k, __RIPPLE_SIZE) {
  return __k >= __N ? __k - __N : __k;
}
template <__RIPPLE_SIZE __N> __RIPPLE_INLINE __RIPPLE_SIZE __ripple_down(__RIPPLE_SIZE __k, __RIPPLE_SIZE __total) {
  return __N < __total - __k ? __k + __N : __k;
}
template <__RIPPLE_SIZE __N> __RIPPLE_INLINE __RIPPLE_SIZE __ripple_xor(__RIPPLE_SIZE __k, __RIPPLE_SIZE __total) {
  return (__k ^ __N) < __total ? __k ^ __N : __k;
}
template <__RIPPLE_SIZE __N, class __T> __RIPPLE_INLINE __T ripple_shfl_up(__T __value) {
  return ripple_shuffle(__value, __ripple_up<__N>);
}
template <__RIPPLE_SIZE __N, class __T> __RIPPLE_INLINE __T ripple_shfl_down(__T __value) {
  return ripple_shuffle(__value, __ripple_down<__N>);
}
template <__RIPPLE_SIZE __N, class __T> __RIPPLE_INLINE __T ripple_shfl_xor(__T __value) {
  return ripple_shuffle(__value, __ripple_xor<__N>);
}
#define ripple_shfl_up(value, n) ripple_shfl_up<(n)>(value)
#define ripple_shfl_down(value, n) ripple_shfl_down<(n)>(value)
#define ripple_shfl_xor(value, n) ripple_shfl_xor<(n)>(value)
#else
#define RIPPLE_SHFL_DISTANCE(n) \
  static inline __attribute__((__unused__)) \
  __RIPPLE_SIZE __ripple_up_##n(__RIPPLE_SIZE __k, __RIPPLE_SIZE __total) { \
    (void)__total; \
    return __k >= n ? __k - n : __k; \
  } \
  static inline __attribute__((__unused__)) \
  __RIPPLE_SIZE __ripple_down_##n(__RIPPLE_SIZE __k, __RIPPLE_SIZE __total) { \
    return n < __total - __k ? __k + n : __k; \
  } \
  static inline __attribute__((__unused__)) \
  __RIPPLE_SIZE __ripple_xor_##n(__RIPPLE_SIZE __k, __RIPPLE_SIZE __total) { \
    return (__k ^ n) < __total ? __k ^ n : __k; \
  } \
  struct __ripple_distance_##n
RIPPLE_SHFL_DISTANCE(1); RIPPLE_SHFL_DISTANCE(2); RIPPLE_SHFL_DISTANCE(3); RIPPLE_SHFL_DISTANCE(4);
RIPPLE_SHFL_DISTANCE(5); RIPPLE_SHFL_DISTANCE(6); RIPPLE_SHFL_DISTANCE(7); RIPPLE_SHFL_DISTANCE(8);
RIPPLE_SHFL_DISTANCE(9); RIPPLE_SHFL_DISTANCE(10); RIPPLE_SHFL_DISTANCE(11); RIPPLE_SHFL_DISTANCE(12);
RIPPLE_SHFL_DISTANCE(13); RIPPLE_SHFL_DISTANCE(14); RIPPLE_SHFL_DISTANCE(15); RIPPLE_SHFL_DISTANCE(16);
RIPPLE_SHFL_DISTANCE(32); RIPPLE_SHFL_DISTANCE(64); RIPPLE_SHFL_DISTANCE(128); RIPPLE_SHFL_DISTANCE(256);
RIPPLE_SHFL_DISTANCE(512);
#define __RIPPLE_PASTE(a, b) a##b
#define ripple_shfl_up(value, n) ripple_shuffle((value), __RIPPLE_PASTE(__ripple_up_, n))
#define ripple_shfl_down(value, n) ripple_shuffle((value), __RIPPLE_PASTE(__ripple_down_, n))
#define ripple_shfl_xor(value, n) ripple_shuffle((value), __RIPPLE_PASTE(__ripple_xor_, n))
#endif

/* ---- Reductions: ripple_reduce<op>(dims, value) -------------------------- */

#ifdef __cplusplus
#define __RIPPLE_REDUCTION(op) \
  template <__RIPPLE_DIMS __DIMS, class __T> __RIPPLE_INLINE __T ripple_reduce##op(__T __value) { \
    return ripple_reduce##op(__DIMS, __value); \
  }
#else
#define __RIPPLE_REDUCTION(op)
#endif
#define __RIPPLE_REDUCE(op, T, name, S) \
  extern T __RIPPLE_OVERLOAD ripple_reduce##op(__RIPPLE_DIMS __dims, T __value) \
      __asm__("llvm.ripple.reduce." name "." S) __RIPPLE_CROSS;
#define __RIPPLE_REDUCE_s(T, S) __RIPPLE_REDUCE(max, T, "smax", S) __RIPPLE_REDUCE(min, T, "smin", S)
#define __RIPPLE_REDUCE_u(T, S) __RIPPLE_REDUCE(max, T, "umax", S) __RIPPLE_REDUCE(min, T, "umin", S)
#define __RIPPLE_X(T, S, k) \
  __RIPPLE_REDUCE(add, T, "add", S) __RIPPLE_REDUCE(mul, T, "mul", S) __RIPPLE_REDUCE(and, T, "and", S) \
  __RIPPLE_REDUCE(or, T, "or", S) __RIPPLE_REDUCE(xor, T, "xor", S) __RIPPLE_REDUCE_##k(T, S)
__RIPPLE_INTEGERS(__RIPPLE_X)
#undef __RIPPLE_X
#define __RIPPLE_X(T, S, k) \
  __RIPPLE_REDUCE(add, T, "fadd", S) __RIPPLE_REDUCE(mul, T, "fmul", S) \
  __RIPPLE_REDUCE(max, T, "fmax", S) __RIPPLE_REDUCE(min, T, "fmin", S) \
  __RIPPLE_REDUCE(maximum, T, "fmaximum", S) __RIPPLE_REDUCE(minimum, T, "fminimum", S)
__RIPPLE_FLOATS(__RIPPLE_X)
#undef __RIPPLE_X
__RIPPLE_REDUCTION(add) __RIPPLE_REDUCTION(mul) __RIPPLE_REDUCTION(and) __RIPPLE_REDUCTION(or)
__RIPPLE_REDUCTION(xor) __RIPPLE_REDUCTION(max) __RIPPLE_REDUCTION(min) __RIPPLE_REDUCTION(maximum)
__RIPPLE_REDUCTION(minimum)

/* ---- Stacks: values beside each other in the outermost dimension --------- */

#define __RIPPLE_STACK(T, n, S, ...) \
  extern T __RIPPLE_OVERLOAD ripple_stack(ripple_block_t, __VA_ARGS__) \
      __asm__("llvm.ripple.stack." #n "." S) __RIPPLE_CROSS;
#define __RIPPLE_X(T, S, k) \
  __RIPPLE_STACK(T, 2, S, T, T) __RIPPLE_STACK(T, 3, S, T, T, T) __RIPPLE_STACK(T, 4, S, T, T, T, T) \
  __RIPPLE_STACK(T, 5, S, T, T, T, T, T) __RIPPLE_STACK(T, 6, S, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 7, S, T, T, T, T, T, T, T) __RIPPLE_STACK(T, 8, S, T, T, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 9, S, T, T, T, T, T, T, T, T, T) __RIPPLE_STACK(T, 10, S, T, T, T, T, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 11, S, T, T, T, T, T, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 12, S, T, T, T, T, T, T, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 13, S, T, T, T, T, T, T, T, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 14, S, T, T, T, T, T, T, T, T, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 15, S, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T) \
  __RIPPLE_STACK(T, 16, S, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T)
__RIPPLE_TYPES(__RIPPLE_X)
#undef __RIPPLE_X

/* ---- The same bytes in another shape and type ----------------------------- */

#define __RIPPLE_REINTERP(to, R, RS, T, S) \
  extern R __RIPPLE_OVERLOAD ripple_reinterp_##to(ripple_block_t, T __value) \
      __asm__("llvm.ripple.reinterp." RS "." S) __RIPPLE_CROSS;
#ifdef RIPPLE_HAS_FLOAT16
#define __RIPPLE_REINTERP_F16(T, S) __RIPPLE_REINTERP(f16, _Float16, "f16", T, S)
#else
#define __RIPPLE_REINTERP_F16(T, S)
#endif
#ifdef RIPPLE_HAS_BFLOAT16
#define __RIPPLE_REINTERP_BF16(T, S) __RIPPLE_REINTERP(bf16, __bf16, "bf16", T, S)
#else
#define __RIPPLE_REINTERP_BF16(T, S)
#endif
#define __RIPPLE_X(T, S, k) \
  __RIPPLE_REINTERP(i8, int8_t, "i8", T, S) __RIPPLE_REINTERP(u8, uint8_t, "i8", T, S) \
  __RIPPLE_REINTERP(i16, int16_t, "i16", T, S) __RIPPLE_REINTERP(u16, uint16_t, "i16", T, S) \
  __RIPPLE_REINTERP(i32, int32_t, "i32", T, S) __RIPPLE_REINTERP(u32, uint32_t, "i32", T, S) \
  __RIPPLE_REINTERP(i64, int64_t, "i64", T, S) __RIPPLE_REINTERP(u64, uint64_t, "i64", T, S) \
  __RIPPLE_REINTERP_F16(T, S) __RIPPLE_REINTERP_BF16(T, S) \
  __RIPPLE_REINTERP(f32, float, "f32", T, S) __RIPPLE_REINTERP(f64, double, "f64", T, S) \
  extern T __RIPPLE_OVERLOAD ripple_reshape(ripple_block_t, T __value) \
      __asm__("llvm.ripple.reinterp." S "." S) __RIPPLE_CROSS;
__RIPPLE_TYPES(__RIPPLE_X)
#undef __RIPPLE_X

/* ---- Saturating arithmetic ------------------------------------------------ */

#define __RIPPLE_SATURATE(T, op, name, S) \
  extern T __RIPPLE_OVERLOAD ripple_##op##_sat(T, T) __asm__("llvm." name ".sat." S) __RIPPLE_LANE;
#define __RIPPLE_SATURATE_s(T, S) \
  __RIPPLE_SATURATE(T, add, "sadd", S) __RIPPLE_SATURATE(T, sub, "ssub", S) __RIPPLE_SATURATE(T, shl, "sshl", S)
#define __RIPPLE_SATURATE_u(T, S) \
  __RIPPLE_SATURATE(T, add, "uadd", S) __RIPPLE_SATURATE(T, sub, "usub", S) __RIPPLE_SATURATE(T, shl, "ushl", S)
#define __RIPPLE_X(T, S, k) __RIPPLE_SATURATE_##k(T, S)
__RIPPLE_INTEGERS(__RIPPLE_X)
#undef __RIPPLE_X

/* ---- Vectors of C: ripple_to_vec(N, T, block, x), vec_to_ripple(N, T, block, vector);
 * in C++ ripple_to_vec<N, T>(block, x), vec_to_ripple<N, T>(block, vector) ---- */

#define __RIPPLE_FLAT(block) ripple_id(block, 0)
#define __RIPPLE_FLAT_2d(block) (ripple_id(block, 0) + ripple_get_block_size(block, 0) * ripple_id(block, 1))
#define __RIPPLE_FLAT_3d(block) \
  (__RIPPLE_FLAT_2d(block) + ripple_get_block_size(block, 0) * ripple_get_block_size(block, 1) * ripple_id(block, 2))
#ifdef __cplusplus
#define __RIPPLE_VECTOR(suffix) \
  template <__RIPPLE_SIZE __N, class __T> \
  __RIPPLE_INLINE __T __attribute__((__vector_size__(sizeof(__T) * __N))) \
  ripple_to_vec##suffix(ripple_block_t __block, __T __x) { \
    typedef __T __whole __attribute__((__vector_size__(sizeof(__T) * __N))); \
    union { \
      __whole __all; \
      __T __each[__N]; \
    } __both; \
    __both.__each[__RIPPLE_FLAT##suffix(__block)] = __x; \
    return __both.__all; \
  } \
  template <__RIPPLE_SIZE __N, class __T> \
  __RIPPLE_INLINE __T vec_to_ripple##suffix( \
      ripple_block_t __block, __T __attribute__((__vector_size__(sizeof(__T) * __N))) __x) { \
    typedef __T __whole __attribute__((__vector_size__(sizeof(__T) * __N))); \
    union { \
      __whole __all; \
      __T __each[__N]; \
    } __both; \
    __both.__all = __x; \
    return __both.__each[__RIPPLE_FLAT##suffix(__block)]; \
  }
__RIPPLE_VECTOR() __RIPPLE_VECTOR(_2d) __RIPPLE_VECTOR(_3d)
#undef __RIPPLE_VECTOR
#else
#define __RIPPLE_TO_VECTOR(N, T, block, x, FLAT) \
  __extension__({ \
    ripple_block_t __ripple_block = (block); \
    T __ripple_value = (x); \
    union { \
      T __all __attribute__((__vector_size__(sizeof(T) * (N)))); \
      T __each[N]; \
    } __ripple_both; \
    __ripple_both.__each[FLAT(__ripple_block)] = __ripple_value; \
    __ripple_both.__all; \
  })
#define __RIPPLE_OF_VECTOR(N, T, block, x, FLAT) \
  __extension__({ \
    ripple_block_t __ripple_block = (block); \
    union { \
      T __all __attribute__((__vector_size__(sizeof(T) * (N)))); \
      T __each[N]; \
    } __ripple_both; \
    __ripple_both.__all = (x); \
    __ripple_both.__each[FLAT(__ripple_block)]; \
  })
#define ripple_to_vec(N, T, block, x) __RIPPLE_TO_VECTOR(N, T, block, x, __RIPPLE_FLAT)
#define ripple_to_vec_2d(N, T, block, x) __RIPPLE_TO_VECTOR(N, T, block, x, __RIPPLE_FLAT_2d)
#define ripple_to_vec_3d(N, T, block, x) __RIPPLE_TO_VECTOR(N, T, block, x, __RIPPLE_FLAT_3d)
#define vec_to_ripple(N, T, block, x) __RIPPLE_OF_VECTOR(N, T, block, x, __RIPPLE_FLAT)
#define vec_to_ripple_2d(N, T, block, x) __RIPPLE_OF_VECTOR(N, T, block, x, __RIPPLE_FLAT_2d)
#define vec_to_ripple_3d(N, T, block, x) __RIPPLE_OF_VECTOR(N, T, block, x, __RIPPLE_FLAT_3d)
#endif

/* ---- Conditions: bits, ranks, compression and expansion ------------------- */

/* The conditions along dimension 0, of at most 64 elements, as bits of a
 * uint64_t: bit k is that of element k. */
#define ripple_ballot(block, condition) \
  ripple_reduceor(1, (uint64_t)((condition) ? 1 : 0) << ripple_id((block), 0))

/* Indices below by a number of places; `total` where there is none, for 0. */
#define __RIPPLE_BELOW(n) \
  static inline __attribute__((__unused__)) \
  __RIPPLE_SIZE __ripple_below_##n(__RIPPLE_SIZE __k, __RIPPLE_SIZE __total) { \
    return __total > 1024 ? 2 * __total : __k < n ? __total : __k - n; \
  }
__RIPPLE_BELOW(1) __RIPPLE_BELOW(2) __RIPPLE_BELOW(4) __RIPPLE_BELOW(8) __RIPPLE_BELOW(16) __RIPPLE_BELOW(32)
__RIPPLE_BELOW(64) __RIPPLE_BELOW(128) __RIPPLE_BELOW(256) __RIPPLE_BELOW(512)
#undef __RIPPLE_BELOW

/* For each element, the number of elements before it, in linear order, whose
 * condition holds; for blocks of at most 1,024 elements. */
#define ripple_rank(condition) __ripple_rank((condition) ? 1 : 0)
__RIPPLE_INLINE int32_t __ripple_rank(int32_t __holds) {
  int32_t __count = __holds;
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_1);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_2);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_4);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_8);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_16);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_32);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_64);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_128);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_256);
  __count += ripple_shuffle_pair(__count, 0, __ripple_below_512);
  return __count - __holds;
}

/* Stores the elements whose condition holds after each other, from p; returns
 * their number. */
#define ripple_compress_store(p, value, condition) \
  __extension__({ \
    __RIPPLE_POINTER(p) __ripple_to = (p); \
    int32_t __ripple_holds = (condition) ? 1 : 0; \
    const int32_t __ripple_at = __ripple_rank(__ripple_holds); \
    if (__ripple_holds) \
      __ripple_to[__ripple_at] = (value); \
    (__RIPPLE_SIZE)ripple_reduceadd(0x3FF, __ripple_holds); \
  })

/* Loads as many elements from p as conditions hold, for those elements; others
 * are `other`. */
#define ripple_expand_load(p, condition, other) \
  __extension__({ \
    __RIPPLE_POINTER(p) __ripple_from = (p); \
    const int32_t __ripple_holds = (condition) ? 1 : 0; \
    const int32_t __ripple_at = __ripple_rank(__ripple_holds); \
    __ripple_holds ? __ripple_from[__ripple_at] : (other); \
  })

/* ---- Alignment: the element with these indices, missing ones 0, is aligned - */

#define ripple_ptr_alignment_slice(p, bytes, ...) \
  __extension__({ \
    __RIPPLE_POINTER(p) __ripple_p = (p); \
    (void)__builtin_assume_aligned(__RIPPLE_CALL(__ripple_slice_p, (const void *)__ripple_p, \
                                                 __RIPPLE_TEN(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), \
                                   (bytes)); \
    __ripple_p; \
  })
#define ripple_ptr_alignment(p, bytes) ripple_ptr_alignment_slice(p, bytes, 0)

/* ---- Atomic updates: each active element by itself, in ascending order ---- */

#define ripple_atomic_add(p, v) __atomic_fetch_add((p), (v), __ATOMIC_RELAXED)
#define ripple_atomic_sub(p, v) __atomic_fetch_sub((p), (v), __ATOMIC_RELAXED)
#define ripple_atomic_min(p, v) __atomic_fetch_min((p), (v), __ATOMIC_RELAXED)
#define ripple_atomic_max(p, v) __atomic_fetch_max((p), (v), __ATOMIC_RELAXED)
#define ripple_atomic_and(p, v) __atomic_fetch_and((p), (v), __ATOMIC_RELAXED)
#define ripple_atomic_or(p, v) __atomic_fetch_or((p), (v), __ATOMIC_RELAXED)
#define ripple_atomic_xor(p, v) __atomic_fetch_xor((p), (v), __ATOMIC_RELAXED)
#define ripple_atomic_exchange(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)

#endif
