/* Sparse algebra: the product of a sparse matrix and a vector.
 *
 * In compressed rows, a block has elements of one row, which are added up. In slices of rows whose elements are stored
 * column by column, a block has one element of each row of a slice: no sum across elements, and no short rows. */
#include "example.h"
#include <ripple.h>

enum { SLICE = 16 };

/* A matrix in compressed rows (CSR), and in slices of SLICE rows (sliced ELL), padded with zeros. */
struct matrix {
  size_t rows;
  uint32_t *starts, *columns, *slices, *sliced_columns;
  float *values, *sliced_values;
};

KERNEL void csr_plain(const struct matrix *m, const float *restrict x, float *restrict y) {
  for (size_t r = 0; r < m->rows; ++r) {
    float sum = 0;
    for (size_t i = m->starts[r]; i < m->starts[r + 1]; ++i)
      sum += m->values[i] * x[m->columns[i]];
    y[r] = sum;
  }
}

KERNEL void csr_ripple(const struct matrix *m, const float *restrict x, float *restrict y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, REGISTER / sizeof(float));
  for (size_t r = 0; r < m->rows; ++r) {
    float sum = ripple_broadcast(block, 1, 0.0f);
    ripple_parallel(block, 0);
    for (size_t i = m->starts[r]; i < m->starts[r + 1]; ++i)
      sum += m->values[i] * x[m->columns[i]];
    y[r] = ripple_reduceadd(1, sum);
  }
}

KERNEL void sliced_ripple(const struct matrix *m, const float *restrict x, float *restrict y) {
  ripple_block_t block = ripple_set_block_shape(RIPPLE_VECTOR_PE, SLICE);
  const uint32_t *columns = m->sliced_columns;
  const float *values = m->sliced_values;
  ripple_parallel(block, 0);
  for (size_t r = 0; r < m->rows; ++r) {
    size_t slice = ripple_parallel_idx(block, 0), lane = ripple_id(block, 0);
    float sum = 0;
    for (size_t i = m->slices[slice]; i < m->slices[slice + 1]; i += SLICE)
      sum += values[i + lane] * x[columns[i + lane]];
    y[r] = sum;
  }
}

/* A matrix with average / 2 to 3 * average / 2 elements in each row, also with empty rows. */
static struct matrix random_matrix(size_t rows, size_t columns, size_t average) {
  size_t slices = (rows + SLICE - 1) / SLICE, most = rows * 2 * average, padded = slices * SLICE * 2 * average;
  struct matrix m = {
      rows,
      memory((rows + 1) * sizeof(uint32_t)), memory(most * sizeof(uint32_t)),
      memory((slices + 1) * sizeof(uint32_t)), memory(padded * sizeof(uint32_t)),
      memory(most * sizeof(float)), memory(padded * sizeof(float)),
  };
  for (size_t r = 0; r < rows; ++r) {
    uint32_t length = (uint32_t)average / 2 + random_bits() % (uint32_t)(average + 1);
    m.starts[r + 1] = m.starts[r] + (r % 64 == 5 ? 0 : length);
    for (size_t i = m.starts[r]; i < m.starts[r + 1]; ++i) {
      m.columns[i] = random_bits() % (uint32_t)columns;
      m.values[i] = random_float(-1, 1);
    }
  }
  for (size_t s = 0; s < slices; ++s) {
    uint32_t longest = 0;
    for (size_t r = s * SLICE; r < (s + 1) * SLICE && r < rows; ++r) {
      uint32_t length = m.starts[r + 1] - m.starts[r];
      for (uint32_t i = 0; i < length; ++i) {
        size_t at = m.slices[s] + i * SLICE + r % SLICE;
        m.sliced_columns[at] = m.columns[m.starts[r] + i];
        m.sliced_values[at] = m.values[m.starts[r] + i];
      }
      longest = length > longest ? length : longest;
    }
    m.slices[s + 1] = m.slices[s] + longest * SLICE;
  }
  return m;
}

static void release(struct matrix m) {
  free(m.starts), free(m.columns), free(m.slices), free(m.sliced_columns), free(m.values), free(m.sliced_values);
}

int main(int argc, char **argv) {
  enum { COLUMNS = 2000 };
  static float x[COLUMNS], plain[COLUMNS], ripple[2][COLUMNS];
  random_floats(COLUMNS, x, -1, 1);
  for (size_t rows = 0; rows < 70; ++rows) {
    struct matrix m = random_matrix(rows, COLUMNS, 1 + rows % 20);
    csr_plain(&m, x, plain);
    csr_ripple(&m, x, ripple[0]);
    sliced_ripple(&m, x, ripple[1]);
    check_close(plain, ripple[0], COLUMNS, 1e-5f, "csr", rows);
    check_close(plain, ripple[1], COLUMNS, 1e-5f, "sliced", rows);
    release(m);
  }
  if (!is_quick(argc, argv)) {
    struct matrix m = random_matrix(COLUMNS, COLUMNS, 30);
    COMPARE_TIMES("spmv csr", csr_plain(&m, x, plain), csr_ripple(&m, x, ripple[0]));
    COMPARE_TIMES("spmv sliced", csr_plain(&m, x, plain), sliced_ripple(&m, x, ripple[1]));
    release(m);
  }
  return 0;
}
