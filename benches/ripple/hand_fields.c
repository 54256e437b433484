/* Cases of text, cryptography, finance, physics, sparse algebra, and quantized arithmetic, by hand, for AVX-512 (F, BW,
 * DQ, VL, VBMI, VNNI, VPOPCNTDQ). Lengths are multiples of 64. */
#include "cases.h"
#include <immintrin.h>
#include <string.h>

#define CASE(name) void PASTE(name, _hand)(const struct args *a)
#define R restrict

CASE(matmul48) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  for (int i = 0; i < 48; i += 8) {
    __m512 s[8][3] = {0};
    for (int k = 0; k < 48; ++k) {
      __m512 row[3];
      for (int u = 0; u < 3; ++u) row[u] = _mm512_loadu_ps(z + 48 * k + 16 * u);
      for (int r = 0; r < 8; ++r) {
        __m512 f = _mm512_set1_ps(x[48 * (i + r) + k]);
        for (int u = 0; u < 3; ++u) s[r][u] = _mm512_fmadd_ps(f, row[u], s[r][u]);
      }
    }
    for (int r = 0; r < 8; ++r)
      for (int u = 0; u < 3; ++u) _mm512_storeu_ps(c + 48 * (i + r) + 16 * u, s[r][u]);
  }
}

CASE(matmul_n) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  long n = a->n;
  for (long i = 0; i < n; i += 8)
    for (long j = 0; j < n; j += 32) {
      __m512 s[8][2] = {0};
      for (long k = 0; k < n; ++k) {
        __m512 p = _mm512_loadu_ps(z + n * k + j), q = _mm512_loadu_ps(z + n * k + j + 16);
        for (int r = 0; r < 8; ++r) {
          __m512 f = _mm512_set1_ps(x[n * (i + r) + k]);
          s[r][0] = _mm512_fmadd_ps(f, p, s[r][0]);
          s[r][1] = _mm512_fmadd_ps(f, q, s[r][1]);
        }
      }
      for (int r = 0; r < 8; ++r) {
        _mm512_storeu_ps(c + n * (i + r) + j, s[r][0]);
        _mm512_storeu_ps(c + n * (i + r) + j + 16, s[r][1]);
      }
    }
}

/* The sum of each of eight registers, in order. */
static inline __m256 sums(const __m512 *s) {
  __m256 t[8];
  for (int r = 0; r < 8; ++r)
    t[r] = _mm256_add_ps(_mm512_castps512_ps256(s[r]), _mm512_extractf32x8_ps(s[r], 1));
  for (int r = 0; r < 8; r += 2) t[r / 2] = _mm256_hadd_ps(t[r], t[r + 1]);
  __m256 low = _mm256_hadd_ps(t[0], t[1]), high = _mm256_hadd_ps(t[2], t[3]);
  return _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20), _mm256_permute2f128_ps(low, high, 0x31));
}

CASE(matvec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  long n = a->n;
  for (long i = 0; i < n; i += 8) {
    __m512 s[8] = {0};
    for (long k = 0; k < n; k += 16) {
      __m512 v = _mm512_loadu_ps(x + k);
      for (int r = 0; r < 8; ++r) s[r] = _mm512_fmadd_ps(_mm512_loadu_ps(m + (i + r) * n + k), v, s[r]);
    }
    _mm256_storeu_ps(y + i, sums(s));
  }
}

