// One error of each kind.
#include <ripple.h>
#define BLOCK(...) ripple_set_block_shape(RIPPLE_VECTOR_PE, __VA_ARGS__)
extern void outside(ripple_block_t b);
extern size_t unknown(size_t k, size_t n);
static size_t too_far(size_t k, size_t n) { return k + 1; }

void shape_mismatch(float *x) {
  ripple_block_t a = BLOCK(8), b = BLOCK(16);
  size_t v = ripple_id(a, 0), w = ripple_id(b, 0);
  x[v] = x[v] + x[w];
}
void store_shape(float *x, float *y) {
  ripple_block_t b = BLOCK(8);
  y[0] = x[ripple_id(b, 0)];
}
float return_shape(float *x) {
  ripple_block_t b = BLOCK(8);
  return x[ripple_id(b, 0)];
}
void not_constant(float *x, int n) {
  ripple_block_t b = BLOCK(8);
  x[ripple_id(b, n)] = 1;
}
void size_not_constant(float *x, int n) {
  ripple_block_t b = BLOCK(n);
  x[ripple_id(b, 0)] = 1;
}
void dim_range(float *x) {
  ripple_block_t b = BLOCK(8);
  x[ripple_id(b, 10)] = 1;
}
float mask_range(float *x) {
  ripple_block_t b = BLOCK(8);
  return ripple_reduceadd(1 << 10, x[ripple_id(b, 0)]);
}
float slice_range(float *x) {
  ripple_block_t b = BLOCK(8);
  return ripple_slice(x[ripple_id(b, 0)], 8);
}
void shuffle_fn(float *x) {
  ripple_block_t b = BLOCK(8);
  x[ripple_id(b, 0)] = ripple_shuffle(x[ripple_id(b, 0)], unknown);
}
void shuffle_range(float *x) {
  ripple_block_t b = BLOCK(8);
  x[ripple_id(b, 0)] = ripple_shuffle(x[ripple_id(b, 0)], too_far);
}
void ambiguous_block(float *x, int n) {
  ripple_block_t a = BLOCK(8), b = BLOCK(16), c = a;
  if (n > 3)
    c = b;
  x[ripple_id(c, 0)] = 1;
}
void block_escape(float *x) {
  ripple_block_t b = BLOCK(8);
  outside(b);
  x[ripple_id(b, 0)] = 1;
}
static int cycle(int x, int n) { return n ? cycle(x, n - 1) + x : x; }
void call_cycle(int *x, int n) {
  ripple_block_t b = BLOCK(8);
  x[ripple_id(b, 0)] = cycle(x[ripple_id(b, 0)], n);
}
void stack_count(float *x) {
  ripple_block_t a = BLOCK(8), b = BLOCK(8, 4);
  float y = x[ripple_id(a, 0)];
  x[ripple_id(b, 0) + 8 * ripple_id(b, 1)] = ripple_stack(b, y, y);
}
void reinterp_size(float *x, double *y) {
  ripple_block_t a = BLOCK(8), b = BLOCK(8);
  y[ripple_id(b, 0)] = ripple_reinterp_f64(b, x[ripple_id(a, 0)]);
}
void loop_exit(int n, float *x) {
  ripple_block_t b = BLOCK(8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    if (x[i] > 1)
      break;
    x[i] = 1;
  }
}
void kind(float *x) {
  ripple_block_t b = ripple_set_block_shape(1, 8);
  x[ripple_id(b, 0)] = 1;
}
typedef int four __attribute__((vector_size(16)));
void vectors(four *x) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  x[ripple_id(b, 0)] += 1;
}
void assembly(int *x) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  int y = x[ripple_id(b, 0)];
  __asm__("" : "+r"(y));
  x[ripple_id(b, 0)] = y;
}
void one_array(int *x, int *const *to) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < 100; ++i)
    **to = x[i];
}
