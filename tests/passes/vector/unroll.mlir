// RUN: terrace-test-opt %s --test-vector-unrolling-patterns | FileCheck %s

// Ops on vectors are ops on parts of two by two elements, or as their kind asks for.

func.func @elementwise(%a: vector<2x2x4xf32>, %b: vector<2x2x4xf32>) -> vector<2x2x4xf32> {
  %0 = arith.addf %a, %b fastmath<nnan> : vector<2x2x4xf32>
  return %0 : vector<2x2x4xf32>
}
func.func @left(%a: vector<2x3xf32>, %b: vector<4xf32>, %c: vector<2x2xf32>, %s: f32) -> (vector<2x3xf32>, vector<4xf32>, vector<2x2xf32>, f32) {
  %0 = arith.addf %a, %a : vector<2x3xf32>
  %1 = arith.addf %b, %b : vector<4xf32>
  %2 = arith.addf %c, %c : vector<2x2xf32>
  %3 = arith.addf %s, %s : f32
  return %0, %1, %2, %3 : vector<2x3xf32>, vector<4xf32>, vector<2x2xf32>, f32
}
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @contract(%a: vector<2x4xf32>, %b: vector<4x4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<2x4xf32>, vector<4x4xf32> into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
func.func @reduce(%a: vector<4xi32>, %b: vector<4x2xf32>, %c: vector<4xf32>) -> (i32, vector<4xf32>) {
  %0 = vector.reduction <minui>, %a : vector<4xi32> into i32
  %1 = vector.multi_reduction <add>, %b, %c [1] : vector<4x2xf32> to vector<4xf32>
  return %0, %1 : i32, vector<4xf32>
}
func.func @transpose(%a: vector<4x1x3x4xi8>) -> vector<1x3x4x4xi8> {
  %0 = vector.transpose %a, [1, 2, 3, 0] : vector<4x1x3x4xi8> to vector<1x3x4x4xi8>
  return %0 : vector<1x3x4x4xi8>
}
func.func @broadcast(%a: vector<4x1xf32>, %b: f32) -> (vector<4x2xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %a : vector<4x1xf32> to vector<4x2xf32>
  %1 = vector.broadcast %b : f32 to vector<2x4xf32>
  return %0, %1 : vector<4x2xf32>, vector<2x4xf32>
}
func.func @memory(%m: memref<?x8x8xf32>, %i: index, %v: vector<2x4xf32>) -> vector<2x2x2xf32> {
  vector.store %v, %m[%i, %i, %i] : memref<?x8x8xf32>, vector<2x4xf32>
  %0 = vector.load %m[%i, %i, %i] : memref<?x8x8xf32>, vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}
func.func @masks(%n: index) -> (vector<8x16xi1>, vector<16x8xi1>, vector<16xindex>) {
  %0 = vector.create_mask %n, %n : vector<8x16xi1>
  %1 = vector.constant_mask [11, 3] : vector<16x8xi1>
  %2 = vector.step : vector<16xindex>
  return %0, %1, %2 : vector<8x16xi1>, vector<16x8xi1>, vector<16xindex>
}
func.func @shapes(%a: vector<4x2x2xf32>, %b: vector<32xi8>, %c: vector<3x8xi8>) -> (vector<4x4xf32>, vector<1x32xi8>, vector<6x4xi8>) {
  %0 = vector.shape_cast %a : vector<4x2x2xf32> to vector<4x4xf32>
  %1 = vector.shape_cast %b : vector<32xi8> to vector<1x32xi8>
  %2 = vector.shape_cast %c : vector<3x8xi8> to vector<6x4xi8>
  return %0, %1, %2 : vector<4x4xf32>, vector<1x32xi8>, vector<6x4xi8>
}
func.func @elements(%a: vector<2x1xf32>) -> vector<1x2xf32> {
  %0:2 = vector.to_elements %a : vector<2x1xf32>
  %1 = vector.from_elements %0#1, %0#0 : vector<1x2xf32>
  return %1 : vector<1x2xf32>
}

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @elementwise(%arg0: vector<2x2x4xf32>, %arg1: vector<2x2x4xf32>) -> vector<2x2x4xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x2x4xf32>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg1 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %4 = arith.addf %1, %3 fastmath<nnan> : vector<2x2xf32>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %cst {offsets = [0, 0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT: %6 = vector.extract_strided_slice %arg0 {offsets = [0, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %7 = vector.shape_cast %6 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %8 = vector.extract_strided_slice %arg1 {offsets = [0, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %9 = vector.shape_cast %8 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %10 = arith.addf %7, %9 fastmath<nnan> : vector<2x2xf32>
// CHECK-NEXT: %11 = vector.insert_strided_slice %10, %5 {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT: %12 = vector.extract_strided_slice %arg0 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %13 = vector.shape_cast %12 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %14 = vector.extract_strided_slice %arg1 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %15 = vector.shape_cast %14 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %16 = arith.addf %13, %15 fastmath<nnan> : vector<2x2xf32>
// CHECK-NEXT: %17 = vector.insert_strided_slice %16, %11 {offsets = [1, 0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT: %18 = vector.extract_strided_slice %arg0 {offsets = [1, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %19 = vector.shape_cast %18 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %20 = vector.extract_strided_slice %arg1 {offsets = [1, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %21 = vector.shape_cast %20 : vector<1x2x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %22 = arith.addf %19, %21 fastmath<nnan> : vector<2x2xf32>
// CHECK-NEXT: %23 = vector.insert_strided_slice %22, %17 {offsets = [1, 0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT: return %23 : vector<2x2x4xf32>
// CHECK-LABEL: func.func @left(%arg0: vector<2x3xf32>, %arg1: vector<4xf32>, %arg2: vector<2x2xf32>, %arg3: f32) -> (vector<2x3xf32>, vector<4xf32>, vector<2x2xf32>, f32) {
// CHECK-NEXT: %0 = arith.addf %arg0, %arg0 : vector<2x3xf32>
// CHECK-NEXT: %1 = arith.addf %arg1, %arg1 : vector<4xf32>
// CHECK-NEXT: %2 = arith.addf %arg2, %arg2 : vector<2x2xf32>
// CHECK-NEXT: %3 = arith.addf %arg3, %arg3 : f32
// CHECK-NEXT: return %0, %1, %2, %3 : vector<2x3xf32>, vector<4xf32>, vector<2x2xf32>, f32
// CHECK-LABEL: func.func @contract(%arg0: vector<2x4xf32>, %arg1: vector<4x4xf32>, %arg2: vector<2x4xf32>) -> vector<2x4xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %3 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %0, %1, %2 : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT: %4 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %6 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %4, %5, %3 : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT: %7 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %8 = vector.extract_strided_slice %arg1 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %9 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %10 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %7, %8, %9 : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT: %11 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %12 = vector.extract_strided_slice %arg1 {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %13 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %11, %12, %10 : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
// CHECK-NEXT: %14 = vector.insert_strided_slice %6, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: %15 = vector.insert_strided_slice %13, %14 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: return %15 : vector<2x4xf32>
// CHECK-LABEL: func.func @reduce(%arg0: vector<4xi32>, %arg1: vector<4x2xf32>, %arg2: vector<4xf32>) -> (i32, vector<4xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT: %1 = vector.reduction <minui>, %0 : vector<2xi32> into i32
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT: %3 = vector.reduction <minui>, %2 : vector<2xi32> into i32
// CHECK-NEXT: %4 = arith.minui %1, %3 : i32
// CHECK-NEXT: %5 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %6 = vector.extract_strided_slice %arg2 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %7 = vector.multi_reduction <add>, %5, %6 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT: %8 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x2xf32> to vector<2x2xf32>
// CHECK-NEXT: %9 = vector.extract_strided_slice %arg2 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %10 = vector.multi_reduction <add>, %8, %9 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT: %11 = vector.insert_strided_slice %7, %cst {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT: %12 = vector.insert_strided_slice %10, %11 {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT: return %4, %12 : i32, vector<4xf32>
// CHECK-LABEL: func.func @transpose(%arg0: vector<4x1x3x4xi8>) -> vector<1x3x4x4xi8> {
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<1x3x4x4xi8>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0, 0, 0], sizes = [2, 1, 3, 4], strides = [1, 1, 1, 1]} : vector<4x1x3x4xi8> to vector<2x1x3x4xi8>
// CHECK-NEXT: %1 = vector.transpose %0, [1, 2, 3, 0] : vector<2x1x3x4xi8> to vector<1x3x4x2xi8>
// CHECK-NEXT: %2 = vector.insert_strided_slice %1, %cst {offsets = [0, 0, 0, 0], strides = [1, 1, 1, 1]} : vector<1x3x4x2xi8> into vector<1x3x4x4xi8>
// CHECK-NEXT: %3 = vector.extract_strided_slice %arg0 {offsets = [2, 0, 0, 0], sizes = [2, 1, 3, 4], strides = [1, 1, 1, 1]} : vector<4x1x3x4xi8> to vector<2x1x3x4xi8>
// CHECK-NEXT: %4 = vector.transpose %3, [1, 2, 3, 0] : vector<2x1x3x4xi8> to vector<1x3x4x2xi8>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %2 {offsets = [0, 0, 0, 2], strides = [1, 1, 1, 1]} : vector<1x3x4x2xi8> into vector<1x3x4x4xi8>
// CHECK-NEXT: return %5 : vector<1x3x4x4xi8>
// CHECK-LABEL: func.func @broadcast(%arg0: vector<4x1xf32>, %arg1: f32) -> (vector<4x2xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<0.000000e+00> : vector<4x2xf32>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 1], strides = [1, 1]} : vector<4x1xf32> to vector<2x1xf32>
// CHECK-NEXT: %1 = vector.broadcast %0 : vector<2x1xf32> to vector<2x2xf32>
// CHECK-NEXT: %2 = vector.insert_strided_slice %1, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x2xf32>
// CHECK-NEXT: %3 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 1], strides = [1, 1]} : vector<4x1xf32> to vector<2x1xf32>
// CHECK-NEXT: %4 = vector.broadcast %3 : vector<2x1xf32> to vector<2x2xf32>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %2 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x2xf32>
// CHECK-NEXT: %6 = vector.broadcast %arg1 : f32 to vector<2x2xf32>
// CHECK-NEXT: %7 = vector.insert_strided_slice %6, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: %8 = vector.broadcast %arg1 : f32 to vector<2x2xf32>
// CHECK-NEXT: %9 = vector.insert_strided_slice %8, %7 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: return %5, %9 : vector<4x2xf32>, vector<2x4xf32>
// CHECK-LABEL: func.func @memory(%arg0: memref<?x8x8xf32>, %arg1: index, %arg2: vector<2x4xf32>) -> vector<2x2x2xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: vector.store %0, %arg0[%arg1, %arg1, %arg1] : memref<?x8x8xf32>, vector<2x2xf32>
// CHECK-NEXT: %1 = arith.addi %arg1, %c2 : index
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: vector.store %2, %arg0[%arg1, %arg1, %1] : memref<?x8x8xf32>, vector<2x2xf32>
// CHECK-NEXT: %3 = vector.load %arg0[%arg1, %arg1, %arg1] : memref<?x8x8xf32>, vector<2x2xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT: %5 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %6 = vector.load %arg0[%5, %arg1, %arg1] : memref<?x8x8xf32>, vector<2x2xf32>
// CHECK-NEXT: %7 = vector.insert_strided_slice %6, %4 {offsets = [1, 0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT: return %7 : vector<2x2x2xf32>
// CHECK-LABEL: func.func @masks(%arg0: index) -> (vector<8x16xi1>, vector<16x8xi1>, vector<16xindex>) {
// CHECK-NEXT: %cst = arith.constant dense<8> : vector<8xindex>
// CHECK-NEXT: %cst_0 = arith.constant dense<0> : vector<16xindex>
// CHECK-NEXT: %cst_1 = arith.constant dense<false> : vector<16x8xi1>
// CHECK-NEXT: %cst_2 = arith.constant dense<false> : vector<8x16xi1>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = arith.maxsi %arg0, %c0 : index
// CHECK-NEXT: %1 = arith.minsi %0, %c8 : index
// CHECK-NEXT: %2 = arith.maxsi %arg0, %c0 : index
// CHECK-NEXT: %3 = arith.minsi %2, %c8 : index
// CHECK-NEXT: %4 = vector.create_mask %1, %3 : vector<8x8xi1>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %cst_2 {offsets = [0, 0], strides = [1, 1]} : vector<8x8xi1> into vector<8x16xi1>
// CHECK-NEXT: %6 = arith.maxsi %arg0, %c0 : index
// CHECK-NEXT: %7 = arith.minsi %6, %c8 : index
// CHECK-NEXT: %8 = arith.subi %arg0, %c8 : index
// CHECK-NEXT: %9 = arith.maxsi %8, %c0 : index
// CHECK-NEXT: %10 = arith.minsi %9, %c8 : index
// CHECK-NEXT: %11 = vector.create_mask %7, %10 : vector<8x8xi1>
// CHECK-NEXT: %12 = vector.insert_strided_slice %11, %5 {offsets = [0, 8], strides = [1, 1]} : vector<8x8xi1> into vector<8x16xi1>
// CHECK-NEXT: %13 = vector.constant_mask [8, 3] : vector<8x8xi1>
// CHECK-NEXT: %14 = vector.insert_strided_slice %13, %cst_1 {offsets = [0, 0], strides = [1, 1]} : vector<8x8xi1> into vector<16x8xi1>
// CHECK-NEXT: %15 = vector.constant_mask [3, 3] : vector<8x8xi1>
// CHECK-NEXT: %16 = vector.insert_strided_slice %15, %14 {offsets = [8, 0], strides = [1, 1]} : vector<8x8xi1> into vector<16x8xi1>
// CHECK-NEXT: %17 = vector.step : vector<8xindex>
// CHECK-NEXT: %18 = vector.insert_strided_slice %17, %cst_0 {offsets = [0], strides = [1]} : vector<8xindex> into vector<16xindex>
// CHECK-NEXT: %19 = arith.addi %17, %cst : vector<8xindex>
// CHECK-NEXT: %20 = vector.insert_strided_slice %19, %18 {offsets = [8], strides = [1]} : vector<8xindex> into vector<16xindex>
// CHECK-NEXT: return %12, %16, %20 : vector<8x16xi1>, vector<16x8xi1>, vector<16xindex>
// CHECK-LABEL: func.func @shapes(%arg0: vector<4x2x2xf32>, %arg1: vector<32xi8>, %arg2: vector<3x8xi8>) -> (vector<4x4xf32>, vector<1x32xi8>, vector<6x4xi8>) {
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<6x4xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<0> : vector<1x32xi8>
// CHECK-NEXT: %cst_1 = arith.constant dense<0.000000e+00> : vector<4x4xf32>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0, 0], sizes = [2, 2, 2], strides = [1, 1, 1]} : vector<4x2x2xf32> to vector<2x2x2xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<2x2x2xf32> to vector<2x4xf32>
// CHECK-NEXT: %2 = vector.insert_strided_slice %1, %cst_1 {offsets = [0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x4xf32>
// CHECK-NEXT: %3 = vector.extract_strided_slice %arg0 {offsets = [2, 0, 0], sizes = [2, 2, 2], strides = [1, 1, 1]} : vector<4x2x2xf32> to vector<2x2x2xf32>
// CHECK-NEXT: %4 = vector.shape_cast %3 : vector<2x2x2xf32> to vector<2x4xf32>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %2 {offsets = [2, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x4xf32>
// CHECK-NEXT: %6 = vector.extract_strided_slice %arg1 {offsets = [0], sizes = [16], strides = [1]} : vector<32xi8> to vector<16xi8>
// CHECK-NEXT: %7 = vector.shape_cast %6 : vector<16xi8> to vector<1x16xi8>
// CHECK-NEXT: %8 = vector.insert_strided_slice %7, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<1x16xi8> into vector<1x32xi8>
// CHECK-NEXT: %9 = vector.extract_strided_slice %arg1 {offsets = [16], sizes = [16], strides = [1]} : vector<32xi8> to vector<16xi8>
// CHECK-NEXT: %10 = vector.shape_cast %9 : vector<16xi8> to vector<1x16xi8>
// CHECK-NEXT: %11 = vector.insert_strided_slice %10, %8 {offsets = [0, 16], strides = [1, 1]} : vector<1x16xi8> into vector<1x32xi8>
// CHECK-NEXT: %12 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [1, 8], strides = [1, 1]} : vector<3x8xi8> to vector<1x8xi8>
// CHECK-NEXT: %13 = vector.shape_cast %12 : vector<1x8xi8> to vector<2x4xi8>
// CHECK-NEXT: %14 = vector.insert_strided_slice %13, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x4xi8> into vector<6x4xi8>
// CHECK-NEXT: %15 = vector.extract_strided_slice %arg2 {offsets = [1, 0], sizes = [1, 8], strides = [1, 1]} : vector<3x8xi8> to vector<1x8xi8>
// CHECK-NEXT: %16 = vector.shape_cast %15 : vector<1x8xi8> to vector<2x4xi8>
// CHECK-NEXT: %17 = vector.insert_strided_slice %16, %14 {offsets = [2, 0], strides = [1, 1]} : vector<2x4xi8> into vector<6x4xi8>
// CHECK-NEXT: %18 = vector.extract_strided_slice %arg2 {offsets = [2, 0], sizes = [1, 8], strides = [1, 1]} : vector<3x8xi8> to vector<1x8xi8>
// CHECK-NEXT: %19 = vector.shape_cast %18 : vector<1x8xi8> to vector<2x4xi8>
// CHECK-NEXT: %20 = vector.insert_strided_slice %19, %17 {offsets = [4, 0], strides = [1, 1]} : vector<2x4xi8> into vector<6x4xi8>
// CHECK-NEXT: return %5, %11, %20 : vector<4x4xf32>, vector<1x32xi8>, vector<6x4xi8>
// CHECK-LABEL: func.func @elements(%arg0: vector<2x1xf32>) -> vector<1x2xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<1x2xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[0] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT: %2 = vector.extract %arg0[1] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT: %3 = vector.to_elements %1 : vector<1xf32>
// CHECK-NEXT: %4 = vector.to_elements %2 : vector<1xf32>
// CHECK-NEXT: %5 = vector.from_elements %4, %3 : vector<2xf32>
// CHECK-NEXT: %6 = vector.insert %5, %0 [0] : vector<2xf32> into vector<1x2xf32>
// CHECK-NEXT: return %6 : vector<1x2xf32>
