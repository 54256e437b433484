// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// The last dimensions of transfers go where they have one element.

func.func @read(%m: memref<4x?x16x1x1xf32>, %i: index, %p: f32) -> vector<8x16x1x1xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %i, %c0, %c0, %c0], %p {in_bounds = [false, true, true, true]} : memref<4x?x16x1x1xf32>, vector<8x16x1x1xf32>
  return %0 : vector<8x16x1x1xf32>
}
func.func @strided(%m: memref<512x16x1x1xf32, strided<[8192, 16, 4, 1], offset: ?>>, %i: index, %p: f32) -> vector<16x16x1x1xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0, %c0, %c0], %p {in_bounds = [true, true, true, true]} : memref<512x16x1x1xf32, strided<[8192, 16, 4, 1], offset: ?>>, vector<16x16x1x1xf32>
  return %0 : vector<16x16x1x1xf32>
}
func.func @not_in_bounds(%m: memref<16x1xf32>, %i: index, %p: f32) -> vector<4x1xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, false]} : memref<16x1xf32>, vector<4x1xf32>
  return %0 : vector<4x1xf32>
}
func.func @scalable(%m: memref<16x1xf32>, %i: index, %p: f32) -> vector<4x[1]xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true, true]} : memref<16x1xf32>, vector<4x[1]xf32>
  return %0 : vector<4x[1]xf32>
}
func.func @wider(%m: memref<16x2xf32>, %i: index, %p: f32) -> vector<4x1xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<16x2xf32>, vector<4x1xf32>
  return %0 : vector<4x1xf32>
}
func.func @write(%m: memref<1x512x16x1x1xf32>, %v: vector<1x16x16x1x1xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %m[%c0, %i, %c0, %c0, %c0] {in_bounds = [true, true, true, true, true]} : vector<1x16x16x1x1xf32>, memref<1x512x16x1x1xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @read(%arg0: memref<4x?x16x1x1xf32>, %arg1: index, %arg2: f32) -> vector<8x16x1x1xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c1 : memref<4x?x16x1x1xf32>
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0, 0, 0] [4, %dim, 16, 1, 1] [1, 1, 1, 1, 1] : memref<4x?x16x1x1xf32> to memref<4x?x16xf32, strided<[?, 16, 1]>>
// CHECK-NEXT: %0 = vector.transfer_read %subview[%arg1, %arg1, %c0], %arg2 {in_bounds = [false, true]} : memref<4x?x16xf32, strided<[?, 16, 1]>>, vector<8x16xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<8x16xf32> to vector<8x16x1x1xf32>
// CHECK-NEXT: return %1 : vector<8x16x1x1xf32>
// CHECK-LABEL: func.func @strided(%arg0: memref<512x16x1x1xf32, strided<[8192, 16, 4, 1], offset: ?>>, %arg1: index, %arg2: f32) -> vector<16x16x1x1xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0, 0] [512, 16, 1, 1] [1, 1, 1, 1] : memref<512x16x1x1xf32, strided<[8192, 16, 4, 1], offset: ?>> to memref<512x16x1xf32, strided<[8192, 16, 4], offset: ?>>
// CHECK-NEXT: %0 = vector.transfer_read %subview[%arg1, %c0, %c0], %arg2 {in_bounds = [true, true, true]} : memref<512x16x1xf32, strided<[8192, 16, 4], offset: ?>>, vector<16x16x1xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<16x16x1xf32> to vector<16x16x1x1xf32>
// CHECK-NEXT: return %1 : vector<16x16x1x1xf32>
// CHECK-LABEL: func.func @not_in_bounds(%arg0: memref<16x1xf32>, %arg1: index, %arg2: f32) -> vector<4x1xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true, false]} : memref<16x1xf32>, vector<4x1xf32>
// CHECK-NEXT: return %0 : vector<4x1xf32>
// CHECK-LABEL: func.func @scalable(%arg0: memref<16x1xf32>, %arg1: index, %arg2: f32) -> vector<4x[1]xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %c0], %arg2 {in_bounds = [true, true]} : memref<16x1xf32>, vector<4x[1]xf32>
// CHECK-NEXT: return %0 : vector<4x[1]xf32>
// CHECK-LABEL: func.func @wider(%arg0: memref<16x2xf32>, %arg1: index, %arg2: f32) -> vector<4x1xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true, true]} : memref<16x2xf32>, vector<4x1xf32>
// CHECK-NEXT: return %0 : vector<4x1xf32>
// CHECK-LABEL: func.func @write(%arg0: memref<1x512x16x1x1xf32>, %arg1: vector<1x16x16x1x1xf32>, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0, 0, 0] [1, 512, 16, 1, 1] [1, 1, 1, 1, 1] : memref<1x512x16x1x1xf32> to memref<1x512x16xf32, strided<[8192, 16, 1]>>
// CHECK-NEXT: %0 = vector.shape_cast %arg1 : vector<1x16x16x1x1xf32> to vector<1x16x16xf32>
// CHECK-NEXT: vector.transfer_write %0, %subview[%c0, %arg2, %c0] {in_bounds = [true, true, true]} : vector<1x16x16xf32>, memref<1x512x16xf32, strided<[8192, 16, 1]>>
// CHECK-NEXT: return
