// A runtime is used again with other blocks; names of another runtime; C++.
#include <cstdio>
#include <ripple.h>
#include <ripple/ripple_thd_qurt.h>
#include <vector>

static qthd_runtime_t *runtime;
static std::vector<int> counts(777);

static void *count(void *) {
  ripple_thd_block_t block = ripple_thd_set_block_shape(runtime, 0, 2, 2, RIPPLE_THD_DYNAMIC);
  int *data = counts.data();
  const int n = (int)counts.size();
  ripple_thd_parallel(block, 16, RIPPLE_THD_PAR_DFT, 0, 1);
  for (int i = 0; i < n; ++i)
    data[i] += i;
  ripple_thd_barrier(block, -1);
  // The threads of a block with another shape.
  block = ripple_thd_set_block_shape(runtime, 0, 1, RIPPLE_THD_DYNAMIC);
  auto vector = ripple_set_block_shape(RIPPLE_VECTOR_PE, 8);
  ripple_parallel_thd_dyn_chunk(block, 40, 0);
  ripple_parallel(vector, 0);
  for (int i = 0; i < n; ++i)
    data[i] *= 2;
  return nullptr;
}

int main() {
  for (unsigned threads = 2; threads <= 6; threads += 2) {
    counts.assign(777, 1);
    runtime = qthd_runtime_init(threads);
    ripple_thd_block_t all = ripple_thd_init(0, runtime, 1, RIPPLE_THD_DFT, 2);
    ripple_thd_call(all, count, nullptr);
    ripple_thd_call(all, count, nullptr);
    for (int i = 0; i < 777; ++i)
      if (counts[i] != ((1 + i) * 2 + i) * 2)
        std::printf("FAIL %u %d\n", threads, i);
    qthd_runtime_exit(runtime);
  }
  std::puts("PASS");
}
