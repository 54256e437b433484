#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static int min(int a, int b) { return a < b ? a : b; }
static int clamp(int i, int low, int high) {
  if (i < low)
    return low;
  return min(i, high);
}

void chosen(size_t n, const float *x, float *y) {
  ripple_block_t b = ripple_set_block_shape(0, 16);
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i) {
    size_t left = i > 0 ? i - 1 : 0, right = i + 1 < n ? i + 1 : n - 1;
    y[i] = x[left] + 2 * x[i] + x[right];
  }
}

void called(int n, int reach, const float *x, float *y) {
  ripple_block_t b = ripple_set_block_shape(0, 16);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i)
    y[i] = x[clamp(i - reach, 0, n - 1)] - x[clamp(i + reach, 0, n - 1)];
}

void mirrored(int n, const float *x, float *y) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    int k = i - 2;
    y[i] = x[k < 0 ? -k : k];
  }
}

void cyclic(size_t n, const float *x, float *y) {
  ripple_block_t b = ripple_set_block_shape(0, 16);
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i)
    y[i] = x[i ? i - 1 : n - 1] - x[i + 1 == n ? 0 : i + 1];
}

// The index is less than zero where another one is chosen.
void narrow(unsigned n, unsigned reach, const uint8_t *x, uint8_t *y) {
  ripple_block_t b = ripple_set_block_shape(0, 16);
  ripple_parallel(b, 0);
  for (unsigned i = 0; i < n; ++i) {
    unsigned before = i >= reach ? i - reach : 0, after = i < n - 1 ? i + 1 : n - 1;
    y[i] = (uint8_t)(x[before] ^ x[after]);
  }
}

struct six { float a, b, c, d, e, f; };

void members(size_t n, struct six *p) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i) {
    float first = p[i].a;
    p[i].a = p[i].b * 2;
    p[i].b = p[i].c + 1;
    p[i].c = p[i].d - 3;
    p[i].d = p[i].e * p[i].f;
    p[i].e = p[i].f;
    p[i].f = first;
  }
}

void eight(size_t n, int32_t *p) {
  ripple_block_t b = ripple_set_block_shape(0, 8);
  ripple_parallel(b, 0);
  for (size_t i = 0; i < n; ++i) {
    int32_t *q = p + 8 * i;
    int32_t s = q[0], t = q[1], u = q[2], v = q[3], w = q[4], x = q[5], y = q[6], z = q[7];
    q[0] = z, q[1] = y + s, q[2] = x, q[3] = w - t, q[4] = v, q[5] = u, q[6] = t, q[7] = s;
  }
}

// Memory that ends before a page that cannot be accessed, and begins after one if it fills its pages.
static void *guarded(size_t bytes, int at_end) {
  size_t page = 65536, inner = (bytes + page) / page * page;
  char *all = (char *)mmap(0, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(all + page, inner, PROT_READ | PROT_WRITE);
  return all + page + (at_end ? inner - bytes : 0);
}

int main(void) {
  int failures = 0;
  for (int n = 1; n < 70; ++n)
    for (int at_end = 0; at_end < 2; ++at_end) {
      float *x = guarded(n * sizeof *x, at_end), *y = guarded(n * sizeof *y, at_end);
      for (int i = 0; i < n; ++i)
        x[i] = (float)(i * i % 31);
      chosen(n, x, y);
      for (int i = 0; i < n; ++i)
        failures += y[i] != x[i ? i - 1 : 0] + 2 * x[i] + x[i + 1 < n ? i + 1 : n - 1];
      for (int reach = 0; reach < 100; reach += 7) {
        called(n, reach, x, y);
        for (int i = 0; i < n; ++i)
          failures += y[i] != x[i < reach ? 0 : i - reach] - x[i + reach > n - 1 ? n - 1 : i + reach];
      }
      cyclic(n, x, y);
      for (int i = 0; i < n; ++i)
        failures += y[i] != x[i ? i - 1 : n - 1] - x[i + 1 == n ? 0 : i + 1];
      uint8_t *s = guarded(n, at_end), *t = guarded(n, at_end);
      for (int i = 0; i < n; ++i)
        s[i] = (uint8_t)(i * 7);
      for (int reach = 0; reach < 40; reach += 3) {
        narrow(n, reach, s, t);
        for (int i = 0; i < n; ++i)
          failures += t[i] != (s[i < reach ? 0 : i - reach] ^ s[i < n - 1 ? i + 1 : n - 1]);
      }
      if (n > 2) {
        mirrored(n, x, y);
        for (int i = 0; i < n; ++i)
          failures += y[i] != x[i < 2 ? 2 - i : i - 2];
      }
      struct six *p = guarded(n * sizeof *p, at_end), *q = malloc(n * sizeof *q);
      for (int i = 0; i < 6 * n; ++i)
        ((float *)p)[i] = (float)(i % 17);
      memcpy(q, p, n * sizeof *p);
      members(n, p);
      for (int i = 0; i < n; ++i) {
        struct six r = {q[i].b * 2, q[i].c + 1, q[i].d - 3, q[i].e * q[i].f, q[i].f, q[i].a};
        failures += memcmp(&r, &p[i], sizeof r) != 0;
      }
      int32_t *e = guarded(n * 32, at_end), *f = malloc(n * 32);
      for (int i = 0; i < 8 * n; ++i)
        f[i] = e[i] = i * 7;
      eight(n, e);
      for (int i = 0; i < n; ++i) {
        const int32_t *o = f + 8 * i;
        int32_t r[8] = {o[7], o[6] + o[0], o[5], o[4] - o[1], o[3], o[2], o[1], o[0]};
        failures += memcmp(r, e + 8 * i, 32) != 0;
      }
      free(q), free(f);
    }
  printf("failures: %d\n", failures);
  return failures != 0;
}
