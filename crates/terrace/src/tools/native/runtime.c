/* What lowered programs call: copies of memrefs, printing, clocks. The names are those that the lowerings give. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A memref of any rank: sizes and strides follow the offset. */
struct descriptor {
  char *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizes_and_strides[];
};

struct unranked {
  int64_t rank;
  struct descriptor *descriptor;
};

static void copy(int64_t element, int64_t rank, const char *from, const int64_t *sizes, const int64_t *from_strides,
                 char *to, const int64_t *to_strides) {
  if (rank == 0) {
    memcpy(to, from, element);
    return;
  }
  for (int64_t i = 0; i < sizes[0]; i++)
    copy(element, rank - 1, from + i * from_strides[0] * element, sizes + 1, from_strides + 1,
         to + i * to_strides[0] * element, to_strides + 1);
}

void memrefCopy(int64_t element, struct unranked *from, struct unranked *to) {
  int64_t rank = from->rank;
  const int64_t *sizes = from->descriptor->sizes_and_strides;
  for (int64_t d = 0; d < rank; d++)
    if (sizes[d] == 0)
      return;
  copy(element, rank, from->descriptor->aligned + from->descriptor->offset * element, sizes, sizes + rank,
       to->descriptor->aligned + to->descriptor->offset * element, to->descriptor->sizes_and_strides + rank);
}

void printI64(int64_t value) { printf("%" PRId64, value); }
void printU64(uint64_t value) { printf("%" PRIu64, value); }
void printF32(float value) { printf("%g", value); }
void printF64(double value) { printf("%lg", value); }
void printString(const char *text) { fputs(text, stdout); }
void printOpen(void) { fputs("( ", stdout); }
void printClose(void) { fputs(" )", stdout); }
void printComma(void) { fputs(", ", stdout); }
void printNewline(void) { fputc('\n', stdout); }
void printFlops(double flops) { fprintf(stderr, "%lf GFLOPS\n", flops / 1.0e9); }

static float from_half(uint16_t bits) {
  uint32_t sign = (uint32_t)(bits >> 15) << 31, exponent = bits >> 10 & 31, fraction = bits & 1023, all;
  if (exponent == 31)
    all = sign | 0x7f800000 | fraction << 13;
  else if (exponent != 0)
    all = sign | (exponent + 112) << 23 | fraction << 13;
  else {
    float value = (float)fraction / 16777216.0f;
    return sign ? -value : value;
  }
  float value;
  memcpy(&value, &all, sizeof value);
  return value;
}

void printF16(uint16_t bits) { printf("%g", from_half(bits)); }

void printBF16(uint16_t bits) {
  uint32_t all = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &all, sizeof value);
  printf("%g", value);
}

double rtclock(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int64_t nanoTime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#define PRINT_MEMREF(NAME, TYPE, FORMAT, CAST)                                                                        \
  static void elements##NAME(const TYPE *base, int64_t rank, int64_t dim, const int64_t *sizes,                      \
                             const int64_t *strides) {                                                               \
    if (dim == rank) {                                                                                               \
      printf(FORMAT, (CAST)*base);                                                                                   \
      return;                                                                                                        \
    }                                                                                                                \
    putchar('[');                                                                                                    \
    for (int64_t i = 0; i < sizes[dim]; i++) {                                                                       \
      if (i > 0) {                                                                                                   \
        fputs(", ", stdout);                                                                                         \
        if (dim + 1 < rank)                                                                                          \
          printf("\n%*s", (int)dim + 1, "");                                                                         \
      }                                                                                                              \
      elements##NAME(base + i * strides[dim], rank, dim + 1, sizes, strides);                                        \
    }                                                                                                                \
    putchar(']');                                                                                                    \
  }                                                                                                                  \
  void _mlir_ciface_printMemref##NAME(struct unranked *memref) {                                                     \
    struct descriptor *d = memref->descriptor;                                                                       \
    int64_t rank = memref->rank;                                                                                     \
    const int64_t *sizes = d->sizes_and_strides, *strides = sizes + rank;                                            \
    printf("Unranked Memref base@ = %p rank = %" PRId64 " offset = %" PRId64 " sizes = [", (void *)d->aligned, rank, \
           d->offset);                                                                                               \
    for (int64_t i = 0; i < rank; i++)                                                                               \
      printf("%s%" PRId64, i ? ", " : "", sizes[i]);                                                                 \
    fputs("] strides = [", stdout);                                                                                  \
    for (int64_t i = 0; i < rank; i++)                                                                               \
      printf("%s%" PRId64, i ? ", " : "", strides[i]);                                                               \
    fputs("] data = \n", stdout);                                                                                    \
    elements##NAME((const TYPE *)d->aligned + d->offset, rank, 0, sizes, strides);                                   \
    putchar('\n');                                                                                                   \
  }                                                                                                                  \
  void printMemref##NAME(int64_t rank, struct descriptor *descriptor) {                                              \
    struct unranked memref = {rank, descriptor};                                                                     \
    _mlir_ciface_printMemref##NAME(&memref);                                                                         \
  }

PRINT_MEMREF(F32, float, "%g", double)
PRINT_MEMREF(F64, double, "%g", double)
PRINT_MEMREF(I8, int8_t, "%d", int)
PRINT_MEMREF(I16, int16_t, "%d", int)
PRINT_MEMREF(I32, int32_t, "%d", int)
PRINT_MEMREF(I64, int64_t, "%lld", long long)
PRINT_MEMREF(Ind, int64_t, "%lld", long long)

/* Roundings to 16 bits that compilers call where the processor has no instruction, and older libraries of theirs do not have. */
#if defined(__x86_64__)
static __bf16 bf16_of(uint32_t bits) {
  uint16_t upper = (uint16_t)(bits >> 16);
  if ((bits & 0x7fffffff) > 0x7f800000)
    upper |= 0x40;
  else
    upper = (uint16_t)((bits + 0x7fff + (upper & 1)) >> 16);
  __bf16 result;
  memcpy(&result, &upper, sizeof result);
  return result;
}

__attribute__((weak)) __bf16 __truncsfbf2(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bf16_of(bits);
}

__attribute__((weak)) __bf16 __truncdfbf2(double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  /* Rounded to odd first, so that it is not rounded twice. */
  if (value == value && (double)narrow != value) {
    if ((narrow < 0 ? -(double)narrow : (double)narrow) > (value < 0 ? -value : value))
      bits--;
    bits |= 1;
  }
  return bf16_of(bits);
}
#endif
