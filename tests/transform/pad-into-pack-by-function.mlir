// A padding by an argument is folded into a pack in each function, whatever the place of the function in its module. As
// mlir-opt does.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: func.func @first(
// CHECK-SAME: %[[SRC:.*]]: tensor<13x10xf32>, %[[CST:.*]]: f32)
// CHECK-NOT: tensor.pad
// CHECK: linalg.pack %[[SRC]] padding_value(%[[CST]] : f32)
func.func @first(%src: tensor<13x10xf32>, %cst: f32) -> tensor<2x3x4x8xf32> {
  %padded = tensor.pad %src low[0, 0] high[1, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %cst : f32
  } : tensor<13x10xf32> to tensor<14x12xf32>
  %e = tensor.empty() : tensor<2x3x4x8xf32>
  %p = linalg.pack %padded padding_value(%cst : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 8] into %e : tensor<14x12xf32> -> tensor<2x3x4x8xf32>
  return %p : tensor<2x3x4x8xf32>
}

// CHECK-LABEL: func.func @second(
// CHECK-SAME: %[[SRC:.*]]: tensor<13x10xf32>, %[[CST:.*]]: f32)
// CHECK-NOT: tensor.pad
// CHECK: linalg.pack %[[SRC]] padding_value(%[[CST]] : f32)
func.func @second(%src: tensor<13x10xf32>, %cst: f32) -> tensor<2x3x4x8xf32> {
  %padded = tensor.pad %src low[0, 0] high[1, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %cst : f32
  } : tensor<13x10xf32> to tensor<14x12xf32>
  %e = tensor.empty() : tensor<2x3x4x8xf32>
  %p = linalg.pack %padded padding_value(%cst : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 8] into %e : tensor<14x12xf32> -> tensor<2x3x4x8xf32>
  return %p : tensor<2x3x4x8xf32>
}

// CHECK-LABEL: func.func @third(
// CHECK-SAME: %[[SRC:.*]]: tensor<13x10xf32>, %[[CST:.*]]: f32)
// CHECK-NOT: tensor.pad
// CHECK: linalg.pack %[[SRC]] padding_value(%[[CST]] : f32)
func.func @third(%src: tensor<13x10xf32>, %cst: f32) -> tensor<2x3x4x8xf32> {
  %padded = tensor.pad %src low[0, 0] high[1, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %cst : f32
  } : tensor<13x10xf32> to tensor<14x12xf32>
  %e = tensor.empty() : tensor<2x3x4x8xf32>
  %p = linalg.pack %padded padding_value(%cst : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 8] into %e : tensor<14x12xf32> -> tensor<2x3x4x8xf32>
  return %p : tensor<2x3x4x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}
