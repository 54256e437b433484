/* Cases of text, cryptography, finance, physics, sparse algebra, and quantized arithmetic, by hand, for AVX2 and FMA.
 * Lengths are multiples of 64. The products of float matrices are in hand_avx2.c. */
#include "cases.h"
#include <immintrin.h>
#include <string.h>

#define CASE(name) void PASTE(name, _hand)(const struct args *a)
#define R restrict

static inline __m256i load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
static inline void store(void *p, __m256i v) { _mm256_storeu_si256((__m256i *)p, v); }
static inline __m256i wide(const uint8_t *p) { return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p)); }
static inline __m256i wide_s(const int8_t *p) { return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)p)); }

/* The low bytes of 16 + 16 words, with saturation. */
static inline __m256i narrow(__m256i low, __m256i high) {
  return _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xD8);
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

CASE(matvec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  long n = a->n;
  for (long i = 0; i < n; i += 8) {
    __m256 s[8] = {0};
    for (long k = 0; k < n; k += 8) {
      __m256 v = _mm256_loadu_ps(x + k);
      for (int r = 0; r < 8; ++r) s[r] = _mm256_fmadd_ps(_mm256_loadu_ps(m + (i + r) * n + k), v, s[r]);
    }
    for (int r = 0; r < 8; r += 2) s[r / 2] = _mm256_hadd_ps(s[r], s[r + 1]);
    __m256 low = _mm256_hadd_ps(s[0], s[1]), high = _mm256_hadd_ps(s[2], s[3]);
    __m256 t = _mm256_permute2f128_ps(low, high, 0x20), u = _mm256_permute2f128_ps(low, high, 0x31);
    _mm256_storeu_ps(y + i, _mm256_add_ps(t, u));
  }
}

CASE(filter24) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  __m256 b[5][3], s1[3] = {0}, s2[3] = {0};
  for (int c = 0; c < 5; ++c)
    for (int u = 0; u < 3; ++u) {
      b[c][u] = _mm256_loadu_ps(k + 24 * c + 8 * u);
      if (c == 2 || c == 4)
        b[c][u] = _mm256_mul_ps(_mm256_set1_ps(0.1f), b[c][u]);
    }
  for (long t = 0; t < a->n; ++t)
    for (int u = 0; u < 3; ++u) {
      __m256 in = _mm256_loadu_ps(x + 24 * t + 8 * u), out = _mm256_fmadd_ps(b[0][u], in, s1[u]);
      s1[u] = _mm256_fnmadd_ps(b[2][u], out, _mm256_fmadd_ps(b[1][u], in, s2[u]));
      s2[u] = _mm256_fnmadd_ps(b[4][u], out, _mm256_mul_ps(b[3][u], in));
      _mm256_storeu_ps(y + 24 * t + 8 * u, out);
    }
}

CASE(threshold_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  // More than the limit: not the lower one of both.
  __m256i limit = _mm256_set1_epi8((char)a->i0), ones = _mm256_set1_epi8(-1);
  for (long i = 0; i < a->n; i += 32) {
    __m256i v = load(x + i);
    store(y + i, _mm256_xor_si256(_mm256_cmpeq_epi8(_mm256_min_epu8(v, limit), v), ones));
  }
}

CASE(clamp_i16) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0;
  __m256i low = _mm256_set1_epi16((short)(-50 * a->i0)), high = _mm256_set1_epi16((short)(70 * a->i0));
  for (long i = 0; i < a->n; i += 16) store(y + i, _mm256_max_epi16(_mm256_min_epi16(load(x + i), high), low));
}

