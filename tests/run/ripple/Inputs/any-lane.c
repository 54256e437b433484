// Scalars that are assigned under conditions that hold for some elements.
#include <ripple.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline)) static

// Each variable is assigned on one of the ways; which comes first does not matter.
NOINLINE int otherwise(const int *a, int limit) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  int x = 0, y = 0;
  if (a[ripple_id(b, 0)] > limit)
    y = 2;
  else
    x = 1;
  return x * 10 + y;
}

NOINLINE int first(const int *a, int limit) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  int x = 0, y = 0;
  if (a[ripple_id(b, 0)] > limit)
    x = 1;
  else
    y = 2;
  return x * 10 + y;
}

NOINLINE int copied(const int *a, int limit, int one, int two) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  int x = 0, y = 0, z = 0;
  int at = a[ripple_id(b, 0)];
  switch (at % 3) {
  case 0:
    if (at > limit)
      y = two;
    else
      z = one;
    break;
  case 1:
    x = one;
    break;
  default:
    break;
  }
  return x * 100 + z * 10 + y;
}

NOINLINE int repeated(const int *a, int limit) {
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  int x = 0, y = 0, k = ripple_broadcast(b, 1, 0), at = a[ripple_id(b, 0)];
  while (k < at) {
    if (k == limit) {
      x = 1;
      break;
    }
    ++k;
    if (k == at)
      y = 2;
  }
  return x * 10 + y;
}

int main(void) {
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, bad = 0;
  for (int limit = -1; limit < 9; ++limit) {
    int above = limit < 7, below = limit >= 0;
    bad |= otherwise(a, limit) != below * 10 + above * 2;
    bad |= first(a, limit) != above * 10 + below * 2;
    bad |= copied(a, limit, 1, 2) != 100 + below * 10 + (limit < 6) * 2;
    // Element k gets to 'limit' if it is above it, and to its end if it is not, but for the first, which begins there.
    bad |= repeated(a, limit) != (limit >= 0 && limit < 7) * 10 + (limit < 0 || limit > 0) * 2;
  }
  puts(bad ? "differs" : "PASS");
  return bad;
}
