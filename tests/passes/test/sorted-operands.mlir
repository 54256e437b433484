// Operands of commutative ops are sorted by the ops that they are computed from.
// RUN: terrace-test-opt %s --test-commutativity-utils | FileCheck %s

// CHECK-LABEL: @sorted
// CHECK-SAME: (%[[ARG:.*]]: i32, %[[OTHER:.*]]: i32)
// CHECK-DAG: %[[CONSTANT:.*]] = arith.constant 7
// CHECK-DAG: %[[SUM:.*]] = arith.addi %[[ARG]], %[[OTHER]]
// CHECK-DAG: %[[PRODUCT:.*]] = arith.muli %[[ARG]], %[[OTHER]]
// CHECK: "test.op_commutative"(%[[ARG]], %[[SUM]], %[[PRODUCT]], %[[CONSTANT]])
func.func @sorted(%arg: i32, %other: i32) -> i32 {
  %c = arith.constant 7 : i32
  %sum = arith.addi %arg, %other : i32
  %product = arith.muli %arg, %other : i32
  %0 = "test.op_commutative"(%c, %product, %sum, %arg) : (i32, i32, i32, i32) -> i32
  return %0 : i32
}

// Where the ops are the same, those before them decide; a list that ends first is first.
// CHECK-LABEL: @by_ancestors
// CHECK-SAME: (%[[ARG:.*]]: i32)
// CHECK: %[[ONCE:.*]] = "test.addi"(%[[ARG]], %[[ARG]])
// CHECK: %[[TWICE:.*]] = "test.addi"(%[[ONCE]], %[[ONCE]])
// CHECK: "test.op_commutative2"(%[[ONCE]], %[[TWICE]])
func.func @by_ancestors(%arg: i32) -> i32 {
  %once = "test.addi"(%arg, %arg) : (i32, i32) -> i32
  %twice = "test.addi"(%once, %once) : (i32, i32) -> i32
  %0 = "test.op_commutative2"(%twice, %once) : (i32, i32) -> i32
  return %0 : i32
}
