// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Generated and padded tensors of constants are constants; a constant with other uses is not copied.

func.func @generated() -> tensor<2x3xf32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 2.5 : f32
    tensor.yield %c : f32
  } : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @of_unknown_size(%n: index) -> tensor<?xi8> {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %c = arith.constant 2 : i8
    tensor.yield %c : i8
  } : tensor<?xi8>
  return %0 : tensor<?xi8>
}
func.func @padded() -> tensor<4x5xi16> {
  %c = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  %z = arith.constant 7 : i16
  %0 = tensor.pad %c low[0, 2] high[2, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : i16
  } : tensor<2x2xi16> to tensor<4x5xi16>
  return %0 : tensor<4x5xi16>
}
func.func @padded_splat() -> tensor<6xf64> {
  %c = arith.constant dense<1.0> : tensor<3xf64>
  %z = arith.constant 0.0 : f64
  %0 = tensor.pad %c low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<3xf64> to tensor<6xf64>
  return %0 : tensor<6xf64>
}
func.func @padded_bits() -> tensor<4xi1> {
  %c = arith.constant dense<[true, false]> : tensor<2xi1>
  %z = arith.constant true
  %0 = tensor.pad %c low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : i1
  } : tensor<2xi1> to tensor<4xi1>
  return %0 : tensor<4xi1>
}
func.func @to_unknown_size() -> tensor<?xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = arith.constant 0.0 : f32
  %n = arith.constant 1 : index
  %0 = tensor.pad %c low[%n] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
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
      transform.apply_patterns.tensor.rewrite_as_constant
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @generated() -> tensor<2x3xf32> {
// CHECK-NEXT: %cst = arith.constant dense<2.500000e+00> : tensor<2x3xf32>
// CHECK-NEXT: return %cst : tensor<2x3xf32>
// CHECK-LABEL: func.func @of_unknown_size(%arg0: index) -> tensor<?xi8> {
// CHECK-NEXT: %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT: %generated = tensor.generate %arg0 {
// CHECK-NEXT: ^bb0(%arg1: index):
// CHECK-NEXT: tensor.yield %c2_i8 : i8
// CHECK-NEXT: } : tensor<?xi8>
// CHECK-NEXT: return %generated : tensor<?xi8>
// CHECK-LABEL: func.func @padded() -> tensor<4x5xi16> {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}7, 7, 1, 2, 7], [7, 7, 3, 4, 7], [7, 7, 7, 7, 7], [7, 7, 7, 7, 7]]> : tensor<4x5xi16>
// CHECK-NEXT: return %cst : tensor<4x5xi16>
// CHECK-LABEL: func.func @padded_splat() -> tensor<6xf64> {
// CHECK-NEXT: %cst = arith.constant dense<[0.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<6xf64>
// CHECK-NEXT: return %cst : tensor<6xf64>
// CHECK-LABEL: func.func @padded_bits() -> tensor<4xi1> {
// CHECK-NEXT: %cst = arith.constant dense<[true, true, false, true]> : tensor<4xi1>
// CHECK-NEXT: return %cst : tensor<4xi1>
// CHECK-LABEL: func.func @to_unknown_size() -> tensor<?xf32> {
// CHECK-NEXT: %cst = arith.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 0.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: %cast = tensor.cast %cst : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: return %cast : tensor<?xf32>
// CHECK-LABEL: func.func @nofold() -> tensor<3xf32> {
// CHECK-NEXT: %cst = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %padded = tensor.pad %cst nofold low[0] high[1] {
// CHECK-NEXT: ^bb0(%arg0: index):
// CHECK-NEXT: tensor.yield %cst_0 : f32
// CHECK-NEXT: } : tensor<2xf32> to tensor<3xf32>
// CHECK-NEXT: return %padded : tensor<3xf32>
// CHECK-LABEL: func.func @twice() -> (tensor<3xf32>, tensor<4xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %padded = tensor.pad %cst low[0] high[1] {
// CHECK-NEXT: ^bb0(%arg0: index):
// CHECK-NEXT: tensor.yield %cst_0 : f32
// CHECK-NEXT: } : tensor<2xf32> to tensor<3xf32>
// CHECK-NEXT: %padded_1 = tensor.pad %cst low[1] high[1] {
// CHECK-NEXT: ^bb0(%arg0: index):
// CHECK-NEXT: tensor.yield %cst_0 : f32
// CHECK-NEXT: } : tensor<2xf32> to tensor<4xf32>
// CHECK-NEXT: return %padded, %padded_1 : tensor<3xf32>, tensor<4xf32>
