// The listener of a conversion is notified when all ops are legal, in the order in which patterns asked for the edits, across
// bodies: not of what was undone, nor of casts that cancel. Without rollback, users are those at the time of a replacement.
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --test-legalize-patterns | FileCheck %s
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --test-legalize-patterns=allow-pattern-rollback=0 | FileCheck %s --check-prefixes=CHECK,DIRECT
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --test-legalize-patterns=test-legalize-mode=analysis | FileCheck %s --check-prefix=ANALYSIS

//      CHECK: notifyOperationInserted: test.illegal_op_e, was unlinked
// CHECK-NEXT: notifyOperationReplaced: test.illegal_op_c
// CHECK-NEXT: notifyOperationModified: func.return
// CHECK-NEXT: notifyOperationErased: test.illegal_op_c
// CHECK-NEXT: notifyOperationInserted: test.legal_op_a, was unlinked
// CHECK-NEXT: notifyOperationReplaced: test.illegal_op_e
// DIRECT-NEXT: notifyOperationModified: func.return
// CHECK-NEXT: notifyOperationErased: test.illegal_op_e
// CHECK-NEXT: module
// ANALYSIS: notifyOperationInserted: test.illegal_op_e, was unlinked
// ANALYSIS-NEXT: notifyOperationReplaced: test.illegal_op_c
// ANALYSIS-LABEL: func.func @twice
// ANALYSIS-NEXT: "test.illegal_op_c"
// CHECK-LABEL: func.func @twice
func.func @twice() -> i32 {
  %result = "test.illegal_op_c"() : () -> i32
  return %result : i32
}

// -----

//      CHECK: notifyBlockInserted into func.func: was unlinked
// CHECK-NEXT: notifyOperationInserted: test.return
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyOperationModified: func.func
// CHECK-NEXT: notifyOperationInserted: test.return, was unlinked
// CHECK-NEXT: notifyOperationReplaced: test.return
// CHECK-NEXT: notifyOperationErased: test.return
// CHECK-NEXT: module
// CHECK-LABEL: func.func @signature(%arg0: f16, %arg1: f16)
func.func @signature(%arg0: f32) -> f32 {
  "test.return"(%arg0) : (f32) -> ()
}

// -----

// A block of an op that is erased was moved before.

//      CHECK: notifyBlockInserted into func.func: was linked
// CHECK-NEXT: notifyOperationReplaced: test.region
// CHECK-NEXT: notifyOperationErased: test.region
// CHECK-LABEL: func.func @moved
func.func @moved() {
  "test.region"() ({
  ^bb1(%i0: i64, %unused: i16, %i1: i64):
    "test.invalid"(%i0, %i1) : (i64, i64) -> ()
  }) : () -> ()
  "test.return"() : () -> ()
}

// -----

//      CHECK: notifyOperationReplaced: test.erase_op
// CHECK-NEXT: notifyOperationErased: test.dummy_op_lvl_2
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyOperationErased: test.dummy_op_lvl_1
// CHECK-NEXT: notifyBlockErased
// CHECK-NEXT: notifyOperationErased: test.erase_op
// CHECK-NEXT: module
// CHECK-LABEL: func.func @nested
func.func @nested() {
  "test.erase_op"() ({
    "test.dummy_op_lvl_1"() ({
      "test.dummy_op_lvl_2"() : () -> ()
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

// A cast that is materialized at the end.

//      CHECK: notifyOperationInserted: work
//      CHECK: notifyOperationInserted: test.cast, was unlinked
// CHECK-NEXT: notifyOperationReplaced: builtin.unrealized_conversion_cast
// CHECK-NEXT: notifyOperationModified: work
// CHECK-NEXT: notifyOperationErased: builtin.unrealized_conversion_cast
// CHECK-NEXT: module
// CHECK-LABEL: func.func @materialized
func.func @materialized(%arg0: f32) {
  "work"(%arg0) : (f32) -> ()
}
