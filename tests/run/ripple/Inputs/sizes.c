// Sizes of blocks that functions and conditions compute.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

static int failures;
static void check(const char *name, int fine) {
  if (!fine) {
    printf("FAIL %s\n", name);
    ++failures;
  }
}

static size_t at_most(size_t n, size_t most) { return n < most ? n : most; }
static size_t half(size_t n) {
  size_t k = 0;
  for (; 2 * k < n; ++k)
    ;
  return k;
}
static inline __attribute__((always_inline)) size_t least(size_t n, size_t most) {
  if (n > most)
    n = most;
  return n;
}

// The result is the size that the block has.
__attribute__((noinline)) static size_t by_function(int32_t *x) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, at_most(half(ripple_scalable(4)), 3));
  x[ripple_id(b, 0)] = 1;
  return ripple_get_block_size(b, 0);
}
__attribute__((noinline)) static size_t in_loop(int32_t *x, int n) {
  size_t size = 0;
  for (int i = 0; i < n; ++i) {
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, least(ripple_scalable(4), 6));
    x[ripple_id(b, 0)] += i;
    size = ripple_get_block_size(b, 0);
  }
  return size;
}
// The condition around it holds for some lengths of vectors only.
__attribute__((noinline)) static size_t under_condition(int32_t *x) {
  if (ripple_scalable(1) < 4)
    return 0;
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, ripple_scalable(2) > 9 ? 9 : ripple_scalable(2));
  size_t v = ripple_id(b, 0);
  switch (ripple_get_block_size(b, 0)) {
  case 8:
    x[v] = 8;
    break;
  default:
    x[v] = 7;
  }
  return ripple_get_block_size(b, 0);
}

int main(void) {
  int32_t x[40] = {0};
  size_t scale = ripple_scalable(1);
  size_t size = by_function(x);
  check("by_function", size == (2 * scale < 3 ? 2 * scale : 3) && x[size - 1] == 1 && x[size] == 0);
  int32_t y[40] = {0};
  size = in_loop(y, 4);
  check("in_loop", size == (4 * scale < 6 ? 4 * scale : 6) && y[size - 1] == 6 && y[size] == 0);
  int32_t z[40] = {0};
  size = under_condition(z);
  check("under_condition", size == (scale < 4 ? 0 : 2 * scale > 9 ? 9 : 2 * scale) && z[size] == 0);
  check("chosen", size == 0 || z[size - 1] == (size == 8 ? 8 : 7));
  if (!failures)
    printf("PASS\n");
  return failures != 0;
}