CASE(filter24) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  __m512 b0 = _mm512_loadu_ps(k), b1 = _mm512_loadu_ps(k + 24), b2 = _mm512_loadu_ps(k + 72);
  __m512 a1 = _mm512_mul_ps(_mm512_set1_ps(0.1f), _mm512_loadu_ps(k + 48));
  __m512 a2 = _mm512_mul_ps(_mm512_set1_ps(0.1f), _mm512_loadu_ps(k + 96));
  __m256 c0 = _mm256_loadu_ps(k + 16), c1 = _mm256_loadu_ps(k + 40), c2 = _mm256_loadu_ps(k + 88);
  __m256 d1 = _mm256_mul_ps(_mm256_set1_ps(0.1f), _mm256_loadu_ps(k + 64));
  __m256 d2 = _mm256_mul_ps(_mm256_set1_ps(0.1f), _mm256_loadu_ps(k + 112));
  __m512 s1 = _mm512_setzero_ps(), s2 = s1;
  __m256 t1 = _mm256_setzero_ps(), t2 = t1;
  for (long t = 0; t < a->n; ++t) {
    __m512 in = _mm512_loadu_ps(x + 24 * t), out = _mm512_fmadd_ps(b0, in, s1);
    __m256 more = _mm256_loadu_ps(x + 24 * t + 16), rest = _mm256_fmadd_ps(c0, more, t1);
    s1 = _mm512_fnmadd_ps(a1, out, _mm512_fmadd_ps(b1, in, s2));
    t1 = _mm256_fnmadd_ps(d1, rest, _mm256_fmadd_ps(c1, more, t2));
    s2 = _mm512_fnmadd_ps(a2, out, _mm512_mul_ps(b2, in));
    t2 = _mm256_fnmadd_ps(d2, rest, _mm256_mul_ps(c2, more));
    _mm512_storeu_ps(y + 24 * t, out);
    _mm256_storeu_ps(y + 24 * t + 16, rest);
  }
}

CASE(threshold_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i limit = _mm512_set1_epi8((char)a->i0);
  for (long i = 0; i < a->n; i += 64)
    _mm512_storeu_si512(y + i, _mm512_movm_epi8(_mm512_cmpgt_epu8_mask(_mm512_loadu_si512(x + i), limit)));
}

CASE(clamp_i16) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0;
  __m512i low = _mm512_set1_epi16((short)(-50 * a->i0)), high = _mm512_set1_epi16((short)(70 * a->i0));
  for (long i = 0; i < a->n; i += 32)
    _mm512_storeu_si512(y + i, _mm512_max_epi16(_mm512_min_epi16(_mm512_loadu_si512(x + i), high), low));
}

CASE(count_u8) {
  const uint8_t *R x = a->in0;
  __m512i wanted = _mm512_set1_epi8((char)a->i0);
  uint64_t s = 0;
  for (long i = 0; i < a->n; i += 64)
    s += (uint64_t)__builtin_popcountll(_mm512_cmpeq_epi8_mask(_mm512_loadu_si512(x + i), wanted));
  *(uint32_t *)a->out = (uint32_t)s;
}

CASE(hex_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i digits = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)"0123456789abcdef"));
  for (long i = 0; i < a->n; i += 32) {
    __m512i v = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)(x + i)));
    v = _mm512_or_si512(_mm512_srli_epi16(v, 4), _mm512_slli_epi16(v, 8));
    v = _mm512_and_si512(v, _mm512_set1_epi8(15));
    _mm512_storeu_si512(y + 2 * i, _mm512_shuffle_epi8(digits, v));
  }
}

CASE(utf8_length) {
  const int8_t *R x = a->in0;
  uint64_t s = 0;
  for (long i = 0; i < a->n; i += 64)
    s += (uint64_t)__builtin_popcountll(_mm512_cmpgt_epi8_mask(_mm512_loadu_si512(x + i), _mm512_set1_epi8(-65)));
  *(uint32_t *)a->out = (uint32_t)s;
}

CASE(brackets_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m512 first = _mm512_set1_ps(a->f1), second = _mm512_set1_ps(a->f0), third = _mm512_set1_ps(1.5f);
  for (long i = 0; i < a->n; i += 16) {
    __m512 v = _mm512_loadu_ps(x + i);
    __mmask16 below1 = _mm512_cmp_ps_mask(v, first, _CMP_LT_OQ);
    __mmask16 below2 = _mm512_cmp_ps_mask(v, second, _CMP_LT_OQ), below3 = _mm512_cmp_ps_mask(v, third, _CMP_LT_OQ);
    __m512 s = _mm512_fmadd_ps(_mm512_set1_ps(0.4f), _mm512_sub_ps(v, third), _mm512_set1_ps(0.35f));
    __m512 t = _mm512_fmadd_ps(_mm512_set1_ps(0.3f), _mm512_sub_ps(v, second), _mm512_set1_ps(0.125f));
    __m512 u = _mm512_fmadd_ps(_mm512_set1_ps(0.2f), _mm512_sub_ps(v, first), _mm512_set1_ps(0.025f));
    s = _mm512_mask_mov_ps(_mm512_mask_mov_ps(s, below3, t), below2, u);
    _mm512_storeu_ps(y + i, _mm512_mask_mul_ps(s, below1, v, _mm512_set1_ps(0.1f)));
  }
}

