// Loops, switches, indirect branches, variable arguments, inline assembly.
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
struct pair { int first; double second; };
union word { uint32_t whole; uint8_t parts[4]; };
static const char *names[] = {"zero", "one\n", "tw\"o", 0};
static int table[5] = {1, 2, 3, 4, 5};
static struct pair pairs[2] = {{1, 2.5}, {3, 0.1}};
const float floats[4] = {1.0f, 0.1f, -0.0f, 3.0e38f};
_Thread_local int counter = 7;
extern int outside(int, ...) __attribute__((weak));
int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  while (count-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}
int choose(int value) {
  switch (value) {
  case 0: return table[1];
  case 1: case 2: return outside(value, 2.0, names[1]);
  case 10 ... 14: return value << 2;
  default: return counter++;
  }
}
int jump(int at) {
  static void *labels[] = {&&first, &&second, &&third};
  goto *labels[at];
first: return 1;
second: at += 2;
third: return at * at;
}
uint64_t ticks(void) {
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)::"memory");
  return ((uint64_t)high << 32) | low;
}
void copy(struct pair *restrict to, const struct pair *restrict from, unsigned n) {
  for (unsigned i = 0; i < n; i++) { to[i] = from[i]; to[i].second += pairs[i & 1].second; }
}
double polynomial(double x) { return ((x * 1.5 + 2.25) * x - 0.3) / (x + 1e300); }
int compare(float a, float b) { return (a < b) + (a == b) * 2 + (a != a); }
uint8_t bytes(union word w, int i) { return w.parts[i] ^ (uint8_t)(w.whole >> 3); }
__attribute__((noinline, cold)) void clear(void *p, unsigned long n) { memset(p, 0, n); }
struct pair make(int a) { struct pair p = {a, a}; clear(&p, sizeof p); return p; }
