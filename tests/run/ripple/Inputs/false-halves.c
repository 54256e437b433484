// Rows and columns of 64-bit numbers that end where no memory follows.
#define _GNU_SOURCE
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
static void *guarded(size_t bytes, int at_end) {
  size_t page = 65536, inner = (bytes + page - 1) / page * page;
  char *all = (char *)mmap(0, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(all + page, inner, PROT_READ | PROT_WRITE);
  return all + page + (at_end ? inner - bytes : 0);
}
__attribute__((noinline)) void kernel(int16_t *A0, int16_t *A1, int64_t *A2) {
  ripple_block_t B = ripple_set_block_shape(0, 16, 32);
  ripple_parallel(B, 1);
  for (int i = 0; i < 26; ++i) {
    ripple_parallel(B, 0);
    for (int j = 0; j < 36; ++j) {
      int64_t s = A2[i * 36 + j];
      for (int p = 0; p < 4; ++p) {
        s += (int64_t)A0[((p) * 26 + i) * 4 + 0] * (int64_t)A1[((p) * 36 + j) * 4 + 0];
        s += (int64_t)A0[((p) * 26 + i) * 4 + 1] * (int64_t)A1[((p) * 36 + j) * 4 + 1];
        s += (int64_t)A0[((p) * 26 + i) * 4 + 2] * (int64_t)A1[((p) * 36 + j) * 4 + 2];
        s += (int64_t)A0[((p) * 26 + i) * 4 + 3] * (int64_t)A1[((p) * 36 + j) * 4 + 3];
      }
      A2[i * 36 + j] = s;
    }
  }
}
int main(void) {
  int16_t *a = guarded(4 * 26 * 4 * 2, 1), *b = guarded(4 * 36 * 4 * 2, 1);
  int64_t *s = guarded(26 * 36 * 8, 1);
  for (int i = 0; i < 4 * 26 * 4; ++i) a[i] = (int16_t)(i * 7 - 300);
  for (int i = 0; i < 4 * 36 * 4; ++i) b[i] = (int16_t)(i * 5 - 100);
  kernel(a, b, s);
  int wrong = 0;
  for (int i = 0; i < 26; ++i)
    for (int j = 0; j < 36; ++j) {
      int64_t sum = 0;
      for (int k = 0; k < 16; ++k) sum += (int64_t)a[(k / 4 * 26 + i) * 4 + k % 4] * b[(k / 4 * 36 + j) * 4 + k % 4];
      wrong += s[i * 36 + j] != sum;
    }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
