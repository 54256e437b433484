// Which definition, write and read are a conflict.
// RUN: terrace-opt %s '--one-shot-bufferize=bufferize-function-boundaries test-analysis-only print-conflicts' | FileCheck %s --check-prefix=FOUND

func.func @insert_then_read_old(%a: f32, %i: index, %j: index, %e: tensor<3xf32>) -> (f32, f32) {
  %0 = tensor.insert %a into %e[%i] : tensor<3xf32>
  %1 = tensor.insert %a into %0[%i] : tensor<3xf32>
  %r = tensor.extract %0[%j] : tensor<3xf32>
  %s = tensor.extract %1[%j] : tensor<3xf32>
  return %r, %s : f32, f32
}

// FOUND:      module {
// FOUND-NEXT:   func.func @insert_then_read_old(%arg0: f32, %arg1: index, %arg2: index, %arg3: tensor<3xf32> {bufferization.access = "read-write"}) -> (f32, f32) {
// FOUND-NEXT:     %inserted = tensor.insert %arg0 into %arg3[%arg1] {"C_0[DEF: result 0]", __inplace_operands_attr__ = ["none", "true", "none"]} : tensor<3xf32>
// FOUND-NEXT:     %inserted_0 = tensor.insert %arg0 into %inserted[%arg1] {"C_0[CONFL-WRITE: 1]", __inplace_operands_attr__ = ["none", "false", "none"]} : tensor<3xf32>
// FOUND-NEXT:     %extracted = tensor.extract %inserted[%arg2] {"C_0[READ: 0]", __inplace_operands_attr__ = ["true", "none"]} : tensor<3xf32>
// FOUND-NEXT:     %extracted_1 = tensor.extract %inserted_0[%arg2] {__inplace_operands_attr__ = ["true", "none"]} : tensor<3xf32>
// FOUND-NEXT:     return %extracted, %extracted_1 : f32, f32
// FOUND-NEXT:   }
// FOUND-NEXT: }
