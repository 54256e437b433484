// Where bufferization fails, nothing is printed but the errors.
// RUN: not terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries -o %t 2>&1 | FileCheck %s
// RUN: not ls %t

func.func @first(%t: tensor<4xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NOT: memref
// CHECK:     error: op was not bufferized
// CHECK-NOT: memref
func.func @second(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %t, %t : tensor<4xf32>
  return %0 : tensor<4xf32>
}
