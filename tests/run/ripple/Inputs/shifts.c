// Values shifted by elements, with equal ones, or others, in their places.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline)) static

static size_t up1(size_t k, size_t n) { return k < 1 ? n + 1 - 1 : k - 1; }
static size_t down1(size_t k, size_t n) { return k + 1 < n ? k + 1 : n; }
static size_t up2(size_t k, size_t n) { return k < 2 ? n + 2 - 1 : k - 2; }
static size_t down2(size_t k, size_t n) { return k + 2 < n ? k + 2 : n; }
static size_t up3(size_t k, size_t n) { return k < 3 ? n + 3 - 1 : k - 3; }
static size_t down3(size_t k, size_t n) { return k + 3 < n ? k + 3 : n; }
static size_t up7(size_t k, size_t n) { return k < 7 ? n + 7 - 1 : k - 7; }
static size_t down7(size_t k, size_t n) { return k + 7 < n ? k + 7 : n; }

#define SHIFT(T, N, F)                                                                                                 \
  NOINLINE void T##N##F(const T *x, T fill, T *y) {                                                                    \
    ripple_block_t b = ripple_set_block_shape(RIPPLE_VECTOR_PE, N);                                                    \
    size_t v = ripple_id(b, 0);                                                                                        \
    y[v] = ripple_shuffle_pair(x[v], ripple_broadcast(b, 1, (T)0), F);                                                 \
    y[v + N] = ripple_shuffle_pair(x[v], ripple_broadcast(b, 1, fill), F);                                             \
    y[v + 2 * N] = ripple_shuffle_pair(x[v], (T)(v + 5), F);                                                           \
  }                                                                                                                    \
  static int T##N##F##_differs(void) {                                                                                 \
    T x[N], y[3 * N];                                                                                                  \
    int bad = 0;                                                                                                       \
    for (int i = 0; i < N; ++i)                                                                                        \
      x[i] = (T)(i * 3 + 1);                                                                                           \
    T##N##F(x, (T)77, y);                                                                                              \
    for (size_t i = 0; i < N; ++i) {                                                                                   \
      size_t from = F(i, N);                                                                                           \
      bad |= y[i] != (from < N ? x[from] : (T)0);                                                                      \
      bad |= y[i + N] != (from < N ? x[from] : (T)77);                                                                 \
      bad |= y[i + 2 * N] != (from < N ? x[from] : (T)(from - N + 5));                                                 \
    }                                                                                                                  \
    return bad;                                                                                                        \
  }
#define TYPES(N, F)                                                                                                    \
  SHIFT(float, N, F)                                                                                                   \
  SHIFT(double, N, F)                                                                                                  \
  SHIFT(int32_t, N, F)                                                                                                 \
  SHIFT(uint64_t, N, F)                                                                                                \
  SHIFT(int8_t, N, F)

TYPES(4, up1)
TYPES(4, down1)
TYPES(4, up2)
TYPES(4, down2)
TYPES(4, up3)
TYPES(4, down3)
TYPES(8, up1)
TYPES(8, down1)
TYPES(8, up2)
TYPES(8, down2)
TYPES(8, up3)
TYPES(8, down3)
TYPES(8, up7)
TYPES(8, down7)
TYPES(16, up1)
TYPES(16, down1)
TYPES(16, up2)
TYPES(16, down2)
TYPES(16, up3)
TYPES(16, down3)
TYPES(16, up7)
TYPES(16, down7)
TYPES(24, up1)
TYPES(24, down1)
TYPES(24, up2)
TYPES(24, down2)
TYPES(24, up3)
TYPES(24, down3)
TYPES(24, up7)
TYPES(24, down7)

#define TRY(NAME) if (NAME##_differs() && ++bad) puts(#NAME " differs");

