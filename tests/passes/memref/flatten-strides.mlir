// Linearized indices count elements, so that the flat buffer has unit strides, whatever the strides of the original are.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --flatten-memref | FileCheck %s

// CHECK-DAG: #[[BOTH:.*]] = affine_map<()[s0] -> (s0 * 5)>
// CHECK-DAG: #[[DYN:.*]] = affine_map<()[s0, s1, s2] -> (s0 * s1 + s0 * s2)>
// CHECK-DAG: #[[OWN:.*]] = affine_map<()[s0] -> (s0 * 22)>

// CHECK-LABEL: func.func @transposed(
//       CHECK:   %[[AT:.*]] = affine.apply #[[BOTH]]()
//       CHECK:   %[[FLAT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}], strides: [1] : memref<4x?xi32, strided<[1, 4]>> to memref<?xi32, strided<[1]>>
//       CHECK:   memref.load %[[FLAT]][%[[AT]]]
//       CHECK:   %[[AT:.*]] = affine.apply #[[DYN]]()
//       CHECK:   strides: [1] : memref<4x4xi32, strided<[?, ?], offset: ?>> to memref<?xi32, strided<[1], offset: ?>>
//       CHECK:   memref.store %{{.*}}, %{{.*}}[%[[AT]]]
func.func @transposed(%a: memref<4x?xi32, strided<[1, 4]>>, %i: index, %v: i32, %b: memref<4x4xi32, strided<[?, ?], offset: ?>>) -> i32 {
  %0 = memref.load %a[%i, %i] : memref<4x?xi32, strided<[1, 4]>>
  memref.store %v, %b[%i, %i] : memref<4x4xi32, strided<[?, ?], offset: ?>>
  return %0 : i32
}

// CHECK-LABEL: func.func @allocated(
//       CHECK:   %[[NEW:.*]] = memref.alloc() : memref<80xi32, strided<[1]>>
//       CHECK:   %[[AT:.*]] = affine.apply #[[OWN]]()
//       CHECK:   memref.store %{{.*}}, %[[NEW]][%[[AT]]] : memref<80xi32, strided<[1]>>
func.func @allocated(%i: index, %v: i32) {
  %a = memref.alloc() : memref<4x4xi32, strided<[20, 2]>>
  memref.store %v, %a[%i, %i] : memref<4x4xi32, strided<[20, 2]>>
  return
}