CASE(count_u8) {
  const uint8_t *R x = a->in0;
  __m256i wanted = _mm256_set1_epi8((char)a->i0), s = _mm256_setzero_si256();
  // Counters of bytes are added before they overflow.
  for (long i = 0; i < a->n; i += 64 * 64) {
    __m256i t[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    for (long k = i; k < i + 64 * 64 && k < a->n; k += 64)
      for (int u = 0; u < 2; ++u) t[u] = _mm256_sub_epi8(t[u], _mm256_cmpeq_epi8(load(x + k + 32 * u), wanted));
    s = _mm256_add_epi64(s, _mm256_sad_epu8(_mm256_add_epi8(t[0], t[1]), _mm256_setzero_si256()));
  }
  *(uint32_t *)a->out = (uint32_t)sum_epi64(s);
}

CASE(hex_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m256i digits = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)"0123456789abcdef"));
  for (long i = 0; i < a->n; i += 16) {
    __m256i v = wide(x + i);
    v = _mm256_or_si256(_mm256_srli_epi16(v, 4), _mm256_slli_epi16(v, 8));
    store(y + 2 * i, _mm256_shuffle_epi8(digits, _mm256_and_si256(v, _mm256_set1_epi8(15))));
  }
}

CASE(utf8_length) {
  const int8_t *R x = a->in0;
  __m256i s = _mm256_setzero_si256();
  for (long i = 0; i < a->n; i += 64 * 64) {
    __m256i t[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    for (long k = i; k < i + 64 * 64 && k < a->n; k += 64)
      for (int u = 0; u < 2; ++u)
        t[u] = _mm256_sub_epi8(t[u], _mm256_cmpgt_epi8(load(x + k + 32 * u), _mm256_set1_epi8(-65)));
    s = _mm256_add_epi64(s, _mm256_sad_epu8(_mm256_add_epi8(t[0], t[1]), _mm256_setzero_si256()));
  }
  *(uint32_t *)a->out = (uint32_t)sum_epi64(s);
}

CASE(brackets_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m256 first = _mm256_set1_ps(a->f1), second = _mm256_set1_ps(a->f0), third = _mm256_set1_ps(1.5f);
  for (long i = 0; i < a->n; i += 8) {
    __m256 v = _mm256_loadu_ps(x + i);
    __m256 s = _mm256_fmadd_ps(_mm256_set1_ps(0.4f), _mm256_sub_ps(v, third), _mm256_set1_ps(0.35f));
    __m256 t = _mm256_fmadd_ps(_mm256_set1_ps(0.3f), _mm256_sub_ps(v, second), _mm256_set1_ps(0.125f));
    __m256 u = _mm256_fmadd_ps(_mm256_set1_ps(0.2f), _mm256_sub_ps(v, first), _mm256_set1_ps(0.025f));
    s = _mm256_blendv_ps(s, t, _mm256_cmp_ps(v, third, _CMP_LT_OQ));
    s = _mm256_blendv_ps(s, u, _mm256_cmp_ps(v, second, _CMP_LT_OQ));
    t = _mm256_mul_ps(v, _mm256_set1_ps(0.1f));
    _mm256_storeu_ps(y + i, _mm256_blendv_ps(s, t, _mm256_cmp_ps(v, first, _CMP_LT_OQ)));
  }
}

/* e^x = 2^n e^r, where n is the nearest integer to x / ln 2, and a polynomial has e^r. 2^n is made of two factors, since it
 * may be below or above what a float has. */
static inline __m256 exponential(__m256 x) {
  static const float c[] = {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                            1.6666665459e-1f, 5.0000001201e-1f};
  x = _mm256_max_ps(_mm256_min_ps(x, _mm256_set1_ps(89)), _mm256_set1_ps(-104));
  __m256 n = _mm256_round_ps(_mm256_mul_ps(x, _mm256_set1_ps(1.44269504f)), 8);
  __m256 r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0.693359375f), x);
  r = _mm256_fnmadd_ps(n, _mm256_set1_ps(-2.12194440e-4f), r);
  __m256 s = _mm256_set1_ps(c[0]);
  for (int k = 1; k < 6; ++k) s = _mm256_fmadd_ps(s, r, _mm256_set1_ps(c[k]));
  s = _mm256_fmadd_ps(s, _mm256_mul_ps(r, r), _mm256_add_ps(r, _mm256_set1_ps(1)));
  __m256i e = _mm256_cvtps_epi32(n), half = _mm256_srai_epi32(e, 1), one = _mm256_set1_epi32(127 << 23);
  __m256i rest = _mm256_add_epi32(_mm256_slli_epi32(_mm256_sub_epi32(e, half), 23), one);
  half = _mm256_add_epi32(_mm256_slli_epi32(half, 23), one);
  return _mm256_mul_ps(_mm256_mul_ps(s, _mm256_castsi256_ps(half)), _mm256_castsi256_ps(rest));
}

