/* Compares the kernels with libm in a wider format:
 *   accuracy NAME EVERY PAIRS
 * Prints a line with the name, the number of arguments, the largest difference
 * in units in the last place from the correctly rounded result, the argument it
 * is at, and a sum over all results. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "functions.h"

enum { CHUNK = 4096 };

#define X(name) void vector_##name##f(size_t, const float *, float *);
SINGLE_1(X)
#undef X
#define X(name) void vector_##name(size_t, const double *, double *);
DOUBLE_1(X)
#undef X
#define X(name) void vector_##name##f(size_t, const float *, const float *, float *);
SINGLE_2(X)
#undef X
#define X(name) void vector_##name(size_t, const double *, const double *, double *);
DOUBLE_2(X)
#undef X

static float from32(uint32_t bits) { float x; memcpy(&x, &bits, 4); return x; }
static double from64(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static uint32_t bits32(float x) { uint32_t bits; memcpy(&bits, &x, 4); return bits; }
static uint64_t bits64(double x) { uint64_t bits; memcpy(&bits, &x, 8); return bits; }

/* Numbers in order; zeros of both signs are far from each other. */
static uint64_t distance32(float a, float b) {
  if (a != a || b != b) return a != a && b != b ? 0 : UINT32_MAX;
  uint32_t x = bits32(a), y = bits32(b);
  if (x == y) return 0;
  if (x >> 31 != y >> 31) return UINT32_MAX;
  return x > y ? x - y : y - x;
}
static uint64_t distance64(double a, double b) {
  if (a != a || b != b) return a != a && b != b ? 0 : UINT32_MAX;
  uint64_t x = bits64(a), y = bits64(b);
  if (x == y) return 0;
  if (x >> 63 != y >> 63) return UINT32_MAX;
  return x > y ? x - y : y - x;
}

static uint64_t state = 88172645463325252ull;
static uint64_t next(void) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return state * 2685821657736338717ull;
}

static uint64_t worst, count, sum;
static char where[128];
static void note(uint64_t distance, int arguments, double x, double y, double found, double expected) {
  ++count;
  if (distance <= worst) return;
  worst = distance;
  if (arguments == 1) snprintf(where, sizeof where, "%a: %a, not %a", x, found, expected);
  else snprintf(where, sizeof where, "%a, %a: %a, not %a", x, y, found, expected);
}
/* All NaNs count as one. */
static void mix(uint64_t bits, int is_nan) { sum = (sum ^ (is_nan ? 1 : bits)) * 1099511628211ull; }

static void single_1(void (*kernel)(size_t, const float *, float *), double (*reference)(double), uint64_t every) {
  static float x[CHUNK], y[CHUNK];
  for (uint64_t start = 0; start < 1ull << 32;) {
    size_t n = 0;
    for (; n < CHUNK; ++n, start += every) x[n] = from32((uint32_t)(start < 1ull << 32 ? start : 0));
    kernel(CHUNK, x, y);
    for (size_t i = 0; i < CHUNK; ++i) {
      float expected = (float)reference((double)x[i]);
      uint64_t distance = distance32(y[i], expected);
      mix(bits32(y[i]), y[i] != y[i]);
      note(distance, 1, x[i], 0, y[i], expected);
    }
  }
}

static double any_double(uint64_t i) {
  uint64_t bits = next();
  switch (i % 4) {
  case 0: return from64(bits);
  case 1: return ((double)(int64_t)bits) * 0x1p-63 * 750;
  case 2: return ((double)(int64_t)bits) * 0x1p-63 * 2;
  default: return 1 + ((double)(int64_t)bits) * 0x1p-63 * ((bits & 7) == 0 ? 0x1p-20 : 0.5);
  }
}

static void double_1(void (*kernel)(size_t, const double *, double *), long double (*reference)(long double),
                     uint64_t pairs) {
  static double x[CHUNK], y[CHUNK];
  static const double special[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023,
                                   709.7827128933840, 709.7827128933841, -745.1332191019411, -745.1332191019412, 0x1p-30, -0x1p-30,
                                   0x1p-54, 1024, 1023.9999999999999, -1074, -1075, 0.5, -0.5};
  const int is_sqrt = reference == sqrtl; /* rounded once */
  for (uint64_t start = 0; start < pairs; start += CHUNK) {
    for (size_t i = 0; i < CHUNK; ++i)
      x[i] = start + i < sizeof special / 8 ? special[start + i] : any_double(i);
    kernel(CHUNK, x, y);
    for (size_t i = 0; i < CHUNK; ++i) {
      double expected = is_sqrt ? sqrt(x[i]) : (double)reference((long double)x[i]);
      mix(bits64(y[i]), y[i] != y[i]);
      note(distance64(y[i], expected), 1, x[i], 0, y[i], expected);
    }
  }
}

