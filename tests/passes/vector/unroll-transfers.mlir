// RUN: terrace-test-opt %s --test-vector-transfer-unrolling-patterns=reverse-unroll-order | FileCheck %s

// Transfers and gathers are split column by column.

func.func @permuted(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4x2xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>} : memref<?x?x?xf32>, vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
func.func @broadcast(%t: tensor<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %t[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, false]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
func.func @write(%t: tensor<?x?xf32>, %m: memref<8x8xf32>, %i: index, %v: vector<4x4xf32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %t[%i, %i] {in_bounds = [true, false]} : vector<4x4xf32>, tensor<?x?xf32>
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x4xf32>, memref<8x8xf32>
  return %0 : tensor<?x?xf32>
}
func.func @masked(%m: memref<8x8xf32>, %i: index, %p: f32, %mask: vector<4x4xi1>) -> vector<4x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %mask : memref<8x8xf32>, vector<4x4xf32>
  return %0 : vector<4x4xf32>
}
func.func @gather(%m: memref<?x?xf32>, %i: index, %at: vector<2x4xi32>, %mask: vector<2x4xi1>, %p: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.gather %m[%i, %i] [%at], %mask, %p : memref<?x?xf32>, vector<2x4xi32>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK: #map = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK: #map2 = affine_map<(d0, d1) -> (0, d1)>
// CHECK: #map3 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @permuted(%arg0: memref<?x?x?xf32>, %arg1: index, %arg2: index, %arg3: f32) -> vector<4x2xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<4x2xf32>
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg2, %arg1], %arg3 {permutation_map = #map} : memref<?x?x?xf32>, vector<2x2xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x2xf32>
// CHECK-NEXT: %2 = affine.apply #map1(%arg1)
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg1, %arg2, %2], %arg3 {permutation_map = #map} : memref<?x?x?xf32>, vector<2x2xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %3, %1 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x2xf32>
// CHECK-NEXT: return %4 : vector<4x2xf32>
// CHECK-LABEL: func.func @broadcast(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true, false], permutation_map = #map2} : tensor<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: %2 = affine.apply #map1(%arg1)
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg1, %2], %arg2 {in_bounds = [true, false], permutation_map = #map2} : tensor<?x?xf32>, vector<2x2xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %3, %1 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: return %4 : vector<2x4xf32>
// CHECK-LABEL: func.func @write(%arg0: tensor<?x?xf32>, %arg1: memref<8x8xf32>, %arg2: index, %arg3: vector<4x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg3 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg0[%arg2, %arg2] {in_bounds = [true, false]} : vector<2x2xf32>, tensor<?x?xf32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg3 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %3 = affine.apply #map1(%arg2)
// CHECK-NEXT: %4 = vector.transfer_write %2, %1[%3, %arg2] {in_bounds = [true, false]} : vector<2x2xf32>, tensor<?x?xf32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %arg3 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %6 = affine.apply #map1(%arg2)
// CHECK-NEXT: %7 = vector.transfer_write %5, %4[%arg2, %6] {in_bounds = [true, false]} : vector<2x2xf32>, tensor<?x?xf32>
// CHECK-NEXT: %8 = vector.extract_strided_slice %arg3 {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %9 = affine.apply #map1(%arg2)
// CHECK-NEXT: %10 = affine.apply #map1(%arg2)
// CHECK-NEXT: %11 = vector.transfer_write %8, %7[%9, %10] {in_bounds = [true, false]} : vector<2x2xf32>, tensor<?x?xf32>
// CHECK-NEXT: %12 = vector.extract_strided_slice %arg3 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: vector.transfer_write %12, %arg1[%arg2, %arg2] {permutation_map = #map3} : vector<2x2xf32>, memref<8x8xf32>
// CHECK-NEXT: %13 = vector.extract_strided_slice %arg3 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %14 = affine.apply #map1(%arg2)
// CHECK-NEXT: vector.transfer_write %13, %arg1[%arg2, %14] {permutation_map = #map3} : vector<2x2xf32>, memref<8x8xf32>
// CHECK-NEXT: %15 = vector.extract_strided_slice %arg3 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %16 = affine.apply #map1(%arg2)
// CHECK-NEXT: vector.transfer_write %15, %arg1[%16, %arg2] {permutation_map = #map3} : vector<2x2xf32>, memref<8x8xf32>
// CHECK-NEXT: %17 = vector.extract_strided_slice %arg3 {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %18 = affine.apply #map1(%arg2)
// CHECK-NEXT: %19 = affine.apply #map1(%arg2)
// CHECK-NEXT: vector.transfer_write %17, %arg1[%19, %18] {permutation_map = #map3} : vector<2x2xf32>, memref<8x8xf32>
// CHECK-NEXT: return %11 : tensor<?x?xf32>
// CHECK-LABEL: func.func @masked(%arg0: memref<8x8xf32>, %arg1: index, %arg2: f32, %arg3: vector<4x4xi1>) -> vector<4x4xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg3 : memref<8x8xf32>, vector<4x4xf32>
// CHECK-NEXT: return %0 : vector<4x4xf32>
// CHECK-LABEL: func.func @gather(%arg0: memref<?x?xf32>, %arg1: index, %arg2: vector<2x4xi32>, %arg3: vector<2x4xi1>, %arg4: vector<2x4xf32>) -> vector<2x4xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %arg3 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi1> to vector<2x2xi1>
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg4 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %3 = vector.gather %arg0[%arg1, %arg1] [%0], %1, %2 : memref<?x?xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
// CHECK-NEXT: %6 = vector.extract_strided_slice %arg3 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi1> to vector<2x2xi1>
// CHECK-NEXT: %7 = vector.extract_strided_slice %arg4 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %8 = vector.gather %arg0[%arg1, %arg1] [%5], %6, %7 : memref<?x?xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT: %9 = vector.insert_strided_slice %8, %4 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: return %9 : vector<2x4xf32>