CASE(exp_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  for (long i = 0; i < a->n; i += 16)
    for (int u = 0; u < 16; u += 8) _mm256_storeu_ps(y + i + u, exponential(_mm256_loadu_ps(x + i + u)));
}

CASE(minmax_f32) {
  const float *R x = a->in0;
  __m256 low[4], high[4];
  for (int u = 0; u < 4; ++u) low[u] = high[u] = _mm256_set1_ps(x[0]);
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 4; ++u) {
      __m256 v = _mm256_loadu_ps(x + i + 8 * u);
      low[u] = _mm256_min_ps(v, low[u]);
      high[u] = _mm256_max_ps(v, high[u]);
    }
  for (int u = 1; u < 4; ++u) {
    low[0] = _mm256_min_ps(low[0], low[u]);
    high[0] = _mm256_max_ps(high[0], high[u]);
  }
  float l[8], h[8];
  _mm256_storeu_ps(l, low[0]);
  _mm256_storeu_ps(h, high[0]);
  for (int k = 1; k < 8; ++k) {
    l[0] = l[k] < l[0] ? l[k] : l[0];
    h[0] = h[k] > h[0] ? h[k] : h[0];
  }
  ((float *)a->out)[0] = l[0];
  ((float *)a->out)[1] = h[0];
}

CASE(argmin_f32) {
  const float *R x = a->in0;
  __m256i index[4], best[4];
  __m256 low[4];
  for (int u = 0; u < 4; ++u) {
    low[u] = _mm256_set1_ps(x[0]);
    best[u] = _mm256_setzero_si256();
    index[u] = _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(8 * u));
  }
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 4; ++u) {
      __m256 v = _mm256_loadu_ps(x + i + 8 * u);
      __m256i less = _mm256_castps_si256(_mm256_cmp_ps(v, low[u], _CMP_LT_OQ));
      low[u] = _mm256_min_ps(v, low[u]);
      best[u] = _mm256_blendv_epi8(best[u], index[u], less);
      index[u] = _mm256_add_epi32(index[u], _mm256_set1_epi32(32));
    }
  __m256 all = _mm256_min_ps(_mm256_min_ps(low[0], low[1]), _mm256_min_ps(low[2], low[3]));
  all = _mm256_min_ps(all, _mm256_permute2f128_ps(all, all, 1));
  all = _mm256_min_ps(all, _mm256_permute_ps(all, 0x4E));
  all = _mm256_min_ps(all, _mm256_permute_ps(all, 0xB1));
  __m256i at = _mm256_set1_epi32(INT32_MAX);
  for (int u = 0; u < 4; ++u) {
    __m256i lowest = _mm256_castps_si256(_mm256_cmp_ps(low[u], all, _CMP_EQ_OQ));
    at = _mm256_min_epi32(at, _mm256_blendv_epi8(_mm256_set1_epi32(INT32_MAX), best[u], lowest));
  }
  at = _mm256_min_epi32(at, _mm256_permute2x128_si256(at, at, 1));
  at = _mm256_min_epi32(at, _mm256_shuffle_epi32(at, 0x4E));
  at = _mm256_min_epi32(at, _mm256_shuffle_epi32(at, 0xB1));
  *(int32_t *)a->out = _mm256_extract_epi32(at, 0);
}

CASE(ballot_u8) {
  uint64_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m256i limit = _mm256_set1_epi8((char)a->i0);
  for (long i = 0; i < a->n; i += 64) {
    uint32_t most[2];
    for (int u = 0; u < 2; ++u) {
      __m256i v = load(x + i + 32 * u);
      most[u] = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(v, limit), v));
    }
    y[i / 64] = ~(most[0] | (uint64_t)most[1] << 32);
  }
}

/* The order in which the elements of a mask come first: its index in each byte of 8, by pdep and pext. */
static inline __m256i order_of(int mask) {
  uint64_t bytes = _pdep_u64((unsigned)mask, 0x0101010101010101) * 255;
  return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)_pext_u64(0x0706050403020100, bytes)));
}

