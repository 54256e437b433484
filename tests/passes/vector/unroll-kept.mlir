// RUN: terrace-test-opt %s --test-vector-unrolling-patterns | FileCheck %s

// What a reduction is added to, the hints of loads that hold for parts and the sizes of masks are kept; scalable vectors and ops under masks are left.

func.func @accumulator(%a: vector<4xi32>, %b: i32) -> i32 {
  %0 = vector.reduction <mul>, %a, %b : vector<4xi32> into i32
  return %0 : i32
}
func.func @nontemporal(%m: memref<4x4xf32>, %i: index) -> vector<2x4xf32> {
  %0 = vector.load %m[%i, %i] {nontemporal = true, alignment = 16 : i64} : memref<4x4xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
func.func @sizes() -> vector<16x16xi1> {
  %0 = vector.constant_mask [4, 12] : vector<16x16xi1>
  return %0 : vector<16x16xi1>
}
func.func @scalable(%a: vector<4x[4]xf32>) -> vector<4x[4]xf32> {
  %0 = arith.addf %a, %a : vector<4x[4]xf32>
  return %0 : vector<4x[4]xf32>
}
func.func @masked(%a: vector<4xi32>, %m: vector<4xi1>) -> i32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<4xi32> into i32 } : vector<4xi1> -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @accumulator(%arg0: vector<4xi32>, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT: %1 = vector.reduction <mul>, %0 : vector<2xi32> into i32
// CHECK-NEXT: %2 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT: %3 = vector.reduction <mul>, %2 : vector<2xi32> into i32
// CHECK-NEXT: %4 = arith.muli %1, %3 : i32
// CHECK-NEXT: %5 = arith.muli %4, %arg1 : i32
// CHECK-NEXT: return %5 : i32
// CHECK-LABEL: func.func @nontemporal(%arg0: memref<4x4xf32>, %arg1: index) -> vector<2x4xf32> {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.load %arg0[%arg1, %arg1] {nontemporal = true} : memref<4x4xf32>, vector<2x2xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: %2 = arith.addi %arg1, %c2 : index
// CHECK-NEXT: %3 = vector.load %arg0[%arg1, %2] {nontemporal = true} : memref<4x4xf32>, vector<2x2xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %3, %1 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT: return %4 : vector<2x4xf32>
// CHECK-LABEL: func.func @sizes() -> vector<16x16xi1> {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<8x8xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<16x16xi1>
// CHECK-NEXT: %0 = vector.constant_mask [4, 8] : vector<8x8xi1>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<8x8xi1> into vector<16x16xi1>
// CHECK-NEXT: %2 = vector.constant_mask [4, 4] : vector<8x8xi1>
// CHECK-NEXT: %3 = vector.insert_strided_slice %2, %1 {offsets = [0, 8], strides = [1, 1]} : vector<8x8xi1> into vector<16x16xi1>
// CHECK-NEXT: %4 = vector.insert_strided_slice %cst, %3 {offsets = [8, 0], strides = [1, 1]} : vector<8x8xi1> into vector<16x16xi1>
// CHECK-NEXT: %5 = vector.insert_strided_slice %cst, %4 {offsets = [8, 8], strides = [1, 1]} : vector<8x8xi1> into vector<16x16xi1>
// CHECK-NEXT: return %5 : vector<16x16xi1>
// CHECK-LABEL: func.func @scalable(%arg0: vector<4x[4]xf32>) -> vector<4x[4]xf32> {
// CHECK-NEXT: %0 = arith.addf %arg0, %arg0 : vector<4x[4]xf32>
// CHECK-NEXT: return %0 : vector<4x[4]xf32>
// CHECK-LABEL: func.func @masked(%arg0: vector<4xi32>, %arg1: vector<4xi1>) -> i32 {
// CHECK-NEXT: %0 = vector.mask %arg1 { vector.reduction <add>, %arg0 : vector<4xi32> into i32 } : vector<4xi1> -> i32
// CHECK-NEXT: return %0 : i32
