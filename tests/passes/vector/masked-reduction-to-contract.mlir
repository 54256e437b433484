// RUN: terrace-test-opt %s --test-vector-reduction-to-contract-patterns | FileCheck %s

// Broadcasts of what a contraction under a mask takes go, with the dimensions of the mask that they have added.

#a = affine_map<(b, i, j, k) -> (b, i, k)>
#b = affine_map<(b, i, j, k) -> (b, j, k)>
#c = affine_map<(b, i, j, k) -> (i, j)>
func.func @unit(%a: vector<3x4xi32>, %b: vector<5x4xi32>, %c: vector<3x5xi32>, %m: vector<1x3x5x4xi1>) -> vector<3x5xi32> {
  %0 = vector.broadcast %a : vector<3x4xi32> to vector<1x3x4xi32>
  %1 = vector.broadcast %b : vector<5x4xi32> to vector<1x5x4xi32>
  %r = vector.mask %m { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["reduction", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %0, %1, %c : vector<1x3x4xi32>, vector<1x5x4xi32> into vector<3x5xi32> } : vector<1x3x5x4xi1> -> vector<3x5xi32>
  return %r : vector<3x5xi32>
}
func.func @one_side(%a: vector<3x4xi32>, %b: vector<2x5x4xi32>, %c: vector<3x5xi32>, %m: vector<2x3x5x4xi1>) -> vector<3x5xi32> {
  %0 = vector.broadcast %a : vector<3x4xi32> to vector<2x3x4xi32>
  %r = vector.mask %m { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["reduction", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %0, %b, %c : vector<2x3x4xi32>, vector<2x5x4xi32> into vector<3x5xi32> } : vector<2x3x5x4xi1> -> vector<3x5xi32>
  return %r : vector<3x5xi32>
}

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK: #map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK: #map4 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK: #map5 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
// CHECK-LABEL: func.func @unit(%arg0: vector<3x4xi32>, %arg1: vector<5x4xi32>, %arg2: vector<3x5xi32>, %arg3: vector<1x3x5x4xi1>) -> vector<3x5xi32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg3 : vector<1x3x5x4xi1> to vector<3x5x4xi1>
// CHECK-NEXT: %1 = vector.mask %0 { vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<3x4xi32>, vector<5x4xi32> into vector<3x5xi32> } : vector<3x5x4xi1> -> vector<3x5xi32>
// CHECK-NEXT: return %1 : vector<3x5xi32>
// CHECK-LABEL: func.func @one_side(%arg0: vector<3x4xi32>, %arg1: vector<2x5x4xi32>, %arg2: vector<3x5xi32>, %arg3: vector<2x3x5x4xi1>) -> vector<3x5xi32> {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<3x4xi32> to vector<2x3x4xi32>
// CHECK-NEXT: %1 = vector.mask %arg3 { vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %0, %arg1, %arg2 : vector<2x3x4xi32>, vector<2x5x4xi32> into vector<3x5xi32> } : vector<2x3x5x4xi1> -> vector<3x5xi32>
// CHECK-NEXT: return %1 : vector<3x5xi32>
