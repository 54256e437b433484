/* Audio: a filter of second order (biquad) for each channel of interleaved samples.
 *
 * A recursive filter is sequential in time; a block goes over channels, and keeps their states in registers. Each step
 * waits for the last one: three registers of channels are computed at a time. */
#include "example.h"
#include <ripple.h>

/* The coefficients and states of all channels. */
struct bank {
  float *b0, *b1, *b2, *a1, *a2, *s1, *s2;
};

KERNEL void filter_plain(size_t channels, size_t samples, struct bank bank, const float *restrict in,
                         float *restrict out) {
  for (size_t t = 0; t < samples; ++t)
    for (size_t c = 0; c < channels; ++c) {
      float x = in[t * channels + c], y = bank.b0[c] * x + bank.s1[c];
      bank.s1[c] = bank.b1[c] * x - bank.a1[c] * y + bank.s2[c];
      bank.s2[c] = bank.b2[c] * x - bank.a2[c] * y;
      out[t * channels + c] = y;
    }
}

KERNEL void filter_ripple(size_t channels, size_t samples, struct bank bank, const float *restrict in,
                          float *restrict out) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, 3 * REGISTER / sizeof(float));
  ripple_parallel(block, 0);
  for (size_t c = 0; c < channels; ++c) {
    float b0 = bank.b0[c], b1 = bank.b1[c], b2 = bank.b2[c], a1 = bank.a1[c], a2 = bank.a2[c];
    float s1 = bank.s1[c], s2 = bank.s2[c];
    for (size_t t = 0; t < samples; ++t) {
      float x = in[t * channels + c], y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      out[t * channels + c] = y;
    }
    bank.s1[c] = s1;
    bank.s2[c] = s2;
  }
}

enum { MOST_CHANNELS = 96, SAMPLES = 512 };

int main(int argc, char **argv) {
  static float numbers[2][7][MOST_CHANNELS];
  static float in[MOST_CHANNELS * SAMPLES], plain[MOST_CHANNELS * SAMPLES], ripple[MOST_CHANNELS * SAMPLES];
  random_floats(MOST_CHANNELS * SAMPLES, in, -1, 1);
  struct bank banks[2];
  for (int k = 0; k < 2; ++k) {
    float(*n)[MOST_CHANNELS] = numbers[k];
    banks[k] = (struct bank){n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
  }
  // Low passes, and states of zero.
  for (size_t c = 0; c < MOST_CHANNELS; ++c) {
    float w = random_float(0.05f, 1), alpha = sinf(w) / 1.4f, a0 = 1 + alpha, gain = (1 - cosf(w)) / a0;
    float values[] = {gain / 2, gain, gain / 2, -2 * cosf(w) / a0, (1 - alpha) / a0};
    for (int i = 0; i < 5; ++i)
      numbers[0][i][c] = numbers[1][i][c] = values[i];
  }
  for (size_t channels = 1; channels < 70; ++channels) {
    filter_plain(channels, 40, banks[0], in, plain);
    filter_ripple(channels, 40, banks[1], in, ripple);
    check_close(plain, ripple, MOST_CHANNELS * SAMPLES, 1e-4f, "filters", channels);
    check_close(numbers[0][0], numbers[1][0], 7 * MOST_CHANNELS, 1e-4f, "states", channels);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("filter_bank", filter_plain(MOST_CHANNELS, SAMPLES, banks[0], in, plain),
                  filter_ripple(MOST_CHANNELS, SAMPLES, banks[1], in, ripple));
  return 0;
}
