// RUN: terrace-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect | terrace-opt --allow-unregistered-dialect | FileCheck %s
// RUN: terrace-opt %s --allow-unregistered-dialect --mlir-print-op-generic | terrace-opt --allow-unregistered-dialect | FileCheck %s

// Each op, with and without what may be left out.

#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func @ops(%n: index, %m: memref<?x?xf32>, %f: f32, %t: memref<1xi32>, %w: memref<?x?xf32, 2>, %v: vector<4xf32>) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 2)>(%n)[%n]
  %1 = affine.min affine_map<(d0) -> (d0, 4)>(%n)
  %2 = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] {a}
  %3:3 = affine.delinearize_index %n into (2, 3, %n) : index, index, index
  %4:2 = affine.delinearize_index %n into (3) : index, index
  %5 = affine.linearize_index [%n, %n] by (2, 3) : index
  %6 = affine.linearize_index disjoint [%n, %n] by (%n) : index
  affine.for %i = 0 to 10 { }
  affine.for %i = %n to %n step 2 { affine.yield } {a}
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to min affine_map<(d0) -> (d0, 4)>(%n) {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<()[s0] -> (s0 * 2)>()[%n] {
      %a = affine.load %m[%i + 1, %j * 2 + symbol(%n)] : memref<?x?xf32>
      affine.store %a, %m[%i, 0] {b} : memref<?x?xf32>
      %b = affine.vector_load %m[%i, %j] : memref<?x?xf32>, vector<4xf32>
      affine.vector_store %b, %m[%i, %j mod 4] : memref<?x?xf32>, vector<4xf32>
      affine.prefetch %m[%i, %j], read, locality<3>, data : memref<?x?xf32>
      affine.dma_start %m[%i, %j], %w[%i, 0], %t[0], %n : memref<?x?xf32>, memref<?x?xf32, 2>, memref<1xi32>
      affine.dma_start %m[%i, %j], %w[%i, 0], %t[0], %n, %n, %n : memref<?x?xf32>, memref<?x?xf32, 2>, memref<1xi32>
      affine.dma_wait %t[0], %n : memref<1xi32>
    }
  }
  %7 = affine.for %i = 0 to 10 iter_args(%x = %f) -> (f32) { affine.yield %x : f32 }
  affine.if #set(%n)[%n] { } else { }
  %8 = affine.if affine_set<() : (1 == 0)>() -> f32 { affine.yield %f : f32 } else { affine.yield %f : f32 } {a}
  affine.parallel (%i, %j) = (0, max(0, %n)) to (10, min(%n, %n + 2, 8)) step (1, 2) { }
  %9 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32) { affine.yield %f : f32 } {a}
  affine.parallel () = () to () { }
  return
}

// CHECK:      #map = affine_map<(d0)[s0] -> (d0 + s0 * 2)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0, 4)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0 * 2)>
// CHECK-NEXT: #set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
// CHECK-NEXT: #set1 = affine_set<() : (1 == 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @ops(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32, %arg3: memref<1xi32>, %arg4: memref<?x?xf32, 2>, %arg5: vector<4xf32>) {
// CHECK-NEXT:     %0 = affine.apply #map(%arg0)[%arg0]
// CHECK-NEXT:     %1 = affine.min #map1(%arg0)
// CHECK-NEXT:     %2 = affine.max #map2(%arg0)[%arg0] {a}
// CHECK-NEXT:     %3:3 = affine.delinearize_index %arg0 into (2, 3, %arg0) : index, index, index
// CHECK-NEXT:     %4:2 = affine.delinearize_index %arg0 into (3) : index, index
// CHECK-NEXT:     %5 = affine.linearize_index [%arg0, %arg0] by (2, 3) : index
// CHECK-NEXT:     %6 = affine.linearize_index disjoint [%arg0, %arg0] by (%arg0) : index
// CHECK-NEXT:     affine.for %arg6 = 0 to 10 {
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg6 = %arg0 to %arg0 step 2 {
// CHECK-NEXT:     } {a}
// CHECK-NEXT:     affine.for %arg6 = max #map2(%arg0)[%arg0] to min #map1(%arg0) {
// CHECK-NEXT:       affine.for %arg7 = #map3(%arg6) to #map4()[%arg0] {
// CHECK-NEXT:         %10 = affine.load %arg1[%arg6 + 1, %arg7 * 2 + symbol(%arg0)] : memref<?x?xf32>
// CHECK-NEXT:         affine.store %10, %arg1[%arg6, 0] {b} : memref<?x?xf32>
// CHECK-NEXT:         %11 = affine.vector_load %arg1[%arg6, %arg7] : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:         affine.vector_store %11, %arg1[%arg6, %arg7 mod 4] : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:         affine.prefetch %arg1[%arg6, %arg7], read, locality<3>, data : memref<?x?xf32>
// CHECK-NEXT:         affine.dma_start %arg1[%arg6, %arg7], %arg4[%arg6, 0], %arg3[0], %arg0 : memref<?x?xf32>, memref<?x?xf32, 2>, memref<1xi32>
// CHECK-NEXT:         affine.dma_start %arg1[%arg6, %arg7], %arg4[%arg6, 0], %arg3[0], %arg0, %arg0, %arg0 : memref<?x?xf32>, memref<?x?xf32, 2>, memref<1xi32>
// CHECK-NEXT:         affine.dma_wait %arg3[0], %arg0 : memref<1xi32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %7 = affine.for %arg6 = 0 to 10 iter_args(%arg7 = %arg2) -> (f32) {
// CHECK-NEXT:       affine.yield %arg7 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.if #set(%arg0)[%arg0] {
// CHECK-NEXT:     } else {
// CHECK-NEXT:     }
// CHECK-NEXT:     %8 = affine.if #set1() -> f32 {
// CHECK-NEXT:       affine.yield %arg2 : f32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       affine.yield %arg2 : f32
// CHECK-NEXT:     } {a}
// CHECK-NEXT:     affine.parallel (%arg6, %arg7) = (0, max(0, %arg0)) to (10, min(%arg0, %arg0 + 2, 8)) step (1, 2) {
// CHECK-NEXT:     }
// CHECK-NEXT:     %9 = affine.parallel (%arg6) = (0) to (10) reduce ("addf") -> (f32) {
// CHECK-NEXT:       affine.yield %arg2 : f32
// CHECK-NEXT:     } {a}
// CHECK-NEXT:     affine.parallel () = () to () {
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
