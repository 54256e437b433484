// Accesses that are contiguous where code between them is in one piece.
#include <ripple.h>
#include <algorithm>
#include <cstdint>

static inline uint8_t saturated(int v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }
void members_after_conditions(size_t n, const uint8_t *__restrict x, uint8_t *__restrict y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 64);
  ripple_parallel_full(block, 0);
  for (size_t i = 0; i < n; ++i) {
    int v = x[i] * 3 - 100;
    y[2 * i] = saturated(v);
    y[2 * i + 1] = saturated(v * 2);
  }
}

void loop_over_members(size_t n, const float *__restrict m, const float *__restrict x, float *__restrict y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel_full(block, 0);
  for (size_t i = 0; i < n; ++i)
    for (int r = 0; r < 4; ++r) {
      const float *row = m + 16 * i + 4 * r, *v = x + 4 * i;
      y[4 * i + r] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3] * v[3];
    }
}

struct Image {
  float *data;
  int width;
  float &at(int x, int y) { return data[y * width + x]; }
};
void index_as_argument(int n, Image from, Image to) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  for (int y = 0; y < n; ++y) {
    ripple_parallel_full(block, 0);
    for (int x = 0; x < n; ++x)
      to.at(x, y) = from.at(x, y) + from.at(x + 1, y);
  }
}

void references(size_t n, const float *__restrict x, const float *__restrict z, float *__restrict y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel_full(block, 0);
  for (size_t i = 0; i < n; ++i)
    y[i] = std::max(x[i], z[i]) + std::min(x[i], 2.0f);
}

template <class T, size_t N> struct Vec {
  T m[N];
  Vec operator+(const Vec &o) const {
    Vec r;
    for (size_t i = 0; i < N; ++i)
      r.m[i] = m[i] + o.m[i];
    return r;
  }
};
void members_of_structures(size_t n, const Vec<float, 3> *a, const Vec<float, 3> *b, float *__restrict y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel_full(block, 0);
  for (size_t i = 0; i < n; ++i) {
    Vec<float, 3> sum = a[i] + b[i];
    y[i] = sum.m[0] * sum.m[1] * sum.m[2];
  }
}

int main() {
  static uint8_t bytes[128], pairs[256];
  static float m[16 * 64], x[20 * 64], y[20 * 64];
  int wrong = 0;
  for (int i = 0; i < 128; ++i)
    bytes[i] = (uint8_t)(i * 2);
  members_after_conditions(128, bytes, pairs);
  for (int i = 0; i < 128; ++i)
    wrong += pairs[2 * i] != saturated(bytes[i] * 3 - 100) || pairs[2 * i + 1] != saturated((bytes[i] * 3 - 100) * 2);
  for (int i = 0; i < 16 * 64; ++i)
    m[i] = (float)(i % 7);
  for (int i = 0; i < 20 * 64; ++i)
    x[i] = (float)(i % 5);
  loop_over_members(64, m, x, y);
  for (int i = 0; i < 64; ++i)
    for (int r = 0; r < 4; ++r) {
      float sum = 0;
      for (int c = 0; c < 4; ++c)
        sum += m[16 * i + 4 * r + c] * x[4 * i + c];
      wrong += y[4 * i + r] != sum;
    }
  index_as_argument(32, Image{x, 33}, Image{y, 33});
  for (int i = 0; i < 32; ++i)
    for (int k = 0; k < 32; ++k)
      wrong += y[33 * i + k] != x[33 * i + k] + x[33 * i + k + 1];
  references(64, m, x, y);
  for (int i = 0; i < 64; ++i)
    wrong += y[i] != std::max(m[i], x[i]) + std::min(m[i], 2.0f);
  members_of_structures(64, (const Vec<float, 3> *)m, (const Vec<float, 3> *)x, y);
  for (int i = 0; i < 64; ++i)
    wrong += y[i] != (m[3 * i] + x[3 * i]) * (m[3 * i + 1] + x[3 * i + 1]) * (m[3 * i + 2] + x[3 * i + 2]);
  return wrong != 0;
}
