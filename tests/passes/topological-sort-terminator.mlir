// Where order is free, a terminator stays the last op all the same, also behind a circle.
// RUN: terrace-test-opt %s --topological-sort | FileCheck %s

// CHECK-LABEL: func.func @terminator_stays_last
func.func @terminator_stays_last() {
  // CHECK: %[[A:.*]] = builtin.unrealized_conversion_cast %[[B:.*]] : i32 to i64
  // CHECK-NEXT: %[[B]] = builtin.unrealized_conversion_cast %[[A]] : i64 to i32
  // CHECK-NEXT: "test.return"
  "test.graph_region"() ({
    %0 = builtin.unrealized_conversion_cast %1 : i32 to i64
    %1 = builtin.unrealized_conversion_cast %0 : i64 to i32
    "test.return"() : () -> ()
  }) : () -> ()
  return
}
