// Branches that store to one place, and loads between.
#include <math.h>
#include <ripple.h>
#include <stdio.h>

__attribute__((noinline)) static void branchy(size_t n, const float *restrict x, const int32_t *restrict kind, float *restrict y) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel(B, 0);
  for (size_t i = 0; i < n; i++) {
    float v = x[i];
    if (kind[i] == 0)
      y[i] = v * 2.0f + 1.0f;
    else if (kind[i] == 1) {
      if (v > 0)
        y[i] = sqrtf(v);
      else
        y[i] = -v;
    } else if (kind[i] == 2)
      y[i] += v;
  }
}

// What is read was stored before, for some elements.
__attribute__((noinline)) static void chained(size_t n, const float *restrict x, float *restrict y, float *z) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel(B, 0);
  for (size_t i = 0; i < n; i++) {
    if (x[i] > 2)
      y[i] = x[i];
    if (x[i] > 1)
      y[i] += 1;
    if (x[i] < 4)
      y[i] = y[i] * 3;
    if (z[i] > 5)
      z[i] = 1;
    z[n - 1 - i] += 2;
    if (z[i] > 3)
      z[i] = 7;
  }
}

// What is read is written right after, and chosen where elements meet again.
__attribute__((noinline)) static void exchanged(uint32_t zero, const int64_t *p, int32_t *y, int32_t *z) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 2, 4, 4);
  size_t a = ripple_id(B, 0), b = ripple_id(B, 1), c = ripple_id(B, 2);
  int32_t v = ripple_broadcast(B, 7, y[a + 2 * b + 8 * c]);
  if (c == 1 || v != 1) {
    v = ripple_broadcast(B, 7, (int32_t)p[(uint32_t)(zero + (uint32_t)b + 4 * (uint32_t)c)]);
    v = z[a + 2 * b + 8 * c];
    z[a + 2 * b + 8 * c] = 1;
  }
  y[a + 2 * b + 8 * c] = v;
}

int main(void) {
  enum { N = 45 };
  float x[N], y[N], z[N], w[N];
  int32_t kind[N];
  int bad = 0;
  for (int i = 0; i < N; i++)
    x[i] = i % 7 - 2, kind[i] = i * 5 % 4, y[i] = i, z[i] = i % 9;
  branchy(N, x, kind, y);
  for (int i = 0; i < N; i++) {
    float v = x[i], before = i;
    float after = kind[i] == 0 ? v * 2 + 1 : kind[i] == 1 ? (v > 0 ? sqrtf(v) : -v) : kind[i] == 2 ? before + v : before;
    bad += y[i] != after;
    y[i] = i, w[i] = z[i];
  }
  chained(N, x, y, z);
  for (size_t from = 0; from < N; from += 16) {
    size_t to = from + 16 < N ? from + 16 : N;
    for (size_t i = from; i < to; i++)
      if (w[i] > 5)
        w[i] = 1;
    float read[16];
    for (size_t i = from; i < to; i++)
      read[i - from] = w[N - 1 - i] + 2;
    for (size_t i = from; i < to; i++)
      w[N - 1 - i] = read[i - from];
    for (size_t i = from; i < to; i++)
      if (w[i] > 3)
        w[i] = 7;
  }
  for (int i = 0; i < N; i++) {
    float t = i;
    if (x[i] > 2)
      t = x[i];
    if (x[i] > 1)
      t += 1;
    if (x[i] < 4)
      t = t * 3;
    bad += y[i] != t || z[i] != w[i];
  }
  int64_t p[16] = {0};
  int32_t from[32], to[32];
  for (int i = 0; i < 32; i++)
    from[i] = i % 3, to[i] = i + 50;
  exchanged(0, p, from, to);
  for (int i = 0; i < 32; i++) {
    int is_exchanged = i / 8 == 1 || i % 3 != 1;
    bad += from[i] != (is_exchanged ? i + 50 : 1) || to[i] != (is_exchanged ? 1 : i + 50);
  }
  printf("%d wrong\n", bad);
  return bad;
}
