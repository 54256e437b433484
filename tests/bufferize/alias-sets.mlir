// Which values share a buffer, without and with the boundaries of functions.
// RUN: terrace-opt %s '--one-shot-bufferize=test-analysis-only dump-alias-sets' | FileCheck %s --check-prefix=INSIDE
// RUN: terrace-opt %s '--one-shot-bufferize=bufferize-function-boundaries test-analysis-only dump-alias-sets' | FileCheck %s --check-prefix=ACROSS

func.func @insert(%t: tensor<4xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// INSIDE:      module {
// INSIDE-NEXT:   func.func @insert(%arg0: tensor<4xf32>, %arg1: f32, %arg2: index) -> tensor<4xf32> attributes {__bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%arg0"]]]]} {
// INSIDE-NEXT:     %inserted = tensor.insert %arg1 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "false", "none"], __opresult_alias_set_attr__ = {{\[\[}}"%inserted"]]} : tensor<4xf32>
// INSIDE-NEXT:     return {__inplace_operands_attr__ = ["true"]} %inserted : tensor<4xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT: }

// ACROSS:      module {
// ACROSS-NEXT:   func.func @insert(%arg0: tensor<4xf32> {bufferization.access = "read-write"}, %arg1: f32, %arg2: index) -> tensor<4xf32> attributes {__bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%inserted", "%arg0"]]]]} {
// ACROSS-NEXT:     %inserted = tensor.insert %arg1 into %arg0[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"], __opresult_alias_set_attr__ = {{\[\[}}"%inserted", "%arg0"]]} : tensor<4xf32>
// ACROSS-NEXT:     return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]} %inserted : tensor<4xf32>
// ACROSS-NEXT:   }
// ACROSS-NEXT: }
