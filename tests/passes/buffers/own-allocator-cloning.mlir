// Buffers of an allocator of its own are freed and cloned as the interface of their ops has it.
// RUN: terrace-test-opt %s --buffer-deallocation | FileCheck %s

func.func @branch(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = test.pool_alloc() : memref<2xf32>
  "test.read_buffer"(%0) : (memref<2xf32>) -> ()
  cf.br ^b
^b:
  return
}

// Both come from the pool: so do the clones, and the pool frees the argument.
func.func @same(%c: i1) {
  %0 = test.pool_alloc() : memref<2xf32>
  cf.cond_br %c, ^a, ^b(%0 : memref<2xf32>)
^a:
  %1 = test.pool_alloc() : memref<2xf32>
  cf.br ^b(%1 : memref<2xf32>)
^b(%2: memref<2xf32>):
  "test.read_buffer"(%2) : (memref<2xf32>) -> ()
  return
}

// The argument may be either: clones are of the dialect memref.
func.func @mixed(%c: i1) {
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^a, ^b(%0 : memref<2xf32>)
^a:
  %1 = test.pool_alloc() : memref<2xf32>
  cf.br ^b(%1 : memref<2xf32>)
^b(%2: memref<2xf32>):
  "test.read_buffer"(%2) : (memref<2xf32>) -> ()
  return
}

func.func @returned() -> memref<2xf32> {
  %1 = test.pool_alloc() : memref<2xf32>
  return %1 : memref<2xf32>
}

func.func @loop(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = test.pool_alloc() : memref<2xf32>
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %0) -> (memref<2xf32>) {
    %1 = test.pool_alloc() : memref<2xf32>
    "test.read_buffer"(%a) : (memref<2xf32>) -> ()
    scf.yield %1 : memref<2xf32>
  }
  "test.read_buffer"(%r) : (memref<2xf32>) -> ()
  return
}

func.func @mixed_loop(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = memref.alloc() : memref<2xf32>
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %0) -> (memref<2xf32>) {
    %1 = test.pool_alloc() : memref<2xf32>
    "test.read_buffer"(%a) : (memref<2xf32>) -> ()
    scf.yield %1 : memref<2xf32>
  }
  "test.read_buffer"(%r) : (memref<2xf32>) -> ()
  return
}

// A third region that both lead to, of an op with a syntax of its own.
func.func @regions() {
  %0 = test.pool_alloc() : memref<2xf32>
  %1 = test.region_if %0 : memref<2xf32> -> (memref<2xf32>) then {
  ^bb0(%a: memref<2xf32>):
    test.region_if_yield %a : memref<2xf32>
  } else {
  ^bb0(%b: memref<2xf32>):
    %2 = test.pool_alloc() : memref<2xf32>
    test.region_if_yield %2 : memref<2xf32>
  } join {
  ^bb0(%c: memref<2xf32>):
    test.region_if_yield %c : memref<2xf32>
  }
  "test.read_buffer"(%1) : (memref<2xf32>) -> ()
  return
}

func.func @plain() {
  %0 = test.plain_alloc : memref<2xf32>
  "test.read_buffer"(%0) : (memref<2xf32>) -> ()
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @branch(%arg0: i1) {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     cf.br ^bb2
// CHECK-NEXT:   ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @same(%arg0: i1) {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = test.pool_clone %0 : memref<2xf32>
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%1 : memref<2xf32>)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %2 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %3 = test.pool_clone %2 : memref<2xf32>
// CHECK-NEXT:     test.pool_free %2 : memref<2xf32>
// CHECK-NEXT:     cf.br ^bb2(%3 : memref<2xf32>)
// CHECK-NEXT:   ^bb2(%4: memref<2xf32>):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     "test.read_buffer"(%4) : (memref<2xf32>) -> ()
// CHECK-NEXT:     test.pool_free %4 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mixed(%arg0: i1) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = bufferization.clone %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%0 : memref<2xf32>)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %1 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %2 = bufferization.clone %1 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     test.pool_free %1 : memref<2xf32>
// CHECK-NEXT:     cf.br ^bb2(%2 : memref<2xf32>)
// CHECK-NEXT:   ^bb2(%3: memref<2xf32>):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     "test.read_buffer"(%3) : (memref<2xf32>) -> ()
// CHECK-NEXT:     memref.dealloc %3 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @returned() -> memref<2xf32> {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     return %0 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = test.pool_clone %0 : memref<2xf32>
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     %2 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %1) -> (memref<2xf32>) {
// CHECK-NEXT:       %3 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:       "test.read_buffer"(%arg2) : (memref<2xf32>) -> ()
// CHECK-NEXT:       test.pool_free %arg2 : memref<2xf32>
// CHECK-NEXT:       %4 = test.pool_clone %3 : memref<2xf32>
// CHECK-NEXT:       test.pool_free %3 : memref<2xf32>
// CHECK-NEXT:       scf.yield %4 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.read_buffer"(%2) : (memref<2xf32>) -> ()
// CHECK-NEXT:     test.pool_free %2 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mixed_loop(%arg0: index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = bufferization.clone %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     %1 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %0) -> (memref<2xf32>) {
// CHECK-NEXT:       %2 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:       "test.read_buffer"(%arg2) : (memref<2xf32>) -> ()
// CHECK-NEXT:       memref.dealloc %arg2 : memref<2xf32>
// CHECK-NEXT:       %3 = bufferization.clone %2 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       test.pool_free %2 : memref<2xf32>
// CHECK-NEXT:       scf.yield %3 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.read_buffer"(%1) : (memref<2xf32>) -> ()
// CHECK-NEXT:     memref.dealloc %1 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @regions() {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = test.region_if %0: memref<2xf32> -> memref<2xf32> then {
// CHECK-NEXT:     ^bb0(%arg0: memref<2xf32>):
// CHECK-NEXT:       %2 = test.pool_clone %arg0 : memref<2xf32>
// CHECK-NEXT:       test.region_if_yield %2 : memref<2xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:     ^bb0(%arg0: memref<2xf32>):
// CHECK-NEXT:       %2 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:       %3 = test.pool_clone %2 : memref<2xf32>
// CHECK-NEXT:       test.pool_free %2 : memref<2xf32>
// CHECK-NEXT:       test.region_if_yield %3 : memref<2xf32>
// CHECK-NEXT:     } join {
// CHECK-NEXT:     ^bb0(%arg0: memref<2xf32>):
// CHECK-NEXT:       %2 = test.pool_clone %arg0 : memref<2xf32>
// CHECK-NEXT:       test.pool_free %arg0 : memref<2xf32>
// CHECK-NEXT:       test.region_if_yield %2 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%1) : (memref<2xf32>) -> ()
// CHECK-NEXT:     test.pool_free %1 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @plain() {
// CHECK-NEXT:     %0 = test.plain_alloc : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     memref.dealloc %0 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
