// Algorithms: sorting of integers by networks that compare and exchange, and by merges of sorted blocks.
//
// The partner of an element is a shuffle; the element keeps the lower or the higher of both.
#include "example.h"
#include <algorithm>
#include <ripple.h>

enum { SIZE = 16 };

// Compares each element with the one whose index differs in the bits of MASK, and returns one of both.
template <size_t MASK> static inline int32_t exchange(int32_t x, bool higher) {
  int32_t other = ripple_shuffle(x, [](size_t k, size_t) -> size_t { return k ^ MASK; });
  int32_t low = other < x ? other : x, high = other < x ? x : other;
  return higher ? high : low;
}

// Sorts a block whose first and second halves are sorted in opposite directions.
static inline int32_t merge(int32_t x, size_t v) {
  x = exchange<8>(x, v & 8);
  x = exchange<4>(x, v & 4);
  x = exchange<2>(x, v & 2);
  return exchange<1>(x, v & 1);
}

// Sorts a block.
static inline int32_t sort_block(int32_t x, size_t v) {
  x = exchange<1>(x, v & 1);
  x = exchange<3>(x, v & 2);
  x = exchange<1>(x, v & 1);
  x = exchange<7>(x, v & 4);
  x = exchange<2>(x, v & 2);
  x = exchange<1>(x, v & 1);
  x = exchange<15>(x, v & 8);
  x = exchange<4>(x, v & 4);
  x = exchange<2>(x, v & 2);
  return exchange<1>(x, v & 1);
}

// Merges sorted runs of whole blocks: the lowest block of what is left is written, the rest stays in a register.
static inline void merge_runs(ripple_block_t block, const int32_t *a, const int32_t *a_end, const int32_t *b,
                              const int32_t *b_end, int32_t *out) {
  size_t v = ripple_id(block, 0);
  auto take = [&](const int32_t *&from) {
    int32_t x = from[v];
    from += SIZE;
    return x;
  };
  int32_t rest = take(a);
  for (;;) {
    bool first = b == b_end || (a != a_end && *a < *b);
    if (a == a_end && b == b_end)
      break;
    const int32_t *&from = first ? a : b;
    int32_t next = ripple_shuffle(take(from), [](size_t k, size_t n) -> size_t { return n - 1 - k; });
    int32_t low = next < rest ? next : rest, high = next < rest ? rest : next;
    out[v] = merge(low, v);
    rest = merge(high, v);
    out += SIZE;
  }
  out[v] = rest;
}

// Sorts n elements; both arrays have room for a multiple of SIZE.
KERNEL void sort_ripple(size_t n, int32_t *data, int32_t *spare) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, SIZE);
  size_t v = ripple_id(block, 0), padded = (n + SIZE - 1) / SIZE * SIZE;
  std::fill(data + n, data + padded, INT32_MAX);
  for (size_t i = 0; i < padded; i += SIZE)
    data[i + v] = sort_block(data[i + v], v);
  int32_t *from = data, *to = spare;
  for (size_t length = SIZE; length < padded; length *= 2) {
    for (size_t i = 0; i < padded; i += 2 * length) {
      size_t middle = std::min(i + length, padded), end = std::min(i + 2 * length, padded);
      merge_runs(block, from + i, from + middle, from + middle, from + end, to + i);
    }
    std::swap(from, to);
  }
  if (from != data)
    std::copy(from, from + n, data);
}

int main(int argc, char **argv) {
  enum { N = 10000 };
  static int32_t numbers[N], plain[N], ripple[N + SIZE], spare[N + SIZE];
  for (int32_t &number : numbers)
    number = (int32_t)random_bits();
  for (size_t n = 0; n < 3000; n += n < 200 ? 1 : 333) {
    std::copy(numbers, numbers + n, plain);
    std::copy(numbers, numbers + n, ripple);
    std::sort(plain, plain + n);
    sort_ripple(n, ripple, spare);
    check_equal(plain, ripple, n * sizeof *plain, "sort", n);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("sort", (std::copy(numbers, numbers + N, plain), std::sort(plain, plain + N)),
                  (std::copy(numbers, numbers + N, ripple), sort_ripple(N, ripple, spare)));
  return 0;
}
