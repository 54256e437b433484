// Locals with members that have shapes of their own: passed by value and by address, copied, in arrays, filled.
#include <ripple.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 37
#define INLINE static inline __attribute__((always_inline))

typedef struct {
  float x, y, z;
} vec;
typedef struct {
  float re, im;
} complex;
typedef struct {
  vec from, to;
  int8_t kind;
  double weight;
  int hits;
} ray;
typedef union {
  float value;
  uint32_t bits;
} number;

INLINE float dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
INLINE complex mul(complex a, complex b) {
  complex c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}
INLINE void scale(vec *v, float by) {
  v->x *= by;
  v->y *= by;
  v->z *= by;
}
INLINE void hit(ray *r, float limit) {
  if (dot(r->to, r->to) > limit) {
    r->to = r->from;
    r->hits += 1;
    r->weight *= 0.5;
  }
}
// Not inlined by its attribute, but small.
static void turn(vec *v) {
  float x = v->x;
  v->x = v->y;
  v->y = x;
}

__attribute__((noinline)) static void vectors(int n, const vec *in, float *out) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    vec v = in[i], axes[3];
    memset(axes, 0, sizeof axes);
    axes[0].x = axes[1].y = axes[2].z = 1;
    axes[1] = v;
    turn(&v);
    scale(&v, 2);
    out[i] = dot(v, axes[0]) + 10 * dot(v, axes[1]) + 100 * dot(v, axes[2]);
  }
}
static float vectors_want(vec v) {
  vec w = {2 * v.y, 2 * v.x, 2 * v.z};
  return w.x + 10 * (w.x * v.x + w.y * v.y + w.z * v.z) + 100 * w.z;
}

__attribute__((noinline)) static void complexes(int n, const complex *in, complex *out) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    complex c = in[i], z = c;
    for (int k = 0; k < 3; ++k)
      z = mul(z, c);
    out[i] = z;
  }
}
static complex complexes_want(complex c) {
  complex z = c;
  for (int k = 0; k < 3; ++k)
    z = mul(z, c);
  return z;
}

__attribute__((noinline)) static void rays(int n, const vec *in, float *out) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    ray r;
    r.from.x = r.from.y = r.from.z = ripple_broadcast(b, 1, 1.0f);
    r.to = in[i];
    r.kind = 3;
    r.hits = ripple_broadcast(b, 1, 0);
    r.weight = ripple_broadcast(b, 1, 8.0);
    ray kept = r;
    for (int k = 0; k < 3; ++k) {
      hit(&r, 50.0f * (float)(k + 1));
      scale(&r.to, 3);
    }
    out[i] = r.to.x + r.to.y + 10 * (float)r.hits + 100 * (float)r.weight + 1000 * kept.to.z + (float)r.kind;
  }
}
static float rays_want(vec v) {
  ray r = {{1, 1, 1}, v, 3, 8.0, 0};
  for (int k = 0; k < 3; ++k) {
    hit(&r, 50.0f * (float)(k + 1));
    scale(&r.to, 3);
  }
  return r.to.x + r.to.y + 10 * (float)r.hits + 100 * (float)r.weight + 1000 * v.z + (float)r.kind;
}

__attribute__((noinline)) static void bits(int n, const vec *in, uint32_t *out) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    number u;
    u.value = in[i].x;
    u.bits ^= 0x80000000u;
    out[i] = u.bits;
  }
}

static vec in[N];
static complex c_in[N], c_out[N];
static float out[N];
static uint32_t b_out[N];

int main(void) {
  int bad = 0;
  for (int i = 0; i < N; ++i) {
    in[i] = (vec){(float)(i % 7), (float)(i % 5) - 2, (float)i};
    c_in[i] = (complex){(float)(i % 4) - 1, (float)(i % 3)};
  }
#define CHECK(NAME, GOT, WANT)                                                                                         \
  for (int i = 0; i < N; ++i)                                                                                          \
    if ((GOT) != (WANT) && bad++ < 20)                                                                                 \
      printf(#NAME " differs at %d\n", i);
  vectors(N, in, out);
  CHECK(vectors, out[i], vectors_want(in[i]))
  rays(N, in, out);
  CHECK(rays, out[i], rays_want(in[i]))
  complexes(N, c_in, c_out);
  CHECK(re, c_out[i].re, complexes_want(c_in[i]).re)
  CHECK(im, c_out[i].im, complexes_want(c_in[i]).im)
  bits(N, in, b_out);
  CHECK(bits, b_out[i], (number){-in[i].x}.bits)
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
