/* Physics: the accelerations of bodies that attract each other.
 *
 * A block has several bodies, and goes over all others; what is the same for all elements is scalar. */
#include "example.h"
#include <ripple_math.h>

enum { MOST = 1024 };

struct bodies {
  float x[MOST], y[MOST], z[MOST], mass[MOST];
};

KERNEL void accelerate_plain(size_t n, const struct bodies *restrict b, float *restrict ax, float *restrict ay,
                             float *restrict az) {
  for (size_t i = 0; i < n; ++i) {
    float x = 0, y = 0, z = 0;
    for (size_t j = 0; j < n; ++j) {
      float dx = b->x[j] - b->x[i], dy = b->y[j] - b->y[i], dz = b->z[j] - b->z[i];
      float square = dx * dx + dy * dy + dz * dz + 0.01f, force = b->mass[j] / (square * sqrtf(square));
      x += force * dx;
      y += force * dy;
      z += force * dz;
    }
    ax[i] = x;
    ay[i] = y;
    az[i] = z;
  }
}

KERNEL void accelerate_ripple(size_t n, const struct bodies *restrict b, float *restrict ax, float *restrict ay,
                              float *restrict az) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 2 * REGISTER / sizeof(float));
  ripple_parallel(block, 0);
  for (size_t i = 0; i < n; ++i) {
    float x = 0, y = 0, z = 0;
    for (size_t j = 0; j < n; ++j) {
      float dx = b->x[j] - b->x[i], dy = b->y[j] - b->y[i], dz = b->z[j] - b->z[i];
      float square = dx * dx + dy * dy + dz * dz + 0.01f, force = b->mass[j] / (square * sqrtf(square));
      x += force * dx;
      y += force * dy;
      z += force * dz;
    }
    ax[i] = x;
    ay[i] = y;
    az[i] = z;
  }
}

int main(int argc, char **argv) {
  static struct bodies bodies;
  static float plain[3][MOST], ripple[3][MOST];
  random_floats(4 * MOST, bodies.x, 0, 1);
  for (size_t n = 0; n < 100; ++n) {
    accelerate_plain(n, &bodies, plain[0], plain[1], plain[2]);
    accelerate_ripple(n, &bodies, ripple[0], ripple[1], ripple[2]);
    check_close(plain[0], ripple[0], 3 * MOST, 1e-4f, "accelerations", n);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("nbody", accelerate_plain(MOST, &bodies, plain[0], plain[1], plain[2]),
                  accelerate_ripple(MOST, &bodies, ripple[0], ripple[1], ripple[2]));
  return 0;
}
