// Accesses under masks next to memory that must not be touched.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096
#define LENGTH 300

#define KERNEL(T, N)                                                                              \
  static void __attribute__((noinline)) some_##T##_##N(T *restrict o, const T *restrict x,        \
                                                       const uint8_t *restrict k, int n) {        \
    ripple_block_t b = ripple_set_block_shape(0, N);                                              \
    ripple_parallel(b, 0);                                                                        \
    for (int i = 0; i < n; i++) {                                                                 \
      if (k[i] == 1)                                                                              \
        o[i] = x[i] + 1;                                                                          \
      else if (k[i] == 2)                                                                         \
        o[i] += x[i];                                                                             \
    }                                                                                             \
  }

// Of what is accessed, `lead` elements before the guard or after it are; the masks choose no others.
#define TEST(T, N)                                                                                \
  KERNEL(T, N)                                                                                    \
  static int test_##T##_##N(char *page, const uint8_t *random) {                                  \
    int wrong = 0;                                                                                \
    for (int lead = 0; lead <= N + 3; lead++)                                                     \
      for (int is_first = 0; is_first < 2; is_first++) {                                          \
        T *x = is_first ? (T *)page - (LENGTH - lead) : (T *)(page + PAGE) - lead;                \
        T *o = is_first ? (T *)(page + 2 * PAGE) - (LENGTH - lead) : (T *)(page + 3 * PAGE) - lead; \
        uint8_t k[LENGTH];                                                                        \
        T expected[LENGTH];                                                                       \
        int begin = is_first ? LENGTH - lead : 0, end = is_first ? LENGTH : lead;                 \
        memset(k, 0, sizeof k);                                                                   \
        for (int i = begin; i < end; i++) {                                                       \
          k[i] = random[(lead * 7 + i) % 997] % (lead % 4 ? 4 : 2) + (lead % 8 == 4);             \
          x[i] = (T)(random[i] + lead);                                                           \
          o[i] = (T)random[i + 13];                                                               \
          expected[i] = k[i] == 1 ? (T)(x[i] + 1) : k[i] == 2 ? (T)(o[i] + x[i]) : o[i];          \
        }                                                                                         \
        some_##T##_##N(o, x, k, LENGTH);                                                          \
        for (int i = begin; i < end; i++)                                                         \
          wrong += o[i] != expected[i];                                                           \
      }                                                                                           \
    memset(page + PAGE - 512, 0, 512);                                                            \
    uint8_t none[LENGTH] = {0};                                                                   \
    some_##T##_##N((T *)(page + PAGE), 0, none, LENGTH);                                          \
    return wrong;                                                                                 \
  }

TEST(int8_t, 16)
TEST(int8_t, 32)
TEST(int8_t, 64)
TEST(uint8_t, 100)
TEST(int16_t, 8)
TEST(int16_t, 32)
TEST(uint16_t, 24)
TEST(int32_t, 16)
TEST(float, 32)
TEST(double, 16)
TEST(int64_t, 12)

int main(void) {
  // Pages 0 and 2 are there; 1 and 3, and what is before 0, are not.
  char *all = mmap(0, 5 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED)
    return 1;
  char *page = all + PAGE;
  if (mprotect(page, PAGE, PROT_READ | PROT_WRITE) || mprotect(page + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE))
    return 1;
  uint8_t random[1000];
  uint32_t state = 12345;
  for (int i = 0; i < 1000; i++) {
    state = state * 1664525 + 1013904223;
    random[i] = state >> 24;
  }
  int wrong = 0;
  wrong += test_int8_t_16(page, random) + test_int8_t_32(page, random) + test_int8_t_64(page, random);
  wrong += test_uint8_t_100(page, random) + test_int16_t_8(page, random) + test_int16_t_32(page, random);
  wrong += test_uint16_t_24(page, random) + test_int32_t_16(page, random) + test_float_32(page, random);
  wrong += test_double_16(page, random) + test_int64_t_12(page, random);
  printf("%d wrong\n", wrong);
}
