// Outer products, accumulated in blocks, compared with loops over scalars.
#include <ripple.h>
#include <stdio.h>
#include <string.h>

#include "multiplies-bytes.h"

#define SME_LANES 0
#define SME_SIZE 32

void matmul_arg(float *A, float *B, float *C, int M, int N, int K) {
  ripple_block_t sme_block = ripple_set_block_shape(SME_LANES, SME_SIZE, SME_SIZE);
  ripple_parallel(sme_block, 1);
  for (int i = 0; i < M; i++) {
    ripple_parallel(sme_block, 0);
    for (int j = 0; j < N; j++) {
      __builtin_assume(K > 0);
      float tile = 0;
      for (int k = 0; k < K; k++) {
        tile += A[k * M + i] * B[k * N + j];
      }
      C[i * N + j] = tile;
    }
  }
}

#ifndef SEED
// Indices of elements in place of annotations; more columns than rows.
void spmd(const float *a, const float *b, float *restrict c, int k) {
  ripple_block_t block = ripple_set_block_shape(0, 48, 16);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float acc = 0;
  int i = 0;
  do {
    acc += a[i * 16 + y] * b[i * 48 + x];
  } while (++i < k);
  c[y * 48 + x] = acc;
}

// Begins with what is in memory; rows are read across.
void dgemm(int m, int n, int k, const double *a, const double *b, double *c) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 16);
  ripple_parallel(block, 1);
  for (int i = 0; i < m; i++) {
    ripple_parallel(block, 0);
    for (int j = 0; j < n; j++) {
      double acc = c[i * n + j];
      for (int p = 0; p < k; p++)
        acc += a[i * k + p] * b[p * n + j];
      c[i * n + j] = acc;
    }
  }
}

// Begins with a number, in a nest of loops; more is done with the result.
void epilogue(int m, int n, int k, const float *a, const float *b, float *c, float alpha) {
  ripple_block_t block = ripple_set_block_shape(0, 8, 8);
  ripple_parallel(block, 1);
  for (int i = 0; i < m; i++) {
    ripple_parallel(block, 0);
    for (int j = 0; j < n; j++) {
      float acc = 1.5f;
      for (int q = 0; q < 2; q++)
        for (int p = 0; p < k; p++)
          acc += (alpha * a[p * m + i]) * b[p * n + j];
      float r = acc + 0.5f * c[i * n + j];
      c[i * n + j] = r > 0 ? r : 0;
    }
  }
}

#define INTEGERS(NAME, A, B, C)                                                \
  void NAME(int m, int n, int k, const A *a, const B *b, C *c) {               \
    ripple_block_t block = ripple_set_block_shape(0, 20, 12);                  \
    ripple_parallel(block, 1);                                                 \
    for (int i = 0; i < m; i++) {                                              \
      ripple_parallel(block, 0);                                               \
      for (int j = 0; j < n; j++) {                                            \
        C acc = 0;                                                             \
        for (int p = 0; p < k; p++)                                            \
          acc += (C)a[p * m + i] * (C)b[p * n + j];                            \
        c[i * n + j] = acc;                                                    \
      }                                                                        \
    }                                                                          \
  }
INTEGERS(bytes_ss, signed char, signed char, int)
INTEGERS(bytes_uu, unsigned char, unsigned char, int)
INTEGERS(bytes_su, signed char, unsigned char, int)
INTEGERS(bytes_us, unsigned char, signed char, int)
INTEGERS(words_ss, short, short, long long)
INTEGERS(words_uu, unsigned short, unsigned short, long long)
INTEGERS(words_su, short, unsigned short, long long)
INTEGERS(words_us, unsigned short, short, long long)

// Conditions of the program's own, on rows and columns.
void bounds(int m, int n, int k, const float *a, const float *b, float *c) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 16);
  for (int i0 = 0; i0 < m; i0 += 16)
    for (int j0 = 0; j0 < n; j0 += 16) {
      int i = i0 + (int)ripple_id(block, 1), j = j0 + (int)ripple_id(block, 0);
      if (m > i && j <= n - 1) {
        float acc = 0;
        for (int p = 0; p < k; p++)
          acc += a[p * m + i] * b[p * n + j];
        c[i * n + j] = acc;
      }
    }
}

// A condition that is no bound: only below the diagonal.
void triangle(int k, const float *a, const float *b, float *c) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 16);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  if (x < y) {
    float acc = 0;
    for (int p = 0; p < k; p++)
      acc += a[p * 16 + y] * b[p * 16 + x];
    c[y * 16 + x] = acc;
  }
}

