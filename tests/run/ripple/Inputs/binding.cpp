// Literals of C++, which could hide annotations or pretend to be some.
#include <ripple.h>
#include <cstdio>
static const char *raw = R"x(
#pragma ripple parallel Block(B) Dims(0)
" ripple )" )x";
static const auto wide = LR"(')";
static const int big = 1'000'000;
template <class T> static void add(T *x, int n, T by) {
  auto B = ripple_set_block_shape(0, 8);
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i) x[i] += by;
}
template <int D> static int chunk(int n) {
  auto B = ripple_set_block_shape(0, 4, 4);
  int x[64] = {0};
  ripple_parallel(B, D);
  for (auto *p = x; p != x + n; ++p) *p = static_cast<int>(ripple_parallel_idx(B, D)) + 1;
  return x[n - 1];
}
int main() {
  int x[20] = {0};
  double y[20] = {0};
  add(x, 19, big);
  add(y, 20, 0.5);
  auto lambda = [&](int n) {
    auto B = ripple_set_block_shape(0, 16);
    ripple_parallel(B, 0);
    for (int i = 0; i < n; ++i) x[i] -= 1;
  };
  lambda(18);
  std::printf("%d %d %d %g %d %d %d\n", x[17], x[18], x[19], y[19], chunk<0>(20), chunk<1>(64), raw[0] == '\n' && wide[0] == L'\'');
}
