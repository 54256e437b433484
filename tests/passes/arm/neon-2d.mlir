// Dot products of the rows of matrices are those of one vector.
// RUN: terrace-opt %s --arm-neon-2d-to-intr | FileCheck %s

func.func @dot_product_of_rows(%a: vector<4xi32>, %b: vector<4x4xi8>, %c: vector<4x4xi8>) -> vector<4xi32> {
  %0 = arm_neon.2d.sdot %a, %b, %c : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %0 : vector<4xi32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @dot_product_of_rows(%arg0: vector<4xi32>, %arg1: vector<4x4xi8>, %arg2: vector<4x4xi8>) -> vector<4xi32> {
// CHECK-NEXT:     %0 = vector.shape_cast %arg1 : vector<4x4xi8> to vector<16xi8>
// CHECK-NEXT:     %1 = vector.shape_cast %arg2 : vector<4x4xi8> to vector<16xi8>
// CHECK-NEXT:     %2 = arm_neon.intr.sdot %arg0, %0, %1 : vector<16xi8>, vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     return %2 : vector<4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
