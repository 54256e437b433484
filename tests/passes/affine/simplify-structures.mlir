// Maps and sets get simpler, and conditions that are known go.
// RUN: terrace-opt %s --affine-simplify-structures | FileCheck %s

#low = affine_set<(d0)[s0] : (2 * d0 - 4 >= 0, d0 - 2 >= 0, d0 - 3 >= 0, s0 - d0 >= 0)>
#never = affine_set<(d0) : (d0 - 4 >= 0, 3 - d0 >= 0)>
#always = affine_set<(d0) : (4 >= 0)>
func.func @sets(%m: memref<16xf32>, %k: f32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if #low(%i)[%n] {
      affine.store %k, %m[%i] : memref<16xf32>
    }
    affine.if #never(%i) {
      affine.store %k, %m[%i] : memref<16xf32>
    } else {
      affine.store %k, %m[15 - %i] : memref<16xf32>
    }
    affine.if #always(%i) {
      affine.store %k, %m[0] : memref<16xf32>
    }
  }
  return
}
func.func @maps(%m: memref<16xf32>, %k: f32) {
  affine.for %i = 0 to affine_map<() -> (10 + 6)>() {
    %j = affine.apply affine_map<(d0) -> (d0 * 4 - d0 * 4 + d0 + d0 floordiv 4 - d0 floordiv 4)>(%i)
    affine.store %k, %m[(%j + %j) - %j] : memref<16xf32>
  }
  return
}

// CHECK:      #set = affine_set<(d0)[s0] : (d0 - 3 >= 0, -d0 + s0 >= 0)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @sets(%arg0: memref<16xf32>, %arg1: f32, %arg2: index) {
// CHECK-NEXT:     affine.for %arg3 = 0 to 16 {
// CHECK-NEXT:       affine.if #set(%arg3)[%arg2] {
// CHECK-NEXT:         affine.store %arg1, %arg0[%arg3] : memref<16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.store %arg1, %arg0[-%arg3 + 15] : memref<16xf32>
// CHECK-NEXT:       affine.store %arg1, %arg0[0] : memref<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-LABEL: func.func @maps(%arg0: memref<16xf32>, %arg1: f32) {
// CHECK-NEXT:     affine.for %arg2 = 0 to 16 {
// CHECK-NEXT:       affine.store %arg1, %arg0[%arg2] : memref<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
