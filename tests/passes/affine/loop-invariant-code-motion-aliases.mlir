// Views of one memref are the same memory, and calls may change what they can reach; memory that is allocated here and not
// passed on they cannot. mlir-opt moves all of the loads.
// RUN: terrace-opt %s --affine-loop-invariant-code-motion | FileCheck %s

func.func private @callee(memref<4xi32>)
func.func @view(%m: memref<4xi32>, %out: memref<4xi32>, %k: i32) {
  %v = memref.cast %m : memref<4xi32> to memref<?xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[0] : memref<4xi32>
    affine.store %x, %out[%i] : memref<4xi32>
    affine.store %k, %v[0] : memref<?xi32>
  }
  return
}
func.func @call(%m: memref<4xi32>, %out: memref<4xi32>) {
  %own = memref.alloca() : memref<4xi32>
  %given = memref.alloca() : memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[0] : memref<4xi32>
    %y = affine.load %own[0] : memref<4xi32>
    %z = affine.load %given[0] : memref<4xi32>
    %a = arith.addi %x, %y : i32
    %b = arith.addi %a, %z : i32
    affine.store %b, %out[%i] : memref<4xi32>
    func.call @callee(%given) : (memref<4xi32>) -> ()
  }
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func private @callee(memref<4xi32>)
// CHECK-NEXT:   func.func @view(%arg0: memref<4xi32>, %arg1: memref<4xi32>, %arg2: i32) {
// CHECK-NEXT:     %cast = memref.cast %arg0 : memref<4xi32> to memref<?xi32>
// CHECK-NEXT:     affine.for %arg3 = 0 to 4 {
// CHECK-NEXT:       %0 = affine.load %arg0[0] : memref<4xi32>
// CHECK-NEXT:       affine.store %0, %arg1[%arg3] : memref<4xi32>
// CHECK-NEXT:       affine.store %arg2, %cast[0] : memref<?xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @call(%arg0: memref<4xi32>, %arg1: memref<4xi32>) {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<4xi32>
// CHECK-NEXT:     %alloca_0 = memref.alloca() : memref<4xi32>
// CHECK-NEXT:     %0 = affine.load %alloca[0] : memref<4xi32>
// CHECK-NEXT:     affine.for %arg2 = 0 to 4 {
// CHECK-NEXT:       %1 = affine.load %arg0[0] : memref<4xi32>
// CHECK-NEXT:       %2 = affine.load %alloca_0[0] : memref<4xi32>
// CHECK-NEXT:       %3 = arith.addi %1, %0 : i32
// CHECK-NEXT:       %4 = arith.addi %3, %2 : i32
// CHECK-NEXT:       affine.store %4, %arg1[%arg2] : memref<4xi32>
// CHECK-NEXT:       func.call @callee(%alloca_0) : (memref<4xi32>) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
