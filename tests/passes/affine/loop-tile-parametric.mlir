// The first arguments are the sizes of tiles, which are numbered from the lower bounds on.
// RUN: terrace-test-opt %s --test-affine-parametric-tile | FileCheck %s

func.func @nest(%n: index, %t: index, %m: memref<16x?xf32>, %k: f32) {
  affine.for %i = 0 to 16 step 2 {
    affine.for %j = 3 to %n {
      affine.store %k, %m[%i, %j] : memref<16x?xf32>
    }
  }
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 50)>()[%n] {
    affine.store %k, %m[0, %i] : memref<16x?xf32>
  }
  return
}

// CHECK:      #map = affine_map<()[s0] -> (16 ceildiv s0)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1] -> ((s0 - 3) ceildiv s1 + 3)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0 * s0)>
// CHECK-NEXT: #map3 = affine_map<(d0)[s0] -> (d0 * s0 + s0 * 2, 16)>
// CHECK-NEXT: #map4 = affine_map<(d0)[s0] -> ((d0 - 3) * s0 + 3)>
// CHECK-NEXT: #map5 = affine_map<(d0)[s0, s1] -> ((d0 - 3) * s1 + s1 + 3, s0)>
// CHECK-NEXT: #map6 = affine_map<()[s0, s1] -> (s0 ceildiv s1, 50 ceildiv s1)>
// CHECK-NEXT: #map7 = affine_map<(d0)[s0, s1] -> (d0 * s1 + s1, s0, 50)>
// CHECK-NEXT: module {
// CHECK-LABEL: func.func @nest(%arg0: index, %arg1: index, %arg2: memref<16x?xf32>, %arg3: f32) {
// CHECK-NEXT:     affine.for %arg4 = 0 to #map()[%arg0] step 2 {
// CHECK-NEXT:       affine.for %arg5 = 3 to #map1()[%arg0, %arg1] {
// CHECK-NEXT:         affine.for %arg6 = #map2(%arg4)[%arg0] to min #map3(%arg4)[%arg0] step 2 {
// CHECK-NEXT:           affine.for %arg7 = #map4(%arg5)[%arg1] to min #map5(%arg5)[%arg0, %arg1] {
// CHECK-NEXT:             affine.store %arg3, %arg2[%arg6, %arg7] : memref<16x?xf32>
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg4 = 0 to min #map6()[%arg0, %arg0] {
// CHECK-NEXT:       affine.for %arg5 = #map2(%arg4)[%arg0] to min #map7(%arg4)[%arg0, %arg0] {
// CHECK-NEXT:         affine.store %arg3, %arg2[0, %arg5] : memref<16x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