/* e^x = 2^n e^r, where n is the nearest integer to x / ln 2, and a polynomial has e^r. */
static inline __m512 exponential(__m512 x) {
  static const float c[] = {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                            1.6666665459e-1f, 5.0000001201e-1f};
  __m512 n = _mm512_roundscale_ps(_mm512_mul_ps(x, _mm512_set1_ps(1.44269504f)), 8);
  __m512 r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0.693359375f), x);
  r = _mm512_fnmadd_ps(n, _mm512_set1_ps(-2.12194440e-4f), r);
  __m512 s = _mm512_set1_ps(c[0]);
  for (int k = 1; k < 6; ++k) s = _mm512_fmadd_ps(s, r, _mm512_set1_ps(c[k]));
  s = _mm512_fmadd_ps(s, _mm512_mul_ps(r, r), _mm512_add_ps(r, _mm512_set1_ps(1)));
  return _mm512_scalef_ps(s, n);
}

CASE(exp_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 32; u += 16) _mm512_storeu_ps(y + i + u, exponential(_mm512_loadu_ps(x + i + u)));
}

CASE(minmax_f32) {
  const float *R x = a->in0;
  __m512 low[4], high[4];
  for (int u = 0; u < 4; ++u) low[u] = high[u] = _mm512_set1_ps(x[0]);
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 4; ++u) {
      __m512 v = _mm512_loadu_ps(x + i + 16 * u);
      low[u] = _mm512_min_ps(v, low[u]);
      high[u] = _mm512_max_ps(v, high[u]);
    }
  for (int u = 1; u < 4; ++u) {
    low[0] = _mm512_min_ps(low[0], low[u]);
    high[0] = _mm512_max_ps(high[0], high[u]);
  }
  ((float *)a->out)[0] = _mm512_reduce_min_ps(low[0]);
  ((float *)a->out)[1] = _mm512_reduce_max_ps(high[0]);
}

CASE(argmin_f32) {
  const float *R x = a->in0;
  __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), index[4], best[4];
  __m512 low[4];
  for (int u = 0; u < 4; ++u) {
    low[u] = _mm512_set1_ps(x[0]);
    best[u] = _mm512_setzero_si512();
    index[u] = _mm512_add_epi32(lane, _mm512_set1_epi32(16 * u));
  }
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 4; ++u) {
      __m512 v = _mm512_loadu_ps(x + i + 16 * u);
      __mmask16 less = _mm512_cmp_ps_mask(v, low[u], _CMP_LT_OQ);
      low[u] = _mm512_min_ps(v, low[u]);
      best[u] = _mm512_mask_mov_epi32(best[u], less, index[u]);
      index[u] = _mm512_add_epi32(index[u], _mm512_set1_epi32(64));
    }
  __m512 all = _mm512_min_ps(_mm512_min_ps(low[0], low[1]), _mm512_min_ps(low[2], low[3]));
  __m512 lowest = _mm512_set1_ps(_mm512_reduce_min_ps(all));
  __m512i at = _mm512_set1_epi32(INT32_MAX);
  for (int u = 0; u < 4; ++u)
    at = _mm512_mask_min_epi32(at, _mm512_cmp_ps_mask(low[u], lowest, _CMP_EQ_OQ), at, best[u]);
  *(int32_t *)a->out = _mm512_reduce_min_epi32(at);
}

CASE(ballot_u8) {
  uint64_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i limit = _mm512_set1_epi8((char)a->i0);
  for (long i = 0; i < a->n; i += 64) y[i / 64] = _mm512_cmpgt_epu8_mask(_mm512_loadu_si512(x + i), limit);
}

