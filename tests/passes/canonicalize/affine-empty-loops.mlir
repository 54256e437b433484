// In a loop that does not run, each of two bounds may be below the other; one stays. mlir-opt leaves none.
// RUN: terrace-opt %s --memref-expand | FileCheck %s

func.func @empty(%x: i32, %m: memref<4xi32>) {
  affine.for %i = 2 to 0 step 3 {
    affine.for %j = max affine_map<(d0) -> (d0, -1)>(%i) to affine_map<(d0) -> (d0)>(%i) {
      affine.store %x, %m[0] : memref<4xi32>
    }
  }
  return
}

// CHECK:      #map = affine_map<(d0) -> (d0, -1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @empty(%arg0: i32, %arg1: memref<4xi32>) {
// CHECK-NEXT:     affine.for %arg2 = 2 to 0 step 3 {
// CHECK-NEXT:       affine.for %arg3 = max #map(%arg2) to #map1(%arg2) {
// CHECK-NEXT:         affine.store %arg0, %arg1[0] : memref<4xi32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
