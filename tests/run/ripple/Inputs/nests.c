// Nests, stacked annotations, pointers, bounds and steps that are evaluated once, exits, beside sequential loops.
#include <ripple.h>
#include <stdio.h>
#include <string.h>
static int A[64][64], R[64][64], fails; static int idx[64][64];
static int bound_reads; static int *volatile_bound;
static void nest(int m, int n) {
  ripple_block_t B = ripple_set_block_shape(0, 8, 4);
  ripple_parallel(B, 1);
  for (int i = 0; i < m; i++)
    ripple_parallel(B, 0);
    for (int j = 0; j < n; j++) { A[i][j]++; idx[i][j] = (int)(ripple_parallel_idx(B, 1) * 100 + ripple_parallel_idx(B, 0)); }
}
static void stacked(int n) {
  ripple_block_t B = ripple_set_block_shape(0, 4, 2);
  ripple_parallel(B, 0)
  ripple_parallel(B, 1)
  for (int j = 0; j < n; j++) A[0][j]++;
}
static void swapped(int n) {
  ripple_block_t B = ripple_set_block_shape(0, 4, 2);
  ripple_parallel(B, 1, 0);
  for (int j = 0; j < n; j++) A[0][j] += (int)(ripple_id(B, 1) + 2 * ripple_id(B, 0)) + 1;
}
static int *ptr(int *p, int *e) { ripple_block_t B = ripple_set_block_shape(0, 8); int *q;
  ripple_parallel(B, 0); for (q = p; q != e; ++q) ++*q; return q; }
static int *ptrd(int *p, int *e) { ripple_block_t B = ripple_set_block_shape(0, 8); int *q;
  ripple_parallel(B, 0); for (q = e; q > p; q -= 2) ++*q; return q; }
struct big { char c[12]; };
static int ptrs(struct big *p, long n) { ripple_block_t B = ripple_set_block_shape(0, 8); int k = 0; struct big *q; struct big *e = p + n;
  ripple_parallel(B, 0); for (q = p; q < e; q++) q->c[0]++; (void)k; return (int)(q - p); }
static void rebound(int n) { /* the bound is evaluated once though the body changes it */
  ripple_block_t B = ripple_set_block_shape(0, 8); volatile_bound = &n;
  ripple_parallel(B, 0); for (int j = 0; j < *volatile_bound; j++) { A[0][j]++; n = 0; } }
static int chosen(int a, int b) { ripple_block_t B = ripple_set_block_shape(0, 8); int j;
  ripple_parallel(B, 0); for (j = 0; j < (a < b ? a : b); j++) { if (j % 3 == 1) continue; A[0][j]++; } return j; }
static int stepped(int n, int *s) { ripple_block_t B = ripple_set_block_shape(0, 8); int j;
  ripple_parallel(B, 0); for (j = 0; j < n; j += *s) { A[0][j]++; } return j; }
static int brk(int n, const int *stop) { ripple_block_t B = ripple_set_block_shape(0, 8); int c = 0;
  ripple_parallel_full(B, 0); for (int j = 0; j < n; j++) { A[0][j]++; c++; if (*stop == c) break; } return c; }
static int ret(int n, const int *stop) { ripple_block_t B = ripple_set_block_shape(0, 8); int c = 0;
  ripple_parallel_peel(B, 0); for (int j = 0; j < n; j++) { c++; if (*stop == c) return 100 + c; A[0][j]++; } return c; }
static int acc(int n) { ripple_block_t B = ripple_set_block_shape(0, 8); int s = 0;
  ripple_parallel(B, 0); for (int j = 0; j < n; j++) s += j; return ripple_reduceadd(1, s); }
static void inner_plain(int n) { ripple_block_t B = ripple_set_block_shape(0, 8);
  for (int k = 0; k < 3; k++) { ripple_parallel(B, 0); for (int j = k; j < n; j++) for (int l = 0; l < j % 3; l++) A[k][j]++; } }
#define LANES(x, y, c) do { c; } while (0)
#define EQ(w) do { if (memcmp(A, R, sizeof A)) { fails++; printf("line %d: %s differs\n", __LINE__, w); } memset(A, 0, sizeof A); memset(R, 0, sizeof R); } while (0)
#define IS(a, b) do { int x_ = (a), y_ = (b); if (x_ != y_) { fails++; printf("line %d: %s = %d want %d\n", __LINE__, #a, x_, y_); } } while (0)
int main(void) {
  for (int m = 0; m < 18; m++) for (int n = 0; n < 34; n += 3) {
    LANES(8, 4, nest(m, n));
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) { R[i][j]++; IS(idx[i][j], i / 4 * 100 + j / 8); }
    EQ("nest");
  }
  for (int n = 0; n < 34; n++) {
    LANES(4, 2, stacked(n)); for (int j = 0; j < n; j++) R[0][j]++; EQ("stacked");
    LANES(4, 2, swapped(n)); for (int j = 0; j < n; j++) R[0][j] += j % 8 + 1; EQ("swapped");
    LANES(8, 1, IS((int)(ptr(&A[0][0], &A[0][n]) - &A[0][0]), n)); for (int j = 0; j < n; j++) R[0][j]++; EQ("ptr");
    LANES(8, 1, ptrd(&A[0][0], &A[0][n])); for (int j = n; j > 0; j -= 2) R[0][j]++; EQ("ptrd");
    LANES(8, 1, IS(ptrs((struct big *)A, n), n)); for (int j = 0; j < n; j++) ((struct big *)R)[j].c[0]+=1; EQ("ptrs");
    LANES(8, 1, rebound(n)); for (int j = 0; j < n; j++) R[0][j]++; EQ("rebound");
    LANES(8, 1, IS(chosen(n, 20), n < 20 ? n : 20)); for (int j = 0; j < (n < 20 ? n : 20); j++) if (j % 3 != 1) R[0][j]++; EQ("chosen");
    int s = 3; LANES(8, 1, IS(stepped(n, &s), (n + 2) / 3 * 3)); for (int j = 0; j < n; j += 3) R[0][j]++; EQ("stepped");
    int t = 2; LANES(8, 1, IS(brk(n, &t), n < 16 ? n / 8 : 2)); for (int j = 0; j < (n < 16 ? n / 8 * 8 : 16); j++) R[0][j]++; EQ("brk");
    
    IS(acc(n), n * (n - 1) / 2);
    LANES(8, 1, inner_plain(n)); for (int k = 0; k < 3; k++) for (int j = k; j < n; j++) R[k][j] += j % 3; EQ("inner_plain");
  }
  puts(fails ? "FAIL" : "PASS"); return fails != 0;
}
