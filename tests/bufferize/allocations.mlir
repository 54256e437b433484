// Where tensors and buffers meet.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s --one-shot-bufferize=test-analysis-only | FileCheck %s --check-prefix=DECIDED

func.func @alloc(%n: index, %f: f32, %i: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%1) : tensor<?xf32>
  %3 = tensor.insert %f into %2[%i] : tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}
func.func @space(%n: index, %t: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = bufferization.alloc_tensor(%n) {memory_space = 1 : i64} : tensor<?xf32>
  %1 = bufferization.alloc_tensor() copy(%0) : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) {memory_space = 2} : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}
func.func @dealloc(%n: index) {
  %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  bufferization.dealloc_tensor %0 : tensor<?xf32>
  return
}
func.func @materialize2(%m: memref<5xf32>) -> tensor<5xf32> {
  %t = bufferization.to_tensor %m restrict writable : memref<5xf32> to tensor<5xf32>
  %u = bufferization.alloc_tensor() : tensor<5xf32>
  %0 = bufferization.materialize_in_destination %u in %t : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func @writable(%m: memref<?xf32, strided<[?], offset: ?>>, %f: f32, %i: index) -> (memref<?xf32, strided<[?], offset: ?>>, f32) {
  %x = bufferization.to_tensor %m restrict writable : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
  %y = tensor.insert %f into %x[%i] : tensor<?xf32>
  %z = tensor.extract %x[%i] : tensor<?xf32>
  %c = bufferization.to_buffer %y : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %c, %z : memref<?xf32, strided<[?], offset: ?>>, f32
}

// DONE: module {
// DONE-NEXT:   func.func @alloc(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?xf32>, tensor<?xf32>) {
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<?xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %alloc, %c0 : memref<?xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.copy %alloc, %alloc_0 : memref<?xf32> to memref<?xf32>
// DONE-NEXT:     memref.store %arg1, %alloc_0[%arg2] : memref<?xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc_0 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %0, %1 : tensor<?xf32>, tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @space(%arg0: index, %arg1: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32, 1>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %alloc, %c0 : memref<?xf32, 1>
// DONE-NEXT:     %alloc_0 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32, 1>
// DONE-NEXT:     memref.copy %alloc, %alloc_0 : memref<?xf32, 1> to memref<?xf32, 1>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc_0 : memref<?xf32, 1> to tensor<?xf32>
// DONE-NEXT:     %c0_1 = arith.constant 0 : index
// DONE-NEXT:     %dim_2 = memref.dim %0, %c0_1 : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc_3 = memref.alloc(%dim_2) {alignment = 64 : i64} : memref<?xf32, 2>
// DONE-NEXT:     memref.copy %0, %alloc_3 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, 2>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc_3 : memref<?xf32, 2> to tensor<?xf32>
// DONE-NEXT:     return %1, %2 : tensor<?xf32>, tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @dealloc(%arg0: index) {
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.dealloc %alloc : memref<?xf32>
// DONE-NEXT:     return
// DONE-NEXT:   }
// DONE-NEXT:   func.func @materialize2(%arg0: memref<5xf32>) -> tensor<5xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<5xf32>
// DONE-NEXT:     memref.copy %alloc, %arg0 : memref<5xf32> to memref<5xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %arg0 : memref<5xf32> to tensor<5xf32>
// DONE-NEXT:     return %0 : tensor<5xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @writable(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<?xf32, strided<[?], offset: ?>>, f32) {
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.copy %arg0, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<?xf32>
// DONE-NEXT:     %0 = memref.load %arg0[%arg2] : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %cast = memref.cast %alloc : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     return %cast, %0 : memref<?xf32, strided<[?], offset: ?>>, f32
// DONE-NEXT:   }
// DONE-NEXT: }

// DECIDED: module {
// DECIDED-NEXT:   func.func @alloc(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?xf32>, tensor<?xf32>) {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<?xf32>
// DECIDED-NEXT:     %1 = bufferization.alloc_tensor() copy(%inserted) {__inplace_operands_attr__ = ["true"]} : tensor<?xf32>
// DECIDED-NEXT:     %inserted_0 = tensor.insert %arg1 into %1[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true"]} %inserted, %inserted_0 : tensor<?xf32>, tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @space(%arg0: index, %arg1: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor(%arg0) {memory_space = 1 : i64} : tensor<?xf32>
// DECIDED-NEXT:     %1 = bufferization.alloc_tensor() copy(%0) {__inplace_operands_attr__ = ["true"]} : tensor<?xf32>
// DECIDED-NEXT:     %2 = bufferization.alloc_tensor() copy(%arg1) {__inplace_operands_attr__ = ["true"], memory_space = 2 : i64} : tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true"]} %1, %2 : tensor<?xf32>, tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @dealloc(%arg0: index) {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?xf32>
// DECIDED-NEXT:     bufferization.dealloc_tensor %0 {__inplace_operands_attr__ = ["true"]} : tensor<?xf32>
// DECIDED-NEXT:     return
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @materialize2(%arg0: memref<5xf32>) -> tensor<5xf32> {
// DECIDED-NEXT:     %0 = bufferization.to_tensor %arg0 restrict writable : memref<5xf32> to tensor<5xf32>
// DECIDED-NEXT:     %1 = bufferization.alloc_tensor() : tensor<5xf32>
// DECIDED-NEXT:     %2 = bufferization.materialize_in_destination %1 in %0 {__inplace_operands_attr__ = ["true", "true"]} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %2 : tensor<5xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @writable(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<?xf32, strided<[?], offset: ?>>, f32) {
// DECIDED-NEXT:     %0 = bufferization.to_tensor %arg0 restrict writable : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %0[%arg2] {__inplace_operands_attr__ = ["none", "false", "none"]} : tensor<?xf32>
// DECIDED-NEXT:     %extracted = tensor.extract %0[%arg2] {__inplace_operands_attr__ = ["true", "none"]} : tensor<?xf32>
// DECIDED-NEXT:     %1 = bufferization.to_buffer %inserted {__inplace_operands_attr__ = ["true"]} : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DECIDED-NEXT:     return %1, %extracted : memref<?xf32, strided<[?], offset: ?>>, f32
// DECIDED-NEXT:   }
// DECIDED-NEXT: }
