// Ops that are neither legal nor illegal are folded; those of the legal dialects stay.
// RUN: terrace-opt %s --convert-tensor-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @others(
// CHECK: %[[SPLAT:.*]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK: return %[[SPLAT]]
func.func @others() -> vector<4xf32> {
  %0 = arith.constant 1.0 : f32
  %1 = vector.broadcast %0 : f32 to vector<4xf32>
  return %1 : vector<4xf32>
}

// CHECK-LABEL: func.func @legal(
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: return %[[SUM]]
func.func @legal() -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}

// A maximum with one result is a pattern's matter.
// CHECK-LABEL: func.func @only_result(
// CHECK: %[[MAX:.*]] = affine.max
// CHECK: return %[[MAX]]
func.func @only_result(%a: index) -> index {
  %0 = affine.max affine_map<()[s0] -> (s0)>()[%a]
  return %0 : index
}
