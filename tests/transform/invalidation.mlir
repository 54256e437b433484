// Handles that were used up: who did it, and through which payload.
// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// expected-note @below {{ancestor payload op}}
func.func @nested() {
  // expected-note @below {{nested payload op}}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{handle to invalidated ops}}
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    %function = transform.get_parent_op %return : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR entities associated with this operand and entities nested in them}}
    %cse = transform.apply_registered_pass "cse" to %function : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %return, "gone" : !transform.any_op
    transform.yield
  }
}

// -----

func.func @failures(%a: i32) -> i32 {
  // expected-remark @below {{still here}}
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %adds = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.sequence %adds : !transform.any_op failures(suppress) {
    ^bb0(%add: !transform.any_op):
      %parent = transform.get_parent_op %add {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
    }
    transform.debug.emit_remark_at %adds, "still here" : !transform.any_op
    // expected-error @below {{could not find a parent op that matches all requirements}}
    // expected-note @-12 {{target op}}
    %loop = transform.get_parent_op %adds {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
