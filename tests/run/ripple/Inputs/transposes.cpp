// Blocks that are transposed on their way from memory to memory.
#include <ripple.h>

#define TILE_SIZE 32

static __attribute__((always_inline)) float transpose_tile(float *tile_addr, size_t v) {
  auto transpose = [](size_t k, size_t) -> size_t {
    unsigned offset = k / TILE_SIZE;
    unsigned row_idx = k % TILE_SIZE;
    return row_idx * TILE_SIZE + offset;
  };
  return ripple_shuffle(tile_addr[v], transpose);
}

extern "C" void transpose_ripple(float *dest, float *src, unsigned m, unsigned k) {
  ripple_block_t sme_block = ripple_set_block_shape(0, TILE_SIZE, TILE_SIZE);
  size_t x = ripple_id(sme_block, 0);
  size_t y = ripple_id(sme_block, 1);
  for (unsigned i = 0; i < m; i += TILE_SIZE)
    for (unsigned j = 0; j < k; j += TILE_SIZE) {
      dest[y * TILE_SIZE + x] = transpose_tile(&src[i * k + j], y * k + x);
      dest += TILE_SIZE * TILE_SIZE;
    }
}

// Read along rows, written along columns, and the reverse.
template <class T, int S0, int S1> void written_across(int m, int n, const T *a, T *b) {
  auto block = ripple_set_block_shape(0, S0, S1);
#pragma ripple parallel Block(block) Dims(1)
  for (int i = 0; i < m; ++i)
#pragma ripple parallel Block(block) Dims(0)
    for (int j = 0; j < n; ++j)
      b[j * m + i] = a[i * n + j];
}
template <class T, int S0, int S1> void read_across(int m, int n, const T *__restrict a, T *__restrict b) {
  auto block = ripple_set_block_shape(0, S0, S1);
#pragma ripple parallel Block(block) Dims(1)
  for (int i = 0; i < m; ++i)
#pragma ripple parallel Block(block) Dims(0)
    for (int j = 0; j < n; ++j)
      b[i * n + j] = a[j * m + i];
}

// In place, under bounds: what a shuffle takes from elements that are not executed is 0.
static size_t transposed(size_t k, size_t) { return k % 16 * 16 + k / 16; }
extern "C" void in_place(int *a, int rows, int columns) {
  auto block = ripple_set_block_shape(0, 16, 16);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  if ((int)y < rows && (int)x < columns)
    a[y * 16 + x] = ripple_shuffle(a[y * 16 + x], transposed);
}

// What is written overlaps: later elements are written over others.
extern "C" void overlapping(const int *a, int *b, int step) {
  auto block = ripple_set_block_shape(0, 32, 32);
  size_t x = ripple_id(block, 0), y = ripple_id(block, 1);
  b[x * step + y] = a[y * 32 + x];
}

#ifndef ASSEMBLY
// Blocks are smaller where they take long to compile.
#ifndef PART
#define PART 1
#endif
#include <stdio.h>
#include <string.h>

template <class T, int S0, int S1> static bool check(int m, int n) {
  static T a[10000], b[10008], c[10008];
  memset(b, 0, sizeof b);
  memset(c, 0, sizeof c);
  for (int i = 0; i < m * n; i++)
    a[i] = (T)(i * 7 + 1);
  written_across<T, S0, S1>(m, n, a, b);
  read_across<T, S0, S1>(n, m, a, c);
  bool right = true;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      right &= b[j * m + i] == a[i * n + j] && c[j * m + i] == a[i * n + j];
  for (int i = m * n; i < m * n + 8; i++)
    right &= b[i] == 0 && c[i] == 0;
  if (!right)
    printf("elements of %d bytes are wrong\n", (int)sizeof(T));
  return right;
}

static float source[128 * 96], result[128 * 96];

int main() {
  for (int i = 0; i < 128 * 96; i++)
    source[i] = (float)i;
  transpose_ripple(result, source, 128, 96);
  float *tile = result;
  for (int i = 0; i < 128; i += 32)
    for (int j = 0; j < 96; j += 32, tile += 1024)
      for (int at = 0; at < 1024; at++)
        if (tile[at] != source[(i + at % 32) * 96 + j + at / 32])
          return puts("a tile is wrong"), 1;
  if (!check<float, 32 / PART, 32 / PART>(70, 33) || !check<double, 16 / PART, 32 / PART>(70, 33) ||
      !check<unsigned char, 64 / PART, 16 / PART>(70, 130) || !check<short, 32 / PART, 32 / PART>(70, 33) ||
      !check<int, 16 / PART, 64 / PART>(3, 2) || !check<long long, 16 / PART, 16 / PART>(16, 48))
    return 1;
  for (int step = 0; step <= 40; step++) {
    static int a[1024], b[2048], expected[2048];
    memset(b, 0, sizeof b);
    memset(expected, 0, sizeof expected);
    for (int i = 0; i < 1024; i++)
      a[i] = i + 1;
    overlapping(a, b, step);
    for (int y = 0; y < 32; y++)
      for (int x = 0; x < 32; x++)
        expected[x * step + y] = a[y * 32 + x];
    if (memcmp(b, expected, sizeof b))
      return printf("rows %d elements apart are wrong\n", step), 1;
  }
  for (int rows = 0; rows <= 16; rows++)
    for (int columns = 0; columns <= 16; columns++) {
      int a[256], expected[256];
      for (int i = 0; i < 256; i++)
        a[i] = expected[i] = i + 1;
      in_place(a, rows, columns);
      for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
          expected[y * 16 + x] = x < rows && y < columns ? x * 16 + y + 1 : 0;
      if (memcmp(a, expected, sizeof a))
        return printf("%d rows and %d columns in place are wrong\n", rows, columns), 1;
    }
  puts("transposes are right");
}
#endif
