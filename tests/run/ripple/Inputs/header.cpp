// Every function of the headers, as C++.
#include <ripple.h>
#include <ripple_math.h>
#include <ripple/zip.h>
#include <cmath>
#include <vector>
static size_t rev(size_t k, size_t n) { return n - 1 - k; }
enum e { A, B };
template <size_t STEP> static uint8_t rotate_up(uint8_t value) {
  return ripple_shuffle(value, [](size_t k, size_t n) -> size_t { return (k + n - STEP) % n; });
}
template <class T, class U> T pick(U x) { return (T)x; }
void f(float *x, uint8_t *u, const int *ci, long l, _Float16 *h, __bf16 *b, double *d) {
  ripple_block_t BS = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8, 4);
  auto BT = ripple_set_block_size(0, 8);
  size_t v = ripple_id(BS, 0), w = ripple_id(BS, 1);
  x[v + 8 * w] = ripple_reduceadd(1, x[v]) + ripple_broadcast(BS, 3, x[v]) + ripple_reduceadd<1>(x[v]);
  x[v] = ripple_slice(x[v + 8 * w], -1, 0) + ripple_slice(pick<float, int>((int)v), 0);
  x[v + 8 * w] = ripple_stack(BS, x[v], x[v + 1], x[v + 2], x[v + 3]);
  u[v] = ripple_add_sat(u[v], u[v]);
  u[v] = ripple_shuffle(u[v], rev) + rotate_up<3>(u[v]);
  u[v] = ripple_shuffle_pair(u[v], u[v + 1], rev);
  u[v] = ripple_shuffle(u[v], [](size_t i, size_t) { return i; });
  u[v] = (uint8_t)(ripple_ballot(BT, x[v] > 0) + (uint64_t)ripple_rank(x[v] > 0));
  u[v] = (uint8_t)ripple_compress_store(x, x[v + 8], x[v] > 0);
  x[v] = ripple_expand_load(x + 8, x[v] > 0, 0.0f);
  u[v] = (uint8_t)ripple_reducemax(1, A);
  const int *q = ripple_slice_ptr(ci + v, 0);
  const int *r = ripple_shuffle_p(ci + v, rev);
  const int *t = ripple_broadcast_ptr(BS, 1, ci);
  const int *s = ripple_ptr_alignment(ci + v, 16);
  u[v] = (uint8_t)(q[0] + r[0] + s[0] + t[0] + (int)ripple_reducemin(1, l));
  typedef int v8 __attribute__((vector_size(32)));
  v8 vec = ripple_to_vec<8, int>(BS, (int)v);
  v8 vec2 = ripple_to_vec_2d<8>(BS, (int)v);
  x[v] = (float)vec_to_ripple<8, int>(BT, vec + vec2);
  x[v] = ripple_shfl_up(ripple_shfl_down(x[v], 3), 1) + ripple_shfl_xor(x[v], 2);
  h[v] = sqrtf16(h[v]);
  b[v] = expbf16(b[v]);
  x[v] = ripple_reinterp_f32(BT, ci[v]) + sqrtf(x[v]) + (float)std::isnan(x[v]) + exp10f(x[v]) + std::exp(x[v]);
  b[v] = ripple_reduceadd(1, b[v]);
  h[v] = ripple_reducemaximum(1, h[v]);
  u[v] = ripple_reshape(BT, u[v]);
  ripple_parallel(BS, 0, 1);
  for (int i = 0; i < 64; ++i)
    (void)ripple_parallel_idx(BS, 0, 1);
  float e, o;
  rzip_unzip_pairs(x[v + 8 * w], e, o);
  rzip_load_pairs(BS, x, e, o);
  x[v] = e * o;
  d[v] = ripple_shuffle(d[v], rzip::shuffle_unzip<2, 0, 0>);
}