// A condition on numbers that wrap around: the last elements are executed, not the first ones.
void wraps(size_t first, size_t limit, int k, const float *a, const float *b, float *c) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 16);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  if (first + y < limit) {
    float acc = 0;
    for (int p = 0; p < k; p++)
      acc += a[p * 16 + y] * b[p * 16 + x];
    c[y * 16 + x] = acc;
  }
}

// The result is written over what is read.
void overlap(float *m, int k) {
  ripple_block_t block = ripple_set_block_shape(0, 32, 32);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float acc = 0;
  for (int i = 0; i < k; i++)
    acc += m[i * 32 + y] * m[i * 32 + x];
  m[y * 32 + x] = acc;
}

// Rows overlap in memory: all are read before the first is written, and later ones are written over others.
void overlapping_rows(const float *restrict a, const float *restrict b, float *restrict c, int k) {
  ripple_block_t block = ripple_set_block_shape(0, 32, 32);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float acc = c[y * 8 + x];
  for (int p = 0; p < k; p++)
    acc += a[p * 32 + y] * b[p * 32 + x];
  c[y * 8 + x] = acc;
}

// Few rows, whose number the compiler knows, written by loops that it unrolls; each iteration adds twice.
void few_rows(int m, int k, const float *a, const float *b, float *c) {
  ripple_block_t block = ripple_set_block_shape(0, 48, 4);
  size_t x = ripple_id(block, 0);
  for (int i0 = 0; i0 < m; i0 += 4) {
    int i = i0 + (int)ripple_id(block, 1);
    if (i < m) {
      float acc = 0;
      for (int p = 0; p < k; p++) {
        acc += a[p * m + i] * b[p * 48 + x];
        acc += a[p * m + i] * b[p * 48 + x];
      }
      c[i * 48 + x] = acc;
    }
  }
}

// Rows at any place, and a value from before the loop.
void gathered(const int *index, const float *a, const float *b, float *c, int k) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 16);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  int r = index[y];
  float s = b[x] * 2.0f, acc = 0;
  for (int i = 0; i < k; i++)
    acc += a[r * k + i] * (b[i * 16 + x] + s);
  c[y * 16 + x] = acc;
}

// Not every iteration adds something, and some add twice.
void conditional(const float *a, const float *b, const int *take, float *c, int k) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 16);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float acc = 0;
  for (int i = 0; i < k; i++) {
    if (!take[i])
      continue;
    acc += a[i * 16 + y] * b[i * 16 + x];
    if (take[i] > 1)
      acc += a[i * 16 + 16 + y] * b[i * 16 + 16 + x];
  }
  c[y * 16 + x] = acc;
}

// Written across, and used twice.
void twice(const float *a, const float *b, float *c, float *d, int k) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 32);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  float acc = 0;
  for (int i = 0; i < k; i++)
    acc += a[i * 32 + y] * b[i * 16 + x];
  c[x * 32 + y] = acc;
  d[y * 16 + x] = acc;
}

// Counters that may wrap around, as far as anybody can tell.
void wrapping(unsigned m, unsigned n, unsigned k, const float *a, const float *b, float *c) {
  ripple_block_t block = ripple_set_block_shape(0, 16, 8);
  ripple_parallel(block, 1);
  for (unsigned i = 0; i < m; i++) {
    ripple_parallel(block, 0);
    for (unsigned j = 0; j < n; j++) {
      float acc = 0;
      for (unsigned p = 0; p < k; p++)
        acc += a[p * m + i] * b[p * n + j];
      c[i * n + j] = acc;
    }
  }
}

#ifdef __aarch64__
#define NARROW(NAME, T)                                                        \
  void NAME(const T *a, const T *b, float *c, int k) {                         \
    ripple_block_t block = ripple_set_block_shape(0, 32, 16);                  \
    size_t x = ripple_id(block, 0), y = ripple_id(block, 1);                   \
    float acc = 0;                                                             \
    for (int i = 0; i < k; i++)                                                \
      acc += (float)a[i * 16 + y] * (float)b[i * 32 + x];                      \
    c[y * 32 + x] = acc;                                                       \
  }
NARROW(half, _Float16)
NARROW(brain, __bf16)
#endif

#endif

