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

/* A table of which the compiler knows the entries: capital letters of Latin-1. */
#define CAPITAL(i) (uint8_t)(((i) >= 97 && (i) <= 122) || ((i) >= 224 && (i) <= 254 && (i) != 247) ? (i) - 32 : (i))
#define FOUR_OF(f, i) f(i), f((i) + 1), f((i) + 2), f((i) + 3)
#define SIXTEEN_OF(f, i) FOUR_OF(f, i), FOUR_OF(f, (i) + 4), FOUR_OF(f, (i) + 8), FOUR_OF(f, (i) + 12)
#define SIXTY_FOUR_OF(f, i) SIXTEEN_OF(f, i), SIXTEEN_OF(f, (i) + 16), SIXTEEN_OF(f, (i) + 32), SIXTEEN_OF(f, (i) + 48)
#define ALL_OF(f) SIXTY_FOUR_OF(f, 0), SIXTY_FOUR_OF(f, 64), SIXTY_FOUR_OF(f, 128), SIXTY_FOUR_OF(f, 192)

/* X(name, type of results, number of results, n, inputs) */
#define CASES(X) \
  X(saxpy, float, 4096, 4096, FLOATS) \
  X(triad_f64, double, 4096, 4096, DOUBLES) \
  X(dot_f32, float, 1, 4096, FLOATS) \
  X(sum_f64, double, 1, 4096, DOUBLES) \
  X(max_i32, int32_t, 1, 4096, WORDS) \
  X(sad_u8, uint32_t, 1, 8192, WORDS) \
  X(stencil3, float, 4096, 4096, FLOATS) \
  X(stencil2d, float, 4096, 64, FLOATS) \
  X(blur_u8, uint8_t, 4096, 4096, WORDS) \
  X(convolve16, float, 4096, 4096, FLOATS) \
  X(gray_u8, uint8_t, 4096, 4096, WORDS) \
  X(complex_mul, float, 8192, 4096, FLOATS) \
  X(vec3_dot, float, 4096, 4096, FLOATS) \
  X(gather_f32, float, 4096, 4096, FLOATS) \
  X(lookup_u8, uint8_t, 4096, 4096, WORDS) \
  X(lookup16_u8, uint8_t, 4096, 4096, WORDS) \
  X(matmul16, float, 256, 16, FLOATS) \
  X(matmul64, float, 4096, 64, FLOATS) \
  X(transpose16, float, 4096, 64, FLOATS) \
  X(mandelbrot, int32_t, 1024, 1024, FLOATS) \
  X(prefix_f32, float, 4096, 4096, FLOATS) \
  X(blend_u8, uint8_t, 4096, 4096, WORDS) \
  X(q15_mul, int16_t, 4096, 4096, WORDS) \
  X(quantize_i8, int8_t, 4096, 4096, FLOATS) \
  X(piecewise, float, 4096, 4096, FLOATS) \
  X(reverse_f32, float, 4096, 4096, FLOATS) \
  X(bits_u32, uint32_t, 4096, 4096, WORDS) \
  X(polynomial, float, 4096, 4096, FLOATS) \
  X(widen_mac, int32_t, 4096, 4096, WORDS) \
  X(find_if, int32_t, 1, 4096, FLOATS) \
  X(matmul48, float, 2304, 48, FLOATS) \
  X(matmul_n, float, 4096, 64, FLOATS) \
  X(matvec, float, 64, 64, FLOATS) \
  X(filter24, float, 4080, 170, FLOATS) \
  X(threshold_u8, uint8_t, 4096, 4096, WORDS) \
  X(clamp_i16, int16_t, 4096, 4096, WORDS) \
  X(count_u8, uint32_t, 1, 8192, WORDS) \
  X(hex_u8, uint8_t, 4096, 2048, WORDS) \
  X(utf8_length, uint32_t, 1, 8192, WORDS) \
  X(brackets_f32, float, 4096, 4096, FLOATS) \
  X(exp_f32, float, 4096, 4096, FLOATS) \
  X(minmax_f32, float, 2, 4096, FLOATS) \
  X(argmin_f32, int32_t, 1, 4096, FLOATS) \
  X(ballot_u8, uint32_t, 128, 4096, WORDS) \
  X(compress_f32, float, 4096, 4096, FLOATS) \
  X(expand_f32, float, 4096, 4096, FLOATS) \
  X(dot_u8s8, int32_t, 1, 8192, WORDS) \
  X(dot_i16, uint32_t, 1, 4096, WORDS) \
  X(matmul_i8, int32_t, 1024, 64, WORDS) \
  X(bilinear_u8, uint8_t, 4096, 4096, WORDS) \
  X(chacha20, uint32_t, 1024, 64, WORDS) \
  X(hamming_u32, uint32_t, 1, 4096, WORDS) \
  X(adler_u8, uint32_t, 2, 5504, WORDS) \
  X(mat4_vec, float, 1024, 256, FLOATS) \
  X(blur_clamp_u8, uint8_t, 4096, 4096, WORDS) \
  X(sobel_u8, uint8_t, 4096, 64, WORDS) \
  X(histogram_u8, uint32_t, 256, 8192, WORDS) \
  X(nbody, float, 192, 64, FLOATS) \
  X(spmv_ell, float, 256, 256, FLOATS) \
  X(sort16, int32_t, 4096, 4096, WORDS) \
  X(mix_pairs_u8, uint8_t, 4096, 4096, WORDS) \
  X(transpose_f64, double, 4096, 64, DOUBLES) \
  X(upper_u8, uint8_t, 4096, 4096, WORDS) \
  X(smooth_f32, float, 4096, 4096, FLOATS)

#endif
