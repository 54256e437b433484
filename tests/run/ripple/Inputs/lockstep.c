#include <ripple.h>
#define BLK ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8); ripple_parallel(B, 0);
void a(size_t n, float *x) { BLK for (size_t i = 0; i < n; i++) x[i + 2] = x[i] + 1; }
void none_after(size_t n, float *x) { BLK for (size_t i = 0; i < n; i++) x[i] = x[i + 1] + 1; }
void none_far(size_t n, float *x) { BLK for (size_t i = 0; i < n; i++) x[i + 8] = x[i] + 1; }
void none_other(size_t n, float *x, float *y) { BLK for (size_t i = 1; i < n; i++) x[i] = y[i - 1] + 1; }
void none_lanes(float *x) { ripple_block_t B = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8); size_t v = ripple_id(B, 0); x[v + 1] = x[v]; }
