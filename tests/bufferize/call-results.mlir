// A function that returns a constant returns what must not be written, and one that returns a buffer twice returns one buffer;
// callers copy. mlir-opt writes to the constant, and to what is still to be read.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

func.func private @constant() -> tensor<2xi32> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @twice(%x: i32, %i: index) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = tensor.splat %x : tensor<2xi32>
  return %0, %0 : tensor<2xi32>, tensor<2xi32>
}
func.func @write_constant(%x: i32, %i: index) -> tensor<2xi32> {
  %0 = call @constant() : () -> tensor<2xi32>
  %1 = tensor.insert %x into %0[%i] : tensor<2xi32>
  return %1 : tensor<2xi32>
}
func.func @write_first(%x: i32, %i: index) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = call @twice(%x, %i) : (i32, index) -> (tensor<2xi32>, tensor<2xi32>)
  %1 = tensor.insert %x into %0#0[%i] : tensor<2xi32>
  return %1, %0#1 : tensor<2xi32>, tensor<2xi32>
}
func.func @write_and_forget(%x: i32, %i: index) -> tensor<2xi32> {
  %0:2 = call @twice(%x, %i) : (i32, index) -> (tensor<2xi32>, tensor<2xi32>)
  %1 = tensor.insert %x into %0#0[%i] : tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK:      module {
// CHECK-NEXT:   memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK-NEXT:   func.func private @constant() -> memref<2xi32> {
// CHECK-NEXT:     %0 = memref.get_global @__constant_2xi32 : memref<2xi32>
// CHECK-NEXT:     %cast = memref.cast %0 : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     return %0 : memref<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @twice(%arg0: i32, %arg1: index) -> (memref<2xi32>, memref<2xi32>) {
// CHECK-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:     linalg.map outs(%alloc : memref<2xi32>)
// CHECK-NEXT:       (%init: i32) {
// CHECK-NEXT:         linalg.yield %arg0 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     %cast_0 = memref.cast %alloc : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     return %alloc, %alloc : memref<2xi32>, memref<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @write_constant(%arg0: i32, %arg1: index) -> memref<2xi32> {
// CHECK-NEXT:     %0 = call @constant() : () -> memref<2xi32>
// CHECK-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:     memref.copy %0, %alloc : memref<2xi32> to memref<2xi32>
// CHECK-NEXT:     memref.store %arg0, %alloc[%arg1] : memref<2xi32>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     return %alloc : memref<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @write_first(%arg0: i32, %arg1: index) -> (memref<2xi32>, memref<2xi32>) {
// CHECK-NEXT:     %0:2 = call @twice(%arg0, %arg1) : (i32, index) -> (memref<2xi32>, memref<2xi32>)
// CHECK-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:     memref.copy %0#0, %alloc : memref<2xi32> to memref<2xi32>
// CHECK-NEXT:     memref.store %arg0, %alloc[%arg1] : memref<2xi32>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     %cast_0 = memref.cast %0#1 : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     return %alloc, %0#1 : memref<2xi32>, memref<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @write_and_forget(%arg0: i32, %arg1: index) -> memref<2xi32> {
// CHECK-NEXT:     %0:2 = call @twice(%arg0, %arg1) : (i32, index) -> (memref<2xi32>, memref<2xi32>)
// CHECK-NEXT:     memref.store %arg0, %0#0[%arg1] : memref<2xi32>
// CHECK-NEXT:     %cast = memref.cast %0#0 : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     return %0#0 : memref<2xi32>
// CHECK-NEXT:   }

// What a function gives that has no tensors stays as its calls say. (Upstream changes the function and not the calls.)
// CHECK-LABEL: func.func private @buffers_only() -> memref<?xf32>
func.func private @buffers_only() -> memref<?xf32> {
  %a = memref.alloc() : memref<4xf32>
  %c = memref.cast %a : memref<4xf32> to memref<?xf32>
  return %c : memref<?xf32>
}
// CHECK-LABEL: func.func @calls_it
// CHECK-NEXT: call @buffers_only() : () -> memref<?xf32>
func.func @calls_it() -> memref<?xf32> {
  %0 = call @buffers_only() : () -> memref<?xf32>
  return %0 : memref<?xf32>
}
