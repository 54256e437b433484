// Layouts of buffers that nobody can tell yet.
// RUN: terrace-opt %s --allow-unregistered-dialect --one-shot-bufferize='bufferize-function-boundaries allow-unknown-ops' | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --one-shot-bufferize='bufferize-function-boundaries allow-unknown-ops unknown-type-conversion=identity-layout-map' | FileCheck %s --check-prefix=IDENTITY

// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32, strided<[?, ?], offset: ?>>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> f32 {
// CHECK-NEXT:  %[[V0:.*]] = bufferization.to_tensor %[[ARG0]] : memref<?x?xf32, strided<[?, ?], offset: ?>> to tensor<?x?xf32>
// CHECK-NEXT:  %[[V1:.*]] = "my_dialect.unbufferizable_op"(%[[V0]]) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:  %[[V2:.*]] = bufferization.to_buffer %[[V1]] : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:  %[[V3:.*]] = memref.load %[[V2]][%[[ARG1]], %[[ARG2]]] : memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:  return %[[V3]] : f32
// CHECK-NEXT:  }
// IDENTITY-LABEL: func.func @unknown(
// IDENTITY-SAME:    %[[ARG0:.*]]: memref<?x?xf32, strided<[?, ?], offset: ?>>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> f32 {
// IDENTITY-NEXT:  %[[V0:.*]] = bufferization.to_tensor %[[ARG0]] : memref<?x?xf32, strided<[?, ?], offset: ?>> to tensor<?x?xf32>
// IDENTITY-NEXT:  %[[V1:.*]] = "my_dialect.unbufferizable_op"(%[[V0]]) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// IDENTITY-NEXT:  %[[V2:.*]] = bufferization.to_buffer %[[V1]] : tensor<?x?xf32> to memref<?x?xf32>
// IDENTITY-NEXT:  %[[V3:.*]] = memref.load %[[V2]][%[[ARG1]], %[[ARG2]]] : memref<?x?xf32>
// IDENTITY-NEXT:  return %[[V3]] : f32
// IDENTITY-NEXT:  }
func.func @unknown(%t: tensor<?x?xf32>, %idx1: index, %idx2: index) -> f32 {
  %0 = "my_dialect.unbufferizable_op"(%t) : (tensor<?x?xf32>) -> (tensor<?x?xf32>)
  %1 = tensor.extract %0[%idx1, %idx2] : tensor<?x?xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> f32 {
// CHECK-NEXT:  %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<*xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[CAST]][%[[ARG1]], %[[ARG2]]] : memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:  return %[[V0]] : f32
// CHECK-NEXT:  }
// IDENTITY-LABEL: func.func @cast(
// IDENTITY-SAME:    %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> f32 {
// IDENTITY-NEXT:  %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<*xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// IDENTITY-NEXT:  %[[V0:.*]] = memref.load %[[CAST]][%[[ARG1]], %[[ARG2]]] : memref<?x?xf32, strided<[?, ?], offset: ?>>
// IDENTITY-NEXT:  return %[[V0]] : f32
// IDENTITY-NEXT:  }
func.func @cast(%t: tensor<*xf32>, %idx1: index, %idx2: index) -> f32 {
  %0 = tensor.cast %t : tensor<*xf32> to tensor<?x?xf32>
  %1 = tensor.extract %0[%idx1, %idx2] : tensor<?x?xf32>
  return %1 : f32
}
