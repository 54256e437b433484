// The transposition of a constant does not go to another constant and back.
// RUN: terrace-test-opt %s "--pass-pipeline=builtin.module(func.func(test-vector-sink-patterns))" | FileCheck %s

// CHECK-LABEL: func.func @constants(
// CHECK: %[[T:.*]] = vector.transpose
// CHECK-NEXT: arith.addi %[[T]],
func.func @constants() -> vector<2x2xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %b = arith.constant dense<[[5, 6], [7, 8]]> : vector<2x2xi32>
  %t = vector.transpose %a, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  %0 = arith.addi %t, %b : vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

// CHECK-LABEL: func.func @value(
// CHECK: %[[T:.*]] = vector.transpose %{{.*}}, [1, 0] : vector<3x2xi32> to vector<2x3xi32>
// CHECK-NEXT: %[[S:.*]] = arith.addi %{{.*}}, %[[T]] : vector<2x3xi32>
// CHECK-NEXT: vector.transpose %[[S]], [1, 0]
func.func @value(%a: vector<2x3xi32>) -> vector<3x2xi32> {
  %b = arith.constant dense<[[5, 6], [7, 8], [1, 2]]> : vector<3x2xi32>
  %t = vector.transpose %a, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %0 = arith.addi %t, %b : vector<3x2xi32>
  return %0 : vector<3x2xi32>
}
