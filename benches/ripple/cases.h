/* The cases of the bench: what each gets, and their names. */
#ifndef CASES_H
#define CASES_H

#include <stdint.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

/* Buffers that do not overlap, a number of elements, and numbers that a case may use. */
struct args {
  void *out;
  const void *in0, *in1, *in2;
  long n;
  float f0, f1;
  int i0;
};

/* Tables, as programs have them: of a known size. */
extern const uint8_t table256[256], table16[16];

/* X(name, type of results, number of results, n) */
#define CASES(X) \
  X(saxpy, float, 4096, 4096) \
  X(triad_f64, double, 4096, 4096) \
  X(dot_f32, float, 1, 4096) \
  X(sum_f64, double, 1, 4096) \
  X(max_i32, int32_t, 1, 4096) \
  X(sad_u8, uint32_t, 1, 8192) \
  X(stencil3, float, 4096, 4096) \
  X(stencil2d, float, 4096, 64) \
  X(blur_u8, uint8_t, 4096, 4096) \
  X(convolve16, float, 4096, 4096) \
  X(gray_u8, uint8_t, 4096, 4096) \
  X(complex_mul, float, 8192, 4096) \
  X(vec3_dot, float, 4096, 4096) \
  X(gather_f32, float, 4096, 4096) \
  X(lookup_u8, uint8_t, 4096, 4096) \
  X(lookup16_u8, uint8_t, 4096, 4096) \
  X(matmul16, float, 256, 16) \
  X(matmul64, float, 4096, 64) \
  X(transpose16, float, 4096, 64) \
  X(mandelbrot, int32_t, 1024, 1024) \
  X(prefix_f32, float, 4096, 4096) \
  X(blend_u8, uint8_t, 4096, 4096) \
  X(q15_mul, int16_t, 4096, 4096) \
  X(quantize_i8, int8_t, 4096, 4096) \
  X(piecewise, float, 4096, 4096) \
  X(reverse_f32, float, 4096, 4096) \
  X(bits_u32, uint32_t, 4096, 4096) \
  X(polynomial, float, 4096, 4096) \
  X(widen_mac, int32_t, 4096, 4096) \
  X(find_if, int32_t, 1, 4096)

#endif
