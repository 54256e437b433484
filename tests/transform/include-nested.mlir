// Sequences of nested modules are known to those that include them, also while passes change all modules at once.
// RUN: terrace-opt %s --convert-linalg-to-loops --lower-affine --affine-loop-normalize | FileCheck %s
// RUN: terrace-opt %s --transform-interpreter 2>&1 | FileCheck %s --check-prefix=SEEN

// CHECK-LABEL: module @inner
// CHECK: transform.named_sequence @twice
// CHECK-LABEL: transform.named_sequence @__transform_main
// CHECK-NEXT: transform.include @inner::@twice failures(propagate) (%arg0)
// CHECK-NEXT: transform.include @other::@once failures(propagate) (%arg0)

// SEEN: remark: seen
// SEEN: remark: seen
// SEEN: remark: once
module attributes {transform.with_named_sequence} {
  module @inner attributes {transform.with_named_sequence} {
    transform.named_sequence @twice(%root: !transform.any_op {transform.readonly}) {
      transform.debug.emit_remark_at %root, "seen" : !transform.any_op
      transform.debug.emit_remark_at %root, "seen" : !transform.any_op
      transform.yield
    }
  }
  module @other attributes {transform.with_named_sequence} {
    transform.named_sequence @once(%root: !transform.any_op {transform.readonly}) {
      transform.debug.emit_remark_at %root, "once" : !transform.any_op
      transform.yield
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.include @inner::@twice failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.include @other::@once failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
}
