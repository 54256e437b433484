/* Cases of text, cryptography, finance, physics, sparse algebra, and quantized arithmetic, with Ripple. */
#include "cases.h"
#include <ripple_math.h>

#define CASE(name) void PASTE(name, _ripple)(const struct args *a)
#define R restrict
/* The elements of a register. */
#ifndef F32
#define F32 16
#endif

CASE(matmul48) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  ripple_block_t b = ripple_set_block_shape(0, 48, 8);
  int j = (int)ripple_id(b, 0), i0 = (int)ripple_id(b, 1);
  for (int i = 0; i < 48; i += 8) {
    float s = 0;
    for (int k = 0; k < 48; ++k) s += x[(i + i0) * 48 + k] * z[k * 48 + j];
    c[(i + i0) * 48 + j] = s;
  }
}

CASE(matmul_n) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32, 8);
  ripple_parallel(b, 1);
  for (long i = 0; i < n; ++i) {
    ripple_parallel(b, 0);
    for (long j = 0; j < n; ++j) {
      float s = 0;
      for (long k = 0; k < n; ++k) s += x[i * n + k] * z[k * n + j];
      c[i * n + j] = s;
    }
  }
}

CASE(matvec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32, 8);
  ripple_parallel(b, 1);
  for (long i = 0; i < n; ++i) {
    float s = ripple_broadcast(b, 3, 0.0f);
    ripple_parallel(b, 0);
    for (long k = 0; k < n; ++k) s += m[i * n + k] * x[k];
    y[i] = ripple_reduceadd(1, s);
  }
}

CASE(filter24) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 24);
  long c = (long)ripple_id(b, 0);
  float b0 = k[c], b1 = k[24 + c], a1 = 0.1f * k[48 + c], b2 = k[72 + c], a2 = 0.1f * k[96 + c];
  float s1 = 0, s2 = 0;
  for (long t = 0; t < n; ++t) {
    float in = x[t * 24 + c], out = b0 * in + s1;
    s1 = b1 * in - a1 * out + s2;
    s2 = b2 * in - a2 * out;
    y[t * 24 + c] = out;
  }
}

CASE(threshold_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  uint8_t limit = (uint8_t)a->i0;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = x[i] > limit ? 255 : 0;
}

CASE(clamp_i16) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0;
  long n = a->n;
  int16_t low = (int16_t)(-50 * a->i0), high = (int16_t)(70 * a->i0);
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}

CASE(count_u8) {
  const uint8_t *R x = a->in0;
  long n = a->n;
  uint8_t wanted = (uint8_t)a->i0;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  uint32_t s = ripple_broadcast(b, 1, 0u);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += x[i] == wanted;
  *(uint32_t *)a->out = ripple_reduceadd(1, s);
}

CASE(hex_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  static const uint8_t digits[] = "0123456789abcdef";
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    uint8_t v = x[i];
    y[2 * i] = digits[v >> 4];
    y[2 * i + 1] = digits[v & 15];
  }
}

CASE(utf8_length) {
  const int8_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  uint32_t s = ripple_broadcast(b, 1, 0u);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += x[i] > -65;
  *(uint32_t *)a->out = ripple_reduceadd(1, s);
}

CASE(brackets_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  float first = a->f1, second = a->f0;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    float v = x[i];
    if (v < first)
      y[i] = 0.1f * v;
    else if (v < second)
      y[i] = 0.025f + 0.2f * (v - first);
    else if (v < 1.5f)
      y[i] = 0.125f + 0.3f * (v - second);
    else
      y[i] = 0.35f + 0.4f * (v - 1.5f);
  }
}

CASE(exp_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = expf(x[i]);
}

CASE(minmax_f32) {
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  float low = ripple_broadcast(b, 1, x[0]), high = ripple_broadcast(b, 1, x[0]);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    low = x[i] < low ? x[i] : low;
    high = x[i] > high ? x[i] : high;
  }
  ((float *)a->out)[0] = ripple_reducemin(1, low);
  ((float *)a->out)[1] = ripple_reducemax(1, high);
}

CASE(argmin_f32) {
  const float *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  float low = ripple_broadcast(b, 1, x[0]);
  int32_t at = ripple_broadcast(b, 1, 0);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i)
    if (x[i] < low) {
      low = x[i];
      at = (int32_t)i;
    }
  float lowest = ripple_reducemin(1, low);
  *(int32_t *)a->out = ripple_reducemin(1, low == lowest ? at : INT32_MAX);
}

