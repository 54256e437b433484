// A call without arguments is carried out where its condition holds for any element.
#include <ripple.h>
#include <stdio.h>
static int calls; __attribute__((noinline)) static void bump(void) { calls++; }
__attribute__((noinline)) void f(const int *x) { ripple_block_t b = ripple_set_block_shape(0, 8); size_t v = ripple_id(b, 0); if (x[v] > 5) bump(); }
int main(void) { int x[8] = {0}; f(x); int bad = calls != 0; x[3] = 9; f(x); bad += calls != 1; puts(bad ? "FAIL" : "PASS"); return bad; }
