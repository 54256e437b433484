/* The cases by hand, for AVX-512 (F, BW, DQ, VL, VBMI, VPOPCNTDQ). Lengths are multiples of 64. */
#include "cases.h"
#include <immintrin.h>

#define CASE(name) void PASTE(name, _hand)(const struct args *a)
#define R restrict

CASE(saxpy) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  __m512 f = _mm512_set1_ps(a->f0);
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 64; u += 16)
      _mm512_storeu_ps(y + i + u, _mm512_fmadd_ps(f, _mm512_loadu_ps(x + i + u), _mm512_loadu_ps(z + i + u)));
}

CASE(triad_f64) {
  double *R y = a->out;
  const double *R x = a->in0, *R z = a->in1;
  __m512d f = _mm512_set1_pd(3.0);
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 32; u += 8)
      _mm512_storeu_pd(y + i + u, _mm512_fmadd_pd(f, _mm512_loadu_pd(z + i + u), _mm512_loadu_pd(x + i + u)));
}

CASE(dot_f32) {
  const float *R x = a->in0, *R z = a->in1;
  __m512 s[4] = {0};
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 4; ++u)
      s[u] = _mm512_fmadd_ps(_mm512_loadu_ps(x + i + 16 * u), _mm512_loadu_ps(z + i + 16 * u), s[u]);
  *(float *)a->out = _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(s[0], s[1]), _mm512_add_ps(s[2], s[3])));
}

CASE(sum_f64) {
  const double *R x = a->in0;
  __m512d s[4] = {0};
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 4; ++u) s[u] = _mm512_add_pd(_mm512_loadu_pd(x + i + 8 * u), s[u]);
  *(double *)a->out = _mm512_reduce_add_pd(_mm512_add_pd(_mm512_add_pd(s[0], s[1]), _mm512_add_pd(s[2], s[3])));
}

CASE(max_i32) {
  const int32_t *R x = a->in0;
  __m512i s[4];
  for (int u = 0; u < 4; ++u) s[u] = _mm512_set1_epi32(x[0]);
  for (long i = 0; i < a->n; i += 64)
    for (int u = 0; u < 4; ++u) s[u] = _mm512_max_epi32(_mm512_loadu_si512(x + i + 16 * u), s[u]);
  *(int32_t *)a->out =
      _mm512_reduce_max_epi32(_mm512_max_epi32(_mm512_max_epi32(s[0], s[1]), _mm512_max_epi32(s[2], s[3])));
}

CASE(sad_u8) {
  const uint8_t *R x = a->in0, *R z = a->in1;
  __m512i s[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
  for (long i = 0; i < a->n; i += 128)
    for (int u = 0; u < 2; ++u)
      s[u] = _mm512_add_epi64(
          s[u], _mm512_sad_epu8(_mm512_loadu_si512(x + i + 64 * u), _mm512_loadu_si512(z + i + 64 * u)));
  *(uint32_t *)a->out = (uint32_t)_mm512_reduce_add_epi64(_mm512_add_epi64(s[0], s[1]));
}

CASE(stencil3) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m512 f0 = _mm512_set1_ps(a->f0), f1 = _mm512_set1_ps(a->f1);
  for (long i = 0; i < a->n; i += 32)
    for (int u = 0; u < 32; u += 16) {
      const float *p = x + i + u;
      __m512 outer = _mm512_mul_ps(f0, _mm512_add_ps(_mm512_loadu_ps(p), _mm512_loadu_ps(p + 2)));
      _mm512_storeu_ps(y + i + u, _mm512_fmadd_ps(f1, _mm512_loadu_ps(p + 1), outer));
    }
}

CASE(stencil2d) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n, w = n + 2;
  __m512 f0 = _mm512_set1_ps(a->f0), f1 = _mm512_set1_ps(a->f1);
  for (long r = 0; r < n; ++r)
    for (long c = 0; c < n; c += 16) {
      const float *p = x + (r + 1) * w + c + 1;
      __m512 s = _mm512_add_ps(_mm512_add_ps(_mm512_loadu_ps(p - 1), _mm512_loadu_ps(p + 1)),
                               _mm512_add_ps(_mm512_loadu_ps(p - w), _mm512_loadu_ps(p + w)));
      _mm512_storeu_ps(y + r * n + c, _mm512_fmadd_ps(f0, _mm512_loadu_ps(p), _mm512_mul_ps(f1, s)));
    }
}

