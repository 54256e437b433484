// Aliases are in the order of their depth, then types before attributes, then by name.
// RUN: terrace-test-opt %s --allow-unregistered-dialect | FileCheck %s

// CHECK: !op_asm_type_interface_type = !test.op_asm_type_interface
// CHECK-NEXT: !tuple = tuple<
// CHECK-NEXT: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #op_asm_attr_interface_test = #test.op_asm_attr_interface<value = "test">
// CHECK-NEXT: module
// CHECK-LABEL: func.func @aliased
func.func @aliased() {
  "foo.op"() {a = #test.op_asm_attr_interface<value = "test">, m = affine_map<(d0) -> (d0 + 1)>} : () -> (!test.op_asm_type_interface, tuple<i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32>)
  return
}
