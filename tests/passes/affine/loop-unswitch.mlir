// A condition leaves the loops that it does not depend on; each branch gets a copy of these.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-affine-loop-unswitch))' | FileCheck %s

#set = affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>
func.func @inner(%n: index, %m: memref<16x16xf32>, %k: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if #set(%i)[%n] {
        affine.store %k, %m[%i, %j] : memref<16x16xf32>
      }
    }
  }
  return
}
func.func @both(%n: index, %m: memref<16xf32>, %k: f32) {
  affine.for %i = 0 to 16 {
    affine.store %k, %m[%i] : memref<16xf32>
    affine.if affine_set<()[s0] : (s0 - 7 >= 0)>()[%n] {
      affine.store %k, %m[0] : memref<16xf32>
    } else {
      affine.store %k, %m[1] : memref<16xf32>
    }
  }
  return
}

// CHECK:      #set = affine_set<(d0)[s0] : (-d0 + s0 - 2 >= 0)>
// CHECK-NEXT: #set1 = affine_set<()[s0] : (s0 - 7 >= 0)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @inner(%arg0: index, %arg1: memref<16x16xf32>, %arg2: f32) {
// CHECK-NEXT:     affine.for %arg3 = 0 to 16 {
// CHECK-NEXT:       affine.if #set(%arg3)[%arg0] {
// CHECK-NEXT:         affine.for %arg4 = 0 to 16 {
// CHECK-NEXT:           affine.store %arg2, %arg1[%arg3, %arg4] : memref<16x16xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @both(%arg0: index, %arg1: memref<16xf32>, %arg2: f32) {
// CHECK-NEXT:     affine.if #set1()[%arg0] {
// CHECK-NEXT:       affine.for %arg3 = 0 to 16 {
// CHECK-NEXT:         affine.store %arg2, %arg1[%arg3] : memref<16xf32>
// CHECK-NEXT:         affine.store %arg2, %arg1[0] : memref<16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// CHECK-NEXT:       affine.for %arg3 = 0 to 16 {
// CHECK-NEXT:         affine.store %arg2, %arg1[%arg3] : memref<16xf32>
// CHECK-NEXT:         affine.store %arg2, %arg1[1] : memref<16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
