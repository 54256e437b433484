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

static float from_bfloat(uint16_t bits) {
  uint32_t all = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &all, sizeof value);
  return value;
}

void printBF16(uint16_t bits) { printf("%g", from_bfloat(bits)); }

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

int64_t _mlir_ciface_nanoTime(void) { return nanoTime(); }

/* Memory of at least a size, aligned to a power of two. */
void *mlirAlloc(uint64_t size) { return malloc(size); }
void *mlirAlignedAlloc(uint64_t alignment, uint64_t size) {
#ifdef _WIN32
  return _aligned_malloc(size, alignment);
#else
  void *result = NULL;
  if (alignment < sizeof(void *))
    alignment = sizeof(void *);
  return posix_memalign(&result, alignment, size) ? NULL : result;
#endif
}
void mlirFree(void *memory) { free(memory); }
void mlirAlignedFree(void *memory) {
#ifdef _WIN32
  _aligned_free(memory);
#else
  free(memory);
#endif
}

/* Random numbers by the generator "splitmix64" of G. Steele, D. Lea and C. Flood. */
void *rtsrand(uint64_t seed) {
  uint64_t *state = malloc(sizeof *state);
  if (state)
    *state = seed;
  return state;
}

static uint64_t next_random(uint64_t *state) {
  uint64_t bits = *state += 0x9e3779b97f4a7c15u;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
  return bits ^ bits >> 31;
}

/* A number from zero to `most`, both possible. */
uint64_t rtrand(void *state, uint64_t most) {
  if (most == UINT64_MAX)
    return next_random(state);
  uint64_t range = most + 1, unfair = (UINT64_MAX - range + 1) % range, bits;
  do
    bits = next_random(state);
  while (bits < unfair);
  return bits % range;
}

void rtdrand(void *state) { free(state); }

/* A permutation of the numbers from zero on. */
void _mlir_ciface_shuffle(struct descriptor *d, void *state) {
  uint64_t *to = (uint64_t *)d->aligned + d->offset;
  int64_t size = d->sizes_and_strides[0], stride = d->sizes_and_strides[1];
  for (int64_t i = 0; i < size; i++) {
    uint64_t other = rtrand(state, (uint64_t)i);
    to[i * stride] = to[(int64_t)other * stride];
    to[(int64_t)other * stride] = (uint64_t)i;
  }
}

#define SORT(NAME, TYPE)                                                                                              \
  static int order##NAME(const void *a, const void *b) {                                                             \
    TYPE x = *(const TYPE *)a, y = *(const TYPE *)b;                                                                 \
    return (x > y) - (x < y);                                                                                        \
  }                                                                                                                  \
  void _mlir_ciface_stdSort##NAME(uint64_t count, struct descriptor *d) {                                            \
    qsort((TYPE *)d->aligned + d->offset, count, sizeof(TYPE), order##NAME);                                         \
  }

SORT(I64, int64_t)
SORT(F32, float)
SORT(F64, double)

/* How a kind of element is shown, and when two are the same. */
struct kind {
  int64_t size;
  void (*show)(FILE *out, const void *element);
  int (*same)(const void *actual, const void *expected);
};

static double magnitude(double value) { return value < 0 ? -value : value; }
static int is_near(double actual, double expected, double most) {
  return actual == expected || magnitude(actual - expected) / magnitude(expected) <= most;
}

#define KIND(NAME, TYPE, FORMAT, CAST, SAME)                                                                          \
  static void show##NAME(FILE *out, const void *element) { fprintf(out, FORMAT, (CAST)*(const TYPE *)element); }     \
  static int same##NAME(const void *a, const void *b) {                                                              \
    TYPE actual = *(const TYPE *)a, expected = *(const TYPE *)b;                                                     \
    return SAME;                                                                                                     \
  }                                                                                                                  \
  static const struct kind kind##NAME = {sizeof(TYPE), show##NAME, same##NAME};

