// A block of 64 by 64 elements, whose last iterations need masks that the processor may not have.
#include <ripple.h>
#include <stdio.h>

__attribute__((noinline)) static void twice(float *restrict c, const float *restrict x, long n, long m) {
  ripple_block_t b = ripple_set_block_shape(0, 64, 64);
  ripple_parallel(b, 1);
  for (long i = 0; i < n; ++i) {
    ripple_parallel(b, 0);
    for (long j = 0; j < m; ++j) c[i * m + j] = x[i * m + j] * 2.0f;
  }
}

#ifdef __x86_64__
// Its vectors are passed in registers that other functions of the file do not have.
__attribute__((noinline, target("avx2"))) static void twice_short(short *restrict c, const short *restrict x, long n, long m) {
  ripple_block_t b = ripple_set_block_shape(0, 64, 64);
  ripple_parallel(b, 1);
  for (long i = 0; i < n; ++i) {
    ripple_parallel(b, 0);
    for (long j = 0; j < m; ++j) c[i * m + j] = (short)(x[i * m + j] * 2);
  }
}

static int wrong_shorts(long n, long m) {
  enum { N = 70, M = 75 };
  static short x[N * M], c[N * M + 1];
  if (!__builtin_cpu_supports("avx2")) return 0;
  for (int i = 0; i < N * M; ++i) x[i] = (short)i;
  for (int i = 0; i <= N * M; ++i) c[i] = -1;
  twice_short(c, x, n, m);
  int wrong = 0;
  for (int i = 0; i <= N * M; ++i) wrong += c[i] != (i < n * m ? 2 * i : -1);
  return wrong;
}
#else
static int wrong_shorts(long n, long m) { return 0; }
#endif

int main(void) {
  enum { N = 70, M = 75 };
  static float x[N * M], c[N * M + 1];
  int wrong = 0;
  for (int i = 0; i < N * M; ++i) x[i] = (float)i;
  for (long n = 1; n <= N; n += 23)
    for (long m = 1; m <= M; m += 37) {
      for (int i = 0; i <= N * M; ++i) c[i] = -1;
      twice(c, x, n, m);
      for (int i = 0; i <= N * M; ++i) wrong += c[i] != (i < n * m ? 2.0f * (float)i : -1);
      wrong += wrong_shorts(n, m);
    }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