static inline __m512i wide(const uint8_t *p) {
  return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)p));
}

CASE(blur_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 64) {
    __m512i left = _mm512_loadu_si512(x + i), right = _mm512_loadu_si512(x + i + 2);
    // The average of both without the rounding.
    __m512i odd = _mm512_and_si512(_mm512_xor_si512(left, right), _mm512_set1_epi8(1));
    __m512i s = _mm512_sub_epi8(_mm512_avg_epu8(left, right), odd);
    _mm512_storeu_si512(y + i, _mm512_avg_epu8(s, _mm512_loadu_si512(x + i + 1)));
  }
}

CASE(convolve16) {
  float *R y = a->out;
  const float *R x = a->in0, *R k = a->in1;
  for (long i = 0; i < a->n; i += 64) {
    __m512 s[4] = {0};
    for (int j = 0; j < 16; ++j) {
      __m512 f = _mm512_set1_ps(k[j]);
      for (int u = 0; u < 4; ++u) s[u] = _mm512_fmadd_ps(f, _mm512_loadu_ps(x + i + 16 * u + j), s[u]);
    }
    for (int u = 0; u < 4; ++u) _mm512_storeu_ps(y + i + 16 * u, s[u]);
  }
}

/* Every third byte of 192, from one on. */
static inline __m512i third(const uint8_t *p, int from) {
  uint8_t first[64], second[64];
  uint64_t last = 0;
  for (int i = 0; i < 64; ++i) {
    int at = 3 * i + from;
    first[i] = (uint8_t)(at & 127);
    second[i] = (uint8_t)(at & 63);
    last |= (uint64_t)(at >= 128) << i;
  }
  __m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + 64), c = _mm512_loadu_si512(p + 128);
  __m512i low = _mm512_permutex2var_epi8(a, _mm512_loadu_si512(first), b);
  return _mm512_mask_permutexvar_epi8(low, last, _mm512_loadu_si512(second), c);
}

CASE(gray_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 64) {
    __m512i r = third(x + 3 * i, 0), g = third(x + 3 * i, 1), b = third(x + 3 * i, 2);
    __m256i half[2];
    for (int u = 0; u < 2; ++u) {
      __m512i s = _mm512_mullo_epi16(
          _mm512_cvtepu8_epi16(u ? _mm512_extracti64x4_epi64(r, 1) : _mm512_castsi512_si256(r)),
          _mm512_set1_epi16(77));
      s = _mm512_add_epi16(
          s, _mm512_mullo_epi16(
                 _mm512_cvtepu8_epi16(u ? _mm512_extracti64x4_epi64(g, 1) : _mm512_castsi512_si256(g)),
                 _mm512_set1_epi16(150)));
      s = _mm512_add_epi16(
          s, _mm512_mullo_epi16(
                 _mm512_cvtepu8_epi16(u ? _mm512_extracti64x4_epi64(b, 1) : _mm512_castsi512_si256(b)),
                 _mm512_set1_epi16(29)));
      half[u] = _mm512_cvtepi16_epi8(_mm512_srli_epi16(_mm512_add_epi16(s, _mm512_set1_epi16(128)), 8));
    }
    _mm512_storeu_si512(y + i, _mm512_inserti64x4(_mm512_castsi256_si512(half[0]), half[1], 1));
  }
}

CASE(complex_mul) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < 2 * a->n; i += 16) {
    __m512 p = _mm512_loadu_ps(x + i), q = _mm512_loadu_ps(z + i);
    __m512 cross = _mm512_mul_ps(_mm512_movehdup_ps(p), _mm512_permute_ps(q, 0xB1));
    _mm512_storeu_ps(y + i, _mm512_fmaddsub_ps(_mm512_moveldup_ps(p), q, cross));
  }
}

/* Every third float of 48, from one on. */
static inline __m512 third_ps(const float *p, int from) {
  int32_t first[16], second[16];
  __mmask16 last = 0;
  for (int i = 0; i < 16; ++i) {
    int at = 3 * i + from;
    first[i] = at & 31;
    second[i] = at & 15;
    last |= (__mmask16)((at >= 32) << i);
  }
  __m512 low = _mm512_permutex2var_ps(_mm512_loadu_ps(p), _mm512_loadu_si512(first), _mm512_loadu_ps(p + 16));
  return _mm512_mask_permutexvar_ps(low, last, _mm512_loadu_si512(second), _mm512_loadu_ps(p + 32));
}

