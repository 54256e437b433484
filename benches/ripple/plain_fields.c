/* Cases of text, cryptography, finance, physics, sparse algebra, and quantized arithmetic, as loops of C. With -DSIMD they
 * are annotated with `omp simd`. */
#include "cases.h"
#include <math.h>

#define CASE(name) void PASTE(name, SUFFIX)(const struct args *a)
#ifdef SIMD
#define LOOP _Pragma("omp simd")
#define LOOP_ADD(x) _Pragma(#x)
#else
#define LOOP
#define LOOP_ADD(x)
#endif
#define R restrict

/* c = x * z, of n x n numbers. */
static inline void product(float *R c, const float *R x, const float *R z, long n) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) c[i * n + j] = 0;
    for (long k = 0; k < n; ++k) {
      LOOP for (long j = 0; j < n; ++j) c[i * n + j] += x[i * n + k] * z[k * n + j];
    }
  }
}

CASE(matmul48) { product(a->out, a->in0, a->in1, 48); }

CASE(matmul_n) { product(a->out, a->in0, a->in1, a->n); }

CASE(matvec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  for (long i = 0; i < a->n; ++i) {
    float s = 0;
    LOOP_ADD(omp simd reduction(+ : s))
    for (long k = 0; k < a->n; ++k) s += m[i * a->n + k] * x[k];
    y[i] = s;
  }
}

CASE(filter24) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  float s1[24] = {0}, s2[24] = {0};
  for (long t = 0; t < a->n; ++t) {
    LOOP for (int c = 0; c < 24; ++c) {
      float in = x[t * 24 + c], out = k[c] * in + s1[c];
      s1[c] = k[24 + c] * in - 0.1f * k[48 + c] * out + s2[c];
      s2[c] = k[72 + c] * in - 0.1f * k[96 + c] * out;
      y[t * 24 + c] = out;
    }
  }
}

CASE(threshold_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  uint8_t limit = (uint8_t)a->i0;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = x[i] > limit ? 255 : 0;
}

CASE(clamp_i16) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0;
  int16_t low = (int16_t)(-50 * a->i0), high = (int16_t)(70 * a->i0);
  LOOP for (long i = 0; i < a->n; ++i) y[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}

CASE(count_u8) {
  const uint8_t *R x = a->in0;
  uint32_t s = 0;
  uint8_t wanted = (uint8_t)a->i0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += x[i] == wanted;
  *(uint32_t *)a->out = s;
}

CASE(hex_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  static const uint8_t digits[] = "0123456789abcdef";
  LOOP for (long i = 0; i < a->n; ++i) {
    uint8_t v = x[i];
    y[2 * i] = digits[v >> 4];
    y[2 * i + 1] = digits[v & 15];
  }
}

CASE(utf8_length) {
  const int8_t *R x = a->in0;
  uint32_t s = 0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += x[i] > -65;
  *(uint32_t *)a->out = s;
}

CASE(brackets_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) {
    float v = x[i];
    if (v < a->f1)
      y[i] = 0.1f * v;
    else if (v < a->f0)
      y[i] = 0.025f + 0.2f * (v - a->f1);
    else if (v < 1.5f)
      y[i] = 0.125f + 0.3f * (v - a->f0);
    else
      y[i] = 0.35f + 0.4f * (v - 1.5f);
  }
}

CASE(exp_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = expf(x[i]);
}

CASE(minmax_f32) {
  const float *R x = a->in0;
  float low = x[0], high = x[0];
  LOOP_ADD(omp simd reduction(min : low) reduction(max : high))
  for (long i = 0; i < a->n; ++i) {
    low = x[i] < low ? x[i] : low;
    high = x[i] > high ? x[i] : high;
  }
  ((float *)a->out)[0] = low;
  ((float *)a->out)[1] = high;
}

CASE(argmin_f32) {
  const float *R x = a->in0;
  float low = x[0];
  int32_t at = 0;
  for (long i = 1; i < a->n; ++i)
    if (x[i] < low) {
      low = x[i];
      at = (int32_t)i;
    }
  *(int32_t *)a->out = at;
}

CASE(ballot_u8) {
  uint64_t *R y = a->out;
  const uint8_t *R x = a->in0;
  uint8_t limit = (uint8_t)a->i0;
  for (long i = 0; i < a->n; i += 64) {
    uint64_t bits = 0;
    for (int b = 0; b < 64; ++b) bits |= (uint64_t)(x[i + b] > limit) << b;
    y[i / 64] = bits;
  }
}

CASE(compress_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long count = 0;
  for (long i = 0; i < a->n; ++i)
    if (x[i] > a->f1) y[count++] = x[i];
}

CASE(expand_f32) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  long count = 0;
  for (long i = 0; i < a->n; ++i) y[i] = x[i] > a->f1 ? z[count++] : 0;
}

CASE(dot_u8s8) {
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  int32_t s = 0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += x[i] * z[i];
  *(int32_t *)a->out = s;
}

CASE(dot_i16) {
  const int16_t *R x = a->in0, *R z = a->in1;
  uint32_t s = 0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += (uint32_t)(x[i] * z[i]);
  *(uint32_t *)a->out = s;
}

CASE(matmul_i8) {
  int32_t *R c = a->out;
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  long n = a->n;
  for (long i = 0; i < 16; ++i) {
    for (long j = 0; j < n; ++j) c[i * n + j] = 0;
    for (long k = 0; k < n; k += 4) {
      const uint8_t *p = x + i * n + k;
      LOOP for (long j = 0; j < n; ++j) {
        const int8_t *q = z + k * n + 4 * j;
        c[i * n + j] += p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
      }
    }
  }
}