CASE(compress_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m512 limit = _mm512_set1_ps(a->f1);
  for (long i = 0; i < a->n; i += 16) {
    __m512 v = _mm512_loadu_ps(x + i);
    __mmask16 kept = _mm512_cmp_ps_mask(v, limit, _CMP_GT_OQ);
    int count = __builtin_popcount(kept);
    // A compression in registers and a masked store: one to memory is slow on some processors.
    _mm512_mask_storeu_ps(y, (__mmask16)_bzhi_u32(0xFFFF, (unsigned)count), _mm512_maskz_compress_ps(kept, v));
    y += count;
  }
}

CASE(expand_f32) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  __m512 limit = _mm512_set1_ps(a->f1);
  for (long i = 0; i < a->n; i += 16) {
    __mmask16 kept = _mm512_cmp_ps_mask(_mm512_loadu_ps(x + i), limit, _CMP_GT_OQ);
    int count = __builtin_popcount(kept);
    __m512 v = _mm512_maskz_loadu_ps((__mmask16)_bzhi_u32(0xFFFF, (unsigned)count), z);
    _mm512_storeu_ps(y + i, _mm512_maskz_expand_ps(kept, v));
    z += count;
  }
}

CASE(dot_u8s8) {
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  __m512i s[4] = {0};
  for (long i = 0; i < a->n; i += 256)
    for (int u = 0; u < 4; ++u)
      s[u] = _mm512_dpbusd_epi32(s[u], _mm512_loadu_si512(x + i + 64 * u), _mm512_loadu_si512(z + i + 64 * u));
  *(int32_t *)a->out = _mm512_reduce_add_epi32(
      _mm512_add_epi32(_mm512_add_epi32(s[0], s[1]), _mm512_add_epi32(s[2], s[3])));
}

CASE(dot_i16) {
  const int16_t *R x = a->in0, *R z = a->in1;
  __m512i s[4] = {0};
  for (long i = 0; i < a->n; i += 128)
    for (int u = 0; u < 4; ++u)
      s[u] = _mm512_dpwssd_epi32(s[u], _mm512_loadu_si512(x + i + 32 * u), _mm512_loadu_si512(z + i + 32 * u));
  *(int32_t *)a->out = _mm512_reduce_add_epi32(
      _mm512_add_epi32(_mm512_add_epi32(s[0], s[1]), _mm512_add_epi32(s[2], s[3])));
}

CASE(matmul_i8) {
  int32_t *R c = a->out;
  const uint8_t *R x = a->in0;
  const int8_t *R z = a->in1;
  long n = a->n;
  for (long j = 0; j < n; j += 16) {
    __m512i s[16] = {0};
    for (long k = 0; k < n; k += 4) {
      __m512i q = _mm512_loadu_si512(z + k * n + 4 * j);
      for (int i = 0; i < 16; ++i) {
        int four;
        memcpy(&four, x + i * n + k, 4);
        s[i] = _mm512_dpbusd_epi32(s[i], _mm512_set1_epi32(four), q);
      }
    }
    for (int i = 0; i < 16; ++i) _mm512_storeu_si512(c + i * n + j, s[i]);
  }
}

CASE(bilinear_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i w = _mm512_set1_epi16((short)(a->i0 | (128 - a->i0) << 8)), half = _mm512_set1_epi16(64);
  for (long i = 0; i < a->n; i += 32) {
    __m512i s = _mm512_add_epi16(_mm512_maddubs_epi16(_mm512_loadu_si512(x + 2 * i), w), half);
    _mm256_storeu_si256((__m256i *)(y + i), _mm512_cvtepi16_epi8(_mm512_srli_epi16(s, 7)));
  }
}

