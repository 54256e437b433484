// Elements that are read, written and read again: under conditions, by several names, and in loops.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SIZE 8
#define COUNT 45

static int32_t table[2 * COUNT];

// Each body is executed by blocks and by elements.
#define KERNEL(name, ...) \
  __attribute__((noinline)) static void name##_blocks(int32_t *__restrict out, int32_t *__restrict data, \
                                                      const int32_t *__restrict flags, int32_t *__restrict seen) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, SIZE); \
    ripple_parallel(B, 0); \
    for (int i = 0; i < COUNT; ++i) { \
      __VA_ARGS__ \
    } \
  } \
  __attribute__((noinline)) static void name##_elements(int32_t *out, int32_t *data, const int32_t *flags, \
                                                        int32_t *seen) { \
    for (int i = 0; i < COUNT; ++i) { \
      __VA_ARGS__ \
    } \
  } \
  static int name(void) { \
    static int32_t outs[2][COUNT], datas[2][2 * COUNT], seens[2][COUNT + 1], tables[2][2 * COUNT]; \
    int32_t flags[COUNT]; \
    for (int k = 0; k < 2; ++k) { \
      for (int i = 0; i < 2 * COUNT; ++i) { \
        datas[k][i] = i * 7 % 19; \
        table[i] = i * 5 % 23; \
      } \
      for (int i = 0; i < COUNT; ++i) \
        flags[i] = i * 11 % 6; \
      (k ? name##_elements : name##_blocks)(outs[k], datas[k], flags, seens[k]); \
      memcpy(tables[k], table, sizeof(table)); \
    } \
    int wrong = memcmp(outs[0], outs[1], sizeof(outs[0])) || memcmp(datas[0], datas[1], sizeof(datas[0])) || \
                memcmp(seens[0], seens[1], sizeof(seens[0])) || memcmp(tables[0], tables[1], sizeof(tables[0])); \
    if (wrong) \
      printf("%s\n", #name); \
    return wrong; \
  }

// What the outer branch reads first is not what it reads after the inner one, which writes and reads again.
KERNEL(in_branches, if (flags[i] != 5) {
  int32_t *p = &data[i];
  int32_t before = *p;
  if (flags[i] > 2) {
    *p = before * 3 + 1;
    seen[i] = *p + 1;
    seen[COUNT] = 1;
  }
  out[i] = *p * 10 + before;
})
KERNEL(in_one_branch, int32_t before = data[i]; if (flags[i] > 2) {
  data[i] = before + 4;
  seen[i] = data[i];
  seen[COUNT] = 1;
} out[i] = data[i] - before;)
KERNEL(in_both, int32_t before = data[2 * i]; if (flags[i] > 2) {
  data[2 * i] = before + 4;
  seen[COUNT] = 1;
} else {
  seen[i] = data[2 * i];
} out[i] = data[2 * i] - before;)
// Objects other than those that are written stay known, by whatever index.
KERNEL(other_objects, int32_t before = data[i + 3]; seen[i] = before; out[i] = flags[i] + before; seen[i] = out[i] + data[i + 3];
       if (flags[i] & 1) out[i] = data[i + 3] * flags[i];)
KERNEL(other_elements, int32_t before = data[2 * i + 1]; data[2 * i] = before; out[i] = data[2 * i + 1] + data[2 * i];)
// A global variable has an address of its own at each place that names it.
KERNEL(global_names, int32_t *p = &table[i]; int32_t before = *p; *(table + i) = before + flags[i]; out[i] = *p - 2 * before;)
KERNEL(global_in_branch, int32_t *p = table + 2; int32_t before = p[i]; if (flags[i] < 4) {
  table[i + 2] = before + flags[i];
  seen[COUNT] = 1;
} out[i] = p[i] - 2 * before;)
KERNEL(in_loops, for (int k = 0; k < 3; ++k) {
  int32_t before = data[i];
  if (before & 1) {
    data[i] = before + flags[i];
    seen[i] += data[i];
    seen[COUNT] = 1;
  }
  out[i] += data[i] + before;
})

int main(void) {
  printf("%d wrong\n", in_branches() + in_one_branch() + in_both() + other_objects() + other_elements() + global_names() +
                           global_in_branch() + in_loops());
  return 0;
}
