// Poison that only values of no use were passes with them, in the loop as well.
// RUN: terrace-opt %s --remove-dead-values | FileCheck %s

// CHECK-LABEL: func.func @permuted
// CHECK:       scf.while (%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:    scf.condition(%{{.*}}) %[[A]], %[[B]]
// CHECK-NEXT:  } do {
// CHECK-NEXT:  ^bb0(%[[C:.*]]: i32, %[[D:.*]]: i32):
// CHECK-NEXT:    scf.yield %[[D]], %[[C]]
func.func @permuted(%c: i1, %x: i32, %y: i32, %z: i32) -> i32 {
  %0:3 = scf.while (%a = %x, %b = %y, %d = %z) : (i32, i32, i32) -> (i32, i32, i32) {
    %e = arith.addi %d, %d : i32
    scf.condition(%c) %b, %a, %e : i32, i32, i32
  } do {
  ^bb0(%b: i32, %a: i32, %d: i32):
    %e = arith.addi %d, %d : i32
    scf.yield %b, %a, %e : i32, i32, i32
  }
  return %0#0 : i32
}