CASE(compress_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m256 limit = _mm256_set1_ps(a->f1);
  for (long i = 0; i < a->n; i += 8) {
    __m256 v = _mm256_loadu_ps(x + i);
    int kept = _mm256_movemask_ps(_mm256_cmp_ps(v, limit, _CMP_GT_OQ)), count = __builtin_popcount((unsigned)kept);
    __m256i written = _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    _mm256_maskstore_ps(y, written, _mm256_permutevar8x32_ps(v, order_of(kept)));
    y += count;
  }
}

CASE(expand_f32) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  __m256 limit = _mm256_set1_ps(a->f1);
  for (long i = 0; i < a->n; i += 8) {
    __m256 kept = _mm256_cmp_ps(_mm256_loadu_ps(x + i), limit, _CMP_GT_OQ);
    int mask = _mm256_movemask_ps(kept), count = __builtin_popcount((unsigned)mask);
    __m256i read = _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    // The index of each kept element among them.
    uint64_t bytes = _pdep_u64((unsigned)mask, 0x0101010101010101) * 255;
    uint64_t places = _pdep_u64(0x0706050403020100, bytes);
    __m256i place = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)places));
    __m256 v = _mm256_permutevar8x32_ps(_mm256_maskload_ps(z, read), place);
    _mm256_storeu_ps(y + i, _mm256_and_ps(v, kept));
    z += count;
  }
}

CASE(dot_u8s8) {
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  __m256i s[4] = {0};
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 4; ++u)
      s[u] = _mm256_add_epi32(s[u], _mm256_madd_epi16(wide(x + i + 16 * u), wide_s(z + i + 16 * u)));
  *(uint32_t *)a->out = sum_epi32(_mm256_add_epi32(_mm256_add_epi32(s[0], s[1]), _mm256_add_epi32(s[2], s[3])));
}

CASE(dot_i16) {
  const int16_t *R x = a->in0, *R z = a->in1;
  __m256i s[4] = {0};
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 4; ++u)
      s[u] = _mm256_add_epi32(s[u], _mm256_madd_epi16(load(x + i + 16 * u), load(z + i + 16 * u)));
  *(uint32_t *)a->out = sum_epi32(_mm256_add_epi32(_mm256_add_epi32(s[0], s[1]), _mm256_add_epi32(s[2], s[3])));
}

CASE(matmul_i8) {
  int32_t *R c = a->out;
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  long n = a->n;
  __m256i even = _mm256_set1_epi32(0x00FF00FF);
  for (long i = 0; i < 16; i += 4)
    for (long j = 0; j < n; j += 8) {
      // Products of the even and of the odd bytes: pairs of words.
      __m256i s[4][2] = {{{0}}};
      for (long k = 0; k < n; k += 4) {
        __m256i q = load(z + k * n + 4 * j);
        __m256i q0 = _mm256_srai_epi16(_mm256_slli_epi16(q, 8), 8), q1 = _mm256_srai_epi16(q, 8);
        for (int r = 0; r < 4; ++r) {
          int four;
          memcpy(&four, x + (i + r) * n + k, 4);
          __m256i p = _mm256_set1_epi32(four);
          s[r][0] = _mm256_add_epi32(s[r][0], _mm256_madd_epi16(_mm256_and_si256(p, even), q0));
          s[r][1] = _mm256_add_epi32(s[r][1], _mm256_madd_epi16(_mm256_srli_epi16(p, 8), q1));
        }
      }
      for (int r = 0; r < 4; ++r) store(c + (i + r) * n + j, _mm256_add_epi32(s[r][0], s[r][1]));
    }
}

CASE(bilinear_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m256i w = _mm256_set1_epi16((short)(a->i0 | (128 - a->i0) << 8)), half = _mm256_set1_epi16(64);
  for (long i = 0; i < a->n; i += 32) {
    __m256i s[2];
    for (int u = 0; u < 2; ++u)
      s[u] = _mm256_srli_epi16(_mm256_add_epi16(_mm256_maddubs_epi16(load(x + 2 * i + 32 * u), w), half), 7);
    store(y + i, narrow(s[0], s[1]));
  }
}

