// Types suggest names of values, ops names of blocks, and arguments may be printed under the names of values around.
// RUN: terrace-test-opt %s | FileCheck %s
// RUN: terrace-test-opt %s | terrace-test-opt | FileCheck %s

// CHECK-LABEL: @by_type
func.func @by_type() {
  // CHECK: %op_asm_type_interface, %op_asm_type_interface_0 = "test.result_name_from_type_interface"
  %0:2 = "test.result_name_from_type_interface"() : () -> (!test.op_asm_type_interface, !test.op_asm_type_interface)
  // CHECK: %[[OTHER:[0-9]+]]:2 = "test.result_name_from_type_interface"
  %1:2 = "test.result_name_from_type_interface"() : () -> (!test.op_asm_type_interface, i1)
  return
}

// CHECK-LABEL: @blocks
func.func @blocks() {
  test.block_names {
    // CHECK: cf.br ^foo1
    cf.br ^bb1
  // CHECK: ^foo1:
  ^bb1:
    "test.return"() : () -> ()
  }
  return
}

// CHECK-LABEL: @shadowed
func.func @shadowed() {
  // CHECK: %[[V:.*]]:2 = "test.op"
  %0:2 = "test.op"() : () -> (index, index)
  // CHECK-NEXT: test.isolated_region %[[V]]#1 {
  // CHECK-NEXT: "test.use"(%[[V]]#1)
  test.isolated_region %0#1 {
    "test.use"(%0#1) : (index) -> ()
  }
  return
}

// A result without a name has a number.
// CHECK: %first, %middle_results:2, %{{[0-9]+}} = "test.asm_interface_op"
%0:4 = "test.asm_interface_op"() : () -> (i32, i32, i32, i32)
