// A condition that holds for all bytes: LLVM finds that, and is left with the element at which the loop ends.
#include <ripple.h>
#include <stdint.h>

void store(int8_t *bytes, const int32_t *numbers) {
  ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 5);
  ripple_parallel(B, 0);
  for (int i = 0; i < 61; ++i)
    if (bytes[i] + i + 1 < (i + 2) * (i + 2))
      bytes[i] = (i - bytes[i]) & (numbers[i] ^ 51);
}