#define COMPLEX(NAME, TYPE)                                                                                           \
  static void show##NAME(FILE *out, const void *element) {                                                           \
    const TYPE *parts = element;                                                                                     \
    fprintf(out, "(%g,%g)", (double)parts[0], (double)parts[1]);                                                     \
  }                                                                                                                  \
  static int same##NAME(const void *a, const void *b) {                                                              \
    const TYPE *actual = a, *expected = b;                                                                           \
    return actual[0] == expected[0] && actual[1] == expected[1];                                                     \
  }                                                                                                                  \
  static const struct kind kind##NAME = {2 * sizeof(TYPE), show##NAME, same##NAME};

#define HALF(NAME, VALUE)                                                                                             \
  static void show##NAME(FILE *out, const void *element) {                                                           \
    fprintf(out, "%g", VALUE(*(const uint16_t *)element));                                                           \
  }                                                                                                                  \
  static int same##NAME(const void *a, const void *b) {                                                              \
    return VALUE(*(const uint16_t *)a) == VALUE(*(const uint16_t *)b);                                               \
  }                                                                                                                  \
  static const struct kind kind##NAME = {sizeof(uint16_t), show##NAME, same##NAME};

KIND(F32, float, "%g", double, is_near(actual, expected, 1e-6))
KIND(F64, double, "%g", double, is_near(actual, expected, 1e-12))
KIND(I8, int8_t, "%d", int, actual == expected)
KIND(I16, int16_t, "%d", int, actual == expected)
KIND(I32, int32_t, "%d", int, actual == expected)
KIND(I64, int64_t, "%lld", long long, actual == expected)
KIND(Ind, uint64_t, "%llu", unsigned long long, actual == expected)
COMPLEX(C32, float)
COMPLEX(C64, double)
HALF(F16, from_half)
HALF(BF16, from_bfloat)

/* A vector of four by four; the blanks are those of upstream's printer. */
static void showVector4x4xf32(FILE *out, const void *element) {
  const float *value = element;
  fputc('(', out);
  for (int row = 0; row < 4; row++) {
    fputs(row == 0 ? "(" : row < 3 ? ",   (" : ",  (", out);
    for (int column = 0; column < 4; column++)
      fprintf(out, "%s%g", column ? ", " : "", (double)value[4 * row + column]);
    fputc(')', out);
  }
  fputc(')', out);
}
static const struct kind kindVector4x4xf32 = {16 * sizeof(float), showVector4x4xf32, NULL};

static void show_shape(FILE *out, int64_t rank, const struct descriptor *d) {
  const int64_t *sizes = d->sizes_and_strides, *strides = sizes + rank;
  fprintf(out, "base@ = %p rank = %" PRId64 " offset = %" PRId64 " sizes = [", (void *)d->aligned, rank, d->offset);
  for (int64_t i = 0; i < rank; i++)
    fprintf(out, "%s%" PRId64, i ? ", " : "", sizes[i]);
  fputs("] strides = [", out);
  for (int64_t i = 0; i < rank; i++)
    fprintf(out, "%s%" PRId64, i ? ", " : "", strides[i]);
  fputc(']', out);
}

static void show_elements(const struct kind *kind, const char *base, int64_t rank, int64_t dim, const int64_t *sizes,
                          const int64_t *strides) {
  if (dim == rank) {
    kind->show(stdout, base);
    return;
  }
  putchar('[');
  for (int64_t i = 0; i < sizes[dim]; i++) {
    if (i > 0)
      printf(dim + 1 < rank ? ", \n%*s" : ", %*s", (int)dim + 1, "");
    show_elements(kind, base + i * strides[dim] * kind->size, rank, dim + 1, sizes, strides);
  }
  putchar(']');
}

static void print_memref(const struct kind *kind, const char *before, int64_t rank, const struct descriptor *d) {
  const int64_t *sizes = d->sizes_and_strides;
  fputs(before, stdout);
  show_shape(stdout, rank, d);
  fputs(rank == 0 ? " data = \n[" : " data = \n", stdout);
  show_elements(kind, d->aligned + d->offset * kind->size, rank, 0, sizes, sizes + rank);
  fputs(rank == 0 ? "]\n" : "\n", stdout);
}

