#include <stddef.h>

void saxpy(size_t n, float a, const float *x, float *y);
