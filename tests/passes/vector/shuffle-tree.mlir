// RUN: terrace-opt %s --lower-vector-to-from-elements-to-shuffle-tree | FileCheck %s

// Elements of several vectors are combined by a balanced tree of shuffles.

func.func @three(%a: vector<4xf32>, %b: vector<2xf32>, %c: vector<3xf32>) -> vector<7xf32> {
  %0:4 = vector.to_elements %a : vector<4xf32>
  %1:2 = vector.to_elements %b : vector<2xf32>
  %2:3 = vector.to_elements %c : vector<3xf32>
  %3 = vector.from_elements %1#1, %0#3, %0#3, %2#0, %1#0, %2#2, %0#1 : vector<7xf32>
  return %3 : vector<7xf32>
}
func.func @five(%a: vector<2xi8>, %b: vector<2xi8>, %c: vector<2xi8>, %d: vector<2xi8>, %e: vector<2xi8>) -> vector<5xi8> {
  %0:2 = vector.to_elements %a : vector<2xi8>
  %1:2 = vector.to_elements %b : vector<2xi8>
  %2:2 = vector.to_elements %c : vector<2xi8>
  %3:2 = vector.to_elements %d : vector<2xi8>
  %4:2 = vector.to_elements %e : vector<2xi8>
  %5 = vector.from_elements %0#0, %1#1, %2#0, %3#1, %4#0 : vector<5xi8>
  return %5 : vector<5xi8>
}
func.func @prefix(%a: vector<4xf32>) -> vector<2xf32> {
  %0:4 = vector.to_elements %a : vector<4xf32>
  %1 = vector.from_elements %0#0, %0#1 : vector<2xf32>
  return %1 : vector<2xf32>
}
func.func @left(%a: vector<2xf32>, %b: vector<2x2xf32>, %x: f32) -> (vector<2xf32>, vector<2xf32>, vector<1x2xf32>) {
  %0:2 = vector.to_elements %a : vector<2xf32>
  %1:4 = vector.to_elements %b : vector<2x2xf32>
  %2 = vector.from_elements %0#0, %x : vector<2xf32>
  %3 = vector.from_elements %0#0, %1#3 : vector<2xf32>
  %4 = vector.from_elements %0#1, %0#0 : vector<1x2xf32>
  return %2, %3, %4 : vector<2xf32>, vector<2xf32>, vector<1x2xf32>
}

// CHECK-LABEL: func.func @three(%arg0: vector<4xf32>, %arg1: vector<2xf32>, %arg2: vector<3xf32>) -> vector<7xf32> {
// CHECK-NEXT: %0 = vector.shuffle %arg1, %arg0 [1, 5, 5, -1, 0, -1, 3] : vector<2xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.shuffle %arg2, %arg2 [0, -1, 2, -1, -1, -1, -1] : vector<3xf32>, vector<3xf32>
// CHECK-NEXT: %2 = vector.shuffle %0, %1 [0, 1, 2, 7, 4, 9, 6] : vector<7xf32>, vector<7xf32>
// CHECK-NEXT: return %2 : vector<7xf32>
// CHECK-LABEL: func.func @five(%arg0: vector<2xi8>, %arg1: vector<2xi8>, %arg2: vector<2xi8>, %arg3: vector<2xi8>, %arg4: vector<2xi8>) -> vector<5xi8> {
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg1 [0, 3] : vector<2xi8>, vector<2xi8>
// CHECK-NEXT: %1 = vector.shuffle %arg2, %arg3 [0, 3] : vector<2xi8>, vector<2xi8>
// CHECK-NEXT: %2 = vector.shuffle %arg4, %arg4 [0, -1] : vector<2xi8>, vector<2xi8>
// CHECK-NEXT: %3 = vector.shuffle %0, %1 [0, 1, 2, 3] : vector<2xi8>, vector<2xi8>
// CHECK-NEXT: %4 = vector.shuffle %2, %2 [0, -1, -1, -1] : vector<2xi8>, vector<2xi8>
// CHECK-NEXT: %5 = vector.shuffle %3, %4 [0, 1, 2, 3, 4] : vector<4xi8>, vector<4xi8>
// CHECK-NEXT: return %5 : vector<5xi8>
// CHECK-LABEL: func.func @prefix(%arg0: vector<4xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg0 [0, 1] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-LABEL: func.func @left(%arg0: vector<2xf32>, %arg1: vector<2x2xf32>, %arg2: f32) -> (vector<2xf32>, vector<2xf32>, vector<1x2xf32>) {
// CHECK-NEXT: %0:2 = vector.to_elements %arg0 : vector<2xf32>
// CHECK-NEXT: %1:4 = vector.to_elements %arg1 : vector<2x2xf32>
// CHECK-NEXT: %2 = vector.from_elements %0#0, %arg2 : vector<2xf32>
// CHECK-NEXT: %3 = vector.from_elements %0#0, %1#3 : vector<2xf32>
// CHECK-NEXT: %4 = vector.from_elements %0#1, %0#0 : vector<1x2xf32>
// CHECK-NEXT: return %2, %3, %4 : vector<2xf32>, vector<2xf32>, vector<1x2xf32>
