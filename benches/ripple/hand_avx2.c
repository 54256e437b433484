/* The cases by hand, for AVX2 and FMA. Lengths are multiples of 64. */
#include "cases.h"
#include <immintrin.h>

#define CASE(name) void PASTE(name, _hand)(const struct args *a)
#define R restrict

static inline __m256i load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
static inline void store(void *p, __m256i v) { _mm256_storeu_si256((__m256i *)p, v); }
static inline __m256i wide(const uint8_t *p) { return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p)); }

/* The low bytes of 16 + 16 words. */
static inline __m256i narrow(__m256i low, __m256i high) {
  return _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xD8);
}

static inline float sum_ps(__m256 v) {
  __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  s = _mm_add_ps(s, _mm_movehl_ps(s, s));
  return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

static inline uint32_t sum_epi32(__m256i v) {
  __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
  return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1)));
}

static inline uint64_t sum_epi64(__m256i v) {
  __m128i s = _mm_add_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  return (uint64_t)_mm_cvtsi128_si64(s) + (uint64_t)_mm_extract_epi64(s, 1);
}

CASE(saxpy) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  __m256 f = _mm256_set1_ps(a->f0);
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 32; u += 8)
      _mm256_storeu_ps(y + i + u, _mm256_fmadd_ps(f, _mm256_loadu_ps(x + i + u), _mm256_loadu_ps(z + i + u)));
}

CASE(triad_f64) {
  double *R y = a->out;
  const double *R x = a->in0, *R z = a->in1;
  __m256d f = _mm256_set1_pd(3.0);
  for (long i = 0; i < a->n; i += 16)
    for (int u = 0; u < 16; u += 4)
      _mm256_storeu_pd(y + i + u, _mm256_fmadd_pd(f, _mm256_loadu_pd(z + i + u), _mm256_loadu_pd(x + i + u)));
}

CASE(dot_f32) {
  const float *R x = a->in0, *R z = a->in1;
  __m256 s[8] = {0};
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 8; ++u)
      s[u] = _mm256_fmadd_ps(_mm256_loadu_ps(x + i + 8 * u), _mm256_loadu_ps(z + i + 8 * u), s[u]);
  for (int u = 4; u > 0; u /= 2)
    for (int k = 0; k < u; ++k) s[k] = _mm256_add_ps(s[k], s[k + u]);
  *(float *)a->out = sum_ps(s[0]);
}

CASE(sum_f64) {
  const double *R x = a->in0;
  __m256d s[8] = {0};
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 8; ++u) s[u] = _mm256_add_pd(_mm256_loadu_pd(x + i + 4 * u), s[u]);
  for (int u = 4; u > 0; u /= 2)
    for (int k = 0; k < u; ++k) s[k] = _mm256_add_pd(s[k], s[k + u]);
  __m128d t = _mm_add_pd(_mm256_castpd256_pd128(s[0]), _mm256_extractf128_pd(s[0], 1));
  *(double *)a->out = _mm_cvtsd_f64(_mm_add_sd(t, _mm_unpackhi_pd(t, t)));
}

CASE(max_i32) {
  const int32_t *R x = a->in0;
  __m256i s[4];
  for (int u = 0; u < 4; ++u) s[u] = _mm256_set1_epi32(x[0]);
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 4; ++u) s[u] = _mm256_max_epi32(load(x + i + 8 * u), s[u]);
  __m256i all = _mm256_max_epi32(_mm256_max_epi32(s[0], s[1]), _mm256_max_epi32(s[2], s[3]));
  int32_t t[8], m;
  store(t, all);
  m = t[0];
  for (int k = 1; k < 8; ++k) m = t[k] > m ? t[k] : m;
  *(int32_t *)a->out = m;
}

CASE(sad_u8) {
  const uint8_t *R x = a->in0, *R z = a->in1;
  __m256i s[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 2; ++u)
      s[u] = _mm256_add_epi64(s[u], _mm256_sad_epu8(load(x + i + 32 * u), load(z + i + 32 * u)));
  *(uint32_t *)a->out = (uint32_t)sum_epi64(_mm256_add_epi64(s[0], s[1]));
}