static int64_t compare_elements(const struct kind *kind, const char *actual, const char *expected, int64_t rank,
                                const int64_t *sizes, const int64_t *strides, const int64_t *others, int64_t offset) {
  if (rank == 0) {
    if (kind->same(actual, expected))
      return 0;
    kind->show(stderr, actual);
    fputs(" != ", stderr);
    kind->show(stderr, expected);
    fprintf(stderr, " offset = %" PRId64 "\n", offset);
    return 1;
  }
  int64_t errors = 0;
  for (int64_t i = 0; i < sizes[0]; i++)
    errors += compare_elements(kind, actual + i * strides[0] * kind->size, expected + i * others[0] * kind->size,
                               rank - 1, sizes + 1, strides + 1, others + 1, offset + i * strides[0]);
  return errors;
}

/* How many elements differ, each of which is reported; -1 if the shapes differ. */
static int64_t verify_memref(const struct kind *kind, const struct unranked *a, const struct unranked *b) {
  const struct descriptor *x = a->descriptor, *y = b->descriptor;
  int64_t rank = a->rank;
  if (rank != b->rank || memcmp(x->sizes_and_strides, y->sizes_and_strides, rank * sizeof(int64_t)) != 0) {
    show_shape(stderr, rank, x);
    fputc('\n', stderr);
    show_shape(stderr, b->rank, y);
    fputc('\n', stderr);
    return -1;
  }
  const int64_t *sizes = x->sizes_and_strides;
  return compare_elements(kind, x->aligned + x->offset * kind->size, y->aligned + y->offset * kind->size, rank, sizes,
                          sizes + rank, y->sizes_and_strides + rank, x->offset);
}

#define PRINT(NAME)                                                                                                   \
  void _mlir_ciface_printMemref##NAME(struct unranked *m) {                                                          \
    print_memref(&kind##NAME, "Unranked Memref ", m->rank, m->descriptor);                                           \
  }                                                                                                                  \
  void printMemref##NAME(int64_t rank, struct descriptor *d) { print_memref(&kind##NAME, "Unranked Memref ", rank, d); } \
  void _mlir_ciface_printMemrefShape##NAME(struct unranked *m) {                                                     \
    fputs("Unranked Memref ", stdout);                                                                               \
    show_shape(stdout, m->rank, m->descriptor);                                                                      \
    putchar('\n');                                                                                                   \
  }                                                                                                                  \
  int64_t _mlir_ciface_verifyMemRef##NAME(struct unranked *actual, struct unranked *expected) {                      \
    return verify_memref(&kind##NAME, actual, expected);                                                             \
  }                                                                                                                  \
  int64_t verifyMemRef##NAME(int64_t rank, struct descriptor *actual, struct descriptor *expected) {                 \
    struct unranked a = {rank, actual}, b = {rank, expected};                                                        \
    return verify_memref(&kind##NAME, &a, &b);                                                                       \
  }

PRINT(F32)
PRINT(F64)
PRINT(F16)
PRINT(BF16)
PRINT(I8)
PRINT(I16)
PRINT(I32)
PRINT(I64)
PRINT(Ind)
PRINT(C32)
PRINT(C64)

#define PRINT_RANKED(RANK, NAME)                                                                                      \
  void _mlir_ciface_printMemref##RANK##d##NAME(struct descriptor *d) {                                               \
    print_memref(&kind##NAME, "Memref ", RANK, d);                                                                   \
  }

PRINT_RANKED(0, F32)
PRINT_RANKED(1, F32)
PRINT_RANKED(2, F32)
PRINT_RANKED(3, F32)
PRINT_RANKED(4, F32)
PRINT_RANKED(1, F64)
PRINT_RANKED(1, I8)
PRINT_RANKED(1, I32)
PRINT_RANKED(1, I64)
PRINT_RANKED(1, Ind)
PRINT_RANKED(1, C32)
PRINT_RANKED(1, C64)

void _mlir_ciface_printMemrefVector4x4xf32(struct descriptor *d) {
  print_memref(&kindVector4x4xf32, "Memref ", 2, d);
}

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
