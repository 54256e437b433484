/* Images: a blur with the weights 1 4 6 4 1 in both directions. Pixels outside are those of the border.
 *
 * An index that is clamped to the border is a contiguous access, after a test that the block does not reach the
 * border. */
#include "example.h"
#include <ripple.h>

static inline size_t clamp(ptrdiff_t i, size_t n) {
  return i < 0 ? 0 : (size_t)i < n ? (size_t)i : n - 1;
}

KERNEL void blur_plain(size_t width, size_t height, const uint8_t *restrict image, uint16_t *restrict row,
                       uint8_t *restrict out) {
  for (size_t y = 0; y < height; ++y) {
    const uint8_t *above2 = image + clamp((ptrdiff_t)y - 2, height) * width;
    const uint8_t *above = image + clamp((ptrdiff_t)y - 1, height) * width, *here = image + y * width;
    const uint8_t *below = image + clamp((ptrdiff_t)y + 1, height) * width;
    const uint8_t *below2 = image + clamp((ptrdiff_t)y + 2, height) * width;
    for (size_t x = 0; x < width; ++x)
      row[x] = (uint16_t)(above2[x] + 4 * above[x] + 6 * here[x] + 4 * below[x] + below2[x]);
    for (size_t x = 0; x < width; ++x) {
      ptrdiff_t i = (ptrdiff_t)x;
      uint32_t sum = row[clamp(i - 2, width)] + 4u * row[clamp(i - 1, width)] + 6u * row[x] +
                     4u * row[clamp(i + 1, width)] + row[clamp(i + 2, width)];
      out[y * width + x] = (uint8_t)((sum + 128) >> 8);
    }
  }
}

KERNEL void blur_ripple(size_t width, size_t height, const uint8_t *restrict image, uint16_t *restrict row,
                        uint8_t *restrict out) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 32);
  for (size_t y = 0; y < height; ++y) {
    const uint8_t *above2 = image + clamp((ptrdiff_t)y - 2, height) * width;
    const uint8_t *above = image + clamp((ptrdiff_t)y - 1, height) * width, *here = image + y * width;
    const uint8_t *below = image + clamp((ptrdiff_t)y + 1, height) * width;
    const uint8_t *below2 = image + clamp((ptrdiff_t)y + 2, height) * width;
    ripple_parallel(block, 0);
    for (size_t x = 0; x < width; ++x)
      row[x] = (uint16_t)(above2[x] + 4 * above[x] + 6 * here[x] + 4 * below[x] + below2[x]);
    ripple_parallel(block, 0);
    for (size_t x = 0; x < width; ++x) {
      ptrdiff_t i = (ptrdiff_t)x;
      uint32_t sum = row[clamp(i - 2, width)] + 4u * row[clamp(i - 1, width)] + 6u * row[x] +
                     4u * row[clamp(i + 1, width)] + row[clamp(i + 2, width)];
      out[y * width + x] = (uint8_t)((sum + 128) >> 8);
    }
  }
}

int main(int argc, char **argv) {
  enum { WIDTH = 640, HEIGHT = 100 };
  static uint8_t image[WIDTH * HEIGHT], plain[WIDTH * HEIGHT], ripple[WIDTH * HEIGHT];
  static uint16_t row[WIDTH];
  random_bytes(sizeof image, image);
  for (size_t width = 1; width < 200; ++width) {
    size_t height = 1 + width % 7;
    blur_plain(width, height, image, row, plain);
    blur_ripple(width, height, image, row, ripple);
    check_equal(plain, ripple, sizeof plain, "blur", width);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("blur", blur_plain(WIDTH, HEIGHT, image, row, plain),
                  blur_ripple(WIDTH, HEIGHT, image, row, ripple));
  return 0;
}
