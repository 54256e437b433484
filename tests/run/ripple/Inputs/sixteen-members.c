// Structures of sixteen members that are written while a table and others are read, all of which may overlap: in the order of the
// program, member by member.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct args {
  uint32_t *out;
  const uint32_t *table, *text;
  long n;
};

__attribute__((noinline)) static void blocks(const struct args *a) {
  uint32_t *y = a->out;
  const uint32_t *table = a->table, *text = a->text;
  long n = a->n;
  ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel(b, 0);
  for (long i = 0; i < n; ++i)
    for (int w = 0; w < 16; ++w)
      y[16 * i + w] = text[16 * i + w] ^ (table[w] + (uint32_t)i);
}

static void elements(const struct args *a) {
  for (long from = 0; from < a->n; from += 16)
    for (int w = 0; w < 16; ++w) {
      uint32_t value[16], entry = a->table[w];
      for (int lane = 0; lane < 16 && from + lane < a->n; ++lane)
        value[lane] = a->text[16 * (from + lane) + w] ^ (entry + (uint32_t)(from + lane));
      for (int lane = 0; lane < 16 && from + lane < a->n; ++lane)
        a->out[16 * (from + lane) + w] = value[lane];
    }
}

int main(void) {
  enum { LENGTH = 2400 };
  static uint32_t p[LENGTH], q[LENGTH];
  int wrong = 0;
  for (long n = 13; n < 40; n += 13)
    for (int out = 600; out < 700; out += 19)
      for (int table = 580; table < 1400; table += 23)
        for (int text = 590; text < 730; text += 29) {
          for (int i = 0; i < LENGTH; ++i)
            p[i] = q[i] = (uint32_t)i * 2654435761u;
          blocks(&(struct args){p + out, p + table, p + text, n});
          elements(&(struct args){q + out, q + table, q + text, n});
          wrong += memcmp(p, q, sizeof p) != 0;
        }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
