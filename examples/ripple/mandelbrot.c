/* Fractals: the number of iterations until a point of the plane escapes.
 *
 * The elements of a block leave the loop at different times: it goes on until all of them have left it. A variable that
 * counts in the loop has a value for each element. Each step waits for the last one: two registers of points are
 * computed at a time. */
#include "example.h"
#include <ripple.h>

enum { LIMIT = 256 };

KERNEL void escape_plain(int width, int height, uint16_t *counts) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float cr = -2.0f + 3.0f * (float)x / (float)width, ci = -1.0f + 2.0f * (float)y / (float)height;
      float zr = 0, zi = 0;
      int k = 0;
      for (; k < LIMIT && zr * zr + zi * zi <= 4.0f; ++k) {
        float next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
      }
      counts[y * width + x] = (uint16_t)k;
    }
}

KERNEL void escape_ripple(int width, int height, uint16_t *counts) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 2 * REGISTER / sizeof(float));
  for (int y = 0; y < height; ++y) {
    ripple_parallel(block, 0);
    for (int x = 0; x < width; ++x) {
      float cr = -2.0f + 3.0f * (float)x / (float)width, ci = -1.0f + 2.0f * (float)y / (float)height;
      float zr = 0, zi = 0;
      int k = ripple_broadcast(block, 1, 0);  // one for each element
      for (; k < LIMIT && zr * zr + zi * zi <= 4.0f; ++k) {
        float next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
      }
      counts[y * width + x] = (uint16_t)k;
    }
  }
}

int main(int argc, char **argv) {
  enum { WIDTH = 512, HEIGHT = 128 };
  static uint16_t plain[WIDTH * HEIGHT], ripple[WIDTH * HEIGHT];
  for (int width = 1; width < 70; ++width) {
    escape_plain(width, 5, plain);
    escape_ripple(width, 5, ripple);
    check_equal(plain, ripple, sizeof plain, "mandelbrot", (size_t)width);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("mandelbrot", escape_plain(WIDTH, HEIGHT, plain), escape_ripple(WIDTH, HEIGHT, ripple));
  return 0;
}
