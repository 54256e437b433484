// Where bufferization fails, nothing is printed but the errors.
// RUN: not terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries 2>%t.err | count 0
// RUN: FileCheck %s --input-file=%t.err

func.func @first(%t: tensor<4xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: nothing-half-done.mlir:[[#@LINE+2]]:8: error: op was not bufferized
func.func @second(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %t, %t : tensor<4xf32>
  return %0 : tensor<4xf32>
}
