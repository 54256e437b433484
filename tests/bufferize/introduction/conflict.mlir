// Why a copy is made: a definition, a write that would be seen by who must not, and the read.
// RUN: terrace-opt %s --one-shot-bufferize='bufferize-function-boundaries test-analysis-only print-conflicts' | FileCheck %s
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=COPIED

// CHECK-LABEL: func.func @test(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> (f32, tensor<3xf32>) {
// CHECK-NEXT:  %[[FROM_ELEMENTS:.*]] = tensor.from_elements %[[ARG0]], %[[ARG0]], %[[ARG0]] {"C_0[DEF: result 0]"} : tensor<3xf32>
// CHECK-NEXT:  %[[INSERTED:.*]] = tensor.insert %[[ARG1]] into %[[FROM_ELEMENTS]][%[[ARG2]]] {"C_0[CONFL-WRITE: 1]", __inplace_operands_attr__ = ["none", "false", "none"]} : tensor<3xf32>
// CHECK-NEXT:  %[[EXTRACTED:.*]] = tensor.extract %[[FROM_ELEMENTS]][%[[ARG3]]] {"C_0[READ: 0]", __inplace_operands_attr__ = ["true", "none"]} : tensor<3xf32>
// CHECK-NEXT:  return {__inplace_operands_attr__ = ["none", "true"]} %[[EXTRACTED]], %[[INSERTED]] : f32, tensor<3xf32>
// CHECK-NEXT:  }
// COPIED-LABEL: func.func @test(
// COPIED-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> (f32, memref<3xf32>) {
// COPIED-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<3xf32>
// COPIED-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// COPIED-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// COPIED-NEXT:  %[[C2:.*]] = arith.constant 2 : index
// COPIED-NEXT:  memref.store %[[ARG0]], %[[ALLOC]][%[[C0]]] : memref<3xf32>
// COPIED-NEXT:  memref.store %[[ARG0]], %[[ALLOC]][%[[C1]]] : memref<3xf32>
// COPIED-NEXT:  memref.store %[[ARG0]], %[[ALLOC]][%[[C2]]] : memref<3xf32>
// COPIED-NEXT:  %[[ALLOC_0:.*]] = memref.alloc() {alignment = 64 : i64} : memref<3xf32>
// COPIED-NEXT:  memref.copy %[[ALLOC]], %[[ALLOC_0]] : memref<3xf32> to memref<3xf32>
// COPIED-NEXT:  memref.store %[[ARG1]], %[[ALLOC_0]][%[[ARG2]]] : memref<3xf32>
// COPIED-NEXT:  %[[V0:.*]] = memref.load %[[ALLOC]][%[[ARG3]]] : memref<3xf32>
// COPIED-NEXT:  %[[CAST:.*]] = memref.cast %[[ALLOC_0]] : memref<3xf32> to memref<3xf32, strided<[?], offset: ?>>
// COPIED-NEXT:  return %[[V0]], %[[ALLOC_0]] : f32, memref<3xf32>
// COPIED-NEXT:  }
func.func @test(%arg0: f32, %arg1: f32, %arg2: index, %arg3: index) -> (f32, tensor<3xf32>) {
  %0 = tensor.from_elements %arg0, %arg0, %arg0 : tensor<3xf32>
  %1 = tensor.insert %arg1 into %0[%arg2] : tensor<3xf32>
  %r = tensor.extract %0[%arg3] : tensor<3xf32>
  func.return %r, %1 : f32, tensor<3xf32>
}