static inline __m256i rotate(__m256i v, int n) {
  __m256i by16 = _mm256_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8,
                                  9, 14, 15, 12, 13);
  __m256i by8 = _mm256_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9,
                                 10, 15, 12, 13, 14);
  if (n == 16 || n == 8)
    return _mm256_shuffle_epi8(v, n == 16 ? by16 : by8);
  return _mm256_or_si256(_mm256_slli_epi32(v, n), _mm256_srli_epi32(v, 32 - n));
}

static inline __attribute__((always_inline)) void step(__m256i *a, __m256i *b, __m256i *c, __m256i *d, int left,
                                                       int right) {
  *a = _mm256_add_epi32(*a, *b);
  *d = rotate(_mm256_xor_si256(*d, *a), left);
  *c = _mm256_add_epi32(*c, *d);
  *b = rotate(_mm256_xor_si256(*b, *c), right);
}

/* Transposes 8 x 8 words. */
static inline void transpose(__m256i *t) {
  __m256i u[8], v[8];
  for (int i = 0; i < 8; i += 2) {
    u[i] = _mm256_unpacklo_epi32(t[i], t[i + 1]);
    u[i + 1] = _mm256_unpackhi_epi32(t[i], t[i + 1]);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; ++k) {
      v[i + 2 * k] = _mm256_unpacklo_epi64(u[i + k], u[i + k + 2]);
      v[i + 2 * k + 1] = _mm256_unpackhi_epi64(u[i + k], u[i + k + 2]);
    }
  for (int i = 0; i < 4; ++i) {
    t[i] = _mm256_permute2x128_si256(v[i], v[i + 4], 0x20);
    t[i + 4] = _mm256_permute2x128_si256(v[i], v[i + 4], 0x31);
  }
}

CASE(chacha20) {
  uint32_t *R y = a->out;
  const uint32_t *R state = a->in0, *R text = a->in1;
  __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (long i = 0; i < a->n; i += 8) {
    __m256i x[16], first[16];
    for (int w = 0; w < 16; ++w) first[w] = _mm256_set1_epi32((int)state[w]);
    first[12] = _mm256_add_epi32(first[12], _mm256_add_epi32(lane, _mm256_set1_epi32((int)i)));
    for (int w = 0; w < 16; ++w) x[w] = first[w];
    for (int r = 0; r < 10; ++r)
      for (int diagonal = 0; diagonal < 2; ++diagonal)
        for (int half = 0; half < 2; ++half)
          for (int k = 0; k < 4; ++k)
            step(x + k, x + 4 + (k + diagonal) % 4, x + 8 + (k + 2 * diagonal) % 4, x + 12 + (k + 3 * diagonal) % 4,
                 half ? 8 : 16, half ? 7 : 12);
    for (int w = 0; w < 16; ++w) x[w] = _mm256_add_epi32(x[w], first[w]);
    transpose(x);
    transpose(x + 8);
    for (int w = 0; w < 8; ++w)
      for (int h = 0; h < 2; ++h) {
        long at = 16 * (i + w) + 8 * h;
        store(y + at, _mm256_xor_si256(x[w + 8 * h], load(text + at)));
      }
  }
}

