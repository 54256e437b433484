/* Times the kernels of a scan with Ripple and without: `name size plain ripple`, in nanoseconds, and whether the results differ. */
#include "clock.h"
#include "scan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct scan_case cases[];
extern const long case_count;

enum { N = 8192, BYTES = 4 * N * 8 + 4096, BATCHES = 9 };
static char *x, *y, *want, *got;
static int32_t *j, *k;

static double element(const char *from, long i, int bytes, enum kind kind) {
  const char *at = from + i * bytes;
  switch (kind) {
  case FLOAT: return bytes == 4 ? (double)*(const float *)at : *(const double *)at;
  case SIGNED:
    return bytes == 1 ? *(const int8_t *)at : bytes == 2 ? *(const int16_t *)at : bytes == 4 ? *(const int32_t *)at : (double)*(const int64_t *)at;
  default:
    return bytes == 1 ? *(const uint8_t *)at : bytes == 2 ? *(const uint16_t *)at : bytes == 4 ? *(const uint32_t *)at : (double)*(const uint64_t *)at;
  }
}

/* Numbers that are not zero: no operation traps. */
static void fill(char *to, int bytes, enum kind kind) {
  for (long i = 0; i < BYTES / bytes; ++i) {
    char *at = to + i * bytes;
    int value = (int)(next() % 60) + 1;
    if (kind == SIGNED && next() % 3 == 0) value = -value;
    if (kind == FLOAT) {
      double real = (double)value / 32;
      if (bytes == 4) *(float *)at = (float)real;
      else *(double *)at = real;
    } else {
      int64_t whole = value;
      memcpy(at, &whole, (size_t)bytes);
    }
  }
}

/* The time of a call, from one batch of calls. */
static double time_of(kernel work, const struct args *a, long calls) {
  double start = now();
  for (long i = 0; i < calls; ++i) {
    work(a);
    __asm__ volatile("" ::: "memory");
  }
  return (now() - start) / (double)calls;
}

static int same(const struct scan_case *c) {
  for (long i = 0; i < c->count; ++i) {
    double p = element(want, i, c->result_bytes, c->result_kind), q = element(got, i, c->result_bytes, c->result_kind);
    int both_nan = p != p && q != q;
    if (p == q || both_nan) continue;
    if (c->result_kind != FLOAT || !(fabs(p - q) <= 1e-3 * (fabs(p) + fabs(q)) + 1e-3)) return 0;
  }
  return 1;
}

static void run(const struct scan_case *c) {
  fill(x, c->bytes, c->kind);
  fill(y, c->bytes, c->kind);
  /* Elements are on both sides of the scalar. */
  union { int64_t whole; float single; double real; } s = {3};
  if (c->kind == FLOAT && c->bytes == 4) s.single = 1;
  else if (c->kind == FLOAT) s.real = 1;
  struct args a = {N, x, y, j, k, &s, want};
  memset(want, 1, BYTES);
  memset(got, 1, BYTES);
  double first = time_of(*c->plain, &a, 1);
  a.o = got;
  (*c->ripple)(&a);
  int equal = same(c);
  long calls = 1 + (long)(20000 / (first < 100 ? 100 : first));
  double plain = INFINITY, ripple = INFINITY;
  for (int batch = 0; batch < BATCHES; ++batch) {
    memset(want, 1, N * 8);
    memset(got, 1, N * 8);
    a.o = want;
    plain = fmin(plain, time_of(*c->plain, &a, calls));
    a.o = got;
    ripple = fmin(ripple, time_of(*c->ripple, &a, calls));
  }
  printf("%s %d %.1f %.1f %s\n", c->name, c->size, plain, ripple, equal ? "same" : "differs");
}

int main(int argc, char **argv) {
  x = aligned_alloc(64, BYTES);
  y = aligned_alloc(64, BYTES);
  want = aligned_alloc(64, BYTES);
  got = aligned_alloc(64, BYTES);
  j = aligned_alloc(64, N * sizeof *j);
  k = aligned_alloc(64, N * sizeof *k);
  for (long i = 0; i < N; ++i) j[i] = (int32_t)(next() % N), k[i] = (int32_t)(next() % 4);
  /* Only the cases whose numbers are named. */
  for (int i = 1; i < argc; ++i) run(cases + atol(argv[i]));
  for (long i = 0; argc < 2 && i < case_count; ++i) run(cases + i);
  return 0;
}