CASE(bilinear_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  int w = a->i0;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = (uint8_t)((x[2 * i] * w + x[2 * i + 1] * (128 - w) + 64) >> 7);
}

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d) \
  (a += b, d ^= a, d = ROTATE(d, 16), c += d, b ^= c, b = ROTATE(b, 12), a += b, d ^= a, d = ROTATE(d, 8), c += d, \
   b ^= c, b = ROTATE(b, 7))

CASE(chacha20) {
  uint32_t *R y = a->out;
  const uint32_t *R state = a->in0, *R text = a->in1;
  LOOP for (long i = 0; i < a->n; ++i) {
    uint32_t x[16];
    for (int w = 0; w < 16; ++w) x[w] = state[w];
    x[12] += (uint32_t)i;
    for (int r = 0; r < 10; ++r) {
      for (int c = 0; c < 4; ++c) QUARTER(x[c], x[4 + c], x[8 + c], x[12 + c]);
      for (int c = 0; c < 4; ++c) QUARTER(x[c], x[4 + (c + 1) % 4], x[8 + (c + 2) % 4], x[12 + (c + 3) % 4]);
    }
    x[12] += (uint32_t)i;
    for (int w = 0; w < 16; ++w) y[16 * i + w] = text[16 * i + w] ^ (x[w] + state[w]);
  }
}

CASE(hamming_u32) {
  const uint32_t *R x = a->in0, *R z = a->in1;
  uint32_t s = 0;
  LOOP_ADD(omp simd reduction(+ : s))
  for (long i = 0; i < a->n; ++i) s += (uint32_t)__builtin_popcount(x[i] ^ z[i]);
  *(uint32_t *)a->out = s;
}

CASE(adler_u8) {
  const uint8_t *R x = a->in0;
  uint32_t s = 1, t = 0;
  for (long i = 0; i < a->n; ++i) {
    s += x[i];
    t += s;
  }
  ((uint32_t *)a->out)[0] = s % 65521;
  ((uint32_t *)a->out)[1] = t % 65521;
}

CASE(mat4_vec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  LOOP for (long i = 0; i < a->n; ++i)
    for (int r = 0; r < 4; ++r) {
      const float *row = m + 16 * i + 4 * r, *v = x + 4 * i;
      y[4 * i + r] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3] * v[3];
    }
}

CASE(blur_clamp_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  LOOP for (long i = 0; i < n; ++i) {
    long before = i > 0 ? i - 1 : 0, after = i < n - 1 ? i + 1 : n - 1;
    y[i] = (uint8_t)((x[before] + 2 * x[i] + x[after] + 2) >> 2);
  }
}

CASE(sobel_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long w = a->n + 2;
  for (long r = 0; r < a->n; ++r) {
    LOOP for (long c = 0; c < a->n; ++c) {
      const uint8_t *p = x + (r + 1) * w + c + 1;
      int h = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
      int v = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
      int sum = (h < 0 ? -h : h) + (v < 0 ? -v : v);
      y[r * a->n + c] = (uint8_t)(sum > 255 ? 255 : sum);
    }
  }
}

CASE(histogram_u8) {
  uint32_t *R y = a->out;
  const uint8_t *R x = a->in0;
  for (int i = 0; i < 256; ++i) y[i] = 0;
  for (long i = 0; i < a->n; ++i) ++y[x[i]];
}

CASE(nbody) {
  float *R out = a->out;
  long n = a->n;
  const float *R x = a->in0, *y = x + n, *z = x + 2 * n, *mass = x + 3 * n;
  LOOP for (long i = 0; i < n; ++i) {
    float ax = 0, ay = 0, az = 0;
    for (long j = 0; j < n; ++j) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float square = dx * dx + dy * dy + dz * dz + 0.01f, force = mass[j] / (square * sqrtf(square));
      ax += force * dx;
      ay += force * dy;
      az += force * dz;
    }
    out[i] = ax;
    out[n + i] = ay;
    out[2 * n + i] = az;
  }
}

CASE(spmv_ell) {
  float *R y = a->out;
  const float *R values = a->in0, *R x = a->in1;
  const int32_t *R columns = a->in2;
  for (long slice = 0; slice < a->n / 16; ++slice) {
    LOOP for (int r = 0; r < 16; ++r) {
      float s = 0;
      for (int k = 0; k < 16; ++k) {
        long at = (slice * 16 + k) * 16 + r;
        s += values[at] * x[columns[at]];
      }
      y[slice * 16 + r] = s;
    }
  }
}

CASE(sort16) {
  int32_t *R y = a->out;
  const int32_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 16)
    for (int k = 0; k < 16; ++k) {
      int at = k;
      for (; at > 0 && y[i + at - 1] > x[i + k]; --at) y[i + at] = y[i + at - 1];
      y[i + at] = x[i + k];
    }
}

CASE(mix_pairs_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  int w = a->i0 / 3, v = a->i0 / 5;
  LOOP for (long i = 0; i < a->n; ++i) y[i] = (uint8_t)(((x[2 * i] * w + x[2 * i + 1] * v + 40) >> 6) ^ 7);
}

CASE(transpose_f64) {
  double *R y = a->out;
  const double *R x = a->in0;
  long n = a->n;
  for (long c = 0; c < n; ++c) LOOP for (long r = 0; r < n; ++r) y[c * n + r] = x[r * n + c];
}

CASE(upper_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  static const uint8_t capitals[256] = {ALL_OF(CAPITAL)};
  LOOP for (long i = 0; i < a->n; ++i) y[i] = capitals[x[i]];
}

CASE(smooth_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  float f0 = a->f0, f1 = a->f1;
  LOOP for (long i = 0; i < n; ++i) {
    long before = i > 1 ? i - 2 : 0, after = i < n - 2 ? i + 2 : n - 1;
    y[i] = f0 * x[i] + f1 * (x[before] + x[after]);
  }
}