CASE(stencil3) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m256 f0 = _mm256_set1_ps(a->f0), f1 = _mm256_set1_ps(a->f1);
  for (long i = 0; i < a->n; i += 16)
    for (int u = 0; u < 16; u += 8) {
      const float *p = x + i + u;
      __m256 outer = _mm256_mul_ps(f0, _mm256_add_ps(_mm256_loadu_ps(p), _mm256_loadu_ps(p + 2)));
      _mm256_storeu_ps(y + i + u, _mm256_fmadd_ps(f1, _mm256_loadu_ps(p + 1), outer));
    }
}

CASE(stencil2d) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n, w = n + 2;
  __m256 f0 = _mm256_set1_ps(a->f0), f1 = _mm256_set1_ps(a->f1);
  for (long r = 0; r < n; ++r)
    for (long c = 0; c < n; c += 8) {
      const float *p = x + (r + 1) * w + c + 1;
      __m256 s = _mm256_add_ps(_mm256_add_ps(_mm256_loadu_ps(p - 1), _mm256_loadu_ps(p + 1)),
                               _mm256_add_ps(_mm256_loadu_ps(p - w), _mm256_loadu_ps(p + w)));
      _mm256_storeu_ps(y + r * n + c, _mm256_fmadd_ps(f0, _mm256_loadu_ps(p), _mm256_mul_ps(f1, s)));
    }
}

/* (x + 2 y + z + 2) >> 2 of bytes: the average of y and the average of x and z, which is rounded down. */
static inline __m256i blur(__m256i x, __m256i y, __m256i z) {
  __m256i odd = _mm256_and_si256(_mm256_xor_si256(x, z), _mm256_set1_epi8(1));
  return _mm256_avg_epu8(_mm256_sub_epi8(_mm256_avg_epu8(x, z), odd), y);
}

CASE(blur_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 32) store(y + i, blur(load(x + i), load(x + i + 1), load(x + i + 2)));
}

CASE(convolve16) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  for (long i = 0; i < a->n; i += 64) {
    __m256 s[8] = {0};
    for (int j = 0; j < 16; ++j) {
      __m256 f = _mm256_set1_ps(k[j]);
      for (int u = 0; u < 8; ++u) s[u] = _mm256_fmadd_ps(f, _mm256_loadu_ps(x + i + 8 * u + j), s[u]);
    }
    for (int u = 0; u < 8; ++u) _mm256_storeu_ps(y + i + 8 * u, s[u]);
  }
}

/* The bytes `from`, `from` + 3, .. of 48, as words. */
static inline __m256i third(const uint8_t *p, int from) {
  int8_t at[3][16];
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 16; ++k) {
      int byte = 3 * k + from - 16 * r;
      at[r][k] = (int8_t)(byte < 0 || byte > 15 ? -1 : byte);
    }
  __m128i s = _mm_setzero_si128();
  for (int r = 0; r < 3; ++r)
    s = _mm_or_si128(s, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(p + 16 * r)),
                                         _mm_loadu_si128((const __m128i *)at[r])));
  return _mm256_cvtepu8_epi16(s);
}

CASE(gray_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 32) {
    __m256i half[2];
    for (int u = 0; u < 2; ++u) {
      const uint8_t *p = x + 3 * (i + 16 * u);
      __m256i s = _mm256_mullo_epi16(third(p, 0), _mm256_set1_epi16(77));
      s = _mm256_add_epi16(s, _mm256_mullo_epi16(third(p, 1), _mm256_set1_epi16(150)));
      s = _mm256_add_epi16(s, _mm256_mullo_epi16(third(p, 2), _mm256_set1_epi16(29)));
      half[u] = _mm256_srli_epi16(_mm256_add_epi16(s, _mm256_set1_epi16(128)), 8);
    }
    store(y + i, narrow(half[0], half[1]));
  }
}

CASE(complex_mul) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < 2 * a->n; i += 8) {
    __m256 p = _mm256_loadu_ps(x + i), q = _mm256_loadu_ps(z + i);
    __m256 cross = _mm256_mul_ps(_mm256_movehdup_ps(p), _mm256_permute_ps(q, 0xB1));
    _mm256_storeu_ps(y + i, _mm256_fmaddsub_ps(_mm256_moveldup_ps(p), q, cross));
  }
}

