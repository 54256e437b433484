// The extent of a result of an op that has two; as mlir-opt prints it.
// RUN: terrace-opt %s --resolve-shaped-type-result-dims | FileCheck %s

#map = affine_map<(d0) -> (d0)>
func.func @second(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (index, index) {
  %0, %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
    ins(%a : tensor<?xf32>) outs(%a, %b : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%in: f32, %x: f32, %y: f32):
    linalg.yield %in, %in : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?xf32>
  %d1 = tensor.dim %1, %c0 : tensor<?xf32>
  return %d0, %d1 : index, index
}
// CHECK-LABEL: func.func @second(
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %{{.*}}: tensor<?xf32>)
// CHECK: %[[D0:.*]] = tensor.dim %[[A]]
// CHECK: %[[D1:.*]] = tensor.dim %[[A]]
// CHECK: return %[[D0]], %[[D1]]
