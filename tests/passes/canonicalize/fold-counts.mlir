// An op with other results than operands does not fold to these.
// RUN: terrace-test-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @more_operands_than_results
func.func @more_operands_than_results(%a: i32, %b: i32) -> i32 {
  // CHECK: test.op_with_variadic_results_and_folder
  %0 = "test.op_with_variadic_results_and_folder"(%a, %b) : (i32, i32) -> i32
  return %0 : i32
}
