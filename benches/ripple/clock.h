/* Numbers for inputs, and the time. */
#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

static unsigned long long state = 88172645463325252ull;

static unsigned next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 16);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#endif
