// A number that is truncated twice, in a chain of conditions that store to one place.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static void blocks(size_t n, const uint16_t *a, const uint16_t *b, uint16_t *o) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel(block, 0);
  for (size_t i = 0; i < n; ++i) {
    if (a[i])
      o[i] = 1;
    else if (b[i])
      o[i] = ((uint8_t)(uint16_t)(b[1] - a[i]) + 1) / 2;
  }
}

int main(void) {
  uint16_t a[77], b[77], o[77];
  int wrong = 0;
  for (int i = 0; i < 77; ++i) {
    a[i] = (uint16_t)(i % 3 ? 0 : i * 7919);
    b[i] = (uint16_t)(i % 4 * 40503);
    o[i] = (uint16_t)i;
  }
  blocks(77, a, b, o);
  for (int i = 0; i < 77; ++i) {
    uint16_t want = (uint16_t)i;
    if (a[i])
      want = 1;
    else if (b[i])
      want = ((uint8_t)(uint16_t)(b[1] - a[i]) + 1) / 2;
    wrong += o[i] != want;
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
