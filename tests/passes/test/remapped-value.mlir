// The operand is the value that replaces the result of the op before.
// RUN: terrace-test-opt %s --test-remapped-value | FileCheck %s

// CHECK-LABEL: func.func @visited(
// CHECK-SAME: %[[A:.*]]: i32)
// CHECK-NEXT: %[[FIRST:.*]] = "test.one_variadic_out_one_variadic_in1"(%[[A]], %[[A]]) : (i32, i32) -> i32
// CHECK-NEXT: %[[SECOND:.*]] = "test.one_variadic_out_one_variadic_in1"(%[[FIRST]], %[[FIRST]]) : (i32, i32) -> i32
// CHECK-NEXT: "test.return"(%[[SECOND]])
func.func @visited(%a: i32) {
  %0 = "test.one_variadic_out_one_variadic_in1"(%a) : (i32) -> i32
  %1 = "test.one_variadic_out_one_variadic_in1"(%0) : (i32) -> i32
  "test.return"(%1) : (i32) -> ()
}
