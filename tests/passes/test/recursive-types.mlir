// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-recursive-types))' | FileCheck %s
// CONFIRMED: mlir-opt prints the same.

// CHECK-LABEL: func.func @roundtrip
func.func @roundtrip() {
  // CHECK: !test.test_rec<a, test_rec<b, test_type>>
  "test.dummy_op_for_roundtrip"() : () -> !test.test_rec<a, test_rec<b, test_type>>
  // CHECK: !test.test_rec<c, test_rec<c>>
  "test.dummy_op_for_roundtrip"() : () -> !test.test_rec<c, test_rec<c>>
  return
}

// CHECK-LABEL: func.func @create
// CHECK-NEXT: "test.dummy_type_test_op"() : () -> !test.test_rec<some_long_and_unique_name, test_rec<some_long_and_unique_name>>
func.func @create() {
  return
}
