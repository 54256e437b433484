// A loop over two arrays, for `terrace translate --import-llvm`.
void saxpy(long n, float a, const float *x, float *y) {
  for (long i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