/* The members of 8 structures of three floats. */
static inline void members(const float *p, __m256 *x, __m256 *y, __m256 *z) {
  __m256 m[3];
  for (int k = 0; k < 3; ++k)
    m[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p + 4 * k)), _mm_loadu_ps(p + 12 + 4 * k), 1);
  __m256 xy = _mm256_shuffle_ps(m[1], m[2], 0x9E), yz = _mm256_shuffle_ps(m[0], m[1], 0x49);
  *x = _mm256_shuffle_ps(m[0], xy, 0x8C);
  *y = _mm256_shuffle_ps(yz, xy, 0xD8);
  *z = _mm256_shuffle_ps(yz, m[2], 0xCD);
}

CASE(vec3_dot) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < a->n; i += 8) {
    __m256 p[3], q[3];
    members(x + 3 * i, p, p + 1, p + 2);
    members(z + 3 * i, q, q + 1, q + 2);
    __m256 s = _mm256_fmadd_ps(p[1], q[1], _mm256_mul_ps(p[0], q[0]));
    _mm256_storeu_ps(y + i, _mm256_fmadd_ps(p[2], q[2], s));
  }
}

CASE(gather_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  const int32_t *R at = a->in2;
  for (long i = 0; i < a->n; i += 8) _mm256_storeu_ps(y + i, _mm256_i32gather_ps(x, load(at + i), 4));
}

CASE(lookup_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 64) {
    __m256i v[2] = {load(x + i), load(x + i + 32)}, s[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    for (int k = 0; k < 16; ++k) {
      __m256i t = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table256 + 16 * k)));
      for (int u = 0; u < 2; ++u) {
        // Indices of other parts of the table have their highest bit set, which selects zero.
        s[u] = _mm256_or_si256(s[u], _mm256_shuffle_epi8(t, _mm256_adds_epu8(v[u], _mm256_set1_epi8(0x70))));
        v[u] = _mm256_sub_epi8(v[u], _mm256_set1_epi8(16));
      }
    }
    for (int u = 0; u < 2; ++u) store(y + i + 32 * u, s[u]);
  }
}

CASE(lookup16_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m256i t = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table16));
  for (long i = 0; i < a->n; i += 32)
    store(y + i, _mm256_shuffle_epi8(t, _mm256_and_si256(load(x + i), _mm256_set1_epi8(15))));
}

/* A tile of 6 (or, of the last rows, fewer) x 16 elements of a product of n x n numbers. */
static inline __attribute__((always_inline)) void tile(float *R c, const float *R x, const float *R z, long n, long i,
                                                       long j, int rows) {
  __m256 s[6][2] = {{{0}}};
  for (long k = 0; k < n; ++k) {
    __m256 p = _mm256_loadu_ps(z + n * k + j), q = _mm256_loadu_ps(z + n * k + j + 8);
    for (int r = 0; r < rows; ++r) {
      __m256 f = _mm256_set1_ps(x[n * (i + r) + k]);
      s[r][0] = _mm256_fmadd_ps(f, p, s[r][0]);
      s[r][1] = _mm256_fmadd_ps(f, q, s[r][1]);
    }
  }
  for (int r = 0; r < rows; ++r) {
    _mm256_storeu_ps(c + n * (i + r) + j, s[r][0]);
    _mm256_storeu_ps(c + n * (i + r) + j + 8, s[r][1]);
  }
}

static inline void product(const struct args *a, long n) {
  long i = 0;
  for (; i + 6 <= n; i += 6)
    for (long j = 0; j < n; j += 16) tile(a->out, a->in0, a->in1, n, i, j, 6);
  for (; i < n; i += 2)
    for (long j = 0; j < n; j += 16) tile(a->out, a->in0, a->in1, n, i, j, 2);
}

CASE(matmul16) { product(a, 16); }
CASE(matmul64) { product(a, 64); }
CASE(matmul48) { product(a, 48); }
CASE(matmul_n) { product(a, a->n); }

