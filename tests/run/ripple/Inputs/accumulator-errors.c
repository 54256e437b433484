#include <ripple.h>
#include <ripple_sme_veclib.h>
// Nobody cleared the accumulator.
void add(const float *a, size_t i) {
  outerProductAccumulate_f32(a[i], a[i]);
}
float row(const int *x, float *y) {
  ripple_block_t tile = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8, 8);
  zeroAccumulator_f32(tile);
  size_t v = ripple_id(tile, 0);
  y[v] = getAccumHorizSlice_f32(tile, (uint32_t)x[v]);
  return 0;
}
