#include <math.h>
#include <ripple.h>
#include <stdio.h>

extern float lerp(float, float, float), ordinal(float), swapped(float), sum(float), ramp(ripple_block_t);
static float x[11], y[11];

static void show(int n) {
  for (int i = 0; i < n; ++i)
    printf("%g%c", (double)y[i], i + 1 < n ? ' ' : '\n');
}

int main(void) {
  for (int i = 0; i < 11; ++i)
    x[i] = (float)i;
  ripple_block_t odd = ripple_set_block_shape(RIPPLE_VECTOR_PE, 11);
  size_t v = ripple_id(odd, 0);
  y[v] = lerp(x[v], 2 * x[v], 0.5f);
  show(11);
  y[v] = ordinal(x[v]);
  show(11);
  if (v > 8)
    y[v] = ordinal(x[v]);
  show(11);
  y[v] = expf(x[v]);
  show(3);
  ripple_block_t square = ripple_set_block_shape(RIPPLE_VECTOR_PE, 2, 2);
  size_t c = ripple_id(square, 0), r = ripple_id(square, 1);
  y[c + 2 * r] = swapped(x[c + 2 * r]);
  show(4);
  ripple_block_t eight = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  printf("%g\n", (double)sum(x[ripple_id(eight, 0)]));
  ripple_block_t four = ripple_set_block_shape(RIPPLE_VECTOR_PE, 4);
  y[ripple_id(four, 0)] = ramp(four);
  show(4);
  size_t w = ripple_id(eight, 0);
  if (x[w] > 5 && 1 > ripple_reducemin(1, 62)) {
    y[9] = 1;
    float t = x[w] * 3;
    y[w] = lerp(t, w < 1 ? ripple_reducemax(1, t) : 2, 1);
  }
  show(11);
  return 0;
}