#ifndef ASSEMBLY
enum { SIZE = 10000 };
static float fa[SIZE], fb[SIZE], fc[SIZE], fd[SIZE], fr[SIZE];
static double da[SIZE], db[SIZE], dc[SIZE], dr[SIZE];
static signed char sa[SIZE], sb[SIZE];
static unsigned char ua[SIZE], ub[SIZE];
static short s16a[SIZE], s16b[SIZE];
static unsigned short u16a[SIZE], u16b[SIZE];
static int ic[SIZE];
static long long lc[SIZE];

#define CHECK(NAME, CONDITION)                                                 \
  do {                                                                         \
    if (!(CONDITION)) {                                                        \
      printf("%s is wrong in line %d\n", NAME, __LINE__);                      \
      return 1;                                                                \
    }                                                                          \
  } while (0)

static void reference(int m, int n, int k) {
  memset(fr, 0, sizeof fr);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        fr[i * n + j] += fa[p * m + i] * fb[p * n + j];
}

static int check(int m, int n, int k) {
  reference(m, n, k);
  for (int i = 0; i < SIZE; i++)
    fc[i] = -1;
  if (k > 0) {
    matmul_arg(fa, fb, fc, m, n, k);
    CHECK("matmul_arg", !memcmp(fc, fr, sizeof *fc * m * n));
    CHECK("matmul_arg", fc[m * n] == -1);
  }
  memset(fc, 0, sizeof fc);
  bounds(m, n, k, fa, fb, fc);
  CHECK("bounds", !memcmp(fc, fr, sizeof fc));
  memset(fc, 0, sizeof fc);
  wrapping(m, n, k, fa, fb, fc);
  CHECK("wrapping", !memcmp(fc, fr, sizeof fc));

  for (int i = 0; i < SIZE; i++)
    dc[i] = dr[i] = i % 17, fc[i] = fr[i] = (float)(i % 17);
  dgemm(m, n, k, da, db, dc);
  epilogue(m, n, k, fa, fb, fc, 2.0f);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 1.5f;
      for (int p = 0; p < 2 * k; p++)
        s += 2.0f * fa[p % k * m + i] * fb[p % k * n + j];
      s += 0.5f * fr[i * n + j];
      fr[i * n + j] = s > 0 ? s : 0;
      for (int p = 0; p < k; p++)
        dr[i * n + j] += da[i * k + p] * db[p * n + j];
    }
  CHECK("dgemm", !memcmp(dc, dr, sizeof dc));
  CHECK("epilogue", !memcmp(fc, fr, sizeof fc));

