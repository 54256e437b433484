// RUN: terrace-test-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// An op without an interface for its effects is not dead, even if it may not be executed speculatively.
// CHECK-LABEL: func.func @effects_not_known(
// CHECK: "test.never_speculatable_op"
func.func @effects_not_known() {
  %0 = "test.never_speculatable_op"() : () -> i32
  return
}

// An op without effects is dead, whatever is in its region.
// CHECK-LABEL: func.func @no_effects(
// CHECK-NEXT: return
func.func @no_effects() {
  test.graph_loop {
    %0 = "test.use"(%1) : (i32) -> i32
    %1 = "test.definition"(%0) : (i32) -> i32
    test.region_yield %0 : i32
  } : () -> ()
  return
}

// CHECK-LABEL: func.func private @type_conversion(
// CHECK: transform.type_conversion.tensor.cast_shape_dynamic_dims
module attributes {transform.with_named_sequence} {
  func.func private @type_conversion(tensor<4xf32>) -> tensor<?xf32>
  transform.named_sequence @script(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["test.op"]} in %root : (!transform.any_op) -> !transform.any_op
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %in = transform.get_operand %op[all] : (!transform.any_op) -> !transform.any_value
    %out = transform.get_result %op[all] : (!transform.any_op) -> !transform.any_value
    transform.func.cast_and_call %function(%in) -> %out before %op {
      transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info
    } : (!transform.any_op, !transform.any_value, !transform.any_value, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
