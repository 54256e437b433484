// RUN: terrace-test-opt %s --canonicalize=region-simplify=aggressive --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @folds(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32
func.func @folds(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32) {
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
  // CHECK-DAG: %[[C42:.*]] = arith.constant 42 : i32
  // CHECK-DAG: %[[T3:.*]] = "test.constant"() <{value = 3 : i32}> : () -> i32
  // CHECK: %[[KEPT:.*]] = "test.op_in_place_fold"(%[[C3]]) <{attr = 3 : i32}>
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C42]], %[[KEPT]], %[[T3]]
  %c = arith.constant 3 : i32
  "test.op_with_region_pattern"() ({
    "test.op_with_region_terminator"() : () -> ()
  }) : () -> ()
  %0 = "test.op_with_region_fold"(%a) ({
    "test.op_with_region_terminator"() : () -> ()
  }) : (i32) -> i32
  %1:2 = "test.op_with_variadic_results_and_folder"(%a, %b) : (i32, i32) -> (i32, i32)
  %2 = "test.dialect_canonicalizable"() : () -> i32
  %3 = "test.op_in_place_fold"(%c) : (i32) -> i32
  %4 = "test.manual_cpp_op_with_fold"(%c, %a) : (i32, i32) -> i32
  return %0, %1#1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// CHECK-LABEL: func @weighted
func.func @weighted(%a: i32) -> (i32, i32, i32) {
  // CHECK-DAG: %[[SUM:.*]] = "test.constant"() <{value = 70 : i32}> : () -> i32
  // CHECK-DAG: %[[FOUR:.*]] = "test.constant"() <{value = 4 : i32}> : () -> i32
  // CHECK-DAG: %[[REST:.*]] = "test.constant"() <{value = 0 : i32}> : () -> i32
  // CHECK: return %[[SUM]], %[[FOUR]], %[[REST]]
  %c5 = "test.constant"() {value = 5 : i32} : () -> i32
  %c0 = "test.constant"() {value = 0 : i32} : () -> i32
  %0 = test.fold_with_fold_adaptor %c5, [%c5, %c5], {(%c5, %c5), (%c5)} {
  }
  %1 = test.fold_with_fold_adaptor %c0, [], {} {
    "a.b"() : () -> ()
  }
  %2 = test.fold_with_fold_adaptor %a, [%a], {(%a, %a), (%a), ()} {
  }
  return %0, %1, %2 : i32, i32, i32
}

// What the branch makes itself stays an argument; the other value, the same from everywhere, goes.
// CHECK-LABEL: func @produced
func.func @produced(%cond: i1) -> i32 {
  %c42 = arith.constant 42 : i32
  cf.cond_br %cond, ^bb1, ^bb2
^bb1:
  // CHECK: "test.internal_br"()[
  "test.internal_br"(%c42)[^unused, ^target] {operandSegmentSizes = array<i32: 0, 1>} : (i32) -> ()
^bb2:
  "test.internal_br"(%c42)[^unused, ^target] {operandSegmentSizes = array<i32: 0, 1>} : (i32) -> ()
^unused:
  "test.terminator"() : () -> ()
// CHECK: (%{{.*}}: i32):
^target(%0: i32, %1: i32):
  %sum = arith.addi %0, %1 : i32
  return %sum : i32
}
