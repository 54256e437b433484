// RUN: terrace-test-opt %s --ownership-based-buffer-deallocation --split-input-file --verify-diagnostics

func.func @branch(%c: i1) {
  %0 = memref.alloc() : memref<2xf32>
  // expected-error@below {{'cf.cond_br' op passes on a buffer to where buffers of another allocator are, which are freed in another way}}
  cf.cond_br %c, ^a, ^b(%0 : memref<2xf32>)
^a:
  %1 = test.pool_alloc() : memref<2xf32>
  cf.br ^b(%1 : memref<2xf32>)
^b(%2: memref<2xf32>):
  "test.read_buffer"(%2) : (memref<2xf32>) -> ()
  return
}

// -----

func.func @selected(%c: i1) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = test.pool_alloc() : memref<2xf32>
  %2 = arith.select %c, %0, %1 : memref<2xf32>
  // expected-error@below {{'cf.br' op passes on a buffer to where buffers of another allocator are, which are freed in another way}}
  cf.br ^a(%2 : memref<2xf32>)
^a(%3: memref<2xf32>):
  "test.read_buffer"(%3) : (memref<2xf32>) -> ()
  return
}
