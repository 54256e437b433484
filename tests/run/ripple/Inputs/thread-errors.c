// What is wrong with loops over threads.
#include <ripple.h>
#include <ripple/thread.h>

#ifndef PRAGMAS
ripple_block_t vector(void);

void inside(ripple_thd_block_t threads, int n, float *x) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);

  ripple_parallel(block, 0);
  for (int i = 0; i < n; ++i)

    ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 0);
    for (int j = 0; j < n; ++j) x[i * n + j] += 1;
}
void late(ripple_thd_block_t threads, int n, float *x) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel(block, 0);
  ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 0);
  for (int j = 0; j < n; ++j) x[j] += 1;
}
void twice(ripple_thd_block_t threads, int n, float *x) {
  ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 0);
  for (int i = 0; i < n; ++i)

    ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 0);
    for (int j = 0; j < n; ++j) x[i * n + j] += 1;
}
void other(ripple_thd_block_t threads, int n, float *x) {

  ripple_thd_parallel_dyn(threads, 4, RIPPLE_THD_PAR_DFT, 1);
  for (int j = 0; j < n; ++j) x[j] += 1;
}
void left(ripple_thd_block_t threads, int n, float *x) {

  ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 0);
  for (int j = 0; j < n; ++j) {
    if (x[j] < 0)
      break;
  }
}
void far(ripple_thd_block_t threads, int n, float *x) {
  ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 3);
  for (int j = 0; j < n; ++j) x[j] += 1;
}
void listed(ripple_thd_block_t threads, int n, float *x) {

  ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 0, 0);
  for (int j = 0; j < n; ++j) x[j] += 1;
}
void changed(ripple_thd_block_t threads, int n, float *x) {

  ripple_thd_parallel(threads, 4, RIPPLE_THD_PAR_DFT, 0);
  for (int j = 1; j < n; j *= 2) x[j] += 1;
}
#else
void pragmas(ripple_thd_block_t threads, int n, float *x) {

#pragma ripple parallel Block(threads) Dims(0) Schedule(guided)
  for (int j = 0; j < n; ++j) x[j] += 1;
#pragma ripple parallel Block(threads) Dims(0) Thread NoRemainder
  for (int j = 0; j < n; ++j) x[j] += 1;
#pragma ripple parallel Block(threads) Dims(0, 1, 2, 3) Thread
  for (int j = 0; j < n; ++j) x[j] += 1;
#pragma ripple parallel Block(threads) Dims(0) ThreadChunk(1, 2)
  for (int j = 0; j < n; ++j) x[j] += 1;
}
#endif
