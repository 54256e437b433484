// Loops that count up to a bound become `scf.for`. What the counter is in the end is carried where it is used.
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(test-scf-uplift-while-to-for))' | FileCheck %s

// CHECK-LABEL: func @counter
// CHECK-SAME: (%[[LB:.*]]: index, %[[UB:.*]]: index)
// CHECK: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %[[LB]] to %[[UB]] step %[[C3]] iter_args(%{{.*}} = %[[LB]]) -> (index) {
// CHECK-NEXT: "test.use"(%[[I]])
// CHECK-NEXT: %[[N:.*]] = arith.addi %[[I]], %[[C3]]
// CHECK-NEXT: scf.yield %[[N]]
// CHECK: return %[[R]]
func.func @counter(%lb: index, %ub: index) -> index {
  %c3 = arith.constant 3 : index
  %0 = scf.while (%i = %lb) : (index) -> index {
    %c = arith.cmpi slt, %i, %ub : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    "test.use"(%i) : (index) -> ()
    %n = arith.addi %i, %c3 overflow<nsw> : index
    scf.yield %n : index
  }
  return %0 : index
}

// -----

// CHECK-LABEL: func @permuted
// CHECK-SAME: (%[[LB:.*]]: i64, %[[UB:.*]]: i64, %[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK: %[[R:.*]]:2 = scf.for %{{.*}} = %[[LB]] to %[[UB]] {{.*}} iter_args(%[[S:.*]] = %[[X]], %[[T:.*]] = %[[Y]])
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[T]], %[[S]]
// CHECK-NEXT: scf.yield %[[U]], %[[T]]
// CHECK: return %[[R]]#1
func.func @permuted(%lb: i64, %ub: i64, %x: f32, %y: f32) -> f32 {
  %c1 = arith.constant 1 : i64
  %0:3 = scf.while (%s = %x, %i = %lb, %t = %y) : (f32, i64, f32) -> (f32, i64, f32) {
    %c = arith.cmpi sgt, %ub, %i : i64
    scf.condition(%c) %t, %i, %s : f32, i64, f32
  } do {
  ^bb0(%a: f32, %i: i64, %b: f32):
    %u = arith.addf %a, %b : f32
    %n = arith.addi %c1, %i : i64
    scf.yield %u, %n, %a : f32, i64, f32
  }
  return %0#0 : f32
}

// -----

// The step of an `scf.for` is positive.
// CHECK-LABEL: func @unknown_step
// CHECK: scf.while
func.func @unknown_step(%lb: index, %ub: index, %st: index) {
  %0 = scf.while (%i = %lb) : (index) -> index {
    %c = arith.cmpi slt, %i, %ub : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    "test.use"(%i) : (index) -> ()
    %n = arith.addi %i, %st : index
    scf.yield %n : index
  }
  return
}

// -----

// A counter that gets past the largest number goes on from the smallest one; that of an `scf.for` does not.
// CHECK-LABEL: func @may_overflow
// CHECK: scf.while
// CHECK-LABEL: func @does_not_overflow
// CHECK: scf.for
func.func @may_overflow(%lb: i8, %ub: i8) {
  %c3 = arith.constant 3 : i8
  %0 = scf.while (%i = %lb) : (i8) -> i8 {
    %c = arith.cmpi slt, %i, %ub : i8
    scf.condition(%c) %i : i8
  } do {
  ^bb0(%i: i8):
    "test.use"(%i) : (i8) -> ()
    %n = arith.addi %i, %c3 : i8
    scf.yield %n : i8
  }
  return
}
func.func @does_not_overflow(%lb: i8) {
  %c3 = arith.constant 3 : i8
  %c125 = arith.constant 125 : i8
  %0 = scf.while (%i = %lb) : (i8) -> i8 {
    %c = arith.cmpi slt, %i, %c125 : i8
    scf.condition(%c) %i : i8
  } do {
  ^bb0(%i: i8):
    "test.use"(%i) : (i8) -> ()
    %n = arith.addi %i, %c3 : i8
    scf.yield %n : i8
  }
  return
}

// -----

// CHECK-LABEL: func @doubles
// CHECK: scf.while
func.func @doubles(%lb: index, %ub: index) -> index {
  %0 = scf.while (%i = %lb) : (index) -> index {
    %c = arith.cmpi slt, %i, %ub : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    %n = arith.addi %i, %i : index
    scf.yield %n : index
  }
  return %0 : index
}
