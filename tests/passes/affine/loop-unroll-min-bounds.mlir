// The trip count is the least of several: what divides it divides all of them.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=4}))' | FileCheck %s

func.func @counts(%m: memref<?xi32>, %k: i32, %a: index, %b: index) {
  affine.for %i = 0 to min affine_map<()[s0, s1] -> (s0 * 4, s1 * 6)>()[%a, %b] {
    affine.store %k, %m[%i] : memref<?xi32>
  }
  affine.for %i = 0 to min affine_map<()[s0, s1] -> (s0 * 4, s1 * 8)>()[%a, %b] {
    affine.store %k, %m[%i] : memref<?xi32>
  }
  return
}

// CHECK:      #map = affine_map<()[s0, s1] -> (s0 * 4, s1 * 6)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1] -> (s0 * 4, s1 * 8)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (d0 + 3)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @counts(%arg0: memref<?xi32>, %arg1: i32, %arg2: index, %arg3: index) {
// CHECK-NEXT:     affine.for %arg4 = 0 to min #map()[%arg2, %arg3] {
// CHECK-NEXT:       affine.store %arg1, %arg0[%arg4] : memref<?xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = 0 to min #map1()[%arg2, %arg3] step 4 {
// CHECK-NEXT:       affine.store %arg1, %arg0[%arg4] : memref<?xi32>
// CHECK-NEXT:       %0 = affine.apply #map2(%arg4)
// CHECK-NEXT:       affine.store %arg1, %arg0[%0] : memref<?xi32>
// CHECK-NEXT:       %1 = affine.apply #map3(%arg4)
// CHECK-NEXT:       affine.store %arg1, %arg0[%1] : memref<?xi32>
// CHECK-NEXT:       %2 = affine.apply #map4(%arg4)
// CHECK-NEXT:       affine.store %arg1, %arg0[%2] : memref<?xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
