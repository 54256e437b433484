// Blocks of threads: what each thread carries out, in all kinds of loops.
#include <ripple.h>
#include <ripple/thread.h>
#include <stdio.h>
#include <string.h>

#define THREADS 8
#define N 1003
#define CHECK(condition) \
  do { \
    if (!(condition)) \
      failed = 1, printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

static ripple_thd_runtime_t *runtime;
static int failed;
static int owner[N + 64], times[N + 64], data[N + 64], other[N + 64];
static float x[N], y[N];

static void clear(void) {
  memset(owner, -1, sizeof owner);
  memset(times, 0, sizeof times);
}

static void *every_iteration(void *argument) {
  size_t n = *(size_t *)argument;
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 0, 1, RIPPLE_THD_DYNAMIC);
  size_t after = 0, sum = 0;
  ripple_thd_parallel(block, 10, RIPPLE_THD_PAR_DFT, 0);
  for (after = 0; after < n; ++after) {
    owner[after] = (int)ripple_thd_id(block, 0);
    __atomic_fetch_add(&times[after], 1, __ATOMIC_RELAXED);
    sum += after;
  }
  // The counter is what it is after all iterations; other variables are the thread's.
  CHECK(after == n);
  size_t expected = 0;
  for (size_t i = 0; i < n; ++i)
    if (i / 10 % THREADS == ripple_thd_id(block, 0))
      expected += i;
  CHECK(sum == expected);
  return NULL;
}

// One chunk for each thread; down, in steps, with a narrow counter and a pointer.
static void *kinds(void *argument) {
  (void)argument;
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 0, 1, THREADS);
  ripple_parallel_thd(block, 0);
  for (int i = N - 1; i >= 3; i -= 4)
    __atomic_fetch_add(&times[i], 1, __ATOMIC_RELAXED);
  ripple_parallel_thd_chunk(block, 3, 0);
  for (unsigned char c = 10; c < 250; c += 7)
    __atomic_fetch_add(&data[c], 1, __ATOMIC_RELAXED);
  ripple_parallel_thd_chunk(block, 100, 0)
  for (int *p = other; p != other + N; ++p)
    *p += 1;
  return NULL;
}

static void *with_vectors(void *argument) {
  (void)argument;
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 0, 1, THREADS);
  ripple_block_t vector = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_thd_parallel(block, 48, RIPPLE_THD_PAR_DFT, 0);
  ripple_parallel(vector, 0);
  for (int i = 0; i < N; ++i)
    y[i] = 2.0f * x[i] + y[i];
  ripple_thd_barrier(block, -1);
  // The same with pragmas, over what other threads wrote; and a vector loop within one of a thread.
#pragma ripple parallel Block(block) Dims(0) Thread ThreadChunk(5) Schedule(static)
  for (int row = 0; row < N / 16; ++row)
#pragma ripple parallel Block(vector) Dims(0)
    for (int column = 0; column < 16; ++column)
      y[row * 16 + column] += x[N - 1 - (row * 16 + column)];
  return NULL;
}

static void *dynamic(void *argument) {
  size_t rounds = *(size_t *)argument;
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 0, 1, THREADS);
  for (size_t round = 0; round < rounds; ++round) {
    ripple_thd_parallel_dyn(block, 7, RIPPLE_THD_PAR_DFT, 0);
    for (int i = 0; i < N; ++i)
      __atomic_fetch_add(&times[i], i % 3 + 1, __ATOMIC_RELAXED);
  }
  void *server = ripple_it_serv_init(block, 11);
  size_t first, end;
  while (ripple_it_serv_next(server, N, &first, &end))
    for (size_t i = first; i < end; ++i)
      __atomic_fetch_add(&data[i], 1, __ATOMIC_RELAXED);
  return NULL;
}

// Rows over one dimension of threads, columns over the other one, either of them dynamic.
static void *two_dims(void *argument) {
  int is_outer = *(int *)argument;
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 1, 2, RIPPLE_THD_DYNAMIC, 2);
  CHECK(ripple_thd_get_block_size(block, 0) == THREADS / 2 && ripple_thd_get_block_size(block, 1) == 2);
  if (is_outer) {
    ripple_thd_parallel_dyn(block, 2, RIPPLE_THD_PAR_DFT, 0);
    for (int row = 0; row < 31; ++row) {
      ripple_thd_parallel(block, 3, RIPPLE_THD_PAR_DFT, 1);
      for (int column = 0; column < 32; ++column)
        __atomic_fetch_add(&times[row * 32 + column], 1, __ATOMIC_RELAXED);
    }
  } else {
    ripple_thd_parallel(block, 2, RIPPLE_THD_PAR_DFT, 1);
    for (int row = 0; row < 31; ++row) {
      ripple_thd_parallel_dyn(block, 3, RIPPLE_THD_PAR_DFT, 0);
      for (int column = 0; column < 32; ++column)
        __atomic_fetch_add(&times[row * 32 + column], 1, __ATOMIC_RELAXED);
    }
  }
  return NULL;
}

