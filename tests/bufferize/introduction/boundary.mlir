// A tensor that is to be computed in a given buffer: copied there, or computed there from the start.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s
// RUN: terrace-opt %s --eliminate-empty-tensors --one-shot-bufferize --canonicalize | FileCheck %s --check-prefix=INPLACE

// CHECK-LABEL: func.func @test_matmul(
// CHECK-SAME:    %[[ARG0:.*]]: memref<1x17x19xf32>, %[[ARG1:.*]]: memref<1x19x29xf32>, %[[ARG2:.*]]: memref<1x17x29xf32>) {
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<1x17x29xf32>
// CHECK-NEXT:  %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  linalg.fill ins(%[[CST]] : f32) outs(%[[ALLOC]] : memref<1x17x29xf32>)
// CHECK-NEXT:  linalg.batch_matmul ins(%[[ARG0]], %[[ARG1]] : memref<1x17x19xf32>, memref<1x19x29xf32>) outs(%[[ALLOC]] : memref<1x17x29xf32>)
// CHECK-NEXT:  memref.copy %[[ALLOC]], %[[ARG2]] : memref<1x17x29xf32> to memref<1x17x29xf32>
// CHECK-NEXT:  return
// CHECK-NEXT:  }
// INPLACE-LABEL: func.func @test_matmul(
// INPLACE-SAME:    %[[ARG0:.*]]: memref<1x17x19xf32>, %[[ARG1:.*]]: memref<1x19x29xf32>, %[[ARG2:.*]]: memref<1x17x29xf32>) {
// INPLACE-NEXT:  %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// INPLACE-NEXT:  linalg.fill ins(%[[CST]] : f32) outs(%[[ARG2]] : memref<1x17x29xf32>)
// INPLACE-NEXT:  linalg.batch_matmul ins(%[[ARG0]], %[[ARG1]] : memref<1x17x19xf32>, memref<1x19x29xf32>) outs(%[[ARG2]] : memref<1x17x29xf32>)
// INPLACE-NEXT:  return
// INPLACE-NEXT:  }
func.func @test_matmul(%A: memref<1x17x19xf32>,
                       %B: memref<1x19x29xf32>,
                       %C: memref<1x17x29xf32>) {
  %A_tensor = bufferization.to_tensor %A restrict : memref<1x17x19xf32> to tensor<1x17x19xf32>
  %B_tensor = bufferization.to_tensor %B restrict : memref<1x19x29xf32> to tensor<1x19x29xf32>
  %e = tensor.empty() : tensor<1x17x29xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x17x29xf32>) -> tensor<1x17x29xf32>
  %0 = linalg.batch_matmul ins(%A_tensor, %B_tensor : tensor<1x17x19xf32>, tensor<1x19x29xf32>)
      outs(%f : tensor<1x17x29xf32>) -> tensor<1x17x29xf32>
  bufferization.materialize_in_destination
    %0 in restrict writable %C
      : (tensor<1x17x29xf32>, memref<1x17x29xf32>) -> ()
  return
}