CASE(hamming_u32) {
  const uint32_t *R x = a->in0, *R z = a->in1;
  __m256i t = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
                               3, 4);
  __m256i s = _mm256_setzero_si256(), low = _mm256_set1_epi8(15);
  for (long i = 0; i < a->n; i += 16) {
    __m256i bits = _mm256_setzero_si256();
    for (int u = 0; u < 2; ++u) {
      __m256i v = _mm256_xor_si256(load(x + i + 8 * u), load(z + i + 8 * u));
      bits = _mm256_add_epi8(bits, _mm256_shuffle_epi8(t, _mm256_and_si256(v, low)));
      bits = _mm256_add_epi8(bits, _mm256_shuffle_epi8(t, _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
    }
    s = _mm256_add_epi64(s, _mm256_sad_epu8(bits, _mm256_setzero_si256()));
  }
  *(uint32_t *)a->out = (uint32_t)sum_epi64(s);
}

CASE(adler_u8) {
  const uint8_t *R x = a->in0;
  int8_t weights[32];
  for (int k = 0; k < 32; ++k) weights[k] = (int8_t)(32 - k);
  __m256i w = load(weights), s = _mm256_setzero_si256(), t = s, before = s, ones = _mm256_set1_epi16(1);
  for (long i = 0; i < a->n; i += 32) {
    __m256i v = load(x + i);
    before = _mm256_add_epi64(before, s);
    s = _mm256_add_epi64(s, _mm256_sad_epu8(v, _mm256_setzero_si256()));
    t = _mm256_add_epi32(t, _mm256_madd_epi16(_mm256_maddubs_epi16(v, w), ones));
  }
  uint64_t sum = sum_epi64(s), weighted = 32 * sum_epi64(before) + sum_epi32(t);
  ((uint32_t *)a->out)[0] = (uint32_t)((1 + sum) % 65521);
  ((uint32_t *)a->out)[1] = (uint32_t)(((uint64_t)a->n + weighted) % 65521);
}

CASE(mat4_vec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (long i = 0; i < a->n; i += 2) {
    __m256 p[4];
    for (int k = 0; k < 4; ++k)
      p[k] = _mm256_mul_ps(_mm256_loadu_ps(m + 16 * i + 8 * k),
                           _mm256_broadcast_ps((const __m128 *)(x + 4 * i + 4 * (k / 2))));
    __m256 s = _mm256_hadd_ps(_mm256_hadd_ps(p[0], p[1]), _mm256_hadd_ps(p[2], p[3]));
    _mm256_storeu_ps(y + 4 * i, _mm256_permutevar8x32_ps(s, order));
  }
}

CASE(blur_clamp_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n, i = 1;
  y[0] = (uint8_t)((3 * x[0] + x[1] + 2) >> 2);
  y[n - 1] = (uint8_t)((x[n - 2] + 3 * x[n - 1] + 2) >> 2);
  // The last registers overlap.
  for (; i < n - 1; i = i + 32 < n - 33 || i == n - 33 ? i + 32 : n - 33) {
    __m256i left = load(x + i - 1), right = load(x + i + 1);
    __m256i odd = _mm256_and_si256(_mm256_xor_si256(left, right), _mm256_set1_epi8(1));
    store(y + i, _mm256_avg_epu8(_mm256_sub_epi8(_mm256_avg_epu8(left, right), odd), load(x + i)));
  }
}

CASE(sobel_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n, w = n + 2;
  for (long r = 0; r < n; ++r)
    for (long c = 0; c < n; c += 32) {
      __m256i s[2];
      for (int u = 0; u < 2; ++u) {
        const uint8_t *p = x + (r + 1) * w + c + 1 + 16 * u;
        __m256i down = _mm256_sub_epi16(wide(p + w + 1), wide(p - w - 1));
        __m256i up = _mm256_sub_epi16(wide(p - w + 1), wide(p + w - 1));
        __m256i across = _mm256_slli_epi16(_mm256_sub_epi16(wide(p + 1), wide(p - 1)), 1);
        __m256i along = _mm256_slli_epi16(_mm256_sub_epi16(wide(p + w), wide(p - w)), 1);
        __m256i h = _mm256_abs_epi16(_mm256_add_epi16(_mm256_add_epi16(down, up), across));
        __m256i v = _mm256_abs_epi16(_mm256_add_epi16(_mm256_sub_epi16(down, up), along));
        s[u] = _mm256_add_epi16(h, v);
      }
      store(y + r * n + c, narrow(s[0], s[1]));
    }
}

CASE(histogram_u8) {
  uint32_t *R y = a->out;
  const uint8_t *R x = a->in0;
  uint32_t counts[4][256] = {0};
  for (long i = 0; i < a->n; i += 8) {
    uint64_t v;
    memcpy(&v, x + i, 8);
    for (int k = 0; k < 8; ++k) ++counts[k % 4][(uint8_t)(v >> 8 * k)];
  }
  for (int i = 0; i < 256; i += 8) {
    __m256i s = _mm256_add_epi32(load(counts[0] + i), load(counts[1] + i));
    store(y + i, _mm256_add_epi32(s, _mm256_add_epi32(load(counts[2] + i), load(counts[3] + i))));
  }
}

CASE(nbody) {
  float *R out = a->out;
  long n = a->n;
  const float *R x = a->in0, *y = x + n, *z = x + 2 * n, *mass = x + 3 * n;
  for (long i = 0; i < n; i += 16) {
    __m256 px[2], py[2], pz[2], ax[2] = {0}, ay[2] = {0}, az[2] = {0};
    for (int u = 0; u < 2; ++u) {
      px[u] = _mm256_loadu_ps(x + i + 8 * u);
      py[u] = _mm256_loadu_ps(y + i + 8 * u);
      pz[u] = _mm256_loadu_ps(z + i + 8 * u);
    }
    for (long j = 0; j < n; ++j)
      for (int u = 0; u < 2; ++u) {
        __m256 dx = _mm256_sub_ps(_mm256_set1_ps(x[j]), px[u]), dy = _mm256_sub_ps(_mm256_set1_ps(y[j]), py[u]);
        __m256 dz = _mm256_sub_ps(_mm256_set1_ps(z[j]), pz[u]);
        __m256 square = _mm256_fmadd_ps(dz, dz, _mm256_fmadd_ps(dy, dy, _mm256_mul_ps(dx, dx)));
        square = _mm256_add_ps(square, _mm256_set1_ps(0.01f));
        __m256 force = _mm256_div_ps(_mm256_set1_ps(mass[j]), _mm256_mul_ps(square, _mm256_sqrt_ps(square)));
        ax[u] = _mm256_fmadd_ps(force, dx, ax[u]);
        ay[u] = _mm256_fmadd_ps(force, dy, ay[u]);
        az[u] = _mm256_fmadd_ps(force, dz, az[u]);
      }
    for (int u = 0; u < 2; ++u) {
      _mm256_storeu_ps(out + i + 8 * u, ax[u]);
      _mm256_storeu_ps(out + n + i + 8 * u, ay[u]);
      _mm256_storeu_ps(out + 2 * n + i + 8 * u, az[u]);
    }
  }
}

CASE(spmv_ell) {
  float *R y = a->out;
  const float *R values = a->in0, *R x = a->in1;
  const int32_t *R columns = a->in2;
  for (long slice = 0; slice < a->n / 16; ++slice) {
    __m256 s[2] = {0};
    for (long at = 256 * slice; at < 256 * slice + 256; at += 16)
      for (int u = 0; u < 2; ++u)
        s[u] = _mm256_fmadd_ps(_mm256_loadu_ps(values + at + 8 * u),
                               _mm256_i32gather_ps(x, load(columns + at + 8 * u), 4), s[u]);
    _mm256_storeu_ps(y + 16 * slice, s[0]);
    _mm256_storeu_ps(y + 16 * slice + 8, s[1]);
  }
}

/* Exchanges the words of 8 whose indices differ in `bits`: those of `high` keep the higher one. */
#define EXCHANGE(x, order, high) \
  do { \
    __m256i other = order, low = _mm256_min_epi32(x, other); \
    x = _mm256_blend_epi32(low, _mm256_max_epi32(x, other), high); \
  } while (0)

/* Sorts 16 words in two registers. */
static inline void sort(__m256i *p, __m256i *q) {
  __m256i back = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0), s[2] = {*p, *q};
  for (int u = 0; u < 2; ++u) {
    EXCHANGE(s[u], _mm256_shuffle_epi32(s[u], 0xB1), 0xAA);
    EXCHANGE(s[u], _mm256_shuffle_epi32(s[u], 0x1B), 0xCC);
    EXCHANGE(s[u], _mm256_shuffle_epi32(s[u], 0xB1), 0xAA);
    EXCHANGE(s[u], _mm256_permutevar8x32_epi32(s[u], back), 0xF0);
    EXCHANGE(s[u], _mm256_shuffle_epi32(s[u], 0x4E), 0xCC);
    EXCHANGE(s[u], _mm256_shuffle_epi32(s[u], 0xB1), 0xAA);
  }
  __m256i other = _mm256_permutevar8x32_epi32(s[1], back);
  s[1] = _mm256_max_epi32(s[0], other);
  s[0] = _mm256_min_epi32(s[0], other);
  for (int u = 0; u < 2; ++u) {
    EXCHANGE(s[u], _mm256_permute2x128_si256(s[u], s[u], 1), 0xF0);
    EXCHANGE(s[u], _mm256_shuffle_epi32(s[u], 0x4E), 0xCC);
    EXCHANGE(s[u], _mm256_shuffle_epi32(s[u], 0xB1), 0xAA);
  }
  *p = s[0];
  *q = s[1];
}

