// An op may say what its results are called; a result without a name belongs to the one before, one of the same name is numbered.
// RUN: terrace-test-opt %s | FileCheck %s

// CHECK: %p:2, %p_0 = "test.custom_result_name"(%c1_i32) <{names = ["p", "", "p"]}> : (i32) -> (i8, i16, i32)
// CHECK-NEXT: %0 = "test.custom_result_name"() <{names = [1, "x"]}> : () -> i32
func.func @named() {
  %a = arith.constant 1 : i32
  %p:2, %q = "test.custom_result_name"(%a) {names = ["p", "", "p"]} : (i32) -> (i8, i16, i32)
  %r = "test.custom_result_name"() {names = [1, "x"]} : () -> i32
  return
}
