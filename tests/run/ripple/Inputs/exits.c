// Annotated loops that are left by 'break', 'return' and 'goto' under scalar conditions.
#include <ripple.h>
#include <stdio.h>
#define B 8
typedef ripple_block_t block;
#define NI __attribute__((noinline)) static
// Scalars that are assigned before a 'break'.
NI int f_break(int n, int *a, const int *stop) {
  block b = ripple_set_block_shape(RIPPLE_VECTOR_PE, B);
  int found = -1;
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    a[i] += 1;
    int k = (int)ripple_parallel_idx(b, 0);
    if (stop[k] == 1) { found = k; break; }
    a[i] += 10;
    if (stop[k] == 2) { found = 7; break; }
    a[i] += 100;
  }
  return found;
}
NI int f_return(int n, int *a, const int *stop) {
  block b = ripple_set_block_shape(RIPPLE_VECTOR_PE, B);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    a[i] += 1;
    int k = (int)ripple_parallel_idx(b, 0);
    if (stop[k] == 1) return k * 3;
    a[i] += 10;
    if (stop[k] == 2) return 1000;
    a[i] += 100;
  }
  a[0] += 1000;
  return -1;
}
NI int f_goto(int n, int *a, const int *stop) {
  block b = ripple_set_block_shape(RIPPLE_VECTOR_PE, B);
  int round = 0;
again:
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    a[i] += 1;
    int k = (int)ripple_parallel_idx(b, 0);
    if (stop[k] == 1 && round < 2) { ++round; goto again; }
    a[i] += 10;
    if (stop[k] == 2) goto out;
    a[i] += 100;
  }
  a[0] += 1000;
out:
  a[1] += 10000;
  return round;
}
NI int f_acc(int n, const int *a, const int *stop) {
  block b = ripple_set_block_shape(RIPPLE_VECTOR_PE, B);
  int acc = ripple_broadcast(b, 1, 5);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    int k = (int)ripple_parallel_idx(b, 0);
    if (stop[k] == 1) break;
    acc += a[i];
    if (stop[k] == 2) { acc += 0; break; }
    acc *= 3;
    if (stop[k] == 3) { acc += 1; break; }
    acc += 2;
  }
  return ripple_reduceadd(1, acc);
}
// The same without Ripple.
// Both loops are left from the inner one, whose last iterations are under the mask of the outer one's.
NI int f_nest(int n, int *a, const int *stop) {
  block b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 4, 2);
  int last = -5;
  ripple_parallel(b, 1);
  for (int r = 0; r < n / 4; ++r) {
    int rows = (int)ripple_parallel_idx(b, 1);
    a[39] += 1;
    ripple_parallel(b, 0);
    for (int c = 0; c < n % 7; ++c) {
      int columns = (int)ripple_parallel_idx(b, 0);
      last = rows * 10 + columns;
      a[r * 4 % 36 + c % 3] += 1;
      if (stop[rows] == 1 && columns == 1) return last;
      if (stop[rows] == 2) break;
      if (stop[rows] == 3 && columns == 1) goto out;
      a[r * 4 % 36 + c % 3] += 100;
    }
  }
  a[37] += 50;
