// Buffers of an allocator of its own are freed by its op; what functions return is a clone.
// RUN: terrace-test-opt %s --buffer-deallocation-pipeline | FileCheck %s

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

// A select of both is neither: it is copied where it is returned.
func.func @chosen(%c: i1) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  %1 = test.pool_alloc() : memref<2xf32>
  %2 = arith.select %c, %0, %1 : memref<2xf32>
  return %2 : memref<2xf32>
}

// What a callee returns is of the dialect memref, whatever it was given.
func.func private @callee(memref<2xf32>) -> memref<2xf32>
func.func @calls() {
  %0 = test.pool_alloc() : memref<2xf32>
  %1 = call @callee(%0) : (memref<2xf32>) -> memref<2xf32>
  "test.read_buffer"(%1) : (memref<2xf32>) -> ()
  return
}

// A part of a buffer goes around, and the whole of it.
func.func @views(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = test.pool_alloc() : memref<4xf32>
  %1 = memref.subview %0[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %1) -> (memref<2xf32, strided<[1], offset: 2>>) {
    %2 = test.pool_alloc() : memref<4xf32>
    %3 = memref.subview %2[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
    scf.yield %3 : memref<2xf32, strided<[1], offset: 2>>
  }
  "test.read_buffer"(%r) : (memref<2xf32, strided<[1], offset: 2>>) -> ()
  return
}

// Without a rank.
func.func @unranked(%c: i1, %a: memref<2xf32>) {
  %0 = test.pool_alloc() : memref<2xf32>
  %1 = memref.cast %0 : memref<2xf32> to memref<*xf32>
  %2 = test.pool_clone %1 : memref<*xf32>
  %3 = scf.if %c -> memref<*xf32> {
    %4 = test.pool_clone %1 : memref<*xf32>
    scf.yield %4 : memref<*xf32>
  } else {
    scf.yield %2 : memref<*xf32>
  }
  "test.read_buffer"(%3) : (memref<*xf32>) -> ()
  return
}

// Nobody owns the argument: only buffers of the pool are freed.
func.func @argument(%n: index, %m: memref<2xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %m) -> (memref<2xf32>) {
    %1 = test.pool_alloc() : memref<2xf32>
    "test.read_buffer"(%a) : (memref<2xf32>) -> ()
    scf.yield %1 : memref<2xf32>
  }
  "test.read_buffer"(%r) : (memref<2xf32>) -> ()
  return
}

// What is chosen from a buffer of the pool and another one is not passed on.
func.func @apart(%c: i1) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = test.pool_alloc() : memref<2xf32>
  %2 = arith.select %c, %0, %1 : memref<2xf32>
  "test.read_buffer"(%2) : (memref<2xf32>) -> ()
  cf.cond_br %c, ^a, ^b(%1 : memref<2xf32>)
^a:
  %3 = test.pool_alloc() : memref<2xf32>
  cf.br ^b(%3 : memref<2xf32>)