CASE(vec3_dot) {
  float *R y = a->out;
  const float *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < a->n; i += 16) {
    __m512 s = _mm512_mul_ps(third_ps(x + 3 * i, 0), third_ps(z + 3 * i, 0));
    s = _mm512_fmadd_ps(third_ps(x + 3 * i, 1), third_ps(z + 3 * i, 1), s);
    s = _mm512_fmadd_ps(third_ps(x + 3 * i, 2), third_ps(z + 3 * i, 2), s);
    _mm512_storeu_ps(y + i, s);
  }
}

CASE(gather_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  const int32_t *R at = a->in2;
  for (long i = 0; i < a->n; i += 16)
    _mm512_storeu_ps(y + i, _mm512_i32gather_ps(_mm512_loadu_si512(at + i), x, 4));
}

CASE(lookup_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i t0 = _mm512_loadu_si512(table256), t1 = _mm512_loadu_si512(table256 + 64);
  __m512i t2 = _mm512_loadu_si512(table256 + 128), t3 = _mm512_loadu_si512(table256 + 192);
  for (long i = 0; i < a->n; i += 64) {
    __m512i at = _mm512_loadu_si512(x + i);
    __m512i low = _mm512_permutex2var_epi8(t0, at, t1), high = _mm512_permutex2var_epi8(t2, at, t3);
    _mm512_storeu_si512(y + i, _mm512_mask_blend_epi8(_mm512_movepi8_mask(at), low, high));
  }
}

CASE(lookup16_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0;
  __m512i t = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table16));
  for (long i = 0; i < a->n; i += 64)
    _mm512_storeu_si512(
        y + i, _mm512_shuffle_epi8(t, _mm512_and_si512(_mm512_loadu_si512(x + i), _mm512_set1_epi8(15))));
}

CASE(matmul16) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  __m512 s[16] = {0};
  for (int k = 0; k < 16; ++k) {
    __m512 row = _mm512_loadu_ps(z + 16 * k);
    for (int i = 0; i < 16; ++i) s[i] = _mm512_fmadd_ps(_mm512_set1_ps(x[16 * i + k]), row, s[i]);
  }
  for (int i = 0; i < 16; ++i) _mm512_storeu_ps(c + 16 * i, s[i]);
}

CASE(matmul64) {
  float *R c = a->out;
  const float *R x = a->in0, *R z = a->in1;
  for (int i = 0; i < 64; i += 8)
    for (int j = 0; j < 64; j += 32) {
      __m512 s[8][2] = {0};
      for (int k = 0; k < 64; ++k) {
        __m512 p = _mm512_loadu_ps(z + 64 * k + j), q = _mm512_loadu_ps(z + 64 * k + j + 16);
        for (int r = 0; r < 8; ++r) {
          __m512 f = _mm512_set1_ps(x[64 * (i + r) + k]);
          s[r][0] = _mm512_fmadd_ps(f, p, s[r][0]);
          s[r][1] = _mm512_fmadd_ps(f, q, s[r][1]);
        }
      }
      for (int r = 0; r < 8; ++r) {
        _mm512_storeu_ps(c + 64 * (i + r) + j, s[r][0]);
        _mm512_storeu_ps(c + 64 * (i + r) + j + 16, s[r][1]);
      }
    }
}