/* Transposes 16 x 16 words. */
static inline void transpose(__m512i *t) {
  __m512i u[16];
  for (int i = 0; i < 16; i += 2) {
    u[i] = _mm512_unpacklo_epi32(t[i], t[i + 1]);
    u[i + 1] = _mm512_unpackhi_epi32(t[i], t[i + 1]);
  }
  for (int i = 0; i < 16; i += 4) {
    t[i] = _mm512_unpacklo_epi64(u[i], u[i + 2]);
    t[i + 1] = _mm512_unpackhi_epi64(u[i], u[i + 2]);
    t[i + 2] = _mm512_unpacklo_epi64(u[i + 1], u[i + 3]);
    t[i + 3] = _mm512_unpackhi_epi64(u[i + 1], u[i + 3]);
  }
  for (int i = 0; i < 4; ++i) {
    u[i] = _mm512_shuffle_i32x4(t[i], t[i + 4], 0x88);
    u[i + 4] = _mm512_shuffle_i32x4(t[i], t[i + 4], 0xDD);
    u[i + 8] = _mm512_shuffle_i32x4(t[i + 8], t[i + 12], 0x88);
    u[i + 12] = _mm512_shuffle_i32x4(t[i + 8], t[i + 12], 0xDD);
  }
  for (int i = 0; i < 4; ++i) {
    t[i] = _mm512_shuffle_i32x4(u[i], u[i + 8], 0x88);
    t[i + 4] = _mm512_shuffle_i32x4(u[i + 4], u[i + 12], 0x88);
    t[i + 8] = _mm512_shuffle_i32x4(u[i], u[i + 8], 0xDD);
    t[i + 12] = _mm512_shuffle_i32x4(u[i + 4], u[i + 12], 0xDD);
  }
}

static inline __attribute__((always_inline)) void step(__m512i *a, __m512i *b, __m512i *c, __m512i *d, int left,
                                                        int right) {
  *a = _mm512_add_epi32(*a, *b);
  *d = _mm512_rolv_epi32(_mm512_xor_si512(*d, *a), _mm512_set1_epi32(left));
  *c = _mm512_add_epi32(*c, *d);
  *b = _mm512_rolv_epi32(_mm512_xor_si512(*b, *c), _mm512_set1_epi32(right));
}

CASE(chacha20) {
  uint32_t *R y = a->out;
  const uint32_t *R state = a->in0, *R text = a->in1;
  __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (long i = 0; i < a->n; i += 16) {
    __m512i x[16], first[16];
    for (int w = 0; w < 16; ++w) first[w] = _mm512_set1_epi32((int)state[w]);
    first[12] = _mm512_add_epi32(first[12], _mm512_add_epi32(lane, _mm512_set1_epi32((int)i)));
    for (int w = 0; w < 16; ++w) x[w] = first[w];
    for (int r = 0; r < 10; ++r)
      for (int diagonal = 0; diagonal < 2; ++diagonal)
        for (int half = 0; half < 2; ++half)
          for (int k = 0; k < 4; ++k)
            step(x + k, x + 4 + (k + diagonal) % 4, x + 8 + (k + 2 * diagonal) % 4, x + 12 + (k + 3 * diagonal) % 4,
                 half ? 8 : 16, half ? 7 : 12);
    for (int w = 0; w < 16; ++w) x[w] = _mm512_add_epi32(x[w], first[w]);
    transpose(x);
    for (int w = 0; w < 16; ++w)
      _mm512_storeu_si512(y + 16 * (i + w), _mm512_xor_si512(x[w], _mm512_loadu_si512(text + 16 * (i + w))));
  }
}

CASE(hamming_u32) {
  const uint32_t *R x = a->in0, *R z = a->in1;
  __m512i s[2] = {0};
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 2; ++u) {
      __m512i v = _mm512_xor_si512(_mm512_loadu_si512(x + i + 16 * u), _mm512_loadu_si512(z + i + 16 * u));
      s[u] = _mm512_add_epi64(s[u], _mm512_popcnt_epi64(v));
    }
  *(uint32_t *)a->out = (uint32_t)_mm512_reduce_add_epi64(_mm512_add_epi64(s[0], s[1]));
}