^b(%4: memref<2xf32>):
  "test.read_buffer"(%4) : (memref<2xf32>) -> ()
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
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     scf.if %arg0 {
// CHECK-NEXT:       test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%0, %1 : memref<2xf32>, i1)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %2 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     cf.br ^bb2(%2, %true : memref<2xf32>, i1)
// CHECK-NEXT:   ^bb2(%3: memref<2xf32>, %4: i1):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     "test.read_buffer"(%3) : (memref<2xf32>) -> ()
// CHECK-NEXT:     scf.if %4 {
// CHECK-NEXT:       test.pool_free %3 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @returned() -> memref<2xf32> {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     return %1 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: index) {
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1:2 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %0, %arg3 = %false) -> (memref<2xf32>, i1) {
// CHECK-NEXT:       %4 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:       "test.read_buffer"(%arg2) : (memref<2xf32>) -> ()
// CHECK-NEXT:       scf.if %arg3 {
// CHECK-NEXT:         test.pool_free %arg2 : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %4, %true : memref<2xf32>, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.read_buffer"(%1#0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %1#0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<0xindex>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %0 : memref<2xf32> -> index
// CHECK-NEXT:     memref.store %intptr, %alloc[%c0] : memref<2xindex>
// CHECK-NEXT:     %intptr_2 = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr_2, %alloc[%c1] : memref<2xindex>
// CHECK-NEXT:     memref.store %true, %alloc_0[%c0] : memref<2xi1>
// CHECK-NEXT:     memref.store %1#1, %alloc_0[%c1] : memref<2xi1>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:     %cast_3 = memref.cast %alloc_0 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_4 = memref.cast %alloc_1 : memref<0xindex> to memref<?xindex>
// CHECK-NEXT:     %alloc_5 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_6 = memref.alloc() : memref<0xi1>
// CHECK-NEXT:     %cast_7 = memref.cast %alloc_5 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_8 = memref.cast %alloc_6 : memref<0xi1> to memref<?xi1>
// CHECK-NEXT:     call @dealloc_helper(%cast, %cast_4, %cast_3, %cast_7, %cast_8) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:     %2 = memref.load %alloc_5[%c0] : memref<2xi1>
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = memref.load %alloc_5[%c1] : memref<2xi1>
// CHECK-NEXT:     scf.if %3 {
// CHECK-NEXT:       test.pool_free %1#0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xindex>
// CHECK-NEXT:     memref.dealloc %alloc_1 : memref<0xindex>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_5 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_6 : memref<0xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @regions() {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1:2 = test.region_if %0, %false: memref<2xf32>, i1 -> (memref<2xf32>, i1) then {
// CHECK-NEXT:     ^bb0(%arg0: memref<2xf32>, %arg1: i1):
// CHECK-NEXT:       test.region_if_yield %arg0, %arg1 : memref<2xf32>, i1
// CHECK-NEXT:     } else {
// CHECK-NEXT:     ^bb0(%arg0: memref<2xf32>, %arg1: i1):
// CHECK-NEXT:       %4 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:       scf.if %arg1 {
// CHECK-NEXT:         test.pool_free %arg0 : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       test.region_if_yield %4, %true : memref<2xf32>, i1
// CHECK-NEXT:     } join {
// CHECK-NEXT:     ^bb0(%arg0: memref<2xf32>, %arg1: i1):
// CHECK-NEXT:       test.region_if_yield %arg0, %arg1 : memref<2xf32>, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.read_buffer"(%1#0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %1#0 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<0xindex>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %0 : memref<2xf32> -> index
// CHECK-NEXT:     memref.store %intptr, %alloc[%c0] : memref<2xindex>
// CHECK-NEXT:     %intptr_2 = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr_2, %alloc[%c1] : memref<2xindex>
// CHECK-NEXT:     memref.store %true, %alloc_0[%c0] : memref<2xi1>
// CHECK-NEXT:     memref.store %1#1, %alloc_0[%c1] : memref<2xi1>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:     %cast_3 = memref.cast %alloc_0 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_4 = memref.cast %alloc_1 : memref<0xindex> to memref<?xindex>
// CHECK-NEXT:     %alloc_5 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_6 = memref.alloc() : memref<0xi1>
// CHECK-NEXT:     %cast_7 = memref.cast %alloc_5 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_8 = memref.cast %alloc_6 : memref<0xi1> to memref<?xi1>
// CHECK-NEXT:     call @dealloc_helper(%cast, %cast_4, %cast_3, %cast_7, %cast_8) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:     %2 = memref.load %alloc_5[%c0] : memref<2xi1>
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = memref.load %alloc_5[%c1] : memref<2xi1>
// CHECK-NEXT:     scf.if %3 {
// CHECK-NEXT:       test.pool_free %1#0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xindex>
// CHECK-NEXT:     memref.dealloc %alloc_1 : memref<0xindex>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_5 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_6 : memref<0xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @plain() {
// CHECK-NEXT:     %0 = test.plain_alloc : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     memref.dealloc %0 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @chosen(%arg0: i1) -> memref<2xf32> {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = arith.select %arg0, %alloc, %0 : memref<2xf32>
// CHECK-NEXT:     %2 = bufferization.clone %1 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     return %2 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @callee(memref<2xf32>) -> memref<2xf32>
// CHECK-NEXT:   func.func @calls() {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = call @callee(%0) : (memref<2xf32>) -> memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%1) : (memref<2xf32>) -> ()
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %1 : memref<2xf32> -> memref<f32>, index, index, index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<0xindex>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %0 : memref<2xf32> -> index
// CHECK-NEXT:     memref.store %intptr, %alloc[%c0] : memref<2xindex>
// CHECK-NEXT:     %intptr_2 = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr_2, %alloc[%c1] : memref<2xindex>
// CHECK-NEXT:     memref.store %true, %alloc_0[%c0] : memref<2xi1>
// CHECK-NEXT:     memref.store %true, %alloc_0[%c1] : memref<2xi1>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:     %cast_3 = memref.cast %alloc_0 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_4 = memref.cast %alloc_1 : memref<0xindex> to memref<?xindex>
// CHECK-NEXT:     %alloc_5 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_6 = memref.alloc() : memref<0xi1>
// CHECK-NEXT:     %cast_7 = memref.cast %alloc_5 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_8 = memref.cast %alloc_6 : memref<0xi1> to memref<?xi1>
// CHECK-NEXT:     call @dealloc_helper(%cast, %cast_4, %cast_3, %cast_7, %cast_8) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:     %2 = memref.load %alloc_5[%c0] : memref<2xi1>
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = memref.load %alloc_5[%c1] : memref<2xi1>
// CHECK-NEXT:     scf.if %3 {
// CHECK-NEXT:       memref.dealloc %base_buffer : memref<f32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xindex>
// CHECK-NEXT:     memref.dealloc %alloc_1 : memref<0xindex>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_5 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_6 : memref<0xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @views(%arg0: index) {
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<4xf32>
// CHECK-NEXT:     %subview = memref.subview %0[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
// CHECK-NEXT:     %1:2 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %subview, %arg3 = %false) -> (memref<2xf32, strided<[1], offset: 2>>, i1) {
// CHECK-NEXT:       %4 = test.pool_alloc() : memref<4xf32>
// CHECK-NEXT:       %subview_9 = memref.subview %4[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
// CHECK-NEXT:       %base_buffer_10, %offset_11, %sizes_12, %strides_13 = memref.extract_strided_metadata %arg2 : memref<2xf32, strided<[1], offset: 2>> -> memref<f32>, index, index, index
// CHECK-NEXT:       scf.if %arg3 {
// CHECK-NEXT:         test.pool_free %base_buffer_10 : memref<f32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %subview_9, %true : memref<2xf32, strided<[1], offset: 2>>, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.read_buffer"(%1#0) : (memref<2xf32, strided<[1], offset: 2>>) -> ()
// CHECK-NEXT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %1#0 : memref<2xf32, strided<[1], offset: 2>> -> memref<f32>, index, index, index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<0xindex>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %0 : memref<4xf32> -> index
// CHECK-NEXT:     memref.store %intptr, %alloc[%c0] : memref<2xindex>
// CHECK-NEXT:     %intptr_2 = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr_2, %alloc[%c1] : memref<2xindex>
// CHECK-NEXT:     memref.store %true, %alloc_0[%c0] : memref<2xi1>
// CHECK-NEXT:     memref.store %1#1, %alloc_0[%c1] : memref<2xi1>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:     %cast_3 = memref.cast %alloc_0 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_4 = memref.cast %alloc_1 : memref<0xindex> to memref<?xindex>
// CHECK-NEXT:     %alloc_5 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_6 = memref.alloc() : memref<0xi1>
// CHECK-NEXT:     %cast_7 = memref.cast %alloc_5 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_8 = memref.cast %alloc_6 : memref<0xi1> to memref<?xi1>
// CHECK-NEXT:     call @dealloc_helper(%cast, %cast_4, %cast_3, %cast_7, %cast_8) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:     %2 = memref.load %alloc_5[%c0] : memref<2xi1>
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       test.pool_free %0 : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = memref.load %alloc_5[%c1] : memref<2xi1>
// CHECK-NEXT:     scf.if %3 {
// CHECK-NEXT:       test.pool_free %base_buffer : memref<f32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xindex>
// CHECK-NEXT:     memref.dealloc %alloc_1 : memref<0xindex>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_5 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_6 : memref<0xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unranked(%arg0: i1, %arg1: memref<2xf32>) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %cast = memref.cast %0 : memref<2xf32> to memref<*xf32>
// CHECK-NEXT:     %1 = test.pool_clone %cast : memref<*xf32>
// CHECK-NEXT:     %2 = scf.if %arg0 -> (memref<*xf32>) {
// CHECK-NEXT:       %5 = test.pool_clone %cast : memref<*xf32>
// CHECK-NEXT:       scf.yield %5 : memref<*xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %1 : memref<*xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.read_buffer"(%2) : (memref<*xf32>) -> ()
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %1 to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// CHECK-NEXT:     %base_buffer, %offset = memref.extract_strided_metadata %reinterpret_cast : memref<f32, strided<[]>> -> memref<f32>, index
// CHECK-NEXT:     %reinterpret_cast_0 = memref.reinterpret_cast %2 to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[]>>
// CHECK-NEXT:     %base_buffer_1, %offset_2 = memref.extract_strided_metadata %reinterpret_cast_0 : memref<f32, strided<[]>> -> memref<f32>, index
// CHECK-NEXT:     test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %alloc_3 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_4 = memref.alloc() : memref<0xindex>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %base_buffer : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr, %alloc[%c0] : memref<2xindex>
// CHECK-NEXT:     %intptr_5 = memref.extract_aligned_pointer_as_index %base_buffer_1 : memref<f32> -> index
// CHECK-NEXT:     memref.store %intptr_5, %alloc[%c1] : memref<2xindex>
// CHECK-NEXT:     memref.store %true, %alloc_3[%c0] : memref<2xi1>
// CHECK-NEXT:     memref.store %arg0, %alloc_3[%c1] : memref<2xi1>
// CHECK-NEXT:     %cast_6 = memref.cast %alloc : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:     %cast_7 = memref.cast %alloc_3 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_8 = memref.cast %alloc_4 : memref<0xindex> to memref<?xindex>
// CHECK-NEXT:     %alloc_9 = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %alloc_10 = memref.alloc() : memref<0xi1>
// CHECK-NEXT:     %cast_11 = memref.cast %alloc_9 : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %cast_12 = memref.cast %alloc_10 : memref<0xi1> to memref<?xi1>
// CHECK-NEXT:     call @dealloc_helper(%cast_6, %cast_8, %cast_7, %cast_11, %cast_12) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:     %3 = memref.load %alloc_9[%c0] : memref<2xi1>
// CHECK-NEXT:     scf.if %3 {
// CHECK-NEXT:       test.pool_free %1 : memref<*xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %4 = memref.load %alloc_9[%c1] : memref<2xi1>
// CHECK-NEXT:     scf.if %4 {
// CHECK-NEXT:       test.pool_free %2 : memref<*xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xindex>
// CHECK-NEXT:     memref.dealloc %alloc_4 : memref<0xindex>
// CHECK-NEXT:     memref.dealloc %alloc_3 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_9 : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %alloc_10 : memref<0xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @argument(%arg0: index, %arg1: memref<2xf32>) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0:2 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1, %arg4 = %false) -> (memref<2xf32>, i1) {
// CHECK-NEXT:       %1 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:       "test.read_buffer"(%arg3) : (memref<2xf32>) -> ()
// CHECK-NEXT:       scf.if %arg4 {
// CHECK-NEXT:         test.pool_free %arg3 : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1, %true : memref<2xf32>, i1
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.read_buffer"(%0#0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     scf.if %0#1 {
// CHECK-NEXT:       test.pool_free %0#0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @apart(%arg0: i1) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     %1 = arith.select %arg0, %alloc, %0 : memref<2xf32>
// CHECK-NEXT:     "test.read_buffer"(%1) : (memref<2xf32>) -> ()
// CHECK-NEXT:     scf.if %arg0 {
// CHECK-NEXT:       memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:       test.pool_free %0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = arith.xori %arg0, %true : i1
// CHECK-NEXT:     scf.if %2 {
// CHECK-NEXT:       memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%0, %2 : memref<2xf32>, i1)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %3 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     cf.br ^bb2(%3, %true : memref<2xf32>, i1)
// CHECK-NEXT:   ^bb2(%4: memref<2xf32>, %5: i1):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     "test.read_buffer"(%4) : (memref<2xf32>) -> ()
// CHECK-NEXT:     scf.if %5 {
// CHECK-NEXT:       test.pool_free %4 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @dealloc_helper(%arg0: memref<?xindex>, %arg1: memref<?xindex>, %arg2: memref<?xi1>, %arg3: memref<?xi1>, %arg4: memref<?xi1>) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?xindex>
// CHECK-NEXT:     %dim_0 = memref.dim %arg1, %c0 : memref<?xindex>
// CHECK-NEXT:     scf.for %arg5 = %c0 to %dim_0 step %c1 {
// CHECK-NEXT:       memref.store %false, %arg4[%arg5] : memref<?xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %arg5 = %c0 to %dim step %c1 {
// CHECK-NEXT:       %0 = memref.load %arg0[%arg5] : memref<?xindex>
// CHECK-NEXT:       %1 = memref.load %arg2[%arg5] : memref<?xi1>
// CHECK-NEXT:       %2 = scf.for %arg6 = %c0 to %dim_0 step %c1 iter_args(%arg7 = %true) -> (i1) {
// CHECK-NEXT:         %5 = memref.load %arg1[%arg6] : memref<?xindex>
// CHECK-NEXT:         %6 = arith.cmpi eq, %5, %0 : index
// CHECK-NEXT:         scf.if %6 {
// CHECK-NEXT:           %9 = memref.load %arg4[%arg6] : memref<?xi1>
// CHECK-NEXT:           %10 = arith.ori %9, %1 : i1
// CHECK-NEXT:           memref.store %10, %arg4[%arg6] : memref<?xi1>
// CHECK-NEXT:         }
// CHECK-NEXT:         %7 = arith.cmpi ne, %5, %0 : index
// CHECK-NEXT:         %8 = arith.andi %arg7, %7 : i1
// CHECK-NEXT:         scf.yield %8 : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %3 = scf.for %arg6 = %c0 to %arg5 step %c1 iter_args(%arg7 = %2) -> (i1) {
// CHECK-NEXT:         %5 = memref.load %arg0[%arg6] : memref<?xindex>
// CHECK-NEXT:         %6 = arith.cmpi ne, %5, %0 : index
// CHECK-NEXT:         %7 = arith.andi %arg7, %6 : i1
// CHECK-NEXT:         scf.yield %7 : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %4 = arith.andi %3, %1 : i1
// CHECK-NEXT:       memref.store %4, %arg3[%arg5] : memref<?xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
