// What can only be one integer becomes a constant; a remainder of what is smaller than the divisor goes.
// RUN: terrace-opt %s --int-range-optimizations | FileCheck %s

func.func @masked(%a: i32) -> (i1, i32) {
  %c15 = arith.constant 15 : i32
  %c16 = arith.constant 16 : i32
  %0 = arith.andi %a, %c15 : i32
  %1 = arith.cmpi ult, %0, %c16 : i32
  %2 = arith.remui %0, %c16 : i32
  return %1, %2 : i1, i32
}
func.func @loop(%n: index, %m: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %0 = arith.remsi %i, %c12 : index
    %1 = arith.cmpi sge, %0, %c0 : index
    memref.store %1, %m[%i] : memref<?xi1>
  }
  return
}
func.func private @callee(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  return %0 : i32
}
func.func @calls() -> (i32, i32) {
  %c4 = arith.constant 4 : i32
  %0 = call @callee(%c4) : (i32) -> i32
  %1 = call @callee(%c4) : (i32) -> i32
  return %0, %1 : i32, i32
}
func.func @branch(%a: i8, %c: i1) -> i8 {
  %c3 = arith.constant 3 : i8
  %c5 = arith.constant 5 : i8
  %0 = scf.if %c -> i8 {
    scf.yield %c3 : i8
  } else {
    scf.yield %c5 : i8
  }
  %1 = arith.divui %0, %c3 : i8
  return %1 : i8
}
func.func @grows(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %1 = arith.addi %s, %c1 : index
    scf.yield %1 : index
  }
  %2 = index.maxu %0, %c0
  return %2 : index
}
func.func @extents(%t: tensor<?x8xf32>, %m: memref<4x4xf32>, %i: index) -> (index, i1) {
  %0 = memref.dim %m, %i : memref<4x4xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.dim %t, %i : tensor<?x8xf32>
  %2 = arith.cmpi sge, %1, %c0 : index
  return %0, %2 : index, i1
}
func.func @vectors() -> vector<4xi1> {
  %0 = vector.step : vector<4xindex>
  %1 = arith.constant dense<4> : vector<4xindex>
  %2 = arith.cmpi ult, %0, %1 : vector<4xindex>
  return %2 : vector<4xi1>
}
func.func @affine(%i: index) -> i1 {
  %c8 = arith.constant 8 : index
  %0 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
  %1 = arith.cmpi slt, %0, %c8 : index
  return %1 : i1
}

// CHECK: module {
// CHECK-NEXT:   func.func @masked(%arg0: i32) -> (i1, i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c15_i32 = arith.constant 15 : i32
// CHECK-NEXT:     %0 = arith.andi %arg0, %c15_i32 : i32
// CHECK-NEXT:     return %true, %0 : i1, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: index, %arg1: memref<?xi1>) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c10 = arith.constant 10 : index
// CHECK-NEXT:     scf.for %arg2 = %c0 to %c10 step %c1 {
// CHECK-NEXT:       memref.store %true, %arg1[%arg2] : memref<?xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @callee(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:     return %c5_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @calls() -> (i32, i32) {
// CHECK-NEXT:     %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:     %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:     %0 = call @callee(%c4_i32) : (i32) -> i32
// CHECK-NEXT:     %1 = call @callee(%c4_i32) : (i32) -> i32
// CHECK-NEXT:     return %c5_i32, %c5_i32 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @branch(%arg0: i8, %arg1: i1) -> i8 {
// CHECK-NEXT:     %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:     return %c1_i8 : i8
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @grows(%arg0: index) -> index {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %c0) -> (index) {
// CHECK-NEXT:       %2 = arith.addi %arg2, %c1 : index
// CHECK-NEXT:       scf.yield %2 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = index.maxu %0, %c0
// CHECK-NEXT:     return %1 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @extents(%arg0: tensor<?x8xf32>, %arg1: memref<4x4xf32>, %arg2: index) -> (index, i1) {
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     return %c4, %true : index, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @vectors() -> vector<4xi1> {
// CHECK-NEXT:     %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:     return %cst : vector<4xi1>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @affine(%arg0: index) -> i1 {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     return %true : i1
// CHECK-NEXT:   }
// CHECK-NEXT: }
