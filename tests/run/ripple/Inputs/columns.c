/* Columns are those of the source, not of what macros make of it. */
#include <ripple.h>
#define BLOCK ripple_set_block_shape(RIPPLE_VECTOR_PE, 8)
void f(float *x) { ripple_block_t B = BLOCK; size_t v = ripple_id(B, 0); x[0] = x[v]; }
