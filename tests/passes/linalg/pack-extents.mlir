// An extent of a pack, and of an unpack, is that of its destination.
// RUN: terrace-opt %s --resolve-ranked-shaped-type-result-dims | FileCheck %s

// CHECK-LABEL: func.func @packed(
// CHECK-SAME: %{{.*}}: tensor<?x4xf32>, %[[INTO:.*]]: tensor<?x?x8xf32>)
// CHECK: %[[EXTENT:.*]] = tensor.dim %[[INTO]]
// CHECK: return %[[EXTENT]]
func.func @packed(%a: tensor<?x4xf32>, %b: tensor<?x?x8xf32>) -> index {
  %z = arith.constant 0.0 : f32
  %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<?x4xf32> -> tensor<?x?x8xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.dim %0, %c0 : tensor<?x?x8xf32>
  return %1 : index
}

// CHECK-LABEL: func.func @unpacked(
// CHECK-SAME: %{{.*}}: tensor<?x?x8xf32>, %[[INTO:.*]]: tensor<?x?xf32>)
// CHECK: %[[EXTENT:.*]] = tensor.dim %[[INTO]]
// CHECK: return %[[EXTENT]]
func.func @unpacked(%a: tensor<?x?x8xf32>, %b: tensor<?x?xf32>) -> index {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<?x?x8xf32> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %1 : index
}