CASE(sort16) {
  int32_t *R y = a->out;
  const int32_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 32) {
    __m256i s[4];
    for (int u = 0; u < 4; ++u) s[u] = load(x + i + 8 * u);
    sort(s, s + 1);
    sort(s + 2, s + 3);
    for (int u = 0; u < 4; ++u) store(y + i + 8 * u, s[u]);
  }
}

CASE(mix_pairs_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m256i w = _mm256_set1_epi16((short)(a->i0 / 3 | a->i0 / 5 << 8)), half = _mm256_set1_epi16(40);
  __m256i byte = _mm256_set1_epi16(255), seven = _mm256_set1_epi8(7);
  for (long i = 0; i < a->n; i += 32) {
    __m256i s[2];
    for (int u = 0; u < 2; ++u) {
      __m256i sum = _mm256_add_epi16(_mm256_maddubs_epi16(load(x + 2 * i + 32 * u), w), half);
      s[u] = _mm256_and_si256(_mm256_srli_epi16(sum, 6), byte);
    }
    store(y + i, _mm256_xor_si256(narrow(s[0], s[1]), seven));
  }
}

CASE(transpose_f64) {
  double *R y = a->out;
  const double *R x = a->in0;
  long n = a->n;
  for (long r = 0; r < n; r += 4)
    for (long c = 0; c < n; c += 4) {
      __m256d t[4], u[4];
      for (int i = 0; i < 4; ++i) t[i] = _mm256_loadu_pd(x + (r + i) * n + c);
      for (int i = 0; i < 4; i += 2) {
        u[i] = _mm256_unpacklo_pd(t[i], t[i + 1]);
        u[i + 1] = _mm256_unpackhi_pd(t[i], t[i + 1]);
      }
      for (int i = 0; i < 2; ++i) {
        _mm256_storeu_pd(y + (c + i) * n + r, _mm256_permute2f128_pd(u[i], u[i + 2], 0x20));
        _mm256_storeu_pd(y + (c + i + 2) * n + r, _mm256_permute2f128_pd(u[i], u[i + 2], 0x31));
      }
    }
}

