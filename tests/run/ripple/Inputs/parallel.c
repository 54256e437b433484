// Calls functions written in MLIR and compares them with loops over single elements.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void saxpy(int64_t n, float a, const float *x, float *y);
int sum(int m, int n, const int *x);
void steps(int lb, int ub, int16_t *out);
void peeled(int64_t n, int64_t *x);
void full(int64_t n, int64_t *x);

#define N 200

static int bad;

static void check(int is_right, const char *name, int n) {
  if (!is_right && bad++ < 20)
    printf("%s differs for %d\n", name, n);
}

int main(void) {
  float x[N], y[N], want[N];
  for (int n = 0; n < 40; ++n) {
    for (int i = 0; i < N; ++i)
      x[i] = (float)i, want[i] = y[i] = (float)(3 * i);
    for (int i = 0; i < n; ++i)
      want[i] = 2 * x[i] + want[i];
    saxpy(n, 2, x, y);
    check(memcmp(y, want, sizeof y) == 0, "saxpy", n);
  }

  int numbers[N];
  for (int i = 0; i < N; ++i)
    numbers[i] = i * 7 - 300;
  for (int m = -1; m < 10; ++m)
    for (int n = 0; n < 20; ++n) {
      int all = 0;
      for (int i = 0; i < m * n; ++i)
        all += numbers[i];
      check(sum(m, n, numbers) == all, "sum", 100 * m + n);
    }

  for (int ub = -30; ub < 60; ++ub) {
    int16_t out[N], expected[N];
    for (int i = 0; i < N; ++i)
      out[i] = expected[i] = (int16_t)(-i);
    for (int i = -20; i < ub; i += 3)
      expected[i + 20] = (int16_t)((i + 20) / 3 / 4);
    steps(-20, ub, out);
    check(memcmp(out, expected, sizeof out) == 0, "steps", ub);
  }

  for (int n = 0; n < 50; ++n) {
    int64_t a[64], b[64];
    memset(a, -1, sizeof a), memset(b, -1, sizeof b);
    peeled(n, a);
    full(n, b);
    for (int i = 0; i < 64; ++i) {
      check(a[i] == (i < n ? i : -1), "peeled", n);
      check(b[i] == (i < n / 4 * 4 ? i : -1), "full", n);
    }
  }
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