static const float specials[] = {
    0.0f, -0.0f, 0x1p-149f, -0x1p-149f, 0x1p-126f, -0x1p-126f, 0x1.fffffcp-127f, 0.5f, -0.5f, 0x1.fffffep-1f, 1, -1, 0x1.000002p0f,
    1.5f, 2, -2, 2.5f, 3, -3, 7, 10, 127, 128, -149, -150, 0x1.fffffep22f, 0x1p23f, 0x1.000002p23f, 0x1.fffffep23f, -0x1.fffffep23f,
    0x1p24f, 0x1.000002p24f, 0x1p25f, 0x1p31f, -0x1p31f, 0x1p64f, 0x1.fffffep127f, -0x1.fffffep127f, INFINITY, -INFINITY, NAN};
enum { SPECIALS = sizeof specials / 4 };

static void pair(uint64_t i, float *x, float *y) {
  if (i < SPECIALS * SPECIALS) {
    *x = specials[i % SPECIALS], *y = specials[i / SPECIALS];
    return;
  }
  uint64_t bits = next();
  uint32_t a = (uint32_t)bits, b = (uint32_t)(bits >> 32);
  *x = from32(a), *y = from32(b);
  switch (i % 8) {
  case 0: case 1: return;
  case 2: *y = specials[b % SPECIALS]; return;
  case 3: *x = specials[a % SPECIALS]; return;
  case 4: *y = (float)(int32_t)(b % 601) - 300; return;                               /* integers */
  case 5: *x = from32(0x3f000000u + (a >> 7 & 0xffffff)), *y = (float)(int32_t)b * 0x1p-20f; return; /* close to 1 */
  case 6: *y = from32((b & 0x807fffffu) | ((a & 0x7f800000u))); return;               /* of one size */
  default: *y = from32((b & 0x807fffffu) | (((a >> 23 & 0xff) + (b >> 23 & 15) - 8) << 23 & 0x7f800000u)); return;
  }
}

static void single_2(void (*kernel)(size_t, const float *, const float *, float *), double (*reference)(double, double),
                     uint64_t pairs) {
  static float x[CHUNK], y[CHUNK], z[CHUNK];
  for (uint64_t start = 0; start < pairs; start += CHUNK) {
    for (size_t i = 0; i < CHUNK; ++i) pair(start + i, &x[i], &y[i]);
    kernel(CHUNK, x, y, z);
    for (size_t i = 0; i < CHUNK; ++i) {
      float expected = (float)reference((double)x[i], (double)y[i]);
      mix(bits32(z[i]), z[i] != z[i]);
      note(distance32(z[i], expected), 2, x[i], y[i], z[i], expected);
    }
  }
}

static void double_2(void (*kernel)(size_t, const double *, const double *, double *),
                     long double (*reference)(long double, long double), uint64_t pairs) {
  static double x[CHUNK], y[CHUNK], z[CHUNK];
  for (uint64_t start = 0; start < pairs; start += CHUNK) {
    for (size_t i = 0; i < CHUNK; ++i) {
      float a, b;
      pair(start + i, &a, &b);
      x[i] = any_double(start + i), y[i] = any_double(next() >> 32);
      if (start + i < SPECIALS * SPECIALS) x[i] = a, y[i] = b;
      else if (i % 2) y[i] = x[i] * ldexp(1 + (double)(int64_t)next() * 0x1p-64, (int)(next() >> 60) - 8);
    }
    kernel(CHUNK, x, y, z);
    for (size_t i = 0; i < CHUNK; ++i) {
      double expected = (double)reference((long double)x[i], (long double)y[i]);
      mix(bits64(z[i]), z[i] != z[i]);
      note(distance64(z[i], expected), 2, x[i], y[i], z[i], expected);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  uint64_t every = strtoull(argv[2], 0, 10), pairs = strtoull(argv[3], 0, 10);
#define X(name) if (!strcmp(argv[1], #name "f")) single_1(vector_##name##f, name, every);
  SINGLE_1(X)
#undef X
#define X(name) if (!strcmp(argv[1], #name)) double_1(vector_##name, name##l, pairs);
  DOUBLE_1(X)
#undef X
#define X(name) if (!strcmp(argv[1], #name "f")) single_2(vector_##name##f, name, pairs);
  SINGLE_2(X)
#undef X
#define X(name) if (!strcmp(argv[1], #name)) double_2(vector_##name, name##l, pairs);
  DOUBLE_2(X)
#undef X
  printf("%s %" PRIu64 " %" PRIu64 " %016" PRIx64 " %s\n", argv[1], count, worst, sum, where);
  return 0;
}