CASE(ballot_u8) {
  uint64_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  uint8_t limit = (uint8_t)a->i0;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  long v = (long)ripple_id(b, 0);
  for (long i = 0; i < n; i += 64) y[i / 64] = ripple_reduceor(1, (uint64_t)(x[i + v] > limit) << v);
}

static __SIZE_TYPE__ up1(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 1 ? n : k - 1; }
static __SIZE_TYPE__ up2(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 2 ? n : k - 2; }
static __SIZE_TYPE__ up4(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 4 ? n : k - 4; }
static __SIZE_TYPE__ up8(__SIZE_TYPE__ k, __SIZE_TYPE__ n) { return k < 8 ? n : k - 8; }

/* The sum of the elements up to each one of a block of 16. */
static inline int32_t sum_up_to(ripple_block_t b, int32_t x) {
  int32_t zero = ripple_broadcast(b, 1, 0);
  x += ripple_shuffle_pair(x, zero, up1);
  x += ripple_shuffle_pair(x, zero, up2);
  x += ripple_shuffle_pair(x, zero, up4);
  return x + ripple_shuffle_pair(x, zero, up8);
}

CASE(compress_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n, count = 0;
  float limit = a->f1;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  long v = (long)ripple_id(b, 0);
  for (long i = 0; i < n; i += F32) {
    int32_t kept = x[i + v] > limit, place = sum_up_to(b, kept);
    if (kept) y[count + place - 1] = x[i + v];
    count += ripple_slice(place, F32 - 1);
  }
}

CASE(expand_f32) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  long n = a->n, count = 0;
  float limit = a->f1;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  long v = (long)ripple_id(b, 0);
  for (long i = 0; i < n; i += F32) {
    int32_t kept = x[i + v] > limit, place = sum_up_to(b, kept);
    float value = 0;
    value = kept ? z[count + place - 1] : value;
    y[i + v] = value;
    count += ripple_slice(place, F32 - 1);
  }
}

CASE(dot_u8s8) {
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  int32_t s = ripple_broadcast(b, 1, 0);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += x[i] * z[i];
  *(int32_t *)a->out = ripple_reduceadd(1, s);
}

CASE(dot_i16) {
  const int16_t *R x = a->in0, *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  uint32_t s = ripple_broadcast(b, 1, 0u);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += (uint32_t)(x[i] * z[i]);
  *(uint32_t *)a->out = ripple_reduceadd(1, s);
}

CASE(matmul_i8) {
  int32_t *R c = a->out;
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32, 16);
  ripple_parallel_full(b, 1);
  for (long i = 0; i < 16; ++i) {
    ripple_parallel(b, 0);
    for (long j = 0; j < n; ++j) {
      int32_t s = 0;
      for (long k = 0; k < n; k += 4) {
        const uint8_t *p = x + i * n + k;
        const int8_t *q = z + k * n + 4 * j;
        s += p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
      }
      c[i * n + j] = s;
    }
  }
}

CASE(bilinear_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  int w = a->i0;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = (uint8_t)((x[2 * i] * w + x[2 * i + 1] * (128 - w) + 64) >> 7);
}

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d) \
  (a += b, d ^= a, d = ROTATE(d, 16), c += d, b ^= c, b = ROTATE(b, 12), a += b, d ^= a, d = ROTATE(d, 8), c += d, \
   b ^= c, b = ROTATE(b, 7))

CASE(chacha20) {
  uint32_t *R y = a->out;
  const uint32_t *R state = a->in0, *R text = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
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
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 4 * F32);
  uint32_t s = ripple_broadcast(b, 1, 0u);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) s += (uint32_t)__builtin_popcount(x[i] ^ z[i]);
  *(uint32_t *)a->out = ripple_reduceadd(1, s);
}

CASE(adler_u8) {
  const uint8_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  uint32_t s = ripple_broadcast(b, 1, 0u), t = ripple_broadcast(b, 1, 0u);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    s += x[i];
    t += (uint32_t)(n - i) * x[i];
  }
  ((uint32_t *)a->out)[0] = (1 + ripple_reduceadd(1, s)) % 65521;
  ((uint32_t *)a->out)[1] = ((uint32_t)n + ripple_reduceadd(1, t)) % 65521;
}

