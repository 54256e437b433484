/* ripple/zip.h: index functions that take packed tuples apart, for C++. */
#ifndef TERRACE_RIPPLE_ZIP_H
#define TERRACE_RIPPLE_ZIP_H

#include <ripple.h>

#ifdef __cplusplus

namespace rzip {

/* The index function of a block of `total` elements that holds tuples of SET
 * members, one after the other, from the packed position BLOCK * total on:
 * members of one position in the tuple come to lie beside each other, those of
 * position OFFSET (in the first block) first. */
template <__RIPPLE_SIZE __SET, __RIPPLE_SIZE __BLOCK, __RIPPLE_SIZE __OFFSET>
__RIPPLE_SIZE shuffle_unzip(__RIPPLE_SIZE __index, __RIPPLE_SIZE __total) {
  static_assert(__SET > 0, "a tuple has members");
  const __RIPPLE_SIZE __pack = (__total + __SET - 1) / __SET;
  const __RIPPLE_SIZE __set = __index / __pack;
  const __RIPPLE_SIZE rank = __index % __pack;
  const __RIPPLE_SIZE first = ((__pack * __SET - __total) * __BLOCK) % __SET;
  return __SET * rank + (__set + __OFFSET + __SET - first) % __SET;
}

/* The index function that undoes shuffle_unzip<SET, 0, 0>: groups of members
 * become tuples. The size of the block is a multiple of SET. */
template <__RIPPLE_SIZE __SET> __RIPPLE_SIZE shuffle_zip(__RIPPLE_SIZE __index, __RIPPLE_SIZE __total) {
  static_assert(__SET > 0, "a tuple has members");
  return __index % __SET * (__total / __SET) + __index / __SET;
}

} // namespace rzip

/* rzip_unzip_pairs(x, a, b): `x` has a block shape whose outermost of two
 * dimensions has 2 elements and holds pairs in flat order; their members, each
 * without that dimension, are assigned to `a` and `b`. rzip_unzip_triples and
 * rzip_unzip_quads do so for tuples of three and four members. */
#define rzip_unzip_pairs(x, a, b) \
  do { \
    auto __rzip_all = ripple_shuffle((x), rzip::shuffle_unzip<2, 0, 0>); \
    (a) = ripple_slice(__rzip_all, -1, 0); \
    (b) = ripple_slice(__rzip_all, -1, 1); \
  } while (0)
#define rzip_unzip_triples(x, a, b, c) \
  do { \
    auto __rzip_all = ripple_shuffle((x), rzip::shuffle_unzip<3, 0, 0>); \
    (a) = ripple_slice(__rzip_all, -1, 0); \
    (b) = ripple_slice(__rzip_all, -1, 1); \
    (c) = ripple_slice(__rzip_all, -1, 2); \
  } while (0)
#define rzip_unzip_quads(x, a, b, c, d) \
  do { \
    auto __rzip_all = ripple_shuffle((x), rzip::shuffle_unzip<4, 0, 0>); \
    (a) = ripple_slice(__rzip_all, -1, 0); \
    (b) = ripple_slice(__rzip_all, -1, 1); \
    (c) = ripple_slice(__rzip_all, -1, 2); \
    (d) = ripple_slice(__rzip_all, -1, 3); \
  } while (0)

/* The same for tuples in memory from `p` on: `block` has the size of the result
 * in dimension 0, and 2, 3 or 4 elements in dimension 1. */
#define __RZIP_LOAD(block, p) ((p)[ripple_id((block), 0) + ripple_get_block_size((block), 0) * ripple_id((block), 1)])
#define rzip_load_pairs(block, p, a, b) rzip_unzip_pairs(__RZIP_LOAD(block, p), a, b)
#define rzip_load_triples(block, p, a, b, c) rzip_unzip_triples(__RZIP_LOAD(block, p), a, b, c)
#define rzip_load_quads(block, p, a, b, c, d) rzip_unzip_quads(__RZIP_LOAD(block, p), a, b, c, d)

#else
#error "ripple/zip.h is for C++"
#endif

#endif
