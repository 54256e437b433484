// A chain of tensors needs no copies; where it forks, one branch is copied. Ops that nobody knows keep their tensors.
// RUN: terrace-opt %s --allow-unregistered-dialect --one-shot-bufferize='bufferize-function-boundaries allow-unknown-ops' | FileCheck %s

// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:  %[[V0:.*]] = bufferization.to_tensor %[[ARG0]] : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
// CHECK-NEXT:  %[[V1:.*]] = "my_dialect.some_op"(%[[V0]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[V2:.*]] = "my_dialect.another_op"(%[[V1]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[V3:.*]] = "my_dialect.yet_another_op"(%[[V2]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[V4:.*]] = bufferization.to_buffer %[[V3]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[V4]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @chain(%t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "my_dialect.some_op"(%t) : (tensor<?xf32>) -> (tensor<?xf32>)
  %1 = "my_dialect.another_op"(%0) : (tensor<?xf32>) -> (tensor<?xf32>)
  %2 = "my_dialect.yet_another_op"(%1) : (tensor<?xf32>) -> (tensor<?xf32>)
  return %2 : tensor<?xf32>
}

// CHECK-LABEL: func.func @fork(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>) -> (memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT:  %[[V0:.*]] = bufferization.to_tensor %[[ARG0]] : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
// CHECK-NEXT:  %[[V1:.*]] = "my_dialect.some_op"(%[[V0]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[V2:.*]] = "my_dialect.another_op"(%[[V1]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[V3:.*]] = "my_dialect.yet_another_op"(%[[V1]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[V4:.*]] = bufferization.to_buffer %[[V2]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  %[[V5:.*]] = bufferization.to_buffer %[[V3]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[V4]], %[[V5]] : memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @fork(%t: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "my_dialect.some_op"(%t) : (tensor<?xf32>) -> (tensor<?xf32>)
  %1 = "my_dialect.another_op"(%0) : (tensor<?xf32>) -> (tensor<?xf32>)
  %2 = "my_dialect.yet_another_op"(%0) : (tensor<?xf32>) -> (tensor<?xf32>)
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @chain_of_inserts(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[ARG0]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @chain_of_inserts(%t: tensor<?xf32>, %f: f32, %i: index) -> tensor<?xf32> {
  %0 = tensor.insert %f into %t[%i] : tensor<?xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<?xf32>
  %2 = tensor.insert %f into %1[%i] : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// CHECK-LABEL: func.func @fork_of_inserts(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc(%[[DIM]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT:  memref.copy %[[ARG0]], %[[ALLOC]] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[ALLOC]], %[[ARG0]] : memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @fork_of_inserts(%t: tensor<?xf32>, %f: f32, %i: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.insert %f into %t[%i] : tensor<?xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<?xf32>
  %2 = tensor.insert %f into %0[%i] : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}
