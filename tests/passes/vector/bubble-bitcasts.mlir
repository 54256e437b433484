// RUN: terrace-test-opt %s --test-vector-to-vector-lowering | FileCheck %s

// Casts move after extractions and before insertions.

func.func @element(%a: vector<4xf32>) -> f16 {
  %0 = vector.bitcast %a : vector<4xf32> to vector<8xf16>
  %1 = vector.extract %0[5] : f16 from vector<8xf16>
  return %1 : f16
}
func.func @element_of_fewer(%a: vector<8xf16>, %b: vector<1xi32>, %i: index, %c: vector<2xi32>) -> (f32, i8, i8) {
  %0 = vector.bitcast %a : vector<8xf16> to vector<4xf32>
  %1 = vector.extract %0[3] : f32 from vector<4xf32>
  %2 = vector.bitcast %b : vector<1xi32> to vector<4xi8>
  %3 = vector.extract %2[2] : i8 from vector<4xi8>
  %4 = vector.bitcast %c : vector<2xi32> to vector<8xi8>
  %5 = vector.extract %4[%i] : i8 from vector<8xi8>
  return %1, %3, %5 : f32, i8, i8
}
func.func @slice(%a: vector<2x4xf32>) -> (vector<2x4xf16>, vector<1x8xf16>, vector<2x3xf16>) {
  %0 = vector.bitcast %a : vector<2x4xf32> to vector<2x8xf16>
  %1 = vector.extract_strided_slice %0 {offsets = [0, 4], sizes = [2, 4], strides = [1, 1]} : vector<2x8xf16> to vector<2x4xf16>
  %2 = vector.extract_strided_slice %0 {offsets = [1], sizes = [1], strides = [1]} : vector<2x8xf16> to vector<1x8xf16>
  %3 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 3], strides = [1, 1]} : vector<2x8xf16> to vector<2x3xf16>
  return %1, %2, %3 : vector<2x4xf16>, vector<1x8xf16>, vector<2x3xf16>
}
func.func @inserted(%a: vector<32xi4>, %b: vector<8x32xi4>, %i: index) -> vector<8x16xi8> {
  %0 = vector.insert %a, %b[%i] : vector<32xi4> into vector<8x32xi4>
  %1 = vector.bitcast %0 : vector<8x32xi4> to vector<8x16xi8>
  return %1 : vector<8x16xi8>
}
func.func @inserted_wide(%a: vector<2xi32>, %b: vector<3x2xi32>, %s: i32) -> (vector<3x8xi8>, vector<3x8xi8>) {
  %0 = vector.insert %a, %b[2] : vector<2xi32> into vector<3x2xi32>
  %1 = vector.bitcast %0 : vector<3x2xi32> to vector<3x8xi8>
  %2 = vector.insert %s, %b[1, 1] : i32 into vector<3x2xi32>
  %3 = vector.bitcast %2 : vector<3x2xi32> to vector<3x8xi8>
  return %1, %3 : vector<3x8xi8>, vector<3x8xi8>
}
func.func @inserted_slice(%a: vector<4xf16>, %b: vector<8xf16>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.insert_strided_slice %a, %b {offsets = [2], strides = [1]} : vector<4xf16> into vector<8xf16>
  %1 = vector.bitcast %0 : vector<8xf16> to vector<4xf32>
  %2 = vector.insert_strided_slice %a, %b {offsets = [1], strides = [1]} : vector<4xf16> into vector<8xf16>
  %3 = vector.bitcast %2 : vector<8xf16> to vector<4xf32>
  return %1, %3 : vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @element(%arg0: vector<4xf32>) -> f16 {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<1xf32>
// CHECK-NEXT: %0 = vector.extract %arg0[2] : f32 from vector<4xf32>
// CHECK-NEXT: %1 = vector.insert %0, %cst [0] : f32 into vector<1xf32>
// CHECK-NEXT: %2 = vector.bitcast %1 : vector<1xf32> to vector<2xf16>
// CHECK-NEXT: %3 = vector.extract %2[1] : f16 from vector<2xf16>
// CHECK-NEXT: return %3 : f16
// CHECK-LABEL: func.func @element_of_fewer(%arg0: vector<8xf16>, %arg1: vector<1xi32>, %arg2: index, %arg3: vector<2xi32>) -> (f32, i8, i8) {
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<8xf16> to vector<4xf32>
// CHECK-NEXT: %1 = vector.extract %0[3] : f32 from vector<4xf32>
// CHECK-NEXT: %2 = vector.bitcast %arg1 : vector<1xi32> to vector<4xi8>
// CHECK-NEXT: %3 = vector.extract %2[2] : i8 from vector<4xi8>
// CHECK-NEXT: %4 = vector.bitcast %arg3 : vector<2xi32> to vector<8xi8>
// CHECK-NEXT: %5 = vector.extract %4[%arg2] : i8 from vector<8xi8>
// CHECK-NEXT: return %1, %3, %5 : f32, i8, i8
// CHECK-LABEL: func.func @slice(%arg0: vector<2x4xf32>) -> (vector<2x4xf16>, vector<1x8xf16>, vector<2x3xf16>) {
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<2x4xf32> to vector<2x8xf16>
// CHECK-NEXT: %1 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT: %2 = vector.bitcast %1 : vector<2x2xf32> to vector<2x4xf16>
// CHECK-NEXT: %3 = vector.extract_strided_slice %arg0 {offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
// CHECK-NEXT: %4 = vector.bitcast %3 : vector<1x4xf32> to vector<1x8xf16>
// CHECK-NEXT: %5 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 3], strides = [1, 1]} : vector<2x8xf16> to vector<2x3xf16>
// CHECK-NEXT: return %2, %4, %5 : vector<2x4xf16>, vector<1x8xf16>, vector<2x3xf16>
// CHECK-LABEL: func.func @inserted(%arg0: vector<32xi4>, %arg1: vector<8x32xi4>, %arg2: index) -> vector<8x16xi8> {
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<32xi4> to vector<16xi8>
// CHECK-NEXT: %1 = vector.bitcast %arg1 : vector<8x32xi4> to vector<8x16xi8>
// CHECK-NEXT: %2 = vector.insert %0, %1 [%arg2] : vector<16xi8> into vector<8x16xi8>
// CHECK-NEXT: return %2 : vector<8x16xi8>
// CHECK-LABEL: func.func @inserted_wide(%arg0: vector<2xi32>, %arg1: vector<3x2xi32>, %arg2: i32) -> (vector<3x8xi8>, vector<3x8xi8>) {
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<2xi32> to vector<8xi8>
// CHECK-NEXT: %1 = vector.bitcast %arg1 : vector<3x2xi32> to vector<3x8xi8>
// CHECK-NEXT: %2 = vector.insert %0, %1 [2] : vector<8xi8> into vector<3x8xi8>
// CHECK-NEXT: %3 = vector.insert %arg2, %arg1 [1, 1] : i32 into vector<3x2xi32>
// CHECK-NEXT: %4 = vector.bitcast %3 : vector<3x2xi32> to vector<3x8xi8>
// CHECK-NEXT: return %2, %4 : vector<3x8xi8>, vector<3x8xi8>
// CHECK-LABEL: func.func @inserted_slice(%arg0: vector<4xf16>, %arg1: vector<8xf16>) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.bitcast %arg0 : vector<4xf16> to vector<2xf32>
// CHECK-NEXT: %1 = vector.bitcast %arg1 : vector<8xf16> to vector<4xf32>
// CHECK-NEXT: %2 = vector.insert_strided_slice %0, %1 {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT: %3 = vector.insert_strided_slice %arg0, %arg1 {offsets = [1], strides = [1]} : vector<4xf16> into vector<8xf16>
// CHECK-NEXT: %4 = vector.bitcast %3 : vector<8xf16> to vector<4xf32>
// CHECK-NEXT: return %2, %4 : vector<4xf32>, vector<4xf32>
