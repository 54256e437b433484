// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Transfers of buffers with dimensions of one element are transfers of parts without them.

func.func @read(%m: memref<1x4x1x8xf32, strided<[?, 8, 8, 1], offset: ?>>, %p: f32) -> vector<1x4x1x8xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0, %c0, %c0], %p {in_bounds = [true, true, true, true]} : memref<1x4x1x8xf32, strided<[?, 8, 8, 1], offset: ?>>, vector<1x4x1x8xf32>
  return %0 : vector<1x4x1x8xf32>
}
func.func @masked(%m: memref<?x1xi8>, %p: i8, %n: index) -> vector<[16]x1xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mask = vector.create_mask %n, %c1 : vector<[16]x1xi1>
  %0 = vector.transfer_read %m[%c0, %c0], %p, %mask {in_bounds = [true, true]} : memref<?x1xi8>, vector<[16]x1xi8>
  return %0 : vector<[16]x1xi8>
}
func.func @other_mask(%m: memref<?x1xi8>, %p: i8, %mask: vector<[16]x1xi1>) -> vector<[16]x1xi8> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p, %mask {in_bounds = [true, true]} : memref<?x1xi8>, vector<[16]x1xi8>
  return %0 : vector<[16]x1xi8>
}
func.func @under_mask(%m: memref<1x?xi8>, %p: i8, %mask: vector<1x16xi1>) -> vector<1x16xi8> {
  %c0 = arith.constant 0 : index
  %0 = vector.mask %mask { vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<1x?xi8>, vector<1x16xi8> } : vector<1x16xi1> -> vector<1x16xi8>
  return %0 : vector<1x16xi8>
}
func.func @at_index(%m: memref<1x8xf32>, %i: index, %p: f32) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %i], %p {in_bounds = [true]} : memref<1x8xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @one_element(%m: memref<1x1xf32>, %p: f32) -> vector<1x1xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<1x1xf32>, vector<1x1xf32>
  return %0 : vector<1x1xf32>
}
func.func @write(%m: memref<1x8x1xf32>, %v: vector<8x1xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  vector.transfer_write %v, %m[%c0, %c0, %c0] {in_bounds = [true, true]} : vector<8x1xf32>, memref<1x8x1xf32>
  %mask = vector.create_mask %n, %c1 : vector<8x1xi1>
  vector.transfer_write %v, %m[%c0, %c0, %c0], %mask {in_bounds = [true, true]} : vector<8x1xf32>, memref<1x8x1xf32>
  vector.mask %mask { vector.transfer_write %v, %m[%c0, %c0, %c0] {in_bounds = [true, true]} : vector<8x1xf32>, memref<1x8x1xf32> } : vector<8x1xi1>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rank_reducing_subview_patterns
    } : !transform.any_op
    transform.yield
  }
}

