// RUN: terrace-test-opt %s --bufferization-lower-deallocations --split-input-file --verify-diagnostics

func.func @either(%c: i1) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = test.pool_alloc() : memref<2xf32>
  %2 = arith.select %c, %0, %1 : memref<2xf32>
  // expected-error@below {{a buffer may be from several allocators, which free it in different ways}}
  bufferization.dealloc (%2 : memref<2xf32>) if (%c)
  return
}
