#include <ripple.h>
void f(int n, float *x, int *stop) {
  ripple_block_t B = ripple_set_block_shape(0, 8);
    ripple_parallel(B, 0);
  while (n--) x[n] = 1;
#pragma ripple parallel Block(B) Dims(0) NoRemaindr
  for (int i = 0; i < n; ++i) x[i] += 1;
  #pragma ripple parallel Dims(0)
  for (int i = 0; i < n; ++i) x[i] += 1;
#pragma ripple parallel Block(B) Dims(0)
  ;
  for (int i = 0; i < n; ++i) x[i] += 1;
#pragma ripple parallel Block(B) Dims(0) Dims(1)
  for (int i = 0; i < n; ++i) x[i] += 1;
#pragma ripple sequential
#pragma ripple parallel Block(B) Dims(0,)
  for (int i = 0; i < n; ++i) x[i] += 1;
#pragma ripple parallel Block(B) Dims(0) NoRemainder BlockIndependent
  for (int i = 0; i < n; ++i) x[i] += 1;
#pragma ripple parallel Block(B) Dims(0) Schedule(guided)
  for (int i = 0; i < n; ++i) x[i] += 1;
#pragma ripple parallel Block(B) Dims
  for (int i = 0; i < n; ++i) x[i] += 1;
# 77 "elsewhere.h"
  ripple_parallel(B, 0);
}
