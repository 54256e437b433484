// Clones whose type has strides: views of a row of elements.
// RUN: terrace-opt %s --convert-bufferization-to-memref --canonicalize | FileCheck %s

// The last element is at 4 + 3 + 1.
// CHECK-LABEL: func.func @slice(
// CHECK: %[[ROW:.*]] = memref.alloc() : memref<9xf32>
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[ROW]] to offset: [4], sizes: [2, 2], strides: [3, 1] : memref<9xf32> to memref<2x2xf32, strided<[3, 1], offset: 4>>
// CHECK: memref.copy %{{.*}}, %[[VIEW]]
// CHECK: return %[[VIEW]]
func.func @slice(%m: memref<2x2xf32, strided<[3, 1], offset: 4>>) -> memref<2x2xf32, strided<[3, 1], offset: 4>> {
  %0 = bufferization.clone %m : memref<2x2xf32, strided<[3, 1], offset: 4>> to memref<2x2xf32, strided<[3, 1], offset: 4>>
  return %0 : memref<2x2xf32, strided<[3, 1], offset: 4>>
}

// Rows are next to each other, so columns are apart by the four rows.
// CHECK-LABEL: func.func @transposed(
// CHECK: %[[COLUMNS:.*]] = memref.dim %{{.*}}, %c1
// CHECK: %[[MOST:.*]] = arith.maxsi %[[COLUMNS]], %c1
// CHECK: %[[STEPS:.*]] = arith.subi %[[MOST]], %c1
// CHECK: %[[REACH:.*]] = arith.muli %[[STEPS]], %c4
// CHECK: %[[COUNT:.*]] = arith.addi %[[REACH]], %c4
// CHECK: %[[ROW:.*]] = memref.alloc(%[[COUNT]]) : memref<?xf32>
// CHECK: memref.reinterpret_cast %[[ROW]] to offset: [0], sizes: [4, %[[COLUMNS]]], strides: [1, 4] : memref<?xf32> to memref<4x?xf32, strided<[1, 4]>>
func.func @transposed(%m: memref<4x?xf32, strided<[1, ?]>>) -> memref<4x?xf32, strided<[1, ?]>> {
  %0 = bufferization.clone %m : memref<4x?xf32, strided<[1, ?]>> to memref<4x?xf32, strided<[1, ?]>>
  return %0 : memref<4x?xf32, strided<[1, ?]>>
}

// The first element is the last one of its row.
// CHECK-LABEL: func.func @reversed(
// CHECK: %[[ROW:.*]] = memref.alloc() : memref<7xi8>
// CHECK: memref.reinterpret_cast %[[ROW]] to offset: [6], sizes: [4], strides: [-2] : memref<7xi8> to memref<4xi8, strided<[-2], offset: 6>>
func.func @reversed(%m: memref<4xi8, strided<[-2], offset: 6>>) -> memref<4xi8, strided<[-2], offset: 6>> {
  %0 = bufferization.clone %m : memref<4xi8, strided<[-2], offset: 6>> to memref<4xi8, strided<[-2], offset: 6>>
  return %0 : memref<4xi8, strided<[-2], offset: 6>>
}

// CHECK-LABEL: func.func @map(
// CHECK: memref.alloc() : memref<9xf32>
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [5], strides: [2] : memref<9xf32> to memref<5xf32, strided<[2]>>
// CHECK: memref.cast %{{.*}} : memref<5xf32, strided<[2]>> to memref<5xf32, #{{.*}}>
func.func @map(%m: memref<5xf32, affine_map<(d0) -> (d0 * 2)>>) -> memref<5xf32, affine_map<(d0) -> (d0 * 2)>> {
  %0 = bufferization.clone %m : memref<5xf32, affine_map<(d0) -> (d0 * 2)>> to memref<5xf32, affine_map<(d0) -> (d0 * 2)>>
  return %0 : memref<5xf32, affine_map<(d0) -> (d0 * 2)>>
}
