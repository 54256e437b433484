/* The cases as loops of C. With -DSIMD they are annotated with `omp simd`. */
#include "cases.h"

#define CASE(name) void PASTE(name, SUFFIX)(const struct args *a)
#ifdef SIMD
#define LOOP _Pragma("omp simd")
#define LOOP_ADD(x) _Pragma(#x)
#else
#define LOOP
#define LOOP_ADD(x)
#endif
#define R restrict

CASE(saxpy) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = a->f0 * x[i] + z[i];
}

CASE(triad_f64) {
  double *R y = a->out;
  const double *R x = a->in0, *R z = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = x[i] + 3.0 * z[i];
}

CASE(dot_f32) {
  const float *R x = a->in0, *R z = a->in1;
  float s = 0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += x[i] * z[i];
  *(float *)a->out = s;
}

CASE(sum_f64) {
  const double *R x = a->in0;
  double s = 0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += x[i];
  *(double *)a->out = s;
}

CASE(max_i32) {
  const int32_t *R x = a->in0;
  int32_t m = x[0];
  LOOP_ADD(omp simd reduction(max : m))
  for (long i = 0; i < a->n; ++i) m = x[i] > m ? x[i] : m;
  *(int32_t *)a->out = m;
}

CASE(sad_u8) {
  const uint8_t *R x = a->in0, *R z = a->in1;
  uint32_t s = 0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += x[i] > z[i] ? x[i] - z[i] : z[i] - x[i];
  *(uint32_t *)a->out = s;
}

CASE(stencil3) {
  float *R y = a->out;
  const float *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = a->f0 * (x[i] + x[i + 2]) + a->f1 * x[i + 1];
}

CASE(stencil2d) {
  float *R y = a->out;
  const float *R x = a->in0;
  long w = a->n + 2;
  for (long r = 0; r < a->n; ++r) {
    LOOP for (long c = 0; c < a->n; ++c) {
      const float *p = x + (r + 1) * w + c + 1;
      y[r * a->n + c] = a->f0 * p[0] + a->f1 * (p[-1] + p[1] + p[-w] + p[w]);
    }
  }
}

CASE(blur_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = (uint8_t)((x[i] + 2 * x[i + 1] + x[i + 2] + 2) >> 2);
}

CASE(convolve16) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) {
    float s = 0;
    for (int j = 0; j < 16; ++j) s += x[i + j] * k[j];
    y[i] = s;
  }
}

CASE(gray_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i)
    y[i] = (uint8_t)((77 * x[3 * i] + 150 * x[3 * i + 1] + 29 * x[3 * i + 2] + 128) >> 8);
}

CASE(complex_mul) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) {
    float re = x[2 * i] * z[2 * i] - x[2 * i + 1] * z[2 * i + 1];
    float im = x[2 * i] * z[2 * i + 1] + x[2 * i + 1] * z[2 * i];
    y[2 * i] = re;
    y[2 * i + 1] = im;
  }
}

CASE(vec3_dot) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  LOOP for (long i = 0; i < a->n; ++i)
    y[i] = x[3 * i] * z[3 * i] + x[3 * i + 1] * z[3 * i + 1] + x[3 * i + 2] * z[3 * i + 2];
}

CASE(gather_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  const int32_t *R at = a->in2;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = x[at[i]];
}

CASE(lookup_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = table256[x[i]];
}

CASE(lookup16_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = table16[x[i] & 15];
}

static inline void matmul(const struct args *a, long n) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) c[i * n + j] = 0;
    for (long k = 0; k < n; ++k) {
      LOOP for (long j = 0; j < n; ++j) c[i * n + j] += x[i * n + k] * z[k * n + j];
    }
  }
}

CASE(matmul16) { matmul(a, 16); }

CASE(matmul64) { matmul(a, 64); }

CASE(transpose16) {
  float *R y = a->out;
  const float *R x = a->in0;
  for (long r = 0; r < a->n; ++r) {
    LOOP for (long c = 0; c < a->n; ++c) y[c * a->n + r] = x[r * a->n + c];
  }
}

CASE(mandelbrot) {
  int32_t *R y = a->out;
  LOOP for (long i = 0; i < a->n; ++i) {
    float cr = -2.0f + 3.0f * (float)(i & 31) / 32.0f, ci = -1.0f + 2.0f * (float)(i >> 5) / 32.0f;
    float zr = 0, zi = 0;
    int k = 0;
    for (; k < 256 && zr * zr + zi * zi <= 4.0f; ++k) {
      float t = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = t;
    }
    y[i] = k;
  }
}

CASE(prefix_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  float s = 0;
  for (long i = 0; i < a->n; ++i) {
    s += x[i];
    y[i] = s;
  }
}

CASE(blend_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0, *R z = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = (uint8_t)((x[i] * a->i0 + z[i] * (256 - a->i0) + 128) >> 8);
}

CASE(q15_mul) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = (int16_t)((x[i] * z[i] + (1 << 14)) >> 15);
}

CASE(quantize_i8) {
  int8_t *R y = a->out;
  const float *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) {
    float v = x[i] * 50.0f;
    v = v > 127.0f ? 127.0f : v;
    v = v < -128.0f ? -128.0f : v;
    y[i] = (int8_t)(int)v;
  }
}

CASE(piecewise) {
  float *R y = a->out;
  const float *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) {
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
  LOOP for (long i = 0; i < a->n; ++i) y[i] = x[a->n - 1 - i];
}

CASE(bits_u32) {
  uint32_t *R y = a->out;
  const uint32_t *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) {
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
  LOOP for (long i = 0; i < a->n; ++i) {
    float v = x[i];
    y[i] = ((((((0.1f * v + 0.2f) * v - 0.3f) * v + 0.4f) * v - 0.5f) * v + 0.6f) * v - 0.7f) * v + 0.8f;
  }
}

CASE(widen_mac) {
  int32_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = x[2 * i] * z[2 * i] + x[2 * i + 1] * z[2 * i + 1];
}

CASE(find_if) {
  const float *R x = a->in0;
  int32_t n = 0;
  LOOP_ADD(omp simd reduction(+ : n))
  for (long i = 0; i < a->n; ++i) n += x[i] > a->f1 && x[i] < a->f0;
  *(int32_t *)a->out = n;
}
