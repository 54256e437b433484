// Graphics: the nearest sphere that each ray of a picture hits, and its brightness.
//
// A structure with operators has a vector for each member where its operands are non-scalar. The loop over the spheres
// is the same for all rays; its conditions are masks.
#include "example.h"
#include <ripple_math.h>

struct vec3 {
  float x, y, z;
};

static inline vec3 operator-(vec3 a, vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 operator*(vec3 a, float f) { return {a.x * f, a.y * f, a.z * f}; }
static inline float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct sphere {
  vec3 center;
  float radius;
};

// The brightness of what the ray from the origin with a direction of length 1 hits first, 0 if it hits nothing.
static inline float trace(size_t n, const sphere *spheres, vec3 direction, vec3 light, float none) {
  float nearest = none, brightness = none * 0;
  for (size_t k = 0; k < n; ++k) {
    vec3 center = spheres[k].center;
    float along = dot(center, direction);
    float root = along * along - dot(center, center) + spheres[k].radius * spheres[k].radius;
    if (root > 0) {
      float distance = along - sqrtf(root);
      if (distance > 0 && distance < nearest) {
        vec3 normal = (direction * distance - center) * (1 / spheres[k].radius);
        float cosine = dot(normal, light);
        nearest = distance;
        brightness = cosine > 0.1f ? cosine : 0.1f;
      }
    }
  }
  return brightness;
}

static inline vec3 direction_of(int x, int y, int width, int height) {
  vec3 d = {(float)x / (float)width - 0.5f, (float)y / (float)height - 0.5f, 1};
  return d * (1 / sqrtf(dot(d, d)));
}

KERNEL void render_plain(size_t n, const sphere *spheres, int width, int height, float *image) {
  const vec3 light = {0.6f, -0.64f, -0.48f};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      image[y * width + x] = trace(n, spheres, direction_of(x, y, width, height), light, 1e9f);
}

KERNEL void render_ripple(size_t n, const sphere *spheres, int width, int height, float *image) {
  const vec3 light = {0.6f, -0.64f, -0.48f};
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 2 * REGISTER / sizeof(float));
  float none = ripple_broadcast(block, 1, 1e9f);
  for (int y = 0; y < height; ++y) {
    ripple_parallel(block, 0);
    for (int x = 0; x < width; ++x)
      image[y * width + x] = trace(n, spheres, direction_of(x, y, width, height), light, none);
  }
}

int main(int argc, char **argv) {
  enum { WIDTH = 320, HEIGHT = 200, SPHERES = 20 };
  static sphere spheres[SPHERES];
  static float plain[WIDTH * HEIGHT], ripple[WIDTH * HEIGHT];
  for (sphere &s : spheres)
    s = {{random_float(-3, 3), random_float(-3, 3), random_float(4, 9)}, random_float(0.3f, 1.2f)};
  for (int width = 1; width < 80; ++width) {
    render_plain(SPHERES, spheres, width, 11, plain);
    render_ripple(SPHERES, spheres, width, 11, ripple);
    check_close(plain, ripple, WIDTH * HEIGHT, 1e-3f, "rays", (size_t)width);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("rays", render_plain(SPHERES, spheres, WIDTH, HEIGHT, plain),
                  render_ripple(SPHERES, spheres, WIDTH, HEIGHT, ripple));
  return 0;
}
