// REQUIRES: clang
// RUN: terrace run %s --native | FileCheck %s
// RUN: terrace run %s --native --transform-interpreter | FileCheck %s
// RUN: terrace compile %s -o %t

// Scripts and patterns are left out of what is compiled, wherever they are, with the modules that hold nothing else.

// CHECK: 42 : i32
module attributes {transform.with_named_sequence} {
  func.func @main() -> i32 {
    %0 = arith.constant 21 : i32
    %1 = arith.addi %0, %0 : i32
    return %1 : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %0 "found" : !transform.any_op
    transform.yield
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
  }
  module @library attributes {transform.with_named_sequence} {
    func.func private @declared(i32) -> i32
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @nested(%root: !transform.any_op {transform.readonly}) {
        transform.yield
      }
    }
    pdl.pattern @pattern : benefit(1) {
      %0 = operation "test.x"
      rewrite %0 {
        erase %0
      }
    }
  }
  module @empty_library attributes {transform.with_named_sequence} {
  }
  irdl.dialect @mine {
    irdl.type @of_mine
  }
}
