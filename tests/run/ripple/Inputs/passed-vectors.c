#include <ripple.h>
#include <stdio.h>

// Its copy for a block gets vectors that are longer than the program prefers.
__attribute__((noinline)) static int bits(int value) {
  int count = value & 0;
  for (int i = 0; i < 5; ++i) {
    if ((value >> i & 1) == 0) continue;
    count += i + 1;
  }
  return count;
}

__attribute__((noinline)) static void count(int *restrict to, const int *restrict from, long n) {
  ripple_block_t b = ripple_set_block_shape(0, 32);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) to[i] = bits(from[i]);
}

#ifdef __AVX512F__
#include <immintrin.h>

// Its instruction is there for vectors of 512 bits alone.
static inline __attribute__((always_inline)) void round_floats(int *to, const float *from) {
  _mm512_storeu_si512(to, _mm512_cvtps_epi32(_mm512_loadu_ps(from)));
}
#else
static inline void round_floats(int *to, const float *from) {
  for (int i = 0; i < 16; ++i) to[i] = (int)(from[i] + 0.25f);
}
#endif

__attribute__((noinline)) static void add_rounded(int *restrict to, const float *restrict from, long n) {
  ripple_block_t b = ripple_set_block_shape(0, 32);
  round_floats(to, from);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i) to[i] += (int)i;
}

int main(void) {
  enum { N = 75 };
  int from[N], to[N], wrong = 0;
  float floats[16];
  for (int i = 0; i < N; ++i) from[i] = i;
  for (int i = 0; i < 16; ++i) floats[i] = (float)i * 3 + 0.25f;
  count(to, from, N);
  for (int i = 0; i < N; ++i) wrong += to[i] != bits(i);
  add_rounded(to, floats, 16);
  for (int i = 0; i < 16; ++i) wrong += to[i] != 4 * i;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
