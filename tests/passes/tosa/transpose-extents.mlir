// An extent of a transposition is that of its source.
// RUN: terrace-opt %s --resolve-ranked-shaped-type-result-dims | FileCheck %s

// CHECK-LABEL: func.func @extents(
// CHECK-SAME: %[[A:.*]]: tensor<1x2x?x8xi8>)
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: %[[EXTENT:.*]] = tensor.dim %[[A]], %[[TWO]]
// CHECK: return %[[EXTENT]], %[[TWO]]
func.func @extents(%a: tensor<1x2x?x8xi8>) -> (index, index) {
  %0 = tosa.transpose %a {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x2x?x8xi8>) -> tensor<1x8x2x?xi8>
  %c3 = arith.constant 3 : index
  %1 = tensor.dim %0, %c3 : tensor<1x8x2x?xi8>
  %2 = tosa.transpose %a {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x2x?x8xi8>) -> tensor<1x8x?x?xi8>
  %c2 = arith.constant 2 : index
  %3 = tensor.dim %2, %c2 : tensor<1x8x?x?xi8>
  return %1, %3 : index, index
}
