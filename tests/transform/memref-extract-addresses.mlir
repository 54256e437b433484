// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Accesses at indices are accesses of the first element of a part of the buffer.

func.func @load(%m: memref<4x?xf32>, %i: index, %j: index) -> f32 {
  %0 = memref.load %m[%i, %j] : memref<4x?xf32>
  return %0 : f32
}
func.func @known(%m: memref<4x8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = memref.load %m[%c1, %c3] {nontemporal = true} : memref<4x8xf32>
  return %0 : f32
}
func.func @first(%m: memref<4x8xf32>, %s: memref<f32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %m[%c0, %c0] : memref<4x8xf32>
  %1 = memref.load %s[] : memref<f32>
  return %0, %1 : f32, f32
}
func.func @store(%m: memref<?x8xi8, strided<[?, 2], offset: ?>, 1>, %v: i8, %i: index) {
  %c3 = arith.constant 3 : index
  memref.store %v, %m[%i, %c3] : memref<?x8xi8, strided<[?, 2], offset: ?>, 1>
  return
}
func.func @read(%m: memref<?x16xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %0 = vector.transfer_read %m[%i, %c4], %p {in_bounds = [true]} : memref<?x16xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @write(%m: memref<?x16xf32>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>) {
  vector.transfer_write %v, %m[%i, %i], %mask : vector<4xf32>, memref<?x16xf32>
  return
}
func.func @tensor(%t: tensor<?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %t[%i], %p : tensor<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.memref.extract_address_computations
    } : !transform.any_op
    transform.yield
  }
}

// CHECK: #map = affine_map<()[s0, s1] -> (s0 - s1)>
// CHECK: #map1 = affine_map<()[s0] -> (-s0 + 16)>
// CHECK-LABEL: func.func @load(%arg0: memref<4x?xf32>, %arg1: index, %arg2: index) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, %arg2] [1, 1] [1, 1] : memref<4x?xf32> to memref<1x1xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: %0 = memref.load %subview[%c0, %c0] : memref<1x1xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: return %0 : f32
// CHECK-LABEL: func.func @known(%arg0: memref<4x8xf32>) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[1, 3] [1, 1] [1, 1] : memref<4x8xf32> to memref<1x1xf32, strided<[8, 1], offset: 11>>
// CHECK-NEXT: %0 = memref.load %subview[%c0, %c0] {nontemporal = true} : memref<1x1xf32, strided<[8, 1], offset: 11>>
// CHECK-NEXT: return %0 : f32
// CHECK-LABEL: func.func @first(%arg0: memref<4x8xf32>, %arg1: memref<f32>) -> (f32, f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.load %arg0[%c0, %c0] : memref<4x8xf32>
// CHECK-NEXT: %1 = memref.load %arg1[] : memref<f32>
// CHECK-NEXT: return %0, %1 : f32, f32
// CHECK-LABEL: func.func @store(%arg0: memref<?x8xi8, strided<[?, 2], offset: ?>, 1>, %arg1: i8, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[%arg2, 3] [1, 1] [1, 1] : memref<?x8xi8, strided<[?, 2], offset: ?>, 1> to memref<1x1xi8, strided<[?, 2], offset: ?>, 1>
// CHECK-NEXT: memref.store %arg1, %subview[%c0, %c0] : memref<1x1xi8, strided<[?, 2], offset: ?>, 1>
// CHECK-NEXT: return
// CHECK-LABEL: func.func @read(%arg0: memref<?x16xf32>, %arg1: index, %arg2: f32) -> vector<4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x16xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%sizes#0, %arg1]
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, 4] [%0, 12] [1, 1] : memref<?x16xf32> to memref<?x12xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: %1 = vector.transfer_read %subview[%c0, %c0], %arg2 {in_bounds = [true]} : memref<?x12xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
// CHECK-NEXT: return %1 : vector<4xf32>
// CHECK-LABEL: func.func @write(%arg0: memref<?x16xf32>, %arg1: index, %arg2: vector<4xf32>, %arg3: vector<4xi1>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x16xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%sizes#0, %arg1]
// CHECK-NEXT: %1 = affine.apply #map1()[%arg1]
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, %arg1] [%0, %1] [1, 1] : memref<?x16xf32> to memref<?x?xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: vector.transfer_write %arg2, %subview[%c0, %c0], %arg3 : vector<4xf32>, memref<?x?xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: return
// CHECK-LABEL: func.func @tensor(%arg0: tensor<?xf32>, %arg1: index, %arg2: f32) -> vector<4xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1], %arg2 : tensor<?xf32>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
