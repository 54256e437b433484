/* The common part of the examples: numbers, comparisons, the clock, and the command line. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A number of 32 random bits; the same numbers in each run. */
static inline uint32_t random_bits(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 16);
}

static inline float random_float(float low, float high) {
  return low + (high - low) * (float)(random_bits() >> 8) / 16777216.0f;
}

static inline void random_floats(size_t n, float *x, float low, float high) {
  for (size_t i = 0; i < n; ++i)
    x[i] = random_float(low, high);
}

static inline void random_bytes(size_t n, void *x) {
  for (size_t i = 0; i < n; ++i)
    ((uint8_t *)x)[i] = (uint8_t)random_bits();
}

/* Memory of zeros. */
static inline void *memory(size_t bytes) {
  void *memory = calloc(bytes + !bytes, 1);
  if (!memory) {
    fprintf(stderr, "out of memory\n");
    exit(2);
  }
  return memory;
}

/* Ends the program unless two results of n bytes are equal. */
static inline void check_equal(const void *plain, const void *ripple, size_t n, const char *what, size_t size) {
  if (memcmp(plain, ripple, n) != 0) {
    fprintf(stderr, "%s of size %zu: results differ\n", what, size);
    exit(1);
  }
}

/* Ends the program unless n floats differ by at most tolerance, relative to their magnitude or to 1. */
static inline void check_close(const float *plain, const float *ripple, size_t n, float tolerance, const char *what,
                               size_t size) {
  for (size_t i = 0; i < n; ++i)
    if (!(fabsf(plain[i] - ripple[i]) <= tolerance * fmaxf(1, fabsf(plain[i])))) {
      fprintf(stderr, "%s of size %zu: element %zu is %g, not %g\n", what, size, i, (double)ripple[i],
              (double)plain[i]);
      exit(1);
    }
}

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The shortest time of a statement, in nanoseconds. */
#define SHORTEST_TIME(statement) \
  __extension__({ \
    double shortest = 1e300, end = now() + 3e8; \
    while (now() < end) { \
      double start = now(); \
      statement; \
      __asm__ volatile("" ::: "memory"); \
      double time = now() - start; \
      shortest = time < shortest ? time : shortest; \
    } \
    shortest; \
  })

/* Prints the times of two statements, and their ratio. */
#define COMPARE_TIMES(what, plain, ripple) \
  do { \
    double slow = SHORTEST_TIME(plain), fast = SHORTEST_TIME(ripple); \
    printf("%s: plain %.1f us, ripple %.1f us: %.2f times as fast\n", what, slow / 1e3, fast / 1e3, slow / fast); \
  } while (0)

/* The bytes of a register: blocks that carry values through loops fill a few of them. */
#if defined(__AVX512BW__)
#define REGISTER 64
#elif defined(__AVX2__)
#define REGISTER 32
#else
#define REGISTER 16
#endif

/* Whether the command line asks for checks without times. */
static inline bool is_quick(int argc, char **argv) {
  return argc > 1 && strcmp(argv[1], "--quick") == 0;
}

/* A function that is compiled as one of a library: for arguments that are not known. */
#define KERNEL __attribute__((noinline))

#endif
