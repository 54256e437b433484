// Of the results of a least or greatest, those that bounds show to make no difference are left out.
// RUN: terrace-opt %s --pass-pipeline='builtin.module(func.func(affine-simplify-min-max))' --allow-unregistered-dialect | FileCheck %s

func.func @loop(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c8 {
    %0 = affine.min affine_map<(d0) -> (8, -d0 + 64)>(%i)
    %1 = affine.max affine_map<(d0) -> (-3, d0)>(%i)
    %2 = affine.min affine_map<(d0)[s0] -> (d0 + 4, d0 + s0, d0 + 9)>(%i)[%n]
    "foo.use"(%0, %1, %2) : (index, index, index) -> ()
  }
  return
}
func.func @symbols(%a: index, %b: index) -> (index, index, index) {
  %0 = affine.min affine_map<()[s0, s1] -> (s0, s0 + 1, s1)>()[%a, %b]
  %1 = affine.max affine_map<()[s0, s1] -> (s0, s0 + 1, s1)>()[%a, %b]
  %2 = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%a, %b]
  return %0, %1, %2 : index, index, index
}
func.func @applies(%a: index) -> index {
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%a]
  %1 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%0]
  return %1 : index
}
func.func @memrefs(%m: memref<?xf32>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %0 = affine.max affine_map<()[s0] -> (s0, 0)>()[%d]
  %1 = affine.max affine_map<()[s0] -> (s0, 1)>()[%d]
  return %0, %1 : index, index
}

// CHECK:      #map = affine_map<()[s0, s1] -> (s0 + 4, s0 + s1)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1] -> (s1, s0)>
// CHECK-NEXT: #map2 = affine_map<()[s0, s1] -> (s1, s0 + 1)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (s0 * 2 + 2)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (1, s0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @loop(%arg0: index, %arg1: memref<?xf32>) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c64 = arith.constant 64 : index
// CHECK-NEXT:     scf.for %arg2 = %c0 to %c64 step %c8 {
// CHECK-NEXT:       %0 = affine.min #map()[%arg2, %arg0]
// CHECK-NEXT:       "foo.use"(%c8, %arg2, %0) : (index, index, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @symbols(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT:     %0 = affine.min #map1()[%arg0, %arg1]
// CHECK-NEXT:     %1 = affine.max #map2()[%arg0, %arg1]
// CHECK-NEXT:     %2 = affine.min #map1()[%arg0, %arg1]
// CHECK-NEXT:     return %0, %1, %2 : index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @applies(%arg0: index) -> index {
// CHECK-NEXT:     %0 = affine.apply #map3()[%arg0]
// CHECK-NEXT:     return %0 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @memrefs(%arg0: memref<?xf32>, %arg1: index) -> (index, index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT:     %0 = affine.max #map4()[%dim]
// CHECK-NEXT:     return %dim, %0 : index, index
// CHECK-NEXT:   }
// CHECK-NEXT: }