CASE(transpose16) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  for (long r = 0; r < n; r += 8)
    for (long c = 0; c < n; c += 8) {
      __m256 t[8], u[8];
      for (int i = 0; i < 4; ++i)
        for (int h = 0; h < 2; ++h)
          t[i + 4 * h] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(x + (r + i) * n + c + 4 * h)),
                                              _mm_loadu_ps(x + (r + i + 4) * n + c + 4 * h), 1);
      for (int i = 0; i < 8; i += 2) {
        u[i] = _mm256_unpacklo_ps(t[i], t[i + 1]);
        u[i + 1] = _mm256_unpackhi_ps(t[i], t[i + 1]);
      }
      for (int i = 0; i < 8; i += 4)
        for (int k = 0; k < 2; ++k) {
          _mm256_storeu_ps(y + (c + i + 2 * k) * n + r, _mm256_shuffle_ps(u[i + k], u[i + k + 2], 0x44));
          _mm256_storeu_ps(y + (c + i + 2 * k + 1) * n + r, _mm256_shuffle_ps(u[i + k], u[i + k + 2], 0xEE));
        }
    }
}

CASE(mandelbrot) {
  int32_t *R y = a->out;
  __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (long i = 0; i < a->n; i += 8) {
    __m256i at = _mm256_add_epi32(_mm256_set1_epi32((int)i), lane);
    __m256 column = _mm256_cvtepi32_ps(_mm256_and_si256(at, _mm256_set1_epi32(31)));
    __m256 row = _mm256_cvtepi32_ps(_mm256_srli_epi32(at, 5));
    __m256 cr = _mm256_fmadd_ps(column, _mm256_set1_ps(3.0f / 32), _mm256_set1_ps(-2));
    __m256 ci = _mm256_fmadd_ps(row, _mm256_set1_ps(2.0f / 32), _mm256_set1_ps(-1));
    __m256 zr = _mm256_setzero_ps(), zi = _mm256_setzero_ps();
    __m256i count = _mm256_setzero_si256();
    for (int k = 0; k < 256; ++k) {
      __m256 rr = _mm256_mul_ps(zr, zr), ii = _mm256_mul_ps(zi, zi);
      // An element that has left stays outside.
      __m256 live = _mm256_cmp_ps(_mm256_add_ps(rr, ii), _mm256_set1_ps(4), _CMP_LE_OQ);
      if (!_mm256_movemask_ps(live))
        break;
      count = _mm256_sub_epi32(count, _mm256_castps_si256(live));
      zi = _mm256_fmadd_ps(_mm256_add_ps(zr, zr), zi, ci);
      zr = _mm256_add_ps(_mm256_sub_ps(rr, ii), cr);
    }
    store(y + i, count);
  }
}

CASE(prefix_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m256 before = _mm256_setzero_ps();
  for (long i = 0; i < a->n; i += 8) {
    __m256 s = _mm256_loadu_ps(x + i);
    s = _mm256_add_ps(s, _mm256_castsi256_ps(_mm256_slli_si256(_mm256_castps_si256(s), 4)));
    s = _mm256_add_ps(s, _mm256_castsi256_ps(_mm256_slli_si256(_mm256_castps_si256(s), 8)));
    __m256 low = _mm256_permute2f128_ps(s, s, 0x08);
    s = _mm256_add_ps(_mm256_add_ps(s, _mm256_permute_ps(low, 0xFF)), before);
    _mm256_storeu_ps(y + i, s);
    before = _mm256_permutevar8x32_ps(s, _mm256_set1_epi32(7));
  }
}

CASE(blend_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0, *R z = a->in1;
  __m256i w = _mm256_set1_epi16((short)a->i0), v = _mm256_set1_epi16((short)(256 - a->i0));
  for (long i = 0; i < a->n; i += 32) {
    __m256i half[2];
    for (int u = 0; u < 2; ++u) {
      __m256i s = _mm256_mullo_epi16(wide(x + i + 16 * u), w);
      s = _mm256_add_epi16(s, _mm256_mullo_epi16(wide(z + i + 16 * u), v));
      half[u] = _mm256_srli_epi16(_mm256_add_epi16(s, _mm256_set1_epi16(128)), 8);
    }
    store(y + i, narrow(half[0], half[1]));
  }
}

CASE(q15_mul) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < a->n; i += 16) store(y + i, _mm256_mulhrs_epi16(load(x + i), load(z + i)));
}

