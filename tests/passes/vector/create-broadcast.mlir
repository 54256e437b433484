// RUN: terrace-test-opt %s --test-create-vector-broadcast --allow-unregistered-dialect | FileCheck %s

// Broadcasts along any dimensions are broadcasts along the first ones, and transpositions.

func.func @scalar(%a: f32) -> vector<2x3xf32> {
  %0 = "test_create_broadcast"(%a) {broadcast_dims = array<i64: 0, 1>} : (f32) -> vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
func.func @leading(%a: vector<3xi8>) -> vector<2x3xi8> {
  %0 = "test_create_broadcast"(%a) {broadcast_dims = array<i64: 0>} : (vector<3xi8>) -> vector<2x3xi8>
  return %0 : vector<2x3xi8>
}
func.func @between(%a: vector<2x4xf32>) -> vector<5x2x3x4xf32> {
  %0 = "test_create_broadcast"(%a) {broadcast_dims = array<i64: 2, 0>} : (vector<2x4xf32>) -> vector<5x2x3x4xf32>
  return %0 : vector<5x2x3x4xf32>
}
func.func @last(%a: vector<2xf32>) -> vector<2x3xf32> {
  %0 = "test_create_broadcast"(%a) {broadcast_dims = array<i64: 1>} : (vector<2xf32>) -> vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// CHECK-LABEL: func.func @scalar(%arg0: f32) -> vector<2x3xf32> {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : f32 to vector<2x3xf32>
// CHECK-NEXT: return %0 : vector<2x3xf32>
// CHECK-LABEL: func.func @leading(%arg0: vector<3xi8>) -> vector<2x3xi8> {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<3xi8> to vector<2x3xi8>
// CHECK-NEXT: return %0 : vector<2x3xi8>
// CHECK-LABEL: func.func @between(%arg0: vector<2x4xf32>) -> vector<5x2x3x4xf32> {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<2x4xf32> to vector<5x3x2x4xf32>
// CHECK-NEXT: %1 = vector.transpose %0, [0, 2, 1, 3] : vector<5x3x2x4xf32> to vector<5x2x3x4xf32>
// CHECK-NEXT: return %1 : vector<5x2x3x4xf32>
// CHECK-LABEL: func.func @last(%arg0: vector<2xf32>) -> vector<2x3xf32> {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<2xf32> to vector<3x2xf32>
// CHECK-NEXT: %1 = vector.transpose %0, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
// CHECK-NEXT: return %1 : vector<2x3xf32>
