/* Finance: the prices of European call and put options by the formula of Black and Scholes.
 *
 * The functions of <math.h> are vector functions on blocks. The loop is the plain one, with an annotation. */
#include "example.h"
#include <ripple_math.h>

KERNEL void price_plain(size_t n, const float *spot, const float *strike, const float *years, float rate,
                        float volatility, float *restrict call, float *restrict put) {
  for (size_t i = 0; i < n; ++i) {
    float spread = volatility * sqrtf(years[i]);
    float d1 = (logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
    float d2 = d1 - spread;
    float present = strike[i] * expf(-rate * years[i]);
    float n1 = 0.5f + 0.5f * erff(d1 * 0.70710678f), n2 = 0.5f + 0.5f * erff(d2 * 0.70710678f);
    call[i] = spot[i] * n1 - present * n2;
    put[i] = call[i] + present - spot[i];
  }
}

KERNEL void price_ripple(size_t n, const float *spot, const float *strike, const float *years, float rate,
                         float volatility, float *restrict call, float *restrict put) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 16);
  ripple_parallel(block, 0);
  for (size_t i = 0; i < n; ++i) {
    float spread = volatility * sqrtf(years[i]);
    float d1 = (logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
    float d2 = d1 - spread;
    float present = strike[i] * expf(-rate * years[i]);
    float n1 = 0.5f + 0.5f * erff(d1 * 0.70710678f), n2 = 0.5f + 0.5f * erff(d2 * 0.70710678f);
    call[i] = spot[i] * n1 - present * n2;
    put[i] = call[i] + present - spot[i];
  }
}

int main(int argc, char **argv) {
  enum { N = 4000 };
  static float spot[N], strike[N], years[N], call[2][N], put[2][N];
  random_floats(N, spot, 5, 150);
  random_floats(N, strike, 5, 150);
  random_floats(N, years, 0.1f, 5);
  for (size_t n = 0; n < 70; ++n) {
    price_plain(n, spot, strike, years, 0.02f, 0.3f, call[0], put[0]);
    price_ripple(n, spot, strike, years, 0.02f, 0.3f, call[1], put[1]);
    check_close(call[0], call[1], N, 1e-4f, "calls", n);
    check_close(put[0], put[1], N, 1e-4f, "puts", n);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("black_scholes", price_plain(N, spot, strike, years, 0.02f, 0.3f, call[0], put[0]),
                  price_ripple(N, spot, strike, years, 0.02f, 0.3f, call[1], put[1]));
  return 0;
}
