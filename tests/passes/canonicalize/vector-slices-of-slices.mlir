// A slice is that of one that was set only if it does not reach beyond it, in dimensions that it takes as a whole, too.
// mlir-opt crashes on the first.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @beyond(
// CHECK: %[[I:.*]] = vector.insert_strided_slice
// CHECK-NEXT: vector.extract_strided_slice %[[I]]
func.func @beyond(%a: vector<2x2xi8>, %b: vector<3x3xi8>) -> vector<2x3xi8> {
  %0 = vector.insert_strided_slice %a, %b {offsets = [1, 0], strides = [1, 1]} : vector<2x2xi8> into vector<3x3xi8>
  %1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<3x3xi8> to vector<2x3xi8>
  return %1 : vector<2x3xi8>
}

// CHECK-LABEL: func.func @within(
// CHECK-SAME: %[[A:.*]]: vector<2x3xi8>,
// CHECK-NEXT: %[[ROW:.*]] = vector.extract %[[A]][1] : vector<3xi8> from vector<2x3xi8>
// CHECK-NEXT: vector.shape_cast %[[ROW]] : vector<3xi8> to vector<1x3xi8>
func.func @within(%a: vector<2x3xi8>, %b: vector<3x3xi8>) -> vector<1x3xi8> {
  %0 = vector.insert_strided_slice %a, %b {offsets = [1, 0], strides = [1, 1]} : vector<2x3xi8> into vector<3x3xi8>
  %1 = vector.extract_strided_slice %0 {offsets = [2], sizes = [1], strides = [1]} : vector<3x3xi8> to vector<1x3xi8>
  return %1 : vector<1x3xi8>
}
