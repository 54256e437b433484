// A load in a loop that is no affine one, or in a loop of blocks, may read what the iteration before wrote, behind the load.
// mlir-opt replaces each of these loads by the one before the loop.
// RUN: terrace-opt %s --affine-scalrep | FileCheck %s
// RUN: terrace-opt %s --affine-scalrep --match-upstream | FileCheck %s --check-prefix=UPSTREAM

// CHECK-LABEL: func.func @for
// CHECK:         scf.for
// CHECK-NEXT:      affine.load
// UPSTREAM-LABEL: func.func @for
// UPSTREAM:         scf.for
// UPSTREAM-NEXT:      arith.addi
func.func @for(%m: memref<2xi64>, %k: i64, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = affine.load %m[0] : memref<2xi64>
  scf.for %i = %c0 to %n step %c1 {
    %y = affine.load %m[0] : memref<2xi64>
    %z = arith.addi %y, %k : i64
    affine.store %z, %m[0] : memref<2xi64>
  }
  return %x : i64
}

// The affine loops in it are told apart by their order in one of its iterations alone.
// CHECK-LABEL: func.func @nest
// CHECK:         affine.for
// CHECK-NEXT:      affine.load
func.func @nest(%m: memref<2xi64>, %s: memref<4xi64>, %k: i64, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = affine.load %m[0] : memref<2xi64>
  scf.for %i = %c0 to %n step %c1 {
    affine.for %j = 0 to 4 {
      %y = affine.load %m[0] : memref<2xi64>
      affine.store %y, %s[%j] : memref<4xi64>
    }
    affine.for %j = 0 to 2 {
      affine.store %k, %m[%j] : memref<2xi64>
    }
  }
  return %x : i64
}

// CHECK-LABEL: func.func @while
// CHECK:         scf.while
// CHECK-NEXT:      affine.load
func.func @while(%m: memref<2xi64>, %k: i64) -> i64 {
  %x = affine.load %m[0] : memref<2xi64>
  scf.while : () -> () {
    %y = affine.load %m[0] : memref<2xi64>
    %c = arith.cmpi slt, %y, %k : i64
    %z = arith.addi %y, %k : i64
    affine.store %z, %m[0] : memref<2xi64>
    scf.condition(%c)
  } do {
    scf.yield
  }
  return %x : i64
}

// CHECK-LABEL: func.func @blocks
// CHECK:       ^bb1:
// CHECK-NEXT:    affine.load
// UPSTREAM-LABEL: func.func @blocks
// UPSTREAM:       ^bb1:
// UPSTREAM-NEXT:    arith.addi
func.func @blocks(%m: memref<2xi64>, %k: i64, %c: i1) -> i64 {
  %x = affine.load %m[0] : memref<2xi64>
  cf.br ^bb1
^bb1:
  %y = affine.load %m[0] : memref<2xi64>
  %z = arith.addi %y, %k : i64
  affine.store %z, %m[0] : memref<2xi64>
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return %x : i64
}

// What is written in the loop are other elements; and there is one iteration from one load to the other.
// CHECK-LABEL: func.func @others
// CHECK:         affine.load
// CHECK-NOT:     affine.load
// CHECK:         return
func.func @others(%m: memref<2xi64>, %k: i64, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = affine.load %m[0] : memref<2xi64>
  scf.for %i = %c0 to %n step %c1 {
    %y = affine.load %m[0] : memref<2xi64>
    affine.store %y, %m[1] : memref<2xi64>
  }
  return %x : i64
}

// CHECK-LABEL: func.func @within
// CHECK:         scf.for
// CHECK-NEXT:      affine.load
// CHECK-NOT:       affine.load
// CHECK:         return
func.func @within(%m: memref<2xi64>, %k: i64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = affine.load %m[0] : memref<2xi64>
    %y = affine.load %m[0] : memref<2xi64>
    %z = arith.addi %x, %y : i64
    affine.store %z, %m[0] : memref<2xi64>
  }
  return
}
