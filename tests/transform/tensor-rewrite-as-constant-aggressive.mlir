// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// All padded constants are constants.

func.func @nofold() -> tensor<3xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %c nofold low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @twice() -> (tensor<3xf32>, tensor<4xf32>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %c low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<3xf32>
  %1 = tensor.pad %c low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<4xf32>
  return %0, %1 : tensor<3xf32>, tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.rewrite_as_constant aggressive
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @nofold() -> tensor<3xf32> {
// CHECK-NEXT: %cst = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %padded = tensor.pad %cst nofold low[0] high[1] {
// CHECK-NEXT: ^bb0(%arg0: index):
// CHECK-NEXT: tensor.yield %cst_0 : f32
// CHECK-NEXT: } : tensor<2xf32> to tensor<3xf32>
// CHECK-NEXT: return %padded : tensor<3xf32>
// CHECK-LABEL: func.func @twice() -> (tensor<3xf32>, tensor<4xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<[1.000000e+00, 2.000000e+00, 0.000000e+00]> : tensor<3xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 0.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: return %cst, %cst_0 : tensor<3xf32>, tensor<4xf32>
