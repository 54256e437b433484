// Calls that may throw in functions that use Ripple: in loops, with results, with destructors on the way.
#include <ripple.h>
#include <cstdio>
#include <stdexcept>
#include <vector>

static int destroyed;
struct Guard {
  int value;
  explicit Guard(int v) : value(v) {}
  ~Guard() { destroyed += value; }
};

__attribute__((noinline)) int limited(int i) {
  if (i == 7)
    throw std::runtime_error("seven");
  return 2 * i;
}

__attribute__((noinline)) void fill(float *out, int n, int limit) {
  std::vector<float> copy(n * 8);
  ripple_block_t b = ripple_set_block_shape(0, 8);
  int v = (int)ripple_id(b, 0);
  for (int i = 0; i < n; ++i) {
    Guard guard(1);
    float *p = copy.data();
    int factor = limited(i);
    if (factor > limit)
      break;
    float x = (float)(v + 1);
    if (v > 3)
      x = -x;
    p[i * 8 + v] = x * factor;
    out[i * 8 + v] = p[i * 8 + v];
  }
}

__attribute__((noinline)) int guarded(int *out, int from, int to) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  int v = (int)ripple_id(b, 0);
  int caught = 0;
  for (int i = from; i < to; ++i) {
    try {
      int r = limited(i);
      out[v] += r + v;
    } catch (const std::exception &) {
      caught += i;
    }
  }
  return caught;
}

int main() {
  int failed = 0;
  float out[64] = {0};
  fill(out, 6, 6);
  for (int i = 0; i < 6; ++i)
    for (int v = 0; v < 8; ++v) {
      float want = i <= 3 ? (v > 3 ? -(v + 1) : v + 1) * 2.0f * i : 0;
      failed += out[i * 8 + v] != want;
    }
  failed += destroyed != 5;
  destroyed = 0;
  bool thrown = false;
  try {
    fill(out, 8, 100);
  } catch (const std::runtime_error &) {
    thrown = true;
  }
  failed += !thrown || destroyed != 8;
  int sums[8] = {0};
  failed += guarded(sums, 5, 10) != 7;
  for (int v = 0; v < 8; ++v)
    failed += sums[v] != 2 * (5 + 6 + 8 + 9) + 4 * v;
  std::printf(failed ? "FAIL %d\n" : "PASS\n", failed);
  return failed;
}
