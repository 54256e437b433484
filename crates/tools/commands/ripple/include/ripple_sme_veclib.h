/* ripple_sme_veclib.h: an accumulator of a block of two dimensions, to which
 * outer products are added.
 *
 * A function has one accumulator of each type, from where it is cleared on.
 * Functions that add to it or read it without clearing it are inlined into
 * those that do. The names are those of a library for AArch64's Scalable Matrix
 * Extension; here they work for every target, with tiles where there are some. */
#ifndef TERRACE_RIPPLE_SME_VECLIB_H
#define TERRACE_RIPPLE_SME_VECLIB_H

#include <ripple.h>
#include <stdbool.h>

/* Other targets know no attributes for tiles. */
#ifndef __ARM_FEATURE_SME
#define __arm_new(...)
#define __arm_in(...)
#define __arm_out(...)
#define __arm_inout(...)
#define __arm_preserves(...)
#define __arm_streaming
#define __arm_streaming_compatible
#define __arm_locally_streaming
#endif

/* Each function that names them has variables of its own in their place. */
extern ripple_block_t __ripple_accumulator_block;
extern float __ripple_accumulator_f32;
extern int32_t __ripple_accumulator_i32;

/* The elements with an index in the outermost dimension, which is known when the program runs. */
extern float __RIPPLE_OVERLOAD __ripple_row(float, __RIPPLE_SIZE __index)
    __asm__("llvm.ripple.row.f32") __RIPPLE_CROSS;
extern int32_t __RIPPLE_OVERLOAD __ripple_row(int32_t, __RIPPLE_SIZE __index)
    __asm__("llvm.ripple.row.i32") __RIPPLE_CROSS;

/* Clears the accumulator, and gives it the shape of a block: rows are in
 * dimension 1, columns in dimension 0. */
__RIPPLE_INLINE float zeroAccumulator_f32(ripple_block_t __block) __arm_streaming_compatible {
  __ripple_accumulator_block = __block;
  __ripple_accumulator_f32 = ripple_broadcast(__block, 3, 0.0f);
  return 0.0f;
}
__RIPPLE_INLINE int32_t zeroAccumulator_i32(ripple_block_t __block) __arm_streaming_compatible {
  __ripple_accumulator_block = __block;
  __ripple_accumulator_i32 = ripple_broadcast(__block, 3, (int32_t)0);
  return 0;
}

/* Adds a row to each row. */
__RIPPLE_INLINE void addHorizToAccumulator_f32(float row) __arm_streaming_compatible { __ripple_accumulator_f32 += row; }
__RIPPLE_INLINE void addHorizToAccumulator_i32(int32_t row) __arm_streaming_compatible { __ripple_accumulator_i32 += row; }

/* A row of the accumulator: a value with dimension 0. */
__RIPPLE_INLINE float getAccumHorizSlice_f32(ripple_block_t __block, uint32_t __index) __arm_streaming_compatible {
  (void)__block;
  return __ripple_row(__ripple_accumulator_f32, __index);
}
__RIPPLE_INLINE int32_t getAccumHorizSlice_i32(ripple_block_t __block, uint32_t __index) __arm_streaming_compatible {
  (void)__block;
  return __ripple_row(__ripple_accumulator_i32, __index);
}

/* Adds the outer product of a column and a row: both are values with dimension
 * 0, the first one with as many elements as there are rows. */
__RIPPLE_INLINE void outerProductAccumulate_f32(float column, float row) __arm_streaming_compatible {
  const __RIPPLE_SIZE rows = ripple_get_block_size(__ripple_accumulator_block, 1);
  ripple_block_t flat = ripple_set_block_shape(RIPPLE_VECTOR_PE, rows);
  ripple_block_t down = ripple_set_block_shape(RIPPLE_VECTOR_PE, 1, rows);
  __ripple_accumulator_f32 += ripple_reshape(down, ripple_broadcast(flat, 1, column)) * row;
}

/* The same of integers with 8 bits: both operands have four elements, one after
 * the other, for each row and each column, whose products are added. */
__RIPPLE_INLINE void outerProductAccumulate_i8(int8_t column, int8_t row) __arm_streaming_compatible {
  const __RIPPLE_SIZE rows = ripple_get_block_size(__ripple_accumulator_block, 1);
  const __RIPPLE_SIZE columns = ripple_get_block_size(__ripple_accumulator_block, 0);
  ripple_block_t across = ripple_set_block_shape(RIPPLE_VECTOR_PE, columns);
  ripple_block_t row_parts = ripple_set_block_shape(RIPPLE_VECTOR_PE, 4, rows);
  ripple_block_t column_parts = ripple_set_block_shape(RIPPLE_VECTOR_PE, 4, columns);
  const int8_t __a = ripple_reshape(row_parts, column), __b = ripple_reshape(column_parts, row);
  __ripple_accumulator_i32 += (int32_t)ripple_slice(__a, 0) * (int32_t)ripple_reshape(across, ripple_slice(__b, 0));
  __ripple_accumulator_i32 += (int32_t)ripple_slice(__a, 1) * (int32_t)ripple_reshape(across, ripple_slice(__b, 1));
  __ripple_accumulator_i32 += (int32_t)ripple_slice(__a, 2) * (int32_t)ripple_reshape(across, ripple_slice(__b, 2));
  __ripple_accumulator_i32 += (int32_t)ripple_slice(__a, 3) * (int32_t)ripple_reshape(across, ripple_slice(__b, 3));
}

/* Whether the length of vectors is the one that the functions are for: they are
 * for any. */
__RIPPLE_INLINE bool verify_ripple_sme_api_fixed_vscale(void) __arm_streaming_compatible { return true; }

#endif
