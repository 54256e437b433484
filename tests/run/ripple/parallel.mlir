// REQUIRES: clang
// RUN: terrace-opt %s --ripple-expand-parallel --canonicalize --convert-scf-to-cf --convert-to-llvm --ripple-prepare --ripple-vectorize -o %t.mlir
// RUN: FileCheck %s --check-prefix=VECTORS --input-file=%t.mlir
// RUN: terrace-translate --mlir-to-llvmir %t.mlir -o %t.ll
// RUN: env PATH=/usr/bin:/bin %clang -O1 -Wno-override-module %t.ll %S/Inputs/parallel.c -o %t
// RUN: %t | FileCheck %s

// Loops that are annotated in MLIR compute what loops over single elements do, with vector accesses.

// CHECK-NOT: FAIL
// CHECK: PASS

// VECTORS-NOT: gather
// VECTORS-NOT: scatter

func.func @saxpy(%n: index, %a: f32, %x: !llvm.ptr, %y: !llvm.ptr) {
  %pe = arith.constant 0 : i64
  %size = arith.constant 8 : i64
  %b = ripple.setshape %pe [%size : i64] : i64 -> !llvm.ptr
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  ripple.parallel (%b : !llvm.ptr) [0] %i = %c0 to %n step %c1 {
    %k = arith.index_cast %i : index to i64
    %xi = llvm.getelementptr %x[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %yi = llvm.getelementptr %y[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %0 = llvm.load %xi : !llvm.ptr -> f32
    %1 = llvm.load %yi : !llvm.ptr -> f32
    %2 = arith.mulf %a, %0 : f32
    %3 = arith.addf %2, %1 : f32
    llvm.store %3, %yi : f32, !llvm.ptr
  }
  return
}

// Two dimensions, of which the outer one is peeled; sums of each element are carried.
func.func @sum(%m: i32, %n: i32, %x: !llvm.ptr) -> i32 {
  %pe = arith.constant 0 : i64
  %size = arith.constant 8 : i64
  %rows = arith.constant 4 : i64
  %b = ripple.setshape %pe [%size, %rows : i64, i64] : i64 -> !llvm.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %mask = arith.constant 3 : i64
  %zeros = ripple.broadcast (%b : !llvm.ptr) [%mask, %c0 : i32] -> i32
  %tail = llvm.alloca %c1 x i32 : (i32) -> !llvm.ptr
  llvm.store %c0, %tail : i32, !llvm.ptr
  %s = ripple.parallel (%b : !llvm.ptr) [1] %i = %c0 to %m step %c1 iter_args(%outer = %zeros) -> (i32) : i32 {
    %row = arith.muli %i, %n overflow<nsw> : i32
    %t = ripple.parallel (%b : !llvm.ptr) [0] %j = %c0 to %n step %c1 iter_args(%inner = %outer) -> (i32) : i32 {
      %at = arith.addi %row, %j overflow<nsw> : i32
      %k = arith.extsi %at : i32 to i64
      %address = llvm.getelementptr %x[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %v = llvm.load %address : !llvm.ptr -> i32
      %next = arith.addi %inner, %v : i32
      ripple.yield %next : i32
    }
    ripple.yield %t : i32
  }
  %all = ripple.reduce.add %mask [%s : i32] -> i32
  return %all : i32
}

// A step, a lower bound below zero, and the number of the chunk.
func.func @steps(%lb: i32, %ub: i32, %out: !llvm.ptr) {
  %pe = arith.constant 0 : i64
  %size = arith.constant 4 : i64
  %b = ripple.setshape %pe [%size : i64] : i64 -> !llvm.ptr
  %c3 = arith.constant 3 : i32
  %dim = arith.constant 0 : i32
  ripple.parallel (%b : !llvm.ptr) [0] %i = %lb to %ub step %c3 : i32 {
    %chunk = ripple.parallel_idx (%b : !llvm.ptr) [%dim : i32] -> i32
    %from = arith.subi %i, %lb overflow<nsw> : i32
    %at = arith.extsi %from : i32 to i64
    %address = llvm.getelementptr %out[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %narrow = arith.trunci %chunk : i32 to i16
    %next = arith.constant 1 : i64
    // Three elements, the first of which is the chunk and the others are as they were.
    %second = llvm.getelementptr %address[%next] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %old = llvm.load %second : !llvm.ptr -> i16
    %c2 = arith.constant 2 : i64
    %third = llvm.getelementptr %address[%c2] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %older = llvm.load %third : !llvm.ptr -> i16
    llvm.store %narrow, %address : i16, !llvm.ptr
    llvm.store %old, %second : i16, !llvm.ptr
    llvm.store %older, %third : i16, !llvm.ptr
  }
  return
}

// What is left is carried out one by one, or not at all.
func.func @peeled(%n: i64, %x: !llvm.ptr) {
  %pe = arith.constant 0 : i64
  %size = arith.constant 4 : i64
  %b = ripple.setshape %pe [%size, %size : i64, i64] : i64 -> !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  ripple.parallel (%b : !llvm.ptr) [1, 0] %i = %c0 to %n step %c1 : i64 {
    %address = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %i, %address : i64, !llvm.ptr
  } {block_independent}
  return
}
func.func @full(%n: i64, %x: !llvm.ptr) {
  %pe = arith.constant 0 : i64
  %size = arith.constant 4 : i64
  %b = ripple.setshape %pe [%size : i64] : i64 -> !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  ripple.parallel (%b : !llvm.ptr) [0] %i = %c0 to %n step %c1 : i64 {
    %address = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %i, %address : i64, !llvm.ptr
  } {no_remainder}
  return
}
