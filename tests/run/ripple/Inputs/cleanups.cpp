// Destructors in annotated loops, and indices that the library checks.
#define _GLIBCXX_ASSERTIONS
#include <ripple.h>
#include <cstdio>
#include <vector>
struct Added { float *p; float x; Added(float *p, float x) : p(p), x(x) {} ~Added() { *p += x; } };
__attribute__((noinline)) static void destroyed(int n, const unsigned char *s, float *g) {
  auto B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(B, 0);
  for (int i = 0; i < n; i++) {
    Added a(&g[i], 1);
    if (s[i] == 1) continue;
    Added b(&g[i], 10);
    if (s[i] == 2) { g[i] *= 2; continue; }
    g[i] *= 3;
  }
}
__attribute__((noinline)) static void checked(const std::vector<float> &x, std::vector<float> &y) {
  auto B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(B, 0);
  for (size_t i = 0; i < x.size(); i++)
    if (x[i] > 2) y[i] = x[i] * 2;
}
int main() {
  int bad = 0;
  unsigned char s[21];
  float g[21];
  for (int i = 0; i < 21; i++) s[i] = i % 4, g[i] = i;
  destroyed(21, s, g);
  for (int i = 0; i < 21; i++) bad += g[i] != (s[i] == 1 ? i + 1.f : s[i] == 2 ? i * 2 + 11.f : i * 3 + 11.f);
  std::vector<float> x(19), y(19, 1.f);
  for (int i = 0; i < 19; i++) x[i] = i;
  checked(x, y);
  for (int i = 0; i < 19; i++) bad += y[i] != (i > 2 ? 2 * i : 1);
  std::puts(bad ? "FAIL" : "PASS");
  return bad;
}