/* Which bytes are in a range of so many from the first one, without a sign. */
static inline __m256i within(__m256i v, int first, int count) {
  __m256i distance = _mm256_sub_epi8(v, _mm256_set1_epi8((char)first));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(distance, _mm256_set1_epi8((char)(count - 1))), distance);
}

CASE(upper_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m256i by = _mm256_set1_epi8(32), sign = _mm256_set1_epi8((char)247);
  for (long i = 0; i < a->n; i += 32) {
    __m256i v = load(x + i);
    __m256i accented = _mm256_andnot_si256(_mm256_cmpeq_epi8(v, sign), within(v, 224, 31));
    __m256i small = _mm256_or_si256(within(v, 97, 26), accented);
    store(y + i, _mm256_sub_epi8(v, _mm256_and_si256(small, by)));
  }
}

CASE(smooth_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  float f0 = a->f0, f1 = a->f1;
  for (long i = 0; i < 2; ++i) {
    y[i] = f0 * x[i] + f1 * (x[0] + x[i + 2]);
    y[n - 1 - i] = f0 * x[n - 1 - i] + f1 * (x[n - 3 - i] + x[n - 1]);
  }
  __m256 p = _mm256_set1_ps(f0), q = _mm256_set1_ps(f1);
  // The last registers overlap.
  for (long i = 2; i < n - 2; i = i + 8 < n - 10 || i == n - 10 ? i + 8 : n - 10) {
    __m256 sum = _mm256_add_ps(_mm256_loadu_ps(x + i - 2), _mm256_loadu_ps(x + i + 2));
    _mm256_storeu_ps(y + i, _mm256_fmadd_ps(q, sum, _mm256_mul_ps(p, _mm256_loadu_ps(x + i))));
  }
}
