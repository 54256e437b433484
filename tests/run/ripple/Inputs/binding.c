// Annotations in places where a scan of the text could go wrong.
#include <ripple.h>
#include <stdio.h>
#define DIMENSION OTHER
#define OTHER 0
#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define ANNOTATED(B, i, n) ripple_parallel(B, 0) EACH(i, n)
static const char *text = "ripple_parallel(B, 0); \"#pragma ripple parallel\n for (;;)";
static const char quote = '"', *after = "\"";
static int x[100];
static int sum(void) { int s = 0; for (int i = 0; i < 100; ++i) s = s * 3 % 1009 + x[i]; return s; }
static void run(int n, int c) {
  ripple_block_t B = ripple_set_block_shape(0, 8), parallel = B;
  if (c)
    ripple_parallel(B, 0);
    for (int i = 0; i < n; ++i)
      x[i] += 1;
  else
    for (int i = 0; i < n; ++i)
      ripple_parallel(B, 0)
      for (int k = 0; k < 2; ++k)
        x[2 * i + k] += 2;
  ripple_parallel(B, 0);; /* a comment */ // another
  ;
  // for (;;)
  for (int i = 0; i < n; ++i) x[i] *= 3;
  ANNOTATED(B, i, n) x[i] += 4;
#pragma ripple parallel Block(B) \
    Dims(DIMENSION) NoRemainder
  for (int i = 0; i < 16; ++i) x[i] ^= 5;
#pragma   ripple   parallel Dims( 0 )Block( parallel )
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i) x[i] += 6;
  do
    ripple_parallel_peel(B, 0);
    for (int i = 0; i < n; ++i) { x[i] -= 7; }
  while (0);
  switch (c) {
  case 0:
    ripple_parallel(B, 0);
    for (int i = 0; i < n; ++i) x[i] += 8;
    break;
  default:
    ripple_parallel_full(B, 0) for (int i = 0; i < 8; ++i) x[i] += 9;
  }
label:
  ripple_parallel(B, 0);
  for (int i = 0; i < n; ++i) x[i] += quote == text[0];
  (void)after;
  if (c < 0) goto label;
}
static void reference(int n, int c) {
  if (c) for (int i = 0; i < n; ++i) x[i] += 1;
  else for (int i = 0; i < n; ++i) for (int k = 0; k < 2; ++k) x[2 * i + k] += 2;
  for (int i = 0; i < n; ++i) x[i] *= 3;
  for (int i = 0; i < n; ++i) x[i] += 4;
  for (int i = 0; i < 16; ++i) x[i] ^= 5;
  for (int i = 0; i < n; ++i) x[i] += 6;
  for (int i = 0; i < n; ++i) { x[i] -= 7; }
  if (c == 0) for (int i = 0; i < n; ++i) x[i] += 8;
  else for (int i = 0; i < 8; ++i) x[i] += 9;
}
int main(void) {
  for (int n = 0; n < 40; ++n)
    for (int c = 0; c < 2; ++c) {
      for (int i = 0; i < 100; ++i) x[i] = i;
      run(n, c);
      int got = sum();
      for (int i = 0; i < 100; ++i) x[i] = i;
      reference(n, c);
      if (got != sum()) { printf("n = %d, c = %d differs\n", n, c); return 1; }
    }
  puts("PASS");
  return 0;
}