out:
  a[38] += 50;
  return last;
}
// Elements that have left a loop inside do not keep others from leaving the annotated one.
NI int f_inside(int n, int *a, const int *stop) {
  block b = ripple_set_block_shape(RIPPLE_VECTOR_PE, B);
  ripple_parallel(b, 0);
  for (int i = 0; i < n; ++i) {
    int k = (int)ripple_parallel_idx(b, 0), steps = ripple_broadcast(b, 1, 0);
    while (a[i] > steps * 7) {
      if (steps * a[i] > 100) break;
      ++steps;
    }
    a[i] += steps;
    for (int t = 0; t < 3; ++t)
      if (stop[k] == t + 1) return t;
    a[i] += 1000;
  }
  return -1;
}
static int s_break(int n, int *a, const int *stop) {
  int found = -1;
  for (int c = 0; c * B < n; ++c) {
#define EACH for (int i = c * B; i < n && i < c * B + B; ++i)
    EACH a[i] += 1;
    if (stop[c] == 1) { found = c; break; }
    EACH a[i] += 10;
    if (stop[c] == 2) { found = 7; break; }
    EACH a[i] += 100;
  }
  return found;
}
static int s_return(int n, int *a, const int *stop) {
  for (int c = 0; c * B < n; ++c) {
    EACH a[i] += 1;
    if (stop[c] == 1) return c * 3;
    EACH a[i] += 10;
    if (stop[c] == 2) return 1000;
    EACH a[i] += 100;
  }
  a[0] += 1000;
  return -1;
}
static int s_goto(int n, int *a, const int *stop) {
  int round = 0;
again:
  for (int c = 0; c * B < n; ++c) {
    EACH a[i] += 1;
    if (stop[c] == 1 && round < 2) { ++round; goto again; }
    EACH a[i] += 10;
    if (stop[c] == 2) goto out;
    EACH a[i] += 100;
  }
  a[0] += 1000;
out:
  a[1] += 10000;
  return round;
}
static int s_acc(int n, const int *a, const int *stop) {
  int acc[B], sum = 0;
  for (int l = 0; l < B; ++l) acc[l] = 5;
  for (int c = 0; c * B < n; ++c) {
    if (stop[c] == 1) break;
    EACH acc[i % B] += a[i];
    if (stop[c] == 2) break;
    EACH acc[i % B] *= 3;
    if (stop[c] == 3) { EACH acc[i % B] += 1; break; }
    EACH acc[i % B] += 2;
  }
  for (int l = 0; l < B; ++l) sum += acc[l];
  return sum;
}
static int s_nest(int n, int *a, const int *stop) {
  int last = -5, m = n / 4, w = n % 7;
#define ROWS for (int r = y * 2; r < m && r < y * 2 + 2; ++r)
#define CELLS ROWS for (int c = x * 4; c < w && c < x * 4 + 4; ++c)
  for (int y = 0; y * 2 < m; ++y) {
    a[39] += 1;
    for (int x = 0; x * 4 < w; ++x) {
      last = y * 10 + x;
      int old[2][4];
      CELLS old[r % 2][c % 4] = a[r * 4 % 36 + c % 3];
      CELLS a[r * 4 % 36 + c % 3] = old[r % 2][c % 4] + 1;
      if (stop[y] == 1 && x == 1) return last;
      if (stop[y] == 2) break;
      if (stop[y] == 3 && x == 1) goto out;
      CELLS old[r % 2][c % 4] = a[r * 4 % 36 + c % 3];
      CELLS a[r * 4 % 36 + c % 3] = old[r % 2][c % 4] + 100;
    }
  }
  a[37] += 50;
out:
  a[38] += 50;
  return last;
}
static int s_inside(int n, int *a, const int *stop) {
  for (int c = 0; c * B < n; ++c) {
    EACH {
      int steps = 0;
      while (a[i] > steps * 7) {
        if (steps * a[i] > 100) break;
        ++steps;
      }
      a[i] += steps;
    }
    for (int t = 0; t < 3; ++t)
      if (stop[c] == t + 1) return t;
    EACH a[i] += 1000;
  }
  return -1;
}
int main(void) {
  int bad = 0;
  for (int n = 0; n < 35; ++n)
    for (int at = 0; at < 6; ++at)
      for (int kind = 1; kind < 4; ++kind) {
        int stop[8] = {0};
        stop[at] = kind;
#define TRY(f) { int x[40], y[40]; for (int i = 0; i < 40; ++i) x[i] = y[i] = i; \
        int p = f_##f(n, x, stop), q = s_##f(n, y, stop); int d = p != q; \
        for (int i = 0; i < 40; ++i) d |= x[i] != y[i]; \
        if (d && bad++ < 20) printf(#f " differs: n=%d at=%d kind=%d: %d %d\n", n, at, kind, p, q); }
        TRY(break) TRY(return) TRY(goto) TRY(acc) TRY(nest) TRY(inside)
      }
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
