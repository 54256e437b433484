// A callable that is no symbol may be called by anyone; upstream takes its body for dead.
// RUN: terrace-test-opt %s --sccp | FileCheck %s
// RUN: terrace-test-opt %s --match-upstream --sccp | FileCheck %s --check-prefix=UPSTREAM

// CHECK-LABEL: func.func @callable()
// CHECK: %[[SUM:.*]] = arith.constant 2 : i32
// CHECK-NEXT: "test.functional_region_op"() ({
// CHECK-NEXT: "test.return"(%[[SUM]]) : (i32) -> ()
// UPSTREAM-LABEL: func.func @callable()
// UPSTREAM-NEXT: "test.functional_region_op"() ({
// UPSTREAM-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// UPSTREAM-NEXT: %[[SUM:.*]] = arith.addi %[[ONE]], %[[ONE]] : i32
// UPSTREAM-NEXT: "test.return"(%[[SUM]])
func.func @callable() -> i32 {
  %fn = "test.functional_region_op"() ({
    %1 = arith.constant 1 : i32
    %2 = arith.addi %1, %1 : i32
    "test.return"(%2) : (i32) -> ()
  }) : () -> (() -> i32)
  %res = call_indirect %fn() : () -> (i32)
  return %res : i32
}
