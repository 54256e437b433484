// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Ops are found by what they are like, not by their name.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.irdl.collect_matching in %root : (!transform.any_op) -> (!transform.any_op) {
      irdl.dialect @any {
        irdl.operation @name {
          %0 = irdl.is i32
          %1 = irdl.is "wanted"
          irdl.results(value: %0)
          irdl.attributes {"mark" = %1}
        }
      }
    }
    transform.debug.emit_remark_at %0, "matched" : !transform.any_op
    transform.yield
  }
  func.func @ops_with_marks(%a: i32) {
    // expected-remark @below {{matched}}
    %0 = "x.y"() {mark = "wanted"} : () -> i32
    %1 = "x.y"() {mark = "other"} : () -> i32
    %2 = "x.y"() {mark = "wanted"} : () -> i64
    %3 = "x.y"(%a) {mark = "wanted"} : (i32) -> i32
    // expected-remark @below {{matched}}
    %c = arith.constant {mark = "wanted"} 1 : i32
    return
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.irdl.collect_matching' op expects a single operation in the body}}
    %0 = transform.irdl.collect_matching in %root : (!transform.any_op) -> (!transform.any_op) {
      irdl.dialect @a {}
      irdl.dialect @b {}
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.irdl.collect_matching' op expects IRDL to contain exactly one operation}}
    %0 = transform.irdl.collect_matching in %root : (!transform.any_op) -> (!transform.any_op) {
      irdl.dialect @a {}
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.irdl.collect_matching' op IRDL types and attributes are not yet supported}}
    %0 = transform.irdl.collect_matching in %root : (!transform.any_op) -> (!transform.any_op) {
      irdl.dialect @a {
        irdl.type @t
        irdl.operation @op
      }
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{'transform.irdl.collect_matching' op expects the body operation to be irdl.dialect}}
    %0 = transform.irdl.collect_matching in %root : (!transform.any_op) -> (!transform.any_op) {
      builtin.module {}
    }
    transform.yield
  }
}
