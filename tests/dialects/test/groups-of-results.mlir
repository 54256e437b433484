// Results are named by their groups, wherever the first group that is not empty is.
// RUN: terrace-test-opt %s | FileCheck %s

// CHECK-LABEL: func.func @groups
func.func @groups() {
  // CHECK: %b:2, %c, %d = "test.attr_sized_results"()
  "test.attr_sized_results"() <{resultSegmentSizes = array<i32: 0, 2, 1, 1>}> : () -> (i32, i32, i32, i32)
  // CHECK: %a, %b_0, %c_1, %d_2 = "test.attr_sized_results"()
  "test.attr_sized_results"() <{resultSegmentSizes = array<i32: 1, 1, 1, 1>}> : () -> (i32, i32, i32, i32)
  // CHECK: %c_3 = "test.attr_sized_results"()
  "test.attr_sized_results"() <{resultSegmentSizes = array<i32: 0, 0, 1, 0>}> : () -> i32
  return
}