CASE(quantize_i8) {
  int8_t *R y = a->out;
  const float *R x = a->in0;
  __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (long i = 0; i < a->n; i += 32) {
    __m256i v[4];
    for (int u = 0; u < 4; ++u)
      v[u] = _mm256_cvttps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x + i + 8 * u), _mm256_set1_ps(50)));
    // Saturation clamps.
    __m256i s = _mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3]));
    store(y + i, _mm256_permutevar8x32_epi32(s, order));
  }
}

CASE(piecewise) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m256 one = _mm256_set1_ps(1), minus = _mm256_set1_ps(-1);
  for (long i = 0; i < a->n; i += 8) {
    __m256 v = _mm256_loadu_ps(x + i), s = _mm256_mul_ps(_mm256_mul_ps(v, v), v);
    s = _mm256_blendv_ps(s, _mm256_div_ps(one, v), _mm256_cmp_ps(v, one, _CMP_GT_OQ));
    __m256 low = _mm256_fnmadd_ps(_mm256_set1_ps(0.1f), _mm256_add_ps(v, one), minus);
    _mm256_storeu_ps(y + i, _mm256_blendv_ps(s, low, _mm256_cmp_ps(v, minus, _CMP_LT_OQ)));
  }
}

CASE(reverse_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m256i back = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
  for (long i = 0; i < a->n; i += 8)
    _mm256_storeu_ps(y + i, _mm256_permutevar8x32_ps(_mm256_loadu_ps(x + a->n - 8 - i), back));
}

/* The number of bits of each byte. */
static inline __m256i bits(__m256i v) {
  __m256i t = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
                               3, 4);
  __m256i low = _mm256_and_si256(v, _mm256_set1_epi8(15));
  __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(15));
  return _mm256_add_epi8(_mm256_shuffle_epi8(t, low), _mm256_shuffle_epi8(t, high));
}

CASE(bits_u32) {
  uint32_t *R y = a->out;
  const uint32_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 8) {
    __m256i v = load(x + i);
    v = _mm256_xor_si256(v, _mm256_slli_epi32(v, 13));
    v = _mm256_xor_si256(v, _mm256_srli_epi32(v, 17));
    v = _mm256_xor_si256(v, _mm256_slli_epi32(v, 5));
    __m256i rotated = _mm256_or_si256(_mm256_slli_epi32(v, 7), _mm256_srli_epi32(v, 25));
    __m256i pairs = _mm256_maddubs_epi16(bits(v), _mm256_set1_epi8(1));
    store(y + i, _mm256_add_epi32(rotated, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))));
  }
}

CASE(polynomial) {
  float *R y = a->out;
  const float *R x = a->in0;
  static const float c[8] = {0.1f, 0.2f, -0.3f, 0.4f, -0.5f, 0.6f, -0.7f, 0.8f};
  for (long i = 0; i < a->n; i += 32) {
    __m256 v[4], s[4];
    for (int u = 0; u < 4; ++u) {
      v[u] = _mm256_loadu_ps(x + i + 8 * u);
      s[u] = _mm256_set1_ps(c[0]);
    }
    for (int k = 1; k < 8; ++k)
      for (int u = 0; u < 4; ++u) s[u] = _mm256_fmadd_ps(s[u], v[u], _mm256_set1_ps(c[k]));
    for (int u = 0; u < 4; ++u) _mm256_storeu_ps(y + i + 8 * u, s[u]);
  }
}

CASE(widen_mac) {
  int32_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < a->n; i += 8) store(y + i, _mm256_madd_epi16(load(x + 2 * i), load(z + 2 * i)));
}

CASE(find_if) {
  const float *R x = a->in0;
  __m256 low = _mm256_set1_ps(a->f1), high = _mm256_set1_ps(a->f0);
  __m256i n[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
  for (long i = 0; i < a->n; i += 16)
    for (int u = 0; u < 2; ++u) {
      __m256 v = _mm256_loadu_ps(x + i + 8 * u);
      __m256 inside = _mm256_and_ps(_mm256_cmp_ps(v, low, _CMP_GT_OQ), _mm256_cmp_ps(v, high, _CMP_LT_OQ));
      n[u] = _mm256_sub_epi32(n[u], _mm256_castps_si256(inside));
    }
  *(uint32_t *)a->out = sum_epi32(_mm256_add_epi32(n[0], n[1]));
}
