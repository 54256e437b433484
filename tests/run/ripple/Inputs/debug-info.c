#include <ripple.h>
#include <stdio.h>
static __attribute__((noinline)) float scale(float x, float y) {
  float t = x * y;
  if (t > 2)
    t -= 1;
  return t + 1;
}
void kernel(float *a, const float *b, int n) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  size_t v = ripple_id(B, 0);
  a[v] = scale(b[v], 2.0f);
  if (b[v] > 3)
    a[v] = scale(2.0f, b[v]);
  a[8] = scale(a[0], 3.0f);
}
int main(void) { float a[9], b[8]; for (int i = 0; i < 8; ++i) b[i] = i; kernel(a, b, 8); for (int i = 0; i < 9; ++i) printf("%f\n", a[i]); }
