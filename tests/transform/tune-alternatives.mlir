// One of several regions is applied: the one that an attribute or a parameter selects.
// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @by_attribute
// CHECK-SAME:    attributes {second}
func.func @by_attribute() {
  return
}

module attributes {transform.with_named_sequence} {
  // CHECK: transform.named_sequence
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // CHECK: transform.tune.alternatives<"name"> selected_region = 1 {
    // CHECK: }, {
    transform.tune.alternatives<"name"> selected_region = 1 {
      transform.annotate %function "first" : !transform.any_op
    }, {
      transform.annotate %function "second" : !transform.any_op
    }
    transform.yield
  }
}

// -----

// The results are those that the selected region yields.
func.func @by_parameter() {
  // expected-remark @below {{selected}}
  return
}

module attributes {transform.with_named_sequence} {
  // CHECK: transform.named_sequence
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %index = transform.param.constant 0 -> !transform.param<i64>
    // CHECK: transform.tune.alternatives<"op"> selected_region = %{{.*}} attributes {note} : !transform.param<i64> -> !transform.param<i64>, !transform.any_op {
    %found:2 = transform.tune.alternatives<"op"> selected_region = %index attributes {note} : !transform.param<i64>
        -> !transform.param<i64>, !transform.any_op {
      %op = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
      transform.yield %index, %op : !transform.param<i64>, !transform.any_op
    }, {
      transform.yield %index, %root : !transform.param<i64>, !transform.any_op
    }
    transform.debug.emit_remark_at %found#1, "selected" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{non-deterministic choice "open" is only resolved through providing a `selected_region` attr/param}}
    transform.tune.alternatives<"open"> {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %index = transform.param.constant 3 -> !transform.param<i64>
    // expected-error @below {{'selected_region' attribute/param specifies region at index 3 while op has only 1 regions}}
    transform.tune.alternatives<"beyond"> selected_region = %index : !transform.param<i64> {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %index = transform.param.constant "a" -> !transform.any_param
    // expected-error @below {{param should hold exactly one integer attribute, got: "a"}}
    transform.tune.alternatives<"text"> selected_region = %index : !transform.any_param {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'selected_region' attribute specifies region at index -1 while op has only 2 regions}}
    transform.tune.alternatives<"negative"> selected_region = -1 {
    }, {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %op = transform.tune.alternatives<"few"> selected_region = 0 -> !transform.any_op {
      // expected-error @below {{expected terminator to have as many operands as the parent op has results}}
      transform.yield
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %index = transform.tune.alternatives<"type"> -> !transform.param<i64> {
      // expected-error @below {{the type of the terminator operand #0 must match the type of the corresponding parent op result ('!transform.any_op' vs '!transform.param<i64>')}}
      transform.yield %root : !transform.any_op
    }
    transform.yield
  }
}
