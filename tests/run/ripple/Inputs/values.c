// Vectors of C, half formats, functions of math, structures, blocks as arguments, stacks, other types, atomics.
#include <ripple.h>
#include <ripple_math.h>
#include <stdio.h>
#include <math.h>
typedef float v8f __attribute__((vector_size(32)));
static void tov(const float *a, v8f *o) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  size_t v = ripple_id(B, 0);
  float x = a[v] * 2;
  *o = ripple_to_vec(8, float, B, x);
}
static void fromv(const v8f *a, float *o) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  size_t v = ripple_id(B, 0);
  float x = vec_to_ripple(8, float, B, *a);
  o[v] = x + 1;
}
static void half(const _Float16 *a, _Float16 *o, int n) {
  ripple_block_t B = ripple_set_block_shape(0, 16);
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i) o[i] = a[i] * a[i] + (_Float16)1;
}
static void bhalf(const __bf16 *a, __bf16 *o, float *s, int n) {
  ripple_block_t B = ripple_set_block_shape(0, 16);
  float acc = 0;
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i) {
    o[i] = a[i];
    acc += (float)a[i];
  }
  *s = ripple_reduceadd(1, acc);
}
static void mth(const float *a, float *o, int n) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i) o[i] = expf(a[i]) + sqrtf(a[i]) + fabsf(a[i]) + powf(a[i], 1.5f) + sinf(a[i]);
}
struct P { float x, y; };
static void aos(const struct P *p, float *o, int n) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i) {
    struct P q = p[i];
    o[i] = q.x * q.y;
  }
}
static float addone(ripple_block_t B, float x) { return x + (float)ripple_id(B, 0); }
static void blk(float *o) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  size_t v = ripple_id(B, 0);
  o[v] = addone(B, o[v]);
}
static void stk(int *o) {
  ripple_block_t B = ripple_set_block_shape(0, 4, 2);
  ripple_block_t R = ripple_set_block_shape(0, 4);
  int v = ripple_id(R, 0);
  int w = ripple_stack(B, v, v * 10);
  o[ripple_id(B,0) + 4 * ripple_id(B,1)] = w;
}
static void rei(const unsigned *a, unsigned char *o) {
  ripple_block_t B = ripple_set_block_shape(0, 4);
  ripple_block_t C = ripple_set_block_shape(0, 16);
  unsigned x = a[ripple_id(B, 0)];
  o[ripple_id(C, 0)] = ripple_reinterp_u8(C, x);
}
static void atom(int *c, const int *k) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
  size_t v = ripple_id(B, 0);
  __atomic_fetch_add(&c[k[v]], 1, __ATOMIC_RELAXED);
}
int main() {
  int bad = 0;
  float a[40], o[40];
  for (int i = 0; i < 40; i++) a[i] = i * 0.25f;
  v8f x;
  tov(a, &x);
  for (int i = 0; i < 8; i++) bad += x[i] != a[i] * 2;
  fromv(&x, o);
  for (int i = 0; i < 8; i++) bad += o[i] != a[i] * 2 + 1;
  printf("vec %d\n", bad);
_Float16 h[40], g[40];
__bf16 p[40], q[40];
float s, w = 0;
for (int i = 0; i < 37; i++) {
  h[i] = i;
  float f_ = i;
  unsigned b_;
  __builtin_memcpy(&b_, &f_, 4);
  unsigned short h_ = b_ >> 16;
  __builtin_memcpy(&p[i], &h_, 2);
  w += i;
} half(h, g, 37);
for (int i = 0; i < 37; i++) bad += g[i] != (_Float16)(h[i] * h[i] + (_Float16)1);
bhalf(p, q, &s, 37);
bad += s != w;
printf("half %d\n", bad);
mth(a, o, 37);
for (int i = 0; i < 37; i++) {
  float e = expf(a[i]) + sqrtf(a[i]) + fabsf(a[i]) + powf(a[i], 1.5f) + sinf(a[i]);
  bad += fabsf(o[i] - e) > 1e-3f * e;
} printf("math %d\n", bad);
struct P ps[37];
for (int i = 0; i < 37; i++) ps[i] = (struct P){
  i, i + 1
};
aos(ps, o, 37);
for (int i = 0; i < 37; i++) bad += o[i] != (float)i * (i + 1);
printf("aos %d\n", bad);
for (int i = 0; i < 8; i++) o[i] = 1;
blk(o);
for (int i = 0; i < 8; i++) bad += o[i] != 1 + i;
printf("block arg %d\n", bad);
int st[8];
stk(st);
for (int i = 0; i < 8; i++) bad += st[i] != (i < 4 ? i : (i - 4) * 10);
printf("stack %d\n", bad);
unsigned u[4] = {
  0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c
};
unsigned char b[16];
rei(u, b);
for (int i = 0; i < 16; i++) bad += b[i] != i;
printf("reinterp %d\n", bad);
int c[4] = {
  0
}, k[8] = {
  0, 1, 1, 2, 2, 2, 3, 0
};
atom(c, k);
bad += c[0] != 2 || c[1] != 2 || c[2] != 3 || c[3] != 1;
printf("atomic %d\n", bad);
 puts(bad ? "FAIL" : "PASS"); return bad; }