// Sums of rows: threads along dimension 1 wait for each other alone.
static int matrix[40][64], sums[40], scratch[40][2];
static void *sum_rows(void *argument) {
  (void)argument;
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 0, 2, RIPPLE_THD_DYNAMIC, 2);
  size_t along = ripple_thd_id(block, 1);
  ripple_thd_parallel(block, 4, RIPPLE_THD_PAR_DFT, 0);
  for (int i = 0; i < 40; ++i) {
    int sum = 0;
    ripple_thd_parallel(block, 8, RIPPLE_THD_PAR_DFT, 1);
    for (int j = 0; j < 64; ++j)
      sum += matrix[i][j];
    scratch[i][along] = sum;
    ripple_thd_barrier(block, 2);
    if (ripple_thd_is_main(block, 2))
      sums[i] = scratch[i][0] + scratch[i][1];
    ripple_thd_barrier(block, 2);
  }
  return NULL;
}

static int mains;
static void *ask(void *argument) {
  (void)argument;
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 0, 3, 2, 2, 2);
  if (ripple_thd_is_main(block))
    __atomic_fetch_add(&mains, 1, __ATOMIC_RELAXED);
  size_t flat = ripple_thd_id(block, 0) + 2 * ripple_thd_id(block, 1) + 4 * ripple_thd_id(block, 2);
  __atomic_fetch_add(&times[flat], 1, __ATOMIC_RELAXED);
  // Two dimensions at once: the first one varies fastest.
  ripple_thd_parallel(block, 1, RIPPLE_THD_PAR_DFT, 2, 0);
  for (int i = 0; i < 4; ++i)
    if (ripple_thd_id(block, 2) + 2 * ripple_thd_id(block, 0) != (size_t)i)
      __atomic_fetch_add(&mains, 100, __ATOMIC_RELAXED);
  return NULL;
}

int main(void) {
  runtime = ripple_thd_runtime_init(THREADS);
  ripple_thd_block_t all = ripple_thd_init(0, runtime, 2, RIPPLE_THD_DFT, 3);
  size_t lengths[] = {0, 1, 9, 10, 11, 79, 80, 81, 500, N};
  for (size_t k = 0; k < sizeof lengths / sizeof *lengths; ++k) {
    clear();
    ripple_thd_call(all, every_iteration, &lengths[k]);
    for (size_t i = 0; i < N; ++i) {
      CHECK(times[i] == (i < lengths[k]));
      CHECK(owner[i] == (i < lengths[k] ? (int)(i / 10 % THREADS) : -1));
    }
  }
  clear();
  ripple_thd_call(all, kinds, NULL);
  for (int i = 0; i < N; ++i) {
    CHECK(times[i] == (i >= 3 && (N - 1 - i) % 4 == 0));
    CHECK(data[i] == (i >= 10 && i < 250 && (i - 10) % 7 == 0));
    CHECK(other[i] == 1);
  }
  for (int i = 0; i < N; ++i)
    x[i] = (float)i, y[i] = 1.0f;
  ripple_thd_call(all, with_vectors, NULL);
  for (int i = 0; i < N; ++i)
    CHECK(y[i] == 2.0f * (float)i + 1.0f + (i < N / 16 * 16 ? (float)(N - 1 - i) : 0.0f));
  clear();
  memset(data, 0, sizeof data);
  size_t rounds = 20;
  ripple_thd_call(all, dynamic, &rounds);
  for (int i = 0; i < N; ++i) {
    CHECK(times[i] == 20 * (i % 3 + 1));
    CHECK(data[i] == 1);
  }
  for (int is_outer = 0; is_outer < 2; ++is_outer) {
    clear();
    ripple_thd_call(all, two_dims, &is_outer);
    for (int i = 0; i < 31 * 32; ++i)
      CHECK(times[i] == 1);
  }
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 64; ++j)
      matrix[i][j] = i * j;
  ripple_thd_call(all, sum_rows, NULL);
  for (int i = 0; i < 40; ++i)
    CHECK(sums[i] == i * 63 * 32);
  clear();
  ripple_thd_call(all, ask, NULL);
  CHECK(mains == 1);
  for (int i = 0; i < 8; ++i)
    CHECK(times[i] == 1);
  ripple_thd_runtime_exit(runtime);
  puts(failed ? "FAIL" : "PASS");
  return failed;
}