CASE(transpose16) {
  float *R y = a->out;
  const float *R x = a->in0;
  long n = a->n;
  for (long r = 0; r < n; r += 16)
    for (long c = 0; c < n; c += 16) {
      __m512 t[16], u[16];
      for (int i = 0; i < 16; ++i) t[i] = _mm512_loadu_ps(x + (r + i) * n + c);
      for (int i = 0; i < 16; i += 2) {
        u[i] = _mm512_unpacklo_ps(t[i], t[i + 1]);
        u[i + 1] = _mm512_unpackhi_ps(t[i], t[i + 1]);
      }
      for (int i = 0; i < 16; i += 4) {
        __m512d p = _mm512_castps_pd(u[i]), q = _mm512_castps_pd(u[i + 2]);
        __m512d v = _mm512_castps_pd(u[i + 1]), w = _mm512_castps_pd(u[i + 3]);
        t[i] = _mm512_castpd_ps(_mm512_unpacklo_pd(p, q));
        t[i + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(p, q));
        t[i + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(v, w));
        t[i + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(v, w));
      }
      for (int i = 0; i < 4; ++i) {
        u[i] = _mm512_shuffle_f32x4(t[i], t[i + 4], 0x88);
        u[i + 4] = _mm512_shuffle_f32x4(t[i], t[i + 4], 0xDD);
        u[i + 8] = _mm512_shuffle_f32x4(t[i + 8], t[i + 12], 0x88);
        u[i + 12] = _mm512_shuffle_f32x4(t[i + 8], t[i + 12], 0xDD);
      }
      for (int i = 0; i < 4; ++i) {
        _mm512_storeu_ps(y + (c + i) * n + r, _mm512_shuffle_f32x4(u[i], u[i + 8], 0x88));
        _mm512_storeu_ps(y + (c + i + 4) * n + r, _mm512_shuffle_f32x4(u[i + 4], u[i + 12], 0x88));
        _mm512_storeu_ps(y + (c + i + 8) * n + r, _mm512_shuffle_f32x4(u[i], u[i + 8], 0xDD));
        _mm512_storeu_ps(y + (c + i + 12) * n + r, _mm512_shuffle_f32x4(u[i + 4], u[i + 12], 0xDD));
      }
    }
}

CASE(mandelbrot) {
  int32_t *R y = a->out;
  __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (long i = 0; i < a->n; i += 16) {
    __m512i at = _mm512_add_epi32(_mm512_set1_epi32((int)i), lane);
    __m512 column = _mm512_cvtepi32_ps(_mm512_and_si512(at, _mm512_set1_epi32(31)));
    __m512 row = _mm512_cvtepi32_ps(_mm512_srli_epi32(at, 5));
    __m512 cr = _mm512_fmadd_ps(column, _mm512_set1_ps(3.0f / 32), _mm512_set1_ps(-2));
    __m512 ci = _mm512_fmadd_ps(row, _mm512_set1_ps(2.0f / 32), _mm512_set1_ps(-1));
    __m512 zr = _mm512_setzero_ps(), zi = _mm512_setzero_ps();
    __m512i count = _mm512_setzero_si512();
    __mmask16 live = 0xFFFF;
    for (int k = 0; k < 256; ++k) {
      __m512 rr = _mm512_mul_ps(zr, zr), ii = _mm512_mul_ps(zi, zi);
      live = _mm512_mask_cmp_ps_mask(live, _mm512_add_ps(rr, ii), _mm512_set1_ps(4), _CMP_LE_OQ);
      if (!live)
        break;
      count = _mm512_mask_add_epi32(count, live, count, _mm512_set1_epi32(1));
      zi = _mm512_fmadd_ps(_mm512_add_ps(zr, zr), zi, ci);
      zr = _mm512_add_ps(_mm512_sub_ps(rr, ii), cr);
    }
    _mm512_storeu_si512(y + i, count);
  }
}

CASE(prefix_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512 before = _mm512_setzero_ps();
  for (long i = 0; i < a->n; i += 16) {
    __m512 s = _mm512_loadu_ps(x + i);
    for (int d = 1; d < 16; d *= 2)
      s = _mm512_add_ps(s, _mm512_maskz_permutexvar_ps((__mmask16)(0xFFFF << d),
                                                       _mm512_sub_epi32(lane, _mm512_set1_epi32(d)), s));
    s = _mm512_add_ps(s, before);
    _mm512_storeu_ps(y + i, s);
    before = _mm512_permutexvar_ps(_mm512_set1_epi32(15), s);
  }
}

CASE(blend_u8) {
  uint8_t *R y = a->out;
  const uint8_t *R x = a->in0, *R z = a->in1;
  __m512i w = _mm512_set1_epi16((short)a->i0), v = _mm512_set1_epi16((short)(256 - a->i0));
  for (long i = 0; i < a->n; i += 32) {
    __m512i s = _mm512_add_epi16(_mm512_mullo_epi16(wide(x + i), w), _mm512_mullo_epi16(wide(z + i), v));
    s = _mm512_srli_epi16(_mm512_add_epi16(s, _mm512_set1_epi16(128)), 8);
    _mm256_storeu_si256((__m256i *)(y + i), _mm512_cvtepi16_epi8(s));
  }
}

