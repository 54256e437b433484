// A function's argument that must not be written is named on the function.
// RUN: terrace-opt %s '--one-shot-bufferize=test-analysis-only print-conflicts' | FileCheck %s --check-prefix=FOUND

func.func @insert(%t: tensor<4xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// FOUND:      module {
// FOUND-NEXT:   func.func @insert(%arg0: tensor<4xf32>, %arg1: f32, %arg2: index) -> tensor<4xf32> attributes {"W_0[NOT-WRITABLE: bbArg 0]"} {
// FOUND-NEXT:     %inserted = tensor.insert %arg1 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "false", "none"]} : tensor<4xf32>
// FOUND-NEXT:     return {__inplace_operands_attr__ = ["true"]} %inserted : tensor<4xf32>
// FOUND-NEXT:   }
// FOUND-NEXT: }
