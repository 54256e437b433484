// Indices in types narrower than addresses, and indices that are taken apart by powers of two, from starts at which they
// wrap within a block and from others.
#include <ripple.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static int failures;
static uint8_t *far;  // what is 2^32 bytes long
static int32_t near[65536 + 64], out[64];

#define BLOCK ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16); size_t v = ripple_id(B, 0); (void)v;
// X(name, type of the start, array, index of element V)
#define CASES(X) \
  X(plain, uint32_t, far, (uint32_t)(i + V)) \
  X(backwards, uint32_t, far, (uint32_t)(i - V)) \
  X(every_second, uint32_t, far, (uint32_t)(i + 2 * V + 1)) \
  X(short_type, uint16_t, near, (uint16_t)(i + V)) \
  X(byte_type, uint8_t, near, (uint8_t)(i + V)) \
  X(byte_far, uint8_t, near, (uint8_t)(i - V + 250)) \
  X(sign_of_byte, uint8_t, (near + 200), (int8_t)(i + V)) \
  X(ring, uint32_t, near, ((i + V) & 255)) \
  X(ring_backwards, uint32_t, near, ((i - V) & 63)) \
  X(remainder, uint32_t, near, ((i + V) % 32)) \
  X(small_ring, uint32_t, near, ((i + V) & 3)) \
  X(quarter, uint16_t, near, ((uint32_t)(i + V) / 4)) \
  X(half_of_wide, uint64_t, near, ((i + V) / 2 % 1024)) \
  X(shifted, uint16_t, near, ((uint32_t)(i + V) >> 3)) \
  X(neighbour, uint16_t, near, ((uint32_t)(i + V) ^ 1)) \
  X(rounded, uint16_t, near, ((uint32_t)(i + V) & ~3u)) \
  X(signed_half, int16_t, (near + 32768), ((int)(i + (int)V) / 2)) \
  X(signed_shift, int16_t, (near + 32768), ((int)(i + (int)V) >> 2)) \
  X(signed_rest, int16_t, (near + 64), ((int)(i + (int)V) % 8))

#define KERNEL(NAME, TYPE, ARRAY, INDEX) \
  __attribute__((noinline)) static void NAME(TYPE i) { BLOCK const uint32_t V = (uint32_t)v; out[v] = ARRAY[INDEX]; } \
  __attribute__((noinline)) static void NAME##_masked(TYPE i) { BLOCK const uint32_t V = (uint32_t)v; \
    out[v] = -1; if (v % 3 == 1) out[v] = ARRAY[INDEX]; } \
  __attribute__((noinline)) static void NAME##_stored(TYPE i) { BLOCK const uint32_t V = (uint32_t)v; \
    ARRAY[INDEX] = 77; } \
  static void NAME##_checked(TYPE i) { \
    NAME(i); \
    for (uint32_t V = 0; V < 16; ++V) if (out[V] != ARRAY[INDEX]) { failures++; printf(#NAME " at %lld\n", (long long)i); break; } \
    NAME##_masked(i); \
    for (uint32_t V = 0; V < 16; ++V) if (out[V] != (V % 3 == 1 ? ARRAY[INDEX] : -1)) { failures++; printf(#NAME "_masked at %lld\n", (long long)i); break; } \
    int32_t kept[16]; \
    for (uint32_t V = 0; V < 16; ++V) kept[V] = ARRAY[INDEX]; \
    NAME##_stored(i); \
    for (uint32_t V = 0; V < 16; ++V) if (ARRAY[INDEX] != 77) { failures++; printf(#NAME "_stored at %lld\n", (long long)i); break; } \
    for (uint32_t V = 0; V < 16; ++V) ARRAY[INDEX] = (__typeof__(ARRAY[0]))kept[V]; \
  }
CASES(KERNEL)

// Members that lie between each other, and rows a number of elements apart that is known when the program runs.
__attribute__((noinline)) static void pairs(uint32_t i) {
  BLOCK
  uint32_t V = (uint32_t)v;
  uint8_t *to = far;
  to[i + 2 * V] = (uint8_t)(V + 1);
  to[i + 2 * V + 1] = (uint8_t)(V + 101);
}
__attribute__((noinline)) static void rows(uint32_t i, uint32_t width) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16, 4);
  uint32_t c = (uint32_t)ripple_id(B, 0), r = (uint32_t)ripple_id(B, 1);
  out[c + 16 * r] = far[i + c + r * width];
}
// An annotated loop with an unsigned counter: neighbours on both sides.
__attribute__((noinline)) static void neighbours(uint32_t n, uint32_t off) {
  BLOCK
  ripple_parallel(B, 0);
  for (uint32_t i = 0; i < n; ++i)
    out[i] = far[i + off] + far[i - 1] + far[i + 1];
}

int main(void) {
  size_t all = (size_t)1 << 32;
  far = (uint8_t *)mmap(0, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (far == MAP_FAILED) {
    puts("failures: 0 (no memory)");
    return 0;
  }
  for (uint32_t i = 0; i < 256; ++i)
    far[i] = (uint8_t)(i * 7), far[all - 1 - i] = (uint8_t)(i * 11 + 3);
  for (int i = 0; i < 65536 + 64; ++i)
    near[i] = i * 31 + 5;
#define CHECK(NAME, TYPE, ARRAY, INDEX) \
  for (int at = -70; at < 70; ++at) NAME##_checked((TYPE)at);
  CASES(CHECK)
  for (int at = -70; at < 70; ++at) {
    uint32_t i = (uint32_t)at;
    uint8_t kept[32];
    for (uint32_t j = 0; j < 32; ++j) kept[j] = far[i + j];
    pairs(i);
    for (uint32_t j = 0; j < 32; ++j)
      if (far[i + j] != (uint8_t)(j / 2 + (j % 2 ? 101 : 1))) { failures++; printf("pairs at %d\n", at); break; }
    for (uint32_t j = 0; j < 32; ++j) far[i + j] = kept[j];
    for (uint32_t width = 0; width < 40; width += 13) {
      rows(i, width);
      for (uint32_t j = 0; j < 64; ++j)
        if (out[j] != far[i + j % 16 + j / 16 * width]) { failures++; printf("rows at %d, %u\n", at, width); break; }
    }
    neighbours(37, i);
    for (uint32_t j = 0; j < 37; ++j)
      if (out[j] != far[j + i] + far[j - 1] + far[j + 1]) { failures++; printf("neighbours at %d\n", at); break; }
  }
  printf("failures: %d\n", failures);
  return failures != 0;
}
