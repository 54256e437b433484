/* Cellular automata: a generation of Conway's game of life on a torus.
 *
 * A stencil of bytes over three rows. Indices wrap around at the borders only. */
#include "example.h"
#include <ripple.h>

KERNEL void step_plain(size_t width, size_t height, const uint8_t *restrict cells, uint8_t *restrict out) {
  for (size_t y = 0; y < height; ++y) {
    const uint8_t *above = cells + (y ? y - 1 : height - 1) * width, *here = cells + y * width;
    const uint8_t *below = cells + (y + 1 < height ? y + 1 : 0) * width;
    for (size_t x = 0; x < width; ++x) {
      size_t left = x ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0;
      uint8_t sum = (uint8_t)(above[left] + above[x] + above[right] + here[left] + here[right] + below[left] +
                              below[x] + below[right]);
      out[y * width + x] = sum == 3 || (sum == 2 && here[x]);
    }
  }
}

KERNEL void step_ripple(size_t width, size_t height, const uint8_t *restrict cells, uint8_t *restrict out) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  for (size_t y = 0; y < height; ++y) {
    const uint8_t *above = cells + (y ? y - 1 : height - 1) * width, *here = cells + y * width;
    const uint8_t *below = cells + (y + 1 < height ? y + 1 : 0) * width;
    ripple_parallel(block, 0);
    for (size_t x = 0; x < width; ++x) {
      size_t left = x ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0;
      uint8_t sum = (uint8_t)(above[left] + above[x] + above[right] + here[left] + here[right] + below[left] +
                              below[x] + below[right]);
      out[y * width + x] = sum == 3 || (sum == 2 && here[x]);
    }
  }
}

int main(int argc, char **argv) {
  enum { WIDTH = 512, HEIGHT = 128 };
  static uint8_t cells[WIDTH * HEIGHT], plain[WIDTH * HEIGHT], ripple[WIDTH * HEIGHT];
  for (size_t i = 0; i < sizeof cells; ++i)
    cells[i] = random_bits() % 3 == 0;
  for (size_t width = 1; width < 200; ++width) {
    size_t height = 1 + width % 5;
    step_plain(width, height, cells, plain);
    step_ripple(width, height, cells, ripple);
    check_equal(plain, ripple, sizeof plain, "life", width);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("life", step_plain(WIDTH, HEIGHT, cells, plain), step_ripple(WIDTH, HEIGHT, cells, ripple));
  return 0;
}
