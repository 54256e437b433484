#include <ripple.h>
#define BLOCK(...) ripple_set_block_shape(RIPPLE_VECTOR_PE, __VA_ARGS__)
extern ripple_block_t from_elsewhere(void);

void mask_of_another_block(float *x) {
  ripple_block_t a = BLOCK(8), b = BLOCK(4);
  if (x[ripple_id(a, 0)] > 0)
    x[ripple_id(b, 0)] = 1;
}
void slice(float *x) {
  ripple_block_t b = BLOCK(8);
  x[0] = ripple_slice(x[ripple_id(b, 0)], -2);
}
void of_callers(float *x, ripple_block_t b) {
  x[ripple_id(b, 0)] = 1;
}
void elsewhere(float *x) {
  x[ripple_id(from_elsewhere(), 0)] = 1;
}
void compared(float *x) {
  ripple_block_t b = BLOCK(8);
  if (b)
    x[ripple_id(b, 0)] = 1;
}
static size_t endless(size_t k, size_t n) {
  size_t a[2] = {k, n};
  while (a[0] < n + 1)
    ;
  return k;
}
void never(float *x) {
  ripple_block_t b = BLOCK(8);
  x[ripple_id(b, 0)] = ripple_shuffle(x[ripple_id(b, 0)], endless);
}