CASE(adler_u8) {
  const uint8_t *R x = a->in0;
  int8_t weights[64];
  for (int k = 0; k < 64; ++k) weights[k] = (int8_t)(64 - k);
  __m512i w = _mm512_loadu_si512(weights), s = _mm512_setzero_si512(), t = s, before = s;
  for (long i = 0; i < a->n; i += 64) {
    __m512i v = _mm512_loadu_si512(x + i);
    before = _mm512_add_epi64(before, s);
    s = _mm512_add_epi64(s, _mm512_sad_epu8(v, _mm512_setzero_si512()));
    t = _mm512_dpbusd_epi32(t, v, w);
  }
  uint64_t sum = (uint64_t)_mm512_reduce_add_epi64(s);
  uint64_t weighted = 64 * (uint64_t)_mm512_reduce_add_epi64(before) + (uint32_t)_mm512_reduce_add_epi32(t);
  ((uint32_t *)a->out)[0] = (uint32_t)((1 + sum) % 65521);
  ((uint32_t *)a->out)[1] = (uint32_t)(((uint64_t)a->n + weighted) % 65521);
}

CASE(mat4_vec) {
  float *R y = a->out;
  const float *R m = a->in0, *R x = a->in1;
  __m512i order = _mm512_set_epi32(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
  for (long i = 0; i < a->n; i += 4) {
    __m512 p[4];
    for (int k = 0; k < 4; ++k) {
      __m512 v = _mm512_broadcast_f32x4(_mm_loadu_ps(x + 4 * (i + k)));
      p[k] = _mm512_mul_ps(_mm512_loadu_ps(m + 16 * (i + k)), v);
    }
    __m512 s = _mm512_add_ps(_mm512_unpacklo_ps(p[0], p[1]), _mm512_unpackhi_ps(p[0], p[1]));
    __m512 t = _mm512_add_ps(_mm512_unpacklo_ps(p[2], p[3]), _mm512_unpackhi_ps(p[2], p[3]));
    __m512d u = _mm512_castps_pd(s), v = _mm512_castps_pd(t);
    s = _mm512_add_ps(_mm512_castpd_ps(_mm512_unpacklo_pd(u, v)), _mm512_castpd_ps(_mm512_unpackhi_pd(u, v)));
    _mm512_storeu_ps(y + 4 * i, _mm512_permutexvar_ps(order, s));
  }
}

CASE(blur_clamp_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n, i = 1;
  y[0] = (uint8_t)((3 * x[0] + x[1] + 2) >> 2);
  y[n - 1] = (uint8_t)((x[n - 2] + 3 * x[n - 1] + 2) >> 2);
  // The last registers overlap.
  for (; i < n - 1; i = i + 64 < n - 65 || i == n - 65 ? i + 64 : n - 65) {
    __m512i left = _mm512_loadu_si512(x + i - 1), right = _mm512_loadu_si512(x + i + 1);
    // The average of both without the rounding.
    __m512i odd = _mm512_and_si512(_mm512_xor_si512(left, right), _mm512_set1_epi8(1));
    __m512i s = _mm512_sub_epi8(_mm512_avg_epu8(left, right), odd);
    _mm512_storeu_si512(y + i, _mm512_avg_epu8(s, _mm512_loadu_si512(x + i)));
  }
}

static inline __m512i wide(const uint8_t *p) {
  return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)p));
}