CASE(q15_mul) {
  int16_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < a->n; i += 32)
    _mm512_storeu_si512(y + i, _mm512_mulhrs_epi16(_mm512_loadu_si512(x + i), _mm512_loadu_si512(z + i)));
}

CASE(quantize_i8) {
  int8_t *R y = a->out;
  const float *R x = a->in0;
  for (long i = 0; i < a->n; i += 16) {
    __m512 v = _mm512_mul_ps(_mm512_loadu_ps(x + i), _mm512_set1_ps(50));
    v = _mm512_max_ps(_mm512_min_ps(v, _mm512_set1_ps(127)), _mm512_set1_ps(-128));
    _mm_storeu_si128((__m128i *)(y + i), _mm512_cvtepi32_epi8(_mm512_cvttps_epi32(v)));
  }
}

CASE(piecewise) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m512 one = _mm512_set1_ps(1), minus = _mm512_set1_ps(-1);
  for (long i = 0; i < a->n; i += 16) {
    __m512 v = _mm512_loadu_ps(x + i);
    __m512 s = _mm512_mul_ps(_mm512_mul_ps(v, v), v);
    s = _mm512_mask_div_ps(s, _mm512_cmp_ps_mask(v, one, _CMP_GT_OQ), one, v);
    __m512 low = _mm512_fnmadd_ps(_mm512_set1_ps(0.1f), _mm512_add_ps(v, one), minus);
    s = _mm512_mask_mov_ps(s, _mm512_cmp_ps_mask(v, minus, _CMP_LT_OQ), low);
    _mm512_storeu_ps(y + i, s);
  }
}

CASE(reverse_f32) {
  float *R y = a->out;
  const float *R x = a->in0;
  __m512i back = _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (long i = 0; i < a->n; i += 16)
    _mm512_storeu_ps(y + i, _mm512_permutexvar_ps(back, _mm512_loadu_ps(x + a->n - 16 - i)));
}

CASE(bits_u32) {
  uint32_t *R y = a->out;
  const uint32_t *R x = a->in0;
  for (long i = 0; i < a->n; i += 16) {
    __m512i v = _mm512_loadu_si512(x + i);
    v = _mm512_xor_si512(v, _mm512_slli_epi32(v, 13));
    v = _mm512_xor_si512(v, _mm512_srli_epi32(v, 17));
    v = _mm512_xor_si512(v, _mm512_slli_epi32(v, 5));
    _mm512_storeu_si512(y + i, _mm512_add_epi32(_mm512_rol_epi32(v, 7), _mm512_popcnt_epi32(v)));
  }
}

CASE(polynomial) {
  float *R y = a->out;
  const float *R x = a->in0;
  static const float c[8] = {0.1f, 0.2f, -0.3f, 0.4f, -0.5f, 0.6f, -0.7f, 0.8f};
  for (long i = 0; i < a->n; i += 64) {
    __m512 v[4], s[4];
    for (int u = 0; u < 4; ++u) {
      v[u] = _mm512_loadu_ps(x + i + 16 * u);
      s[u] = _mm512_set1_ps(c[0]);
    }
    for (int k = 1; k < 8; ++k)
      for (int u = 0; u < 4; ++u) s[u] = _mm512_fmadd_ps(s[u], v[u], _mm512_set1_ps(c[k]));
    for (int u = 0; u < 4; ++u) _mm512_storeu_ps(y + i + 16 * u, s[u]);
  }
}

CASE(widen_mac) {
  int32_t *R y = a->out;
  const int16_t *R x = a->in0, *R z = a->in1;
  for (long i = 0; i < a->n; i += 16)
    _mm512_storeu_si512(
        y + i, _mm512_madd_epi16(_mm512_loadu_si512(x + 2 * i), _mm512_loadu_si512(z + 2 * i)));
}

CASE(find_if) {
  const float *R x = a->in0;
  __m512 low = _mm512_set1_ps(a->f1), high = _mm512_set1_ps(a->f0);
  int32_t n = 0;
  for (long i = 0; i < a->n; i += 16) {
    __m512 v = _mm512_loadu_ps(x + i);
    __mmask16 above = _mm512_cmp_ps_mask(v, low, _CMP_GT_OQ);
    n += __builtin_popcount(_mm512_mask_cmp_ps_mask(above, v, high, _CMP_LT_OQ));
  }
  *(int32_t *)a->out = n;
}
