// Sizes that contradict what a cast hides are undefined at run time; mlir-opt makes an invalid op of them.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @sizes_that_contradict_stay_dynamic(
// CHECK:         memref.cast
// CHECK:         memref.expand_shape {{.*}} : memref<?x4xf32> into memref<?x1x4x4xf32>
func.func @sizes_that_contradict_stay_dynamic(%a: memref<8x4xf32>) -> memref<?x1x4x4xf32> {
  %c1 = arith.constant 1 : index
  %cast = memref.cast %a : memref<8x4xf32> to memref<?x4xf32>
  %e = memref.expand_shape %cast [[0, 1, 2], [3]] output_shape [%c1, 1, 4, 4] : memref<?x4xf32> into memref<?x1x4x4xf32>
  return %e : memref<?x1x4x4xf32>
}

// CHECK-LABEL: func.func @sizes_that_fit_become_static(
// CHECK:         memref.expand_shape {{.*}} : memref<8x4xf32> into memref<2x1x4x4xf32>
func.func @sizes_that_fit_become_static(%a: memref<8x4xf32>) -> memref<?x1x4x4xf32> {
  %c2 = arith.constant 2 : index
  %cast = memref.cast %a : memref<8x4xf32> to memref<?x4xf32>
  %e = memref.expand_shape %cast [[0, 1, 2], [3]] output_shape [%c2, 1, 4, 4] : memref<?x4xf32> into memref<?x1x4x4xf32>
  return %e : memref<?x1x4x4xf32>
}
