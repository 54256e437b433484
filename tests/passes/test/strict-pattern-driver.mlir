// The driver begins with some ops, and goes on to others as far as it may; listeners hear of what is in erased ops from the
// inside out, successors before the blocks that lead to them.
// RUN: terrace-test-opt %s --split-input-file --test-strict-pattern-driver=strictness=AnyOp | FileCheck %s
// RUN: terrace-test-opt %s --split-input-file --test-strict-pattern-driver=strictness=ExistingOps | FileCheck %s --check-prefix=EXISTING

// CHECK: notifyOperationErased: test.last
// CHECK-NEXT: notifyOperationErased: cf.br
// CHECK-NEXT: notifyOperationErased: test.inner
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyOperationErased: test.outer
// CHECK-NEXT: notifyOperationErased: cf.br
// CHECK-NEXT: notifyOperationErased: test.first
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyOperationErased: test.unreachable
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyOperationErased: test.erase_op
// CHECK-LABEL: func.func @erased() attributes {pattern_driver_all_erased = true, pattern_driver_changed = true}
// CHECK-NEXT: return
func.func @erased() {
  "test.erase_op"() ({
    "test.first"() : () -> ()
    cf.br ^bb1
  ^bb1:
    "test.outer"() ({
      "test.inner"() : () -> ()
    }) : () -> ()
    cf.br ^bb2
  ^bb2:
    "test.last"() : () -> ()
  ^bb3:
    "test.unreachable"() : () -> ()
  }) : () -> ()
  return
}

// -----

// CHECK: notifyBlockInserted into test.op_with_region: was unlinked
// CHECK-NEXT: notifyOperationInserted: test.b, was last in block
// CHECK-NEXT: notifyOperationInserted: test.a, was last in block
// CHECK-NEXT: notifyOperationInserted: test.split_block_here, was last in block
// CHECK-NEXT: notifyOperationInserted: test.new_op, was unlinked
// CHECK-NEXT: notifyOperationReplaced: test.split_block_here
// CHECK-NEXT: notifyOperationErased: test.split_block_here
// CHECK-LABEL: func.func @split(
// CHECK: ^bb1:
// CHECK-NEXT: "test.new_op"
// CHECK-NEXT: "test.a"
// CHECK-NEXT: "test.b"
func.func @split() {
  "test.op_with_region"() ({
    "test.before"() : () -> ()
    "test.split_block_here"() : () -> ()
    "test.a"() : () -> ()
    "test.b"() : () -> ()
  }) : () -> ()
  return
}

// -----

// CHECK: notifyOperationInserted: test.a, previous = test.b
// CHECK-NEXT: notifyOperationInserted: test.b, was last in block
// CHECK-NEXT: notifyBlockErased
// CHECK-LABEL: func.func @inlined(
// CHECK-NEXT: "test.a"
// CHECK-NEXT: "test.b"
func.func @inlined() {
  "test.inline_blocks_into_parent"() ({
    "test.a"() : () -> ()
    "test.b"() : () -> ()
  }) : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @new(
// CHECK-SAME: pattern_driver_all_erased = true
// CHECK-NEXT: return
// EXISTING-LABEL: func.func @new(
// EXISTING-SAME: pattern_driver_all_erased = true
// EXISTING-NEXT: "test.erase_op"
func.func @new() {
  "test.replace_with_new_op"() {create_erase_op} : () -> ()
  return
}

// -----

// CHECK: notifyBlockInserted into func.func: was unlinked
// CHECK-NEXT: notifyOperationInserted: test.a, was unlinked
// CHECK-NEXT: notifyBlockInserted into test.a: was unlinked
// CHECK-NEXT: notifyOperationInserted: test.b, was unlinked
// CHECK-LABEL: func.func @copied(
// CHECK-NEXT: "test.a"
// CHECK-NEXT: "test.b"
// CHECK: ^bb1:
// CHECK-NEXT: "test.clone_region_before"
func.func @copied() {
  "test.clone_region_before"() ({
    "test.a"() ({
      "test.b"() : () -> ()
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @rewritten_again(
// CHECK: "test.change_block_op"()[^[[SECOND:.*]], ^[[SECOND]]]
// CHECK: ^[[LAST:.*]]:  // pred
// CHECK-NEXT: "test.implicit_change_op"()[^[[LAST]]]
// EXISTING-LABEL: func.func @rewritten_again(
// EXISTING: ^[[SECOND:.*]]:  // 3 preds
// EXISTING: "test.implicit_change_op"()[^[[SECOND]]]
func.func @rewritten_again() {
  return
^bb1:
  "test.change_block_op"() [^bb1, ^bb2] : () -> ()
^bb2:
  return
^bb3:
  "test.implicit_change_op"() [^bb1] : () -> ()
}
