// A write does not leave a loop that may have no iteration, and an op with regions stays where an op in them uses the
// loop's variable. Unlike mlir-opt, which moves the write and leaves invalid IR.
// RUN: terrace-opt %s --affine-loop-invariant-code-motion | FileCheck %s

func.func @write(%m: memref<i32>, %x: i32, %n: index) {
  affine.for %i = 0 to %n {
    affine.store %x, %m[] : memref<i32>
  }
  affine.for %i = 0 to 4 {
    affine.store %x, %m[] : memref<i32>
  }
  affine.for %i = 4 to 4 {
    affine.store %x, %m[] : memref<i32>
  }
  return
}
func.func @region(%flag: i1, %x: index) -> index {
  %0 = affine.for %i = 0 to 4 iter_args(%sum = %x) -> (index) {
    %1 = scf.if %flag -> (index) {
      scf.yield %i : index
    } else {
      scf.yield %x : index
    }
    %2 = arith.addi %sum, %1 : index
    affine.yield %2 : index
  }
  return %0 : index
}

// CHECK: module {
// CHECK-NEXT:   func.func @write(%arg0: memref<i32>, %arg1: i32, %arg2: index) {
// CHECK-NEXT:     affine.for %arg3 = 0 to %arg2 {
// CHECK-NEXT:       affine.store %arg1, %arg0[] : memref<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.store %arg1, %arg0[] : memref<i32>
// CHECK-NEXT:     affine.for %arg3 = 0 to 4 {
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg3 = 4 to 4 {
// CHECK-NEXT:       affine.store %arg1, %arg0[] : memref<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @region(%arg0: i1, %arg1: index) -> index {
// CHECK-NEXT:     %0 = affine.for %arg2 = 0 to 4 iter_args(%arg3 = %arg1) -> (index) {
// CHECK-NEXT:       %1 = scf.if %arg0 -> (index) {
// CHECK-NEXT:         scf.yield %arg2 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %arg1 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       %2 = arith.addi %arg3, %1 : index
// CHECK-NEXT:       affine.yield %2 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : index
// CHECK-NEXT:   }
// CHECK-NEXT: }
