/* Machine learning: attention of one head, out = softmax(q * k^T / sqrt(WIDTH)) * v.
 *
 * Keys are stored by columns. Queries are in dimension 1 of a block, keys or columns of values in dimension 0: a value
 * that is read once serves all queries of a block. */
#include "example.h"
#include <ripple_math.h>

enum { WIDTH = 64, MOST_TOKENS = 512 };

KERNEL void attention_plain(size_t tokens, const float *restrict q, const float *restrict k, const float *restrict v,
                            float *restrict out) {
  float score[MOST_TOKENS];
  for (size_t i = 0; i < tokens; ++i) {
    for (size_t j = 0; j < tokens; ++j)
      score[j] = 0;
    for (size_t d = 0; d < WIDTH; ++d)
      for (size_t j = 0; j < tokens; ++j)
        score[j] += q[i * WIDTH + d] * k[d * tokens + j];
    float most = score[0], total = 0;
    for (size_t j = 1; j < tokens; ++j)
      most = score[j] > most ? score[j] : most;
    for (size_t j = 0; j < tokens; ++j) {
      score[j] = expf((score[j] - most) * 0.125f);
      total += score[j];
    }
    for (size_t d = 0; d < WIDTH; ++d)
      out[i * WIDTH + d] = 0;
    for (size_t j = 0; j < tokens; ++j)
      for (size_t d = 0; d < WIDTH; ++d)
        out[i * WIDTH + d] += score[j] / total * v[j * WIDTH + d];
  }
}

KERNEL void attention_ripple(size_t tokens, const float *restrict q, const float *restrict k, const float *restrict v,
                             float *restrict out) {
  enum { QUERIES = 4, LANES = 2 * REGISTER / sizeof(float) };
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, LANES, QUERIES);
  float scores[QUERIES][MOST_TOKENS];
  size_t row = ripple_id(block, 1);
  ripple_parallel(block, 1);
  for (size_t i = 0; i < tokens; ++i) {
    float most = ripple_broadcast(block, 3, -INFINITY), sum = ripple_broadcast(block, 3, 0.0f);
    ripple_parallel(block, 0);
    for (size_t j = 0; j < tokens; ++j) {
      float score = 0;
      for (size_t d = 0; d < WIDTH; ++d)
        score += q[i * WIDTH + d] * k[d * tokens + j];
      scores[row][j] = score;
      most = score > most ? score : most;
    }
    float highest = ripple_reducemax(1, most);
    ripple_parallel(block, 0);
    for (size_t j = 0; j < tokens; ++j) {
      float score = expf((scores[row][j] - highest) * 0.125f);
      scores[row][j] = score;
      sum += score;
    }
    float total = ripple_reduceadd(1, sum);
    ripple_parallel_full(block, 0);
    for (size_t d = 0; d < WIDTH; ++d) {
      float average = 0;
      for (size_t j = 0; j < tokens; ++j)
        average += scores[row][j] * v[j * WIDTH + d];
      out[i * WIDTH + d] = average / total;
    }
  }
}

int main(int argc, char **argv) {
  enum { TOKENS = 256 };
  static float q[MOST_TOKENS * WIDTH], k[MOST_TOKENS * WIDTH], v[MOST_TOKENS * WIDTH];
  static float plain[MOST_TOKENS * WIDTH], ripple[MOST_TOKENS * WIDTH];
  random_floats(MOST_TOKENS * WIDTH, q, -2, 2);
  random_floats(MOST_TOKENS * WIDTH, k, -2, 2);
  random_floats(MOST_TOKENS * WIDTH, v, -2, 2);
  for (size_t tokens = 1; tokens < 70; tokens += tokens < 10 ? 1 : 7) {
    attention_plain(tokens, q, k, v, plain);
    attention_ripple(tokens, q, k, v, ripple);
    check_close(plain, ripple, MOST_TOKENS * WIDTH, 1e-4f, "attention", tokens);
  }
  if (!is_quick(argc, argv))
    COMPARE_TIMES("attention", attention_plain(TOKENS, q, k, v, plain), attention_ripple(TOKENS, q, k, v, ripple));
  return 0;
}
