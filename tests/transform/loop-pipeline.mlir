// RUN: terrace-opt %s --transform-interpreter --canonicalize | FileCheck %s

// An iteration begins each cycle, and a read takes two: the loop reads for two iterations later, adds for the next and
// writes for its own.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @stages(
// CHECK-SAME: %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) {
// CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = memref.load %[[ARG0]][%[[C0]]] : memref<8xf32>
// CHECK-NEXT: %[[V1:.*]] = memref.load %[[ARG0]][%[[C1]]] : memref<8xf32>
// CHECK-NEXT: %[[V2:.*]] = arith.addf %[[V0]], %[[CST]] : f32
// CHECK-NEXT: %[[V3:.*]]:2 = scf.for %[[ARG2:.*]] = %[[C0]] to %[[C6]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[V1]], %[[ARG4:.*]] = %[[V2]]) -> (f32, f32) {
// CHECK-NEXT: %[[V5:.*]] = arith.addi %[[ARG2]], %[[C2]] : index
// CHECK-NEXT: %[[V6:.*]] = memref.load %[[ARG0]][%[[V5]]] : memref<8xf32>
// CHECK-NEXT: %[[V7:.*]] = arith.addf %[[ARG3]], %[[CST]] : f32
// CHECK-NEXT: memref.store %[[ARG4]], %[[ARG1]][%[[ARG2]]] : memref<8xf32>
// CHECK-NEXT: scf.yield %[[V6]], %[[V7]] : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = arith.addf %[[V3]]#0, %[[CST]] : f32
// CHECK-NEXT: memref.store %[[V3]]#1, %[[ARG1]][%[[C6]]] : memref<8xf32>
// CHECK-NEXT: memref.store %[[V4]], %[[ARG1]][%[[C7]]] : memref<8xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @stages(%from: memref<8xf32>, %to: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %from[%i] : memref<8xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %to[%i] : memref<8xf32>
  }
  return
}

// What is carried, and what is handed on from outside of the loop.

// CHECK-LABEL: func.func @carried(
// CHECK-SAME: %[[ARG0:.*]]: memref<9xf32>, %[[ARG1:.*]]: memref<9xf32>, %[[ARG2:.*]]: f32) -> (f32, f32) {
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[CST:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = memref.load %[[ARG0]][%[[C0]]] : memref<9xf32>
// CHECK-NEXT: %[[V1:.*]] = memref.load %[[ARG0]][%[[C1]]] : memref<9xf32>
// CHECK-NEXT: %[[V2:.*]] = arith.mulf %[[V0]], %[[ARG2]] : f32
// CHECK-NEXT: %[[V3:.*]]:4 = scf.for %[[ARG3:.*]] = %[[C0]] to %[[C7]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG2]], %[[ARG5:.*]] = %[[ARG2]], %[[ARG6:.*]] = %[[V1]], %[[ARG7:.*]] = %[[V2]]) -> (f32, f32, f32, f32) {
// CHECK-NEXT: %[[V7:.*]] = arith.addi %[[ARG3]], %[[C2]] : index
// CHECK-NEXT: %[[V8:.*]] = memref.load %[[ARG0]][%[[V7]]] : memref<9xf32>
// CHECK-NEXT: %[[V9:.*]] = arith.mulf %[[ARG6]], %[[CST]] : f32
// CHECK-NEXT: memref.store %[[ARG7]], %[[ARG1]][%[[ARG3]]] : memref<9xf32>
// CHECK-NEXT: %[[V10:.*]] = arith.addf %[[ARG4]], %[[ARG7]] : f32
// CHECK-NEXT: scf.yield %[[V10]], %[[CST]], %[[V8]], %[[V9]] : f32, f32, f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = arith.mulf %[[V3]]#2, %[[CST]] : f32
// CHECK-NEXT: memref.store %[[V3]]#3, %[[ARG1]][%[[C7]]] : memref<9xf32>
// CHECK-NEXT: %[[V5:.*]] = arith.addf %[[V3]]#0, %[[V3]]#3 : f32
// CHECK-NEXT: memref.store %[[V4]], %[[ARG1]][%[[C8]]] : memref<9xf32>
// CHECK-NEXT: %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// CHECK-NEXT: return %[[V6]], %[[V3]]#1 : f32, f32
// CHECK-NEXT: }
func.func @carried(%from: memref<9xf32>, %to: memref<9xf32>, %start: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %two = arith.constant 2.0 : f32
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%sum = %start, %last = %start) -> (f32, f32) {
    %x = memref.load %from[%i] : memref<9xf32>
    %y = arith.mulf %x, %last : f32
    memref.store %y, %to[%i] : memref<9xf32>
    %next = arith.addf %sum, %y : f32
    scf.yield %next, %two : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// Too few iterations, or nobody knows how many: the loop stays.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME: %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: index) {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: scf.for %[[ARG3:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] {
// CHECK-NEXT: %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT: memref.store %[[V0]], %[[ARG1]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unknown(%from: memref<?xf32>, %to: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %from[%i] : memref<?xf32>
    memref.store %x, %to[%i] : memref<?xf32>
  }
  return
}

module attributes {transform.with_named_sequence} {
// CONFIRMED: mlir-opt prints the same.
// CHECK: module attributes {transform.with_named_sequence} {
// CHECK-LABEL: transform.named_sequence @__transform_main(
// CHECK-SAME: %[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CHECK-NEXT: transform.sequence %[[ARG0]] : !transform.any_op failures(suppress) {
// CHECK-NEXT: ^bb0(%[[ARG1:.*]]: !transform.any_op):
// CHECK-NEXT: %[[V0:.*]] = transform.structured.match ops{["scf.for"]} in %[[ARG1]] : (!transform.any_op) -> !transform.op<"scf.for">
// CHECK-NEXT: %[[V1:.*]] = transform.loop.pipeline %[[V0]] {read_latency = 1 : i64} : (!transform.op<"scf.for">) -> !transform.any_op
// CHECK-NEXT: }
// CHECK-NEXT: transform.yield
// CHECK-NEXT: }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%scope: !transform.any_op):
      %all = transform.structured.match ops{["scf.for"]} in %scope : (!transform.any_op) -> !transform.op<"scf.for">
      transform.loop.pipeline %all {read_latency = 1 : i64} : (!transform.op<"scf.for">) -> !transform.any_op
    }
    transform.yield
  }
}

// AUTOGENERATED CHECKS
