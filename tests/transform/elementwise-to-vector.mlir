// RUN: terrace-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: func @columns_by_rows(
// CHECK-SAME: %[[A:.*]]: vector<4xf32>, %[[B:.*]]: vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = vector.outerproduct %[[A]], %[[B]] : vector<4xf32>, vector<8xf32>
// CHECK-NEXT: return %[[R]]
func.func @columns_by_rows(%a: vector<4xf32>, %b: vector<8xf32>) -> vector<4x8xf32> {
  %0 = vector.broadcast %a : vector<4xf32> to vector<8x4xf32>
  %1 = vector.transpose %0, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
  %2 = vector.broadcast %b : vector<8xf32> to vector<4x8xf32>
  %3 = arith.mulf %1, %2 : vector<4x8xf32>
  return %3 : vector<4x8xf32>
}

// CHECK-LABEL: func @rows_by_columns(
// CHECK-SAME: %[[A:.*]]: vector<[4]xi32>, %[[B:.*]]: vector<[4]xi32>
// CHECK-NEXT: %[[R:.*]] = vector.outerproduct %[[A]], %[[B]] : vector<[4]xi32>, vector<[4]xi32>
// CHECK-NEXT: return %[[R]]
func.func @rows_by_columns(%a: vector<[4]xi32>, %b: vector<[4]xi32>) -> vector<[4]x[4]xi32> {
  %0 = vector.broadcast %a : vector<[4]xi32> to vector<[4]x[4]xi32>
  %1 = vector.transpose %0, [1, 0] : vector<[4]x[4]xi32> to vector<[4]x[4]xi32>
  %2 = vector.broadcast %b : vector<[4]xi32> to vector<[4]x[4]xi32>
  %3 = arith.muli %2, %1 : vector<[4]x[4]xi32>
  return %3 : vector<[4]x[4]xi32>
}

// CHECK-LABEL: func @rows_by_rows(
// CHECK-NOT: outerproduct
// CHECK: return
func.func @rows_by_rows(%a: vector<4xf32>, %b: f32) -> (vector<4x4xf32>, vector<4x4xf32>) {
  %0 = vector.broadcast %a : vector<4xf32> to vector<4x4xf32>
  %1 = arith.mulf %0, %0 : vector<4x4xf32>
  %2 = vector.broadcast %b : f32 to vector<4x4xf32>
  %3 = vector.transpose %0, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %4 = arith.mulf %3, %2 : vector<4x4xf32>
  return %1, %4 : vector<4x4xf32>, vector<4x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.elementwise_to_vector
    } : !transform.any_op
    transform.yield
  }
}
