// RUN: terrace-test-opt %s | terrace-test-opt | FileCheck %s
// RUN: terrace-test-opt %s --emit-bytecode | terrace-test-opt | FileCheck %s
// RUN: terrace-test-opt %s --test-rewrite-dynamic-op | FileCheck %s --check-prefix=REWRITE

// CHECK-LABEL: func @dynamic_ops(
// CHECK-SAME: %[[X:.*]]: i32
// REWRITE-LABEL: func @dynamic_ops(
// REWRITE-SAME: %[[X:.*]]: i32
func.func @dynamic_ops(%x: i32) -> i32 {
  // CHECK: "test.dynamic_one_operand_two_results"(%[[X]]) : (i32) -> (i32, i32)
  // REWRITE: %[[R:.*]]:2 = "test.dynamic_generic"(%[[X]]) : (i32) -> (i32, i32)
  %0:2 = "test.dynamic_one_operand_two_results"(%x) : (i32) -> (i32, i32)
  // CHECK: "test.dynamic_generic"(%[[X]]) : (i32) -> ()
  "test.dynamic_generic"(%x) : (i32) -> ()
  // CHECK: test.dynamic_custom_parser_printer custom_keyword
  test.dynamic_custom_parser_printer custom_keyword
  // REWRITE: return %[[R]]#1
  return %0#1 : i32
}

// CHECK-LABEL: func @dynamic_types_and_attributes(
// CHECK-SAME: !test.dynamic_singleton
// CHECK-SAME: !test.dynamic_pair<i32, f64>
// CHECK-SAME: !test.dynamic_custom_assembly_format<i32:f64>
func.func @dynamic_types_and_attributes(
    %a: !test.dynamic_singleton, %b: !test.dynamic_pair<i32, f64>, %c: !test.dynamic_custom_assembly_format<i32:f64>) {
  // CHECK: a = #test.dynamic_singleton, b = #test.dynamic_pair<i32, 5 : i32>, c = #test.dynamic_custom_assembly_format<[]:[1]>
  "test.g"() {a = #test.dynamic_singleton, b = #test.dynamic_pair<i32, 5 : i32>,
              c = #test.dynamic_custom_assembly_format<[]:[1]>} : () -> ()
  return
}
