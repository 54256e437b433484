// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @not_divided(%a: tensor<30xf32>, %c: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{attempted to apply to this op}}
  %0 = linalg.reduce ins(%a : tensor<30xf32>) outs(%c : tensor<f32>) dimensions = [0]
    (%x: f32, %y: f32) {
      %1 = arith.addf %x, %y : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %1:4 = transform.structured.split_reduction %0 {split_factor = 4, insert_split_dimension = 0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The numbers of iterations would be those of other loops.

func.func @numbered(%a: tensor<32xindex>, %c: tensor<index>) -> tensor<index> {
  // expected-note @below {{attempted to apply to this op}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<32xindex>) outs(%c : tensor<index>) {
  ^bb0(%x: index, %y: index):
    %i = linalg.index 0 : index
    %1 = arith.muli %x, %i : index
    %2 = arith.addi %y, %1 : index
    linalg.yield %2 : index
  } -> tensor<index>
  return %0 : tensor<index>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %1:4 = transform.structured.split_reduction %0 {split_factor = 4, insert_split_dimension = 0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