CASE(mat4_vec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i)
    for (int r = 0; r < 4; ++r) {
      const float *row = m + 16 * i + 4 * r, *v = x + 4 * i;
      y[4 * i + r] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3] * v[3];
    }
}

CASE(blur_clamp_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    long before = i > 0 ? i - 1 : 0, after = i < n - 1 ? i + 1 : n - 1;
    y[i] = (uint8_t)((x[before] + 2 * x[i] + x[after] + 2) >> 2);
  }
}

CASE(sobel_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n, w = n + 2;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  for (long r = 0; r < n; ++r) {
    ripple_parallel(b, 0);
    for (long c = 0; c < n; ++c) {
      const uint8_t *p = x + (r + 1) * w + c + 1;
      int h = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
      int v = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
      int sum = (h < 0 ? -h : h) + (v < 0 ? -v : v);
      y[r * n + c] = (uint8_t)(sum > 255 ? 255 : sum);
    }
  }
}

CASE(histogram_u8) {
  uint32_t *R y = a->out;
  const uint8_t *R x = a->in0;
  uint32_t counts[4][256] = {0};
  for (long i = 0; i < a->n; i += 4)
    for (int k = 0; k < 4; ++k) ++counts[k][x[i + k]];
  ripple_block_t b = ripple_set_block_shape(0, F32);
  ripple_parallel_full(b, 0);
  for (int i = 0; i < 256; ++i) y[i] = counts[0][i] + counts[1][i] + counts[2][i] + counts[3][i];
}

CASE(nbody) {
  float *R out = a->out;
  long n = a->n;
  const float *R x = a->in0, *y = x + n, *z = x + 2 * n, *mass = x + 3 * n;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
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
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 16);
  long r = (long)ripple_id(b, 0);
  for (long slice = 0; slice < n / 16; ++slice) {
    float s = 0;
    for (int k = 0; k < 16; ++k) {
      long at = (slice * 16 + k) * 16 + r;
      s += values[at] * x[columns[at]];
    }
    y[slice * 16 + r] = s;
  }
}

/* Each element of a block is compared with the one whose index differs in the bits of `bits`: the one that has the
 * highest of them keeps the higher number. */
#define EXCHANGE(x, v, bits, highest) \
  do { \
    int32_t other = ripple_shfl_xor(x, bits), low = other < x ? other : x, high = other < x ? x : other; \
    x = (v) & (highest) ? high : low; \
  } while (0)

CASE(sort16) {
  int32_t *R y = a->out;
  const int32_t *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 16, 4);
  long v = (long)ripple_id(b, 0), r = (long)ripple_id(b, 1);
  for (long i = 0; i < n; i += 64) {
    int32_t s = x[i + 16 * r + v];
    EXCHANGE(s, v, 1, 1);
    EXCHANGE(s, v, 3, 2);
    EXCHANGE(s, v, 1, 1);
    EXCHANGE(s, v, 7, 4);
    EXCHANGE(s, v, 2, 2);
    EXCHANGE(s, v, 1, 1);
    EXCHANGE(s, v, 15, 8);
    EXCHANGE(s, v, 4, 4);
    EXCHANGE(s, v, 2, 2);
    EXCHANGE(s, v, 1, 1);
    y[i + 16 * r + v] = s;
  }
}

CASE(mix_pairs_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  int w = a->i0 / 3, v = a->i0 / 5;
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = (uint8_t)(((x[2 * i] * w + x[2 * i + 1] * v + 40) >> 6) ^ 7);
}

CASE(transpose_f64) {
  double *R y = a->out;
  const double *R x = a->in0;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(0, 16, 16);
  long c0 = (long)ripple_id(b, 0), r0 = (long)ripple_id(b, 1);
  for (long r = 0; r < n; r += 16)
    for (long c = 0; c < n; c += 16) y[(c + c0) * n + r + r0] = x[(r + r0) * n + c + c0];
}

CASE(upper_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n;
  static const uint8_t capitals[256] = {ALL_OF(CAPITAL)};
  ripple_block_t b = ripple_set_block_shape(0, 64);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) y[i] = capitals[x[i]];
}

CASE(smooth_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  float f0 = a->f0, f1 = a->f1;
  ripple_block_t b = ripple_set_block_shape(0, 2 * F32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) {
    long before = i > 1 ? i - 2 : 0, after = i < n - 2 ? i + 2 : n - 1;
    y[i] = f0 * x[i] + f1 * (x[before] + x[after]);
  }
}
