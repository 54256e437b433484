/* Statistics: a histogram of the brightness of colored pixels.
 *
 * Brightness is computed by blocks; counting is scalar, in four tables, so that equal neighbours do not wait for each
 * other. The tables are added by blocks again. */
#include "example.h"
#include <ripple.h>

KERNEL void histogram_plain(size_t n, const uint8_t *restrict pixels, uint32_t *restrict counts) {
  memset(counts, 0, 256 * sizeof *counts);
  for (size_t i = 0; i < n; ++i)
    ++counts[(pixels[3 * i] * 77 + pixels[3 * i + 1] * 150 + pixels[3 * i + 2] * 29 + 128) >> 8];
}

KERNEL void histogram_ripple(size_t n, const uint8_t *restrict pixels, uint32_t *restrict counts) {
  enum { CHUNK = 1024 };
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  uint32_t tables[4][256] = {{0}};
  uint8_t gray[CHUNK];
  for (size_t start = 0; start < n; start += CHUNK) {
    size_t length = n - start < CHUNK ? n - start : CHUNK;
    const uint8_t *p = pixels + 3 * start;
    ripple_parallel(block, 0);
    for (size_t i = 0; i < length; ++i)
      gray[i] = (uint8_t)((p[3 * i] * 77 + p[3 * i + 1] * 150 + p[3 * i + 2] * 29 + 128) >> 8);
    size_t i = 0;
    for (; i + 4 <= length; i += 4) {
      ++tables[0][gray[i]];
      ++tables[1][gray[i + 1]];
      ++tables[2][gray[i + 2]];
      ++tables[3][gray[i + 3]];
    }
    for (; i < length; ++i)
      ++tables[0][gray[i]];
  }
  ripple_parallel_full(block, 0);
  for (size_t i = 0; i < 256; ++i)
    counts[i] = tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i];
}

int main(int argc, char **argv) {
  enum { N = 20000 };
  static uint8_t pixels[3 * N];
  uint32_t plain[256], ripple[256];
  random_bytes(sizeof pixels, pixels);
  // Half of the picture has one color.
  memset(pixels, 200, sizeof pixels / 2);
  for (size_t n = 0; n < 4000; n += n < 200 ? 1 : 333) {
    const uint8_t *p = pixels + 3 * (N / 2 - n / 2);
    histogram_plain(n, p, plain);
    histogram_ripple(n, p, ripple);
    check_equal(plain, ripple, sizeof plain, "histogram", n);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("histogram", histogram_plain(N, pixels, plain), histogram_ripple(N, pixels, ripple));
  return 0;
}
