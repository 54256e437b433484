/* Runs the cases: checks each against the plain loop, and prints the best time of each in nanoseconds. */
#include "cases.h"
#include "clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the others are compared with: the code by hand, or what is linked instead of it. */
#ifndef BASE
#define BASE "hand"
#endif

#define VARIANTS(X) X(o3) X(fast) X(omp) X(ripple) X(hand)

#define DECLARE(name, type, count, n, inputs) \
  void name##_o3(const struct args *); \
  void name##_fast(const struct args *); \
  void name##_omp(const struct args *); \
  void name##_ripple(const struct args *); \
  void name##_hand(const struct args *);
CASES(DECLARE)

#define FOUR(i) (uint8_t)((i) * 37 + 11), (uint8_t)((i) * 91 + 5), (uint8_t)((i) * 13 + 77), (uint8_t)((i) * 201 + 3)
#define SIXTEEN(i) FOUR(i), FOUR((i) + 1), FOUR((i) + 2), FOUR((i) + 3)
#define SIXTY_FOUR(i) SIXTEEN(i), SIXTEEN((i) + 4), SIXTEEN((i) + 8), SIXTEEN((i) + 12)
const uint8_t table16[16] = {SIXTEEN(1)};
const uint8_t table256[256] = {SIXTY_FOUR(0), SIXTY_FOUR(16), SIXTY_FOUR(32), SIXTY_FOUR(48)};

enum { BYTES = 1 << 17 };
static char *in[3], *want, *got;

static double best(void (*work)(const struct args *), const struct args *a) {
  double fastest = INFINITY;
  for (int run = 0; run < 40; ++run) {
    double start = now();
    for (int i = 0; i < 32; ++i) {
      work(a);
      __asm__ volatile("" ::: "memory");
    }
    double time = (now() - start) / 32;
    fastest = time < fastest ? time : fastest;
  }
  return fastest;
}

static int close_to(double x, double y, double scale) {
  return x == y || fabs(x - y) <= 1e-4 * (fabs(x) + fabs(y) + scale);
}

enum kind { FLOATS, DOUBLES, WORDS };

static void fill(enum kind kind) {
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < BYTES / 8; ++i) {
      double x = (double)(next() % 4000) / 1000 - 2;
      if (kind == FLOATS) {
        ((float *)in[k])[2 * i] = (float)x;
        ((float *)in[k])[2 * i + 1] = (float)(1 - x);
      } else if (kind == DOUBLES) {
        ((double *)in[k])[i] = x;
      } else {
        ((unsigned *)in[k])[2 * i] = next();
        ((unsigned *)in[k])[2 * i + 1] = next();
      }
    }
  for (int i = 0; i < BYTES / 4; ++i) ((int *)in[2])[i] = (int)(next() % 4096);
}

/* Whether a number of elements may differ: where rounding decides how often a loop runs. */
static long may_differ(const char *name, long count) {
  return strcmp(name, "mandelbrot") == 0 ? count / 50 : 0;
}

#define CHECK(name, type, count, variant) \
  memset(got, 0, BYTES); \
  name##_##variant(&a); \
  for (long i = 0, other = 0; i < (count); ++i) { \
    double x = (double)((type *)want)[i], y = (double)((type *)got)[i]; \
    int is_float = (type)0.5 != 0; \
    other += is_float ? !close_to(x, y, 1) : x != y; \
    if (other > may_differ(#name, count)) { \
      printf("%s_" #variant " differs at %ld: %g, not %g\n", #name, i, y, x); \
      return 1; \
    } \
  }

#define RUN(name, type, count, number, inputs) \
  if (argc < 2 || strcmp(argv[1], #name) == 0) { \
    fill(inputs); \
    memset(want, 0, BYTES); \
    struct args a = {want, in[0], in[1], in[2], number, 0.75f, 0.25f, 100}; \
    name##_o3(&a); \
    a.out = got; \
    CHECK(name, type, count, fast) \
    CHECK(name, type, count, omp) \
    CHECK(name, type, count, ripple) \
    CHECK(name, type, count, hand) \
    double hand = best(name##_hand, &a), ripple = best(name##_ripple, &a); \
    double o3 = best(name##_o3, &a), fast = best(name##_fast, &a), omp = best(name##_omp, &a); \
    double again = best(name##_hand, &a), more = best(name##_ripple, &a); \
    hand = again < hand ? again : hand; \
    ripple = more < ripple ? more : ripple; \
    printf("%-13s %9.1f %6.2f %6.2f %6.2f %6.2f\n", #name, hand, ripple / hand, o3 / hand, fast / hand, \
           omp / hand); \
    ratios[0] += log(ripple / hand); \
    ratios[1] += log(o3 / hand); \
    ratios[2] += log(fast / hand); \
    ratios[3] += log(omp / hand); \
    ++cases; \
  }

int main(int argc, char **argv) {
  double ratios[4] = {0};
  int cases = 0;
  for (int k = 0; k < 3; ++k) in[k] = aligned_alloc(64, BYTES);
  want = aligned_alloc(64, BYTES);
  got = aligned_alloc(64, BYTES);
  printf("%-13s %9s %6s %6s %6s %6s\n", "case", BASE " ns", "ripple", "-O3", "fast", "omp");
  CASES(RUN)
  printf("%-13s %9s %6.2f %6.2f %6.2f %6.2f\n", "geomean", "", exp(ratios[0] / cases), exp(ratios[1] / cases),
         exp(ratios[2] / cases), exp(ratios[3] / cases));
  return 0;
}
