// A handle follows an op that is replaced by a reshape, or by a slice of all elements, of another one.

// RUN: terrace-opt %s --transform-interpreter --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @unit(
// CHECK: tensor.collapse_shape
// CHECK: linalg.generic {{.*}} attrs = {{.*}}found
// CHECK: tensor.expand_shape
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit(%a: tensor<1x?xf32>, %b: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<1x?xf32>) outs(%b : tensor<1x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.negf %x : f32
    linalg.yield %1 : f32
  } -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %g = transform.structured.match ops{["linalg.generic"]} in %m : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
    } : !transform.any_op
    transform.annotate %g "found" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @unit(
// CHECK: tensor.extract_slice
// CHECK: linalg.generic {{.*}} attrs = {{.*}}found
// CHECK: tensor.insert_slice
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit(%a: tensor<1x?xf32>, %b: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<1x?xf32>) outs(%b : tensor<1x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.negf %x : f32
    linalg.yield %1 : f32
  } -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %g = transform.structured.match ops{["linalg.generic"]} in %m : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
    } : !transform.any_op
    transform.annotate %g "found" : !transform.any_op
    transform.yield
  }
}