#define CHECK_INTEGERS(NAME, A, B, C, T)                                       \
  NAME(m, n, k, A, B, C);                                                      \
  for (int i = 0; i < m; i++)                                                  \
    for (int j = 0; j < n; j++) {                                              \
      T s = 0;                                                                 \
      for (int p = 0; p < k; p++)                                              \
        s += (T)A[p * m + i] * (T)B[p * n + j];                                \
      CHECK(#NAME, s == C[i * n + j]);                                         \
    }
  CHECK_INTEGERS(words_ss, s16a, s16b, lc, long long)
  CHECK_INTEGERS(words_uu, u16a, u16b, lc, long long)
  CHECK_INTEGERS(words_su, s16a, u16b, lc, long long)
  CHECK_INTEGERS(words_us, u16a, s16b, lc, long long)
  if (multiplies_bytes()) {
    CHECK_INTEGERS(bytes_ss, sa, sb, ic, int)
    CHECK_INTEGERS(bytes_uu, ua, ub, ic, int)
    CHECK_INTEGERS(bytes_su, sa, ub, ic, int)
    CHECK_INTEGERS(bytes_us, ua, sb, ic, int)
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < SIZE; i++) {
    da[i] = fa[i] = (float)((i * 7) % 13 - 6);
    db[i] = fb[i] = (float)((i * 5) % 11 - 5);
    sa[i] = (signed char)(i * 37), sb[i] = (signed char)(i * 91 + 3);
    ua[i] = (unsigned char)(i * 53), ub[i] = (unsigned char)(i * 29 + 7);
    s16a[i] = (short)(i * 7919), s16b[i] = (short)(i * 3251 + 3);
    u16a[i] = (unsigned short)(i * 9973), u16b[i] = (unsigned short)(i * 7001 + 7);
  }
  static const int sizes[][3] = {{32, 32, 5}, {16, 16, 1}, {17, 33, 6}, {5, 3, 2}, {40, 20, 3}, {65, 70, 9}, {8, 48, 0}, {1, 1, 7}};
  for (unsigned t = 0; t < sizeof sizes / sizeof *sizes; t++)
    if (check(sizes[t][0], sizes[t][1], sizes[t][2]))
      return 1;

  spmd(fa, fb, fc, 9);
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 48; j++) {
      float s = 0;
      for (int p = 0; p < 9; p++)
        s += fa[p * 16 + i] * fb[p * 48 + j];
      CHECK("spmd", s == fc[i * 48 + j]);
    }

  memset(fc, 0, sizeof fc);
  triangle(6, fa, fb, fc);
  reference(16, 16, 6);
  for (int i = 0; i < 256; i++)
    CHECK("triangle", fc[i] == (i % 16 < i / 16 ? fr[i] : 0));
  for (int first = -20; first < 20; first++) {
    memset(fc, 0, sizeof fc);
    wraps((size_t)first, 7, 6, fa, fb, fc);
    for (int i = 0; i < 256; i++)
      CHECK("wraps", fc[i] == ((size_t)first + i / 16 < 7 ? fr[i] : 0));
  }

  for (int i = 0; i < 1024; i++)
    fc[i] = fa[i];
  for (int i = 0; i < 1024; i++) {
    fr[i] = 0;
    for (int p = 0; p < 20; p++)
      fr[i] += fa[p * 32 + i / 32] * fa[p * 32 + i % 32];
  }
  overlap(fc, 20);
  CHECK("overlap", !memcmp(fc, fr, 1024 * sizeof *fc));

  for (int i = 0; i < 1024; i++)
    fc[i] = fd[i] = (float)(i % 19);
  overlapping_rows(fa, fb, fc, 5);
  for (int y = 0; y < 32; y++)
    for (int x = 0; x < 32; x++) {
      fr[y * 8 + x] = (float)((y * 8 + x) % 19);
      for (int p = 0; p < 5; p++)
        fr[y * 8 + x] += fa[p * 32 + y] * fb[p * 32 + x];
    }
  CHECK("overlapping_rows", !memcmp(fc, fr, (31 * 8 + 32) * sizeof *fc));

  memset(fc, 0, sizeof fc);
  few_rows(30, 2, fa, fb, fc);
  reference(30, 48, 2);
  for (int i = 0; i < 31 * 48; i++)
    CHECK("few_rows", fc[i] == 2 * fr[i]);

  int index[16], take[20];
  for (int i = 0; i < 16; i++)
    index[i] = (i * 7) % 16;
  for (int i = 0; i < 20; i++)
    take[i] = i % 3;
  gathered(index, fa, fb, fc, 6);
  for (int i = 0; i < 256; i++) {
    float s = 0;
    for (int p = 0; p < 6; p++)
      s += fa[index[i / 16] * 6 + p] * (fb[p * 16 + i % 16] + fb[i % 16] * 2.0f);
    CHECK("gathered", s == fc[i]);
  }
  conditional(fa, fb, take, fc, 20);
  for (int i = 0; i < 256; i++) {
    float s = 0;
    for (int p = 0; p < 20; p++)
      for (int q = 0; q < take[p]; q++)
        s += fa[(p + q) * 16 + i / 16] * fb[(p + q) * 16 + i % 16];
    CHECK("conditional", s == fc[i]);
  }
  twice(fa, fb, fc, fd, 7);
  for (int y = 0; y < 32; y++)
    for (int x = 0; x < 16; x++) {
      float s = 0;
      for (int p = 0; p < 7; p++)
        s += fa[p * 32 + y] * fb[p * 16 + x];
      CHECK("twice", s == fc[x * 32 + y] && s == fd[y * 16 + x]);
    }

#ifdef __aarch64__
  static _Float16 ha[SIZE], hb[SIZE];
  static __bf16 ba[SIZE], bb[SIZE];
  for (int i = 0; i < SIZE; i++)
    ha[i] = (_Float16)fa[i], hb[i] = (_Float16)fb[i], ba[i] = (__bf16)fa[i], bb[i] = (__bf16)fb[i];
  half(ha, hb, fc, 11);
  brain(ba, bb, fd, 11);
  for (int i = 0; i < 512; i++) {
    float s = 0;
    for (int p = 0; p < 11; p++)
      s += fa[p * 16 + i / 32] * fb[p * 32 + i % 32];
    CHECK("half", s == fc[i]);
    CHECK("brain", s == fd[i]);
  }
#endif
  puts("outer products are right");
  return 0;
}
#endif
