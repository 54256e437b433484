// Conditional loads of what is stored to before it is used, directly, after a conversion and after arithmetic.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

#define SIZE 8

#define KERNELS(name, T, R, INIT, USE) \
  __attribute__((noinline)) static void name##_blocks(R *out, const int *flags, T *data) { \
    ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, SIZE); \
    size_t i = ripple_id(B, 0); \
    R v = ripple_broadcast(B, 1, (R)INIT); \
    if (data[SIZE + i] != 1 && 1 < flags[i]) { \
      v = USE(v, data[i]); \
      data[i] = 1; \
    } \
    out[i] = v; \
  } \
  __attribute__((noinline)) static void name##_elements(R *out, const int *flags, T *data) { \
    for (size_t i = 0; i < SIZE; i++) { \
      R v = INIT; \
      if (data[SIZE + i] != 1 && 1 < flags[i]) { \
        v = USE(v, data[i]); \
        data[i] = 1; \
      } \
      out[i] = v; \
    } \
  } \
  static int name(void) { \
    R outs[2][SIZE]; \
    T datas[2][2 * SIZE]; \
    int flags[SIZE], wrong = 0; \
    for (int i = 0; i < SIZE; i++) { \
      flags[i] = i; \
      for (int k = 0; k < 2; k++) { \
        datas[k][i] = 3 + i; \
        datas[k][SIZE + i] = i % 3; \
      } \
    } \
    name##_blocks(outs[0], flags, datas[0]); \
    name##_elements(outs[1], flags, datas[1]); \
    for (int i = 0; i < SIZE; i++) \
      wrong += outs[0][i] != outs[1][i] || datas[0][i] != datas[1][i]; \
    if (wrong) \
      printf("%s: %d\n", #name, wrong); \
    return wrong; \
  }

#define LOADED(v, x) x
#define PRODUCT(v, x) v *x
#define SUM(v, x) v + x
#define DIFFERENCE(v, x) v - x

KERNELS(plain, int, int, 5, LOADED)
KERNELS(bytes, int8_t, int8_t, 5, LOADED)
KERNELS(floats, float, float, 5, LOADED)
KERNELS(doubles, double, double, 5, LOADED)
KERNELS(widened, int16_t, int, 5, LOADED)
KERNELS(unsigned_widened, uint8_t, uint64_t, 5, LOADED)
KERNELS(narrowed, int64_t, int16_t, 5, LOADED)
KERNELS(converted, int, float, 5, LOADED)
KERNELS(float_products, float, float, 5, PRODUCT)
KERNELS(products, int, int, 5, PRODUCT)
KERNELS(sums, int, int, 5, SUM)
KERNELS(float_sums, double, double, 5, SUM)
KERNELS(differences, uint32_t, uint32_t, 5, DIFFERENCE)

int main(void) {
  int wrong = plain() + bytes() + floats() + doubles() + widened() + unsigned_widened() + narrowed() + converted() +
              float_products() + products() + sums() + float_sums() + differences();
  printf("%d wrong\n", wrong);
  return 0;
}