int main(void) {
  int bad = 0;
  TRY(float4up1)
  TRY(double4up1)
  TRY(int32_t4up1)
  TRY(uint64_t4up1)
  TRY(int8_t4up1)
  TRY(float4down1)
  TRY(double4down1)
  TRY(int32_t4down1)
  TRY(uint64_t4down1)
  TRY(int8_t4down1)
  TRY(float4up2)
  TRY(double4up2)
  TRY(int32_t4up2)
  TRY(uint64_t4up2)
  TRY(int8_t4up2)
  TRY(float4down2)
  TRY(double4down2)
  TRY(int32_t4down2)
  TRY(uint64_t4down2)
  TRY(int8_t4down2)
  TRY(float4up3)
  TRY(double4up3)
  TRY(int32_t4up3)
  TRY(uint64_t4up3)
  TRY(int8_t4up3)
  TRY(float4down3)
  TRY(double4down3)
  TRY(int32_t4down3)
  TRY(uint64_t4down3)
  TRY(int8_t4down3)
  TRY(float8up1)
  TRY(double8up1)
  TRY(int32_t8up1)
  TRY(uint64_t8up1)
  TRY(int8_t8up1)
  TRY(float8down1)
  TRY(double8down1)
  TRY(int32_t8down1)
  TRY(uint64_t8down1)
  TRY(int8_t8down1)
  TRY(float8up2)
  TRY(double8up2)
  TRY(int32_t8up2)
  TRY(uint64_t8up2)
  TRY(int8_t8up2)
  TRY(float8down2)
  TRY(double8down2)
  TRY(int32_t8down2)
  TRY(uint64_t8down2)
  TRY(int8_t8down2)
  TRY(float8up3)
  TRY(double8up3)
  TRY(int32_t8up3)
  TRY(uint64_t8up3)
  TRY(int8_t8up3)
  TRY(float8down3)
  TRY(double8down3)
  TRY(int32_t8down3)
  TRY(uint64_t8down3)
  TRY(int8_t8down3)
  TRY(float8up7)
  TRY(double8up7)
  TRY(int32_t8up7)
  TRY(uint64_t8up7)
  TRY(int8_t8up7)
  TRY(float8down7)
  TRY(double8down7)
  TRY(int32_t8down7)
  TRY(uint64_t8down7)
  TRY(int8_t8down7)
  TRY(float16up1)
  TRY(double16up1)
  TRY(int32_t16up1)
  TRY(uint64_t16up1)
  TRY(int8_t16up1)
  TRY(float16down1)
  TRY(double16down1)
  TRY(int32_t16down1)
  TRY(uint64_t16down1)
  TRY(int8_t16down1)
  TRY(float16up2)
  TRY(double16up2)
  TRY(int32_t16up2)
  TRY(uint64_t16up2)
  TRY(int8_t16up2)
  TRY(float16down2)
  TRY(double16down2)
  TRY(int32_t16down2)
  TRY(uint64_t16down2)
  TRY(int8_t16down2)
  TRY(float16up3)
  TRY(double16up3)
  TRY(int32_t16up3)
  TRY(uint64_t16up3)
  TRY(int8_t16up3)
  TRY(float16down3)
  TRY(double16down3)
  TRY(int32_t16down3)
  TRY(uint64_t16down3)
  TRY(int8_t16down3)
  TRY(float16up7)
  TRY(double16up7)
  TRY(int32_t16up7)
  TRY(uint64_t16up7)
  TRY(int8_t16up7)
  TRY(float16down7)
  TRY(double16down7)
  TRY(int32_t16down7)
  TRY(uint64_t16down7)
  TRY(int8_t16down7)
  TRY(float24up1)
  TRY(double24up1)
  TRY(int32_t24up1)
  TRY(uint64_t24up1)
  TRY(int8_t24up1)
  TRY(float24down1)
  TRY(double24down1)
  TRY(int32_t24down1)
  TRY(uint64_t24down1)
  TRY(int8_t24down1)
  TRY(float24up2)
  TRY(double24up2)
  TRY(int32_t24up2)
  TRY(uint64_t24up2)
  TRY(int8_t24up2)
  TRY(float24down2)
  TRY(double24down2)
  TRY(int32_t24down2)
  TRY(uint64_t24down2)
  TRY(int8_t24down2)
  TRY(float24up3)
  TRY(double24up3)
  TRY(int32_t24up3)
  TRY(uint64_t24up3)
  TRY(int8_t24up3)
  TRY(float24down3)
  TRY(double24down3)
  TRY(int32_t24down3)
  TRY(uint64_t24down3)
  TRY(int8_t24down3)
  TRY(float24up7)
  TRY(double24up7)
  TRY(int32_t24up7)
  TRY(uint64_t24up7)
  TRY(int8_t24up7)
  TRY(float24down7)
  TRY(double24down7)
  TRY(int32_t24down7)
  TRY(uint64_t24down7)
  TRY(int8_t24down7)
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