CASE(sobel_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  long n = a->n, w = n + 2;
  for (long r = 0; r < n; ++r)
    for (long c = 0; c < n; c += 32) {
      const uint8_t *p = x + (r + 1) * w + c + 1;
      __m512i a1 = wide(p - w - 1), a2 = wide(p - w), a3 = wide(p - w + 1), b1 = wide(p - 1), b3 = wide(p + 1);
      __m512i c1 = wide(p + w - 1), c2 = wide(p + w), c3 = wide(p + w + 1);
      // Both gradients have the differences along the diagonals.
      __m512i down = _mm512_sub_epi16(c3, a1), up = _mm512_sub_epi16(a3, c1);
      __m512i across = _mm512_slli_epi16(_mm512_sub_epi16(b3, b1), 1);
      __m512i along = _mm512_slli_epi16(_mm512_sub_epi16(c2, a2), 1);
      __m512i h = _mm512_abs_epi16(_mm512_add_epi16(_mm512_add_epi16(down, up), across));
      __m512i v = _mm512_abs_epi16(_mm512_add_epi16(_mm512_sub_epi16(down, up), along));
      _mm256_storeu_si256((__m256i *)(y + r * n + c), _mm512_cvtusepi16_epi8(_mm512_add_epi16(h, v)));
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
  for (int i = 0; i < 256; i += 16) {
    __m512i s = _mm512_add_epi32(_mm512_loadu_si512(counts[0] + i), _mm512_loadu_si512(counts[1] + i));
    __m512i t = _mm512_add_epi32(_mm512_loadu_si512(counts[2] + i), _mm512_loadu_si512(counts[3] + i));
    _mm512_storeu_si512(y + i, _mm512_add_epi32(s, t));
  }
}

CASE(nbody) {
  float *R out = a->out;
  long n = a->n;
  const float *R x = a->in0, *y = x + n, *z = x + 2 * n, *mass = x + 3 * n;
  for (long i = 0; i < n; i += 32) {
    __m512 px[2], py[2], pz[2], ax[2] = {0}, ay[2] = {0}, az[2] = {0};
    for (int u = 0; u < 2; ++u) {
      px[u] = _mm512_loadu_ps(x + i + 16 * u);
      py[u] = _mm512_loadu_ps(y + i + 16 * u);
      pz[u] = _mm512_loadu_ps(z + i + 16 * u);
    }
    for (long j = 0; j < n; ++j)
      for (int u = 0; u < 2; ++u) {
        __m512 dx = _mm512_sub_ps(_mm512_set1_ps(x[j]), px[u]), dy = _mm512_sub_ps(_mm512_set1_ps(y[j]), py[u]);
        __m512 dz = _mm512_sub_ps(_mm512_set1_ps(z[j]), pz[u]);
        __m512 square = _mm512_fmadd_ps(dz, dz, _mm512_fmadd_ps(dy, dy, _mm512_mul_ps(dx, dx)));
        square = _mm512_add_ps(square, _mm512_set1_ps(0.01f));
        __m512 force = _mm512_div_ps(_mm512_set1_ps(mass[j]), _mm512_mul_ps(square, _mm512_sqrt_ps(square)));
        ax[u] = _mm512_fmadd_ps(force, dx, ax[u]);
        ay[u] = _mm512_fmadd_ps(force, dy, ay[u]);
        az[u] = _mm512_fmadd_ps(force, dz, az[u]);
      }
    for (int u = 0; u < 2; ++u) {
      _mm512_storeu_ps(out + i + 16 * u, ax[u]);
      _mm512_storeu_ps(out + n + i + 16 * u, ay[u]);
      _mm512_storeu_ps(out + 2 * n + i + 16 * u, az[u]);
    }
  }
}

CASE(spmv_ell) {
  float *R y = a->out;
  const float *R values = a->in0, *R x = a->in1;
  const int32_t *R columns = a->in2;
  for (long slice = 0; slice < a->n / 16; ++slice) {
    __m512 s = _mm512_setzero_ps();
    for (long at = 256 * slice; at < 256 * slice + 256; at += 16)
      s = _mm512_fmadd_ps(_mm512_loadu_ps(values + at),
                          _mm512_i32gather_ps(_mm512_loadu_si512(columns + at), x, 4), s);
    _mm512_storeu_ps(y + 16 * slice, s);
  }
}

/* Compares each word with the one whose index differs in `bits`; those of `high` keep the higher one. */
static inline __attribute__((always_inline)) __m512i exchange(__m512i x, int bits, __mmask16 high) {
  __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i other = _mm512_permutexvar_epi32(_mm512_xor_si512(lane, _mm512_set1_epi32(bits)), x);
  return _mm512_mask_max_epi32(_mm512_min_epi32(x, other), high, x, other);
}

CASE(sort16) {
  int32_t *R y = a->out;
  const int32_t *R x = a->in0;
  static const struct { int bits; __mmask16 high; } network[] = {
      {1, 0xAAAA}, {3, 0xCCCC}, {1, 0xAAAA}, {7, 0xF0F0}, {2, 0xCCCC},
      {1, 0xAAAA}, {15, 0xFF00}, {4, 0xF0F0}, {2, 0xCCCC}, {1, 0xAAAA},
  };
  for (long i = 0; i < a->n; i += 64) {
    __m512i s[4];
    for (int u = 0; u < 4; ++u) s[u] = _mm512_loadu_si512(x + i + 16 * u);
    for (int k = 0; k < 10; ++k)
      for (int u = 0; u < 4; ++u) s[u] = exchange(s[u], network[k].bits, network[k].high);
    for (int u = 0; u < 4; ++u) _mm512_storeu_si512(y + i + 16 * u, s[u]);
  }
}

CASE(mix_pairs_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i w = _mm512_set1_epi16((short)(a->i0 / 3 | a->i0 / 5 << 8)), half = _mm512_set1_epi16(40);
  for (long i = 0; i < a->n; i += 32) {
    __m512i s = _mm512_add_epi16(_mm512_maddubs_epi16(_mm512_loadu_si512(x + 2 * i), w), half);
    __m256i bytes = _mm512_cvtepi16_epi8(_mm512_srli_epi16(s, 6));
    _mm256_storeu_si256((__m256i *)(y + i), _mm256_xor_si256(bytes, _mm256_set1_epi8(7)));
  }
}

CASE(transpose_f64) {
  double *R y = a->out;
  const double *R x = a->in0;
  long n = a->n;
  for (long r = 0; r < n; r += 8)
    for (long c = 0; c < n; c += 8) {
      __m512d t[8], u[8];
      for (int i = 0; i < 8; ++i) t[i] = _mm512_loadu_pd(x + (r + i) * n + c);
      for (int i = 0; i < 8; i += 2) {
        u[i] = _mm512_unpacklo_pd(t[i], t[i + 1]);
        u[i + 1] = _mm512_unpackhi_pd(t[i], t[i + 1]);
      }
      for (int i = 0; i < 2; ++i) {
        __m512d even[2], odd[2];
        for (int h = 0; h < 2; ++h) {
          even[h] = _mm512_shuffle_f64x2(u[i + 4 * h], u[i + 4 * h + 2], 0x88);
          odd[h] = _mm512_shuffle_f64x2(u[i + 4 * h], u[i + 4 * h + 2], 0xDD);
        }
        _mm512_storeu_pd(y + (c + i) * n + r, _mm512_shuffle_f64x2(even[0], even[1], 0x88));
        _mm512_storeu_pd(y + (c + i + 2) * n + r, _mm512_shuffle_f64x2(odd[0], odd[1], 0x88));
        _mm512_storeu_pd(y + (c + i + 4) * n + r, _mm512_shuffle_f64x2(even[0], even[1], 0xDD));
        _mm512_storeu_pd(y + (c + i + 6) * n + r, _mm512_shuffle_f64x2(odd[0], odd[1], 0xDD));
      }
    }
}

CASE(upper_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i by = _mm512_set1_epi8(32), sign = _mm512_set1_epi8((char)247);
  for (long i = 0; i < a->n; i += 64) {
    __m512i v = _mm512_loadu_si512(x + i);
    __mmask64 small = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8(97)), _mm512_set1_epi8(26));
    __mmask64 accented = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8((char)224)), _mm512_set1_epi8(31));
    accented = _mm512_mask_cmpneq_epu8_mask(accented, v, sign);
    _mm512_storeu_si512(y + i, _mm512_mask_sub_epi8(v, small | accented, v, by));
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
  __m512 p = _mm512_set1_ps(f0), q = _mm512_set1_ps(f1);
  // The last registers overlap.
  for (long i = 2; i < n - 2; i = i + 16 < n - 18 || i == n - 18 ? i + 16 : n - 18) {
    __m512 sum = _mm512_add_ps(_mm512_loadu_ps(x + i - 2), _mm512_loadu_ps(x + i + 2));
    _mm512_storeu_ps(y + i, _mm512_fmadd_ps(q, sum, _mm512_mul_ps(p, _mm512_loadu_ps(x + i))));
  }
}
