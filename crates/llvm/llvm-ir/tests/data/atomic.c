// Atomics, builtins of integers, overflow, bit fields, complex numbers, long doubles, vectors.
#include <stdatomic.h>
#include <complex.h>
#include <stdint.h>
typedef float v4 __attribute__((vector_size(16)));
typedef int i8x __attribute__((vector_size(32)));
struct bits { unsigned a : 3; signed b : 7; uint64_t c : 40; } __attribute__((packed));
_Atomic int flag;
int exchange(_Atomic int *p, int expected, int value) {
  atomic_compare_exchange_weak_explicit(p, &expected, value, memory_order_acq_rel, memory_order_relaxed);
  atomic_fetch_add(p, 3); atomic_thread_fence(memory_order_seq_cst);
  return atomic_load_explicit(p, memory_order_acquire) + expected + atomic_exchange(&flag, 9);
}
int overflow(int a, int b) { int c; return __builtin_mul_overflow(a, b, &c) ? -1 : c; }
int count(uint64_t x) { return __builtin_popcountll(x) + __builtin_clzll(x | 1) + __builtin_ctz((unsigned)x | 1); }
void set(struct bits *b, int v) { b->a = v; b->b = -v; b->c = (uint64_t)v << 20; }
double _Complex product(double _Complex a, double _Complex b) { return a * b + 2.0 * I; }
long double extended(long double x) { return x * 1.1L + 3.0e4000L; }
v4 mix(v4 a, v4 b, float s) { v4 c = __builtin_shufflevector(a, b, 0, 5, 2, 7); c[1] = s; return c * a + (v4){1, 2, 3, 4}; }
i8x select_lanes(i8x a, i8x b) { return (a > b) & (b - (i8x){5, 5, 5, 5, 5, 5, 5, 5}); }
__int128 wide(__int128 a, int64_t b) { return a * b + ((__int128)1 << 100); }
_Float16 half(_Float16 a) { return a * (_Float16)1.5 + (_Float16)0.1; }
__bf16 brain(__bf16 a) { return a; }
const _Float16 halves[3] = {1, 2, (_Float16)0.33};
const __int128 big = ((__int128)0x123456789abcdef << 64) | 0xfedcba9876543210u;
void hint(int *p, int n) {
  if (__builtin_expect(n > 100, 0)) __builtin_trap();
  __builtin_prefetch(p, 1, 3);
  __builtin_assume(n > 0);
#pragma clang loop vectorize(enable) unroll_count(4)
  for (int i = 0; i < n; i++) p[i] = p[i] * 3 + i;
}
