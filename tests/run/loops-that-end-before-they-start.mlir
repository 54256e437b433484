// A loop whose upper bound is below its lower one has no iteration, whatever it is turned into.
// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --scf-for-loop-peeling | FileCheck %s
// RUN: terrace run %s --scf-for-loop-peeling=peel-front | FileCheck %s
// RUN: terrace run %s --affine-loop-coalescing | FileCheck %s
// RUN: terrace run %s "--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))" | FileCheck %s
// RUN: terrace-opt %s --test-scf-parallel-loop-collapsing=collapsed-indices-0=0,1 -o %t.parallel.mlir
// RUN: terrace run %t.parallel.mlir | FileCheck %s
// RUN: terrace-opt %s --transform-interpreter=entry-point=unroll -o %t.unrolled.mlir
// RUN: terrace run %t.unrolled.mlir | FileCheck %s
// RUN: terrace-opt %s --transform-interpreter=entry-point=coalesce -o %t.coalesced.mlir
// RUN: terrace run %t.coalesced.mlir | FileCheck %s

// CHECK-LABEL: iterations
// CHECK-NEXT: 0 : index
// CHECK-NEXT: 0 : index
// CHECK-NEXT: 0 : index
// CHECK-NEXT: 0 : i32
// CHECK-NEXT: 0 : index
// CHECK-NEXT: 0 : index

module attributes {transform.with_named_sequence} {
  func.func @main() -> (index, index, index, i32, index, index) {
    vector.print str "iterations\n"
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %m2 = arith.constant -2 : index
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %a = call @loop(%c2, %m2, %c1) : (index, index, index) -> index
    %b = call @loop(%c2, %m2, %c2) : (index, index, index) -> index
    %c = call @nest(%c2, %m2, %c2) : (index, index, index) -> index
    %d = call @nest_of_i32(%i2, %i1, %i1) : (i32, i32, i32) -> i32
    %e = call @parallel(%c2, %m2, %c2) : (index, index, index) -> index
    %f = call @affine(%m2) : (index) -> index
    return %a, %b, %c, %d, %e, %f : index, index, index, i32, index, index
  }

  func.func @loop(%low: index, %high: index, %step: index) -> index attributes {no_inline} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %count = scf.for %i = %low to %high step %step iter_args(%n = %c0) -> (index) {
      %next = arith.addi %n, %c1 : index
      scf.yield %next : index
    }
    return %count : index
  }

  func.func @nest(%low: index, %high: index, %step: index) -> index attributes {no_inline} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.alloca() : memref<index>
    memref.store %c0, %m[] : memref<index>
    scf.for %i = %low to %high step %step {
      scf.for %j = %low to %high step %step {
        %n = memref.load %m[] : memref<index>
        %next = arith.addi %n, %c1 : index
        memref.store %next, %m[] : memref<index>
      }
    } {outer}
    %count = memref.load %m[] : memref<index>
    return %count : index
  }

  func.func @nest_of_i32(%low: i32, %high: i32, %step: i32) -> i32 attributes {no_inline} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m = memref.alloca() : memref<i32>
    memref.store %c0, %m[] : memref<i32>
    scf.for %i = %low to %high step %step : i32 {
      scf.for %j = %low to %high step %step : i32 {
        %n = memref.load %m[] : memref<i32>
        %next = arith.addi %n, %c1 : i32
        memref.store %next, %m[] : memref<i32>
      }
    } {outer}
    %count = memref.load %m[] : memref<i32>
    return %count : i32
  }

  func.func @parallel(%low: index, %high: index, %step: index) -> index attributes {no_inline} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.alloca() : memref<index>
    memref.store %c0, %m[] : memref<index>
    scf.parallel (%i, %j) = (%low, %low) to (%high, %high) step (%step, %step) {
      memref.store %c1, %m[] : memref<index>
    }
    %count = memref.load %m[] : memref<index>
    return %count : index
  }

  func.func @affine(%high: index) -> index attributes {no_inline} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.alloca() : memref<index>
    affine.store %c0, %m[] : memref<index>
    affine.for %i = 0 to %high {
      affine.for %j = 0 to %high {
        %n = affine.load %m[] : memref<index>
        %next = arith.addi %n, %c1 : index
        affine.store %next, %m[] : memref<index>
      }
    }
    affine.for %i = 2 to %high step 2 {
      %n = affine.load %m[] : memref<index>
      %next = arith.addi %n, %c1 : index
      affine.store %next, %m[] : memref<index>
    }
    %count = affine.load %m[] : memref<index>
    return %count : index
  }

  transform.named_sequence @unroll(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %loops : !transform.any_op {
    ^bb0(%loop: !transform.any_op):
      transform.loop.unroll %loop {factor = 3} : !transform.any_op
    }
    transform.yield
  }

  transform.named_sequence @coalesce(%root: !transform.any_op) {
    %nest = transform.structured.match ops{["scf.for"]} attributes {outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %nest : !transform.any_op {
    ^bb0(%loop: !transform.any_op):
      %whole = transform.loop.coalesce %loop : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}
