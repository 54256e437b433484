// Patterns are chosen by their names, of the whole op or none of them.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{enable-patterns=TestRemoveOpWithInnerOps}))' | FileCheck %s --check-prefix=ENABLED
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{disable-patterns=TestRemoveOpWithInnerOps}))' | FileCheck %s --check-prefix=DISABLED

// ENABLED-LABEL: @filtered
// ENABLED-NOT: test.op_with_region_pattern
// ENABLED: %[[SUM:.*]] = arith.addi %{{.*}}, %[[C:.*]] : i32
// ENABLED-NEXT: arith.addi %[[SUM]], %[[C]] : i32
// DISABLED-LABEL: @filtered
// DISABLED: arith.constant 6 : i32
// DISABLED: "test.op_with_region_pattern"
// DISABLED-NOT: arith.constant 3
func.func @filtered(%x: i32) -> i32 {
  "test.op_with_region_pattern"() ({
    "test.op_with_region_terminator"() : () -> ()
  }) : () -> ()
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %x, %c3 : i32
  %1 = arith.addi %0, %c3 : i32
  return %1 : i32
}