// CHECK: #map = affine_map<(d0, d1)[s0] -> (d0 * 8 + d1 + s0)>
// CHECK-LABEL: func.func @read(%arg0: memref<1x4x1x8xf32, strided<[?, 8, 8, 1], offset: ?>>, %arg1: f32) -> vector<1x4x1x8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0, 0] [1, 4, 1, 8] [1, 1, 1, 1] : memref<1x4x1x8xf32, strided<[?, 8, 8, 1], offset: ?>> to memref<4x8xf32, #map>
// CHECK-NEXT: %0 = vector.transfer_read %subview[%c0, %c0], %arg1 {in_bounds = [true, true]} : memref<4x8xf32, #map>, vector<4x8xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<4x8xf32> to vector<1x4x1x8xf32>
// CHECK-NEXT: return %1 : vector<1x4x1x8xf32>
// CHECK-LABEL: func.func @masked(%arg0: memref<?x1xi8>, %arg1: i8, %arg2: index) -> vector<[16]x1xi8> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.create_mask %arg2 : vector<[16]xi1>
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?x1xi8>
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0] [%dim, 1] [1, 1] : memref<?x1xi8> to memref<?xi8, strided<[1]>>
// CHECK-NEXT: %1 = vector.transfer_read %subview[%c0], %arg1, %0 {in_bounds = [true]} : memref<?xi8, strided<[1]>>, vector<[16]xi8>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<[16]xi8> to vector<[16]x1xi8>
// CHECK-NEXT: return %2 : vector<[16]x1xi8>
// CHECK-LABEL: func.func @other_mask(%arg0: memref<?x1xi8>, %arg1: i8, %arg2: vector<[16]x1xi1>) -> vector<[16]x1xi8> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %c0], %arg1, %arg2 {in_bounds = [true, true]} : memref<?x1xi8>, vector<[16]x1xi8>
// CHECK-NEXT: return %0 : vector<[16]x1xi8>
// CHECK-LABEL: func.func @under_mask(%arg0: memref<1x?xi8>, %arg1: i8, %arg2: vector<1x16xi1>) -> vector<1x16xi8> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c1 : memref<1x?xi8>
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0] [1, %dim] [1, 1] : memref<1x?xi8> to memref<?xi8, strided<[1]>>
// CHECK-NEXT: %0 = vector.shape_cast %arg2 : vector<1x16xi1> to vector<16xi1>
// CHECK-NEXT: %1 = vector.mask %0 { vector.transfer_read %subview[%c0], %arg1 {in_bounds = [true]} : memref<?xi8, strided<[1]>>, vector<16xi8> } : vector<16xi1> -> vector<16xi8>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<16xi8> to vector<1x16xi8>
// CHECK-NEXT: return %2 : vector<1x16xi8>
// CHECK-LABEL: func.func @at_index(%arg0: memref<1x8xf32>, %arg1: index, %arg2: f32) -> vector<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %arg1], %arg2 {in_bounds = [true]} : memref<1x8xf32>, vector<8xf32>
// CHECK-NEXT: return %0 : vector<8xf32>
// CHECK-LABEL: func.func @one_element(%arg0: memref<1x1xf32>, %arg1: f32) -> vector<1x1xf32> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0] [1, 1] [1, 1] : memref<1x1xf32> to memref<f32>
// CHECK-NEXT: %0 = vector.transfer_read %subview[], %arg1 : memref<f32>, vector<f32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<f32> to vector<1x1xf32>
// CHECK-NEXT: return %1 : vector<1x1xf32>
// CHECK-LABEL: func.func @write(%arg0: memref<1x8x1xf32>, %arg1: vector<8x1xf32>, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0] [1, 8, 1] [1, 1, 1] : memref<1x8x1xf32> to memref<8xf32, strided<[1]>>
// CHECK-NEXT: %0 = vector.shape_cast %arg1 : vector<8x1xf32> to vector<8xf32>
// CHECK-NEXT: vector.transfer_write %0, %subview[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, strided<[1]>>
// CHECK-NEXT: %1 = vector.create_mask %arg2, %c1 : vector<8x1xi1>
// CHECK-NEXT: %2 = vector.create_mask %arg2 : vector<8xi1>
// CHECK-NEXT: %subview_0 = memref.subview %arg0[0, 0, 0] [1, 8, 1] [1, 1, 1] : memref<1x8x1xf32> to memref<8xf32, strided<[1]>>
// CHECK-NEXT: %3 = vector.shape_cast %arg1 : vector<8x1xf32> to vector<8xf32>
// CHECK-NEXT: vector.transfer_write %3, %subview_0[%c0], %2 {in_bounds = [true]} : vector<8xf32>, memref<8xf32, strided<[1]>>
// CHECK-NEXT: %subview_1 = memref.subview %arg0[0, 0, 0] [1, 8, 1] [1, 1, 1] : memref<1x8x1xf32> to memref<8xf32, strided<[1]>>
// CHECK-NEXT: %4 = vector.shape_cast %arg1 : vector<8x1xf32> to vector<8xf32>
// CHECK-NEXT: %5 = vector.shape_cast %1 : vector<8x1xi1> to vector<8xi1>
// CHECK-NEXT: vector.mask %5 { vector.transfer_write %4, %subview_1[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, strided<[1]>> } : vector<8xi1>
// CHECK-NEXT: return
