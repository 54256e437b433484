// The driver that visits each op once: ops that are moved on are visited again, and unreachable blocks are not.
// RUN: terrace-test-opt %s --test-walk-pattern-rewrite-driver | FileCheck %s

// CHECK-LABEL: @moved_on
// CHECK: scf.if
// CHECK: "test.move_after_parent_op"
// CHECK-NEXT: "test.any_attr_of_i32_str"() <{attr = 2 : i32}>
func.func @moved_on(%c: i1) {
  scf.if %c {
    "test.move_after_parent_op"() ({
      "test.any_attr_of_i32_str"() {attr = 0 : i32} : () -> ()
    }) : () -> ()
  }
  return
}

// CHECK-LABEL: @unreachable
// CHECK: "test.replace_with_new_op"() {test.unreachable}
// CHECK: "test.new_op"
func.func @unreachable() {
  "test.br"()[^end] : () -> ()
^unreachable:
  %b = "test.replace_with_new_op"() {test.unreachable} : () -> (i32)
  return
^end:
  %c = "test.replace_with_new_op"() : () -> (i32)
  return
}
