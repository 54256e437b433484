/* The cases with Ripple. */
#include "cases.h"
#include <ripple.h>

#define CASE(name) void PASTE(name, _ripple)(const struct args *a)
#define R restrict
/* The elements of a register. */
#ifndef F32
#define F32 16
#define F64 8
#endif

CASE(saxpy) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  long n = a->n;
  float f = a->f0;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = f * x[i] + z[i];
}

CASE(triad_f64) {
  double *R y = a->out;
  const double *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = x[i] + 3.0 * z[i];
}

CASE(dot_f32) {
  const float *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  float s = ripple_broadcast(b, 1, 0.0f);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += x[i] * z[i];
  *(float *)a->out = ripple_reduceadd(1, s);
}

CASE(sum_f64) {
  const double *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F64);
  double s = ripple_broadcast(b, 1, 0.0);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += x[i];
  *(double *)a->out = ripple_reduceadd(1, s);
}

CASE(max_i32) {
  const int32_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  int32_t m = ripple_broadcast(b, 1, x[0]);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) m = x[i] > m ? x[i] : m;
  *(int32_t *)a->out = ripple_reducemax(1, m);
}

CASE(sad_u8) {
  const uint8_t *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  uint32_t s = ripple_broadcast(b, 1, 0u);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += x[i] > z[i] ? x[i] - z[i] : z[i] - x[i];
  *(uint32_t *)a->out = ripple_reduceadd(1, s);
}

CASE(stencil3) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  float f0 = a->f0, f1 = a->f1;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = f0 * (x[i] + x[i + 2]) + f1 * x[i + 1];
}

CASE(stencil2d) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n, w = n + 2;
  float f0 = a->f0, f1 = a->f1;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  for (long r = 0; r < n; ++r) {
    ripple_parallel(b, 0);
    for (long c = 0; c < n; ++c) {
      const float *p = x + (r + 1) * w + c + 1;
      y[r * n + c] = f0 * p[0] + f1 * (p[-1] + p[1] + p[-w] + p[w]);
    }
  }
}

CASE(blur_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = (uint8_t)((x[i] + 2 * x[i + 1] + x[i + 2] + 2) >> 2);
}

CASE(convolve16) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < 16; ++j) s += x[i + j] * k[j];
    y[i] = s;
  }
}

CASE(gray_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i)
    y[i] = (uint8_t)((77 * x[3 * i] + 150 * x[3 * i + 1] + 29 * x[3 * i + 2] + 128) >> 8);
}

CASE(complex_mul) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float re = x[2 * i] * z[2 * i] - x[2 * i + 1] * z[2 * i + 1];
    float im = x[2 * i] * z[2 * i + 1] + x[2 * i + 1] * z[2 * i];
    y[2 * i] = re;
    y[2 * i + 1] = im;
  }
}

CASE(vec3_dot) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i)
    y[i] = x[3 * i] * z[3 * i] + x[3 * i + 1] * z[3 * i + 1] + x[3 * i + 2] * z[3 * i + 2];
}

CASE(gather_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  const int32_t *R at = a->in2;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = x[at[i]];
}

CASE(lookup_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = table256[x[i]];
}

CASE(lookup16_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = table16[x[i] & 15];
}

CASE(matmul16) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  ripple_block_t b = ripple_set_block_shape(0, 16, 16);
  int j = (int)ripple_id(b, 0), i = (int)ripple_id(b, 1);
  float s = 0;
  for (int k = 0; k < 16; ++k) s += x[i * 16 + k] * z[k * 16 + j];
  c[i * 16 + j] = s;
}

CASE(matmul64) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  ripple_block_t b = ripple_set_block_shape(0, 32, 8);
  int j0 = (int)ripple_id(b, 0), i0 = (int)ripple_id(b, 1);
  for (int i = 0; i < 64; i += 8)
    for (int j = 0; j < 64; j += 32) {
      float s = 0;
      for (int k = 0; k < 64; ++k) s += x[(i + i0) * 64 + k] * z[k * 64 + j + j0];
      c[(i + i0) * 64 + j + j0] = s;
    }
}

CASE(transpose16) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 16, 16);
  long c0 = (long)ripple_id(b, 0), r0 = (long)ripple_id(b, 1);
  for (long r = 0; r < n; r += 16)
    for (long c = 0; c < n; c += 16) y[(c + c0) * n + r + r0] = x[(r + r0) * n + c + c0];
}

CASE(mandelbrot) {
  int32_t *R y = a->out;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float cr = -2.0f + 3.0f * (float)(i & 31) / 32.0f, ci = -1.0f + 2.0f * (float)(i >> 5) / 32.0f;
    float zr = 0, zi = 0;
    int k = ripple_broadcast(b, 1, 0);
    for (; k < 256 && zr * zr + zi * zi <= 4.0f; ++k) {
      float t = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = t;
    }
    y[i] = k;
  }
}

static __SIZE_TYPE__ up1(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 1 ? n : k - 1; }
static __SIZE_TYPE__ up2(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 2 ? n : k - 2; }
static __SIZE_TYPE__ up4(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 4 ? n : k - 4; }
static __SIZE_TYPE__ up8(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 8 ? n : k - 8; }

CASE(prefix_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  long v = (long)ripple_id(b, 0);
  float before = 0, zero = ripple_broadcast(b, 1, 0.0f);
  for (long i = 0; i < a->n; i += F32) {
    float s = x[i + v];
    s += ripple_shuffle_pair(s, zero, up1);
    s += ripple_shuffle_pair(s, zero, up2);
    s += ripple_shuffle_pair(s, zero, up4);
    s += ripple_shuffle_pair(s, zero, up8);
    s += before;
    y[i + v] = s;
    before = ripple_slice(s, F32 - 1);
  }
}

CASE(blend_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0, *R z = a->in1;
  long n = a->n;
  int w = a->i0;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = (uint8_t)((x[i] * w + z[i] * (256 - w) + 128) >> 8);
}

CASE(q15_mul) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = (int16_t)((x[i] * z[i] + (1 << 14)) >> 15);
}

CASE(quantize_i8) {
  int8_t *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float v = x[i] * 50.0f;
    v = v > 127.0f ? 127.0f : v;
    v = v < -128.0f ? -128.0f : v;
    y[i] = (int8_t)(int)v;
  }
}

CASE(piecewise) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float v = x[i];
    if (v < -1.0f)
      v = -1.0f - 0.1f * (v + 1.0f);
    else if (v > 1.0f)
      v = 1.0f / v;
    else
      v = v * v * v;
    y[i] = v;
  }
}

CASE(reverse_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = x[n - 1 - i];
}

CASE(bits_u32) {
  uint32_t *R y = a->out;
  const uint32_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    uint32_t v = x[i];
    v ^= v << 13;
    v ^= v >> 17;
    v ^= v << 5;
    y[i] = (v << 7 | v >> 25) + (uint32_t)__builtin_popcount(v);
  }
}

CASE(polynomial) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float v = x[i];
    y[i] = ((((((0.1f * v + 0.2f) * v - 0.3f) * v + 0.4f) * v - 0.5f) * v + 0.6f) * v - 0.7f) * v + 0.8f;
  }
}

CASE(widen_mac) {
  int32_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = x[2 * i] * z[2 * i] + x[2 * i + 1] * z[2 * i + 1];
}

CASE(find_if) {
  const float *R x = a->in0;
  long n = a->n;
  float low = a->f1, high = a->f0;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32);
  int32_t count = ripple_broadcast(b, 1, 0);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) count += x[i] > low && x[i] < high;
  *(int32_t *)a->out = ripple_reduceadd(1, count);
}
