// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Contractions of groups of elements with one group are dot products.

#a = affine_map<(b, i, j, k, v) -> (b, i, k, v)>
#b = affine_map<(b, i, j, k, v) -> (b, k, j, v)>
#c = affine_map<(b, i, j, k, v) -> (b, i, j)>
func.func @long_right(%a: vector<1x1x1x2xbf16>, %b: vector<1x1x16x2xbf16>, %c: vector<1x1x16xf32>) -> vector<1x1x16xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x1x1x2xbf16>, vector<1x1x16x2xbf16> into vector<1x1x16xf32>
  return %0 : vector<1x1x16xf32>
}
func.func @long_left(%a: vector<1x8x1x4xi8>, %b: vector<1x1x1x4xi8>, %c: vector<1x8x1xi32>) -> vector<1x8x1xi32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x8x1x4xi8>, vector<1x1x1x4xi8> into vector<1x8x1xi32>
  return %0 : vector<1x8x1xi32>
}
func.func @both_long(%a: vector<1x4x1x4xi8>, %b: vector<1x1x8x4xi8>, %c: vector<1x4x8xi32>) -> vector<1x4x8xi32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x4x1x4xi8>, vector<1x1x8x4xi8> into vector<1x4x8xi32>
  return %0 : vector<1x4x8xi32>
}
func.func @other_groups(%a: vector<1x1x1x4xbf16>, %b: vector<1x1x16x4xbf16>, %c: vector<1x1x16xf32>) -> vector<1x1x16xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x1x1x4xbf16>, vector<1x1x16x4xbf16> into vector<1x1x16xf32>
  return %0 : vector<1x1x16xf32>
}
func.func @other_length(%a: vector<1x1x1x4xi8>, %b: vector<1x1x16x4xi8>, %c: vector<1x1x16xi32>) -> vector<1x1x16xi32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x1x1x4xi8>, vector<1x1x16x4xi8> into vector<1x1x16xi32>
  return %0 : vector<1x1x16xi32>
}
func.func @maximum(%a: vector<1x1x1x2xbf16>, %b: vector<1x1x16x2xbf16>, %c: vector<1x1x16xf32>) -> vector<1x1x16xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<1x1x1x2xbf16>, vector<1x1x16x2xbf16> into vector<1x1x16xf32>
  return %0 : vector<1x1x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product
    } : !transform.any_op
    transform.yield
  }
}

// CHECK: #map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
// CHECK: #map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d4)>
// CHECK: #map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @long_right(%arg0: vector<1x1x1x2xbf16>, %arg1: vector<1x1x16x2xbf16>, %arg2: vector<1x1x16xf32>) -> vector<1x1x16xf32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg2 : vector<1x1x16xf32> to vector<16xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg1 : vector<1x1x16x2xbf16> to vector<32xbf16>
// CHECK-NEXT: %2 = vector.shape_cast %arg0 : vector<1x1x1x2xbf16> to vector<2xbf16>
// CHECK-NEXT: %3 = vector.bitcast %2 : vector<2xbf16> to vector<1xi32>
// CHECK-NEXT: %4 = vector.broadcast %3 : vector<1xi32> to vector<16xi32>
// CHECK-NEXT: %5 = vector.bitcast %4 : vector<16xi32> to vector<32xbf16>
// CHECK-NEXT: %6 = x86vector.avx512.dot %0, %5, %1 : vector<32xbf16> -> vector<16xf32>
// CHECK-NEXT: %7 = vector.shape_cast %6 : vector<16xf32> to vector<1x1x16xf32>
// CHECK-NEXT: return %7 : vector<1x1x16xf32>
// CHECK-LABEL: func.func @long_left(%arg0: vector<1x8x1x4xi8>, %arg1: vector<1x1x1x4xi8>, %arg2: vector<1x8x1xi32>) -> vector<1x8x1xi32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg2 : vector<1x8x1xi32> to vector<8xi32>
// CHECK-NEXT: %1 = vector.shape_cast %arg0 : vector<1x8x1x4xi8> to vector<32xi8>
// CHECK-NEXT: %2 = vector.shape_cast %arg1 : vector<1x1x1x4xi8> to vector<4xi8>
// CHECK-NEXT: %3 = vector.bitcast %2 : vector<4xi8> to vector<1xi32>
// CHECK-NEXT: %4 = vector.broadcast %3 : vector<1xi32> to vector<8xi32>
// CHECK-NEXT: %5 = vector.bitcast %4 : vector<8xi32> to vector<32xi8>
// CHECK-NEXT: %6 = x86vector.avx.dot.i8 %0, %1, %5 : vector<32xi8> -> vector<8xi32>
// CHECK-NEXT: %7 = vector.shape_cast %6 : vector<8xi32> to vector<1x8x1xi32>
// CHECK-NEXT: return %7 : vector<1x8x1xi32>
// CHECK-LABEL: func.func @both_long(%arg0: vector<1x4x1x4xi8>, %arg1: vector<1x1x8x4xi8>, %arg2: vector<1x4x8xi32>) -> vector<1x4x8xi32> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<1x4x1x4xi8>, vector<1x1x8x4xi8> into vector<1x4x8xi32>
// CHECK-NEXT: return %0 : vector<1x4x8xi32>
// CHECK-LABEL: func.func @other_groups(%arg0: vector<1x1x1x4xbf16>, %arg1: vector<1x1x16x4xbf16>, %arg2: vector<1x1x16xf32>) -> vector<1x1x16xf32> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<1x1x1x4xbf16>, vector<1x1x16x4xbf16> into vector<1x1x16xf32>
// CHECK-NEXT: return %0 : vector<1x1x16xf32>
// CHECK-LABEL: func.func @other_length(%arg0: vector<1x1x1x4xi8>, %arg1: vector<1x1x16x4xi8>, %arg2: vector<1x1x16xi32>) -> vector<1x1x16xi32> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<1x1x1x4xi8>, vector<1x1x16x4xi8> into vector<1x1x16xi32>
// CHECK-NEXT: return %0 : vector<1x1x16xi32>
// CHECK-LABEL: func.func @maximum(%arg0: vector<1x1x1x2xbf16>, %arg1: vector<1x1x16x2xbf16>, %arg2: vector<1x1x16xf32>) -> vector<1x1x16xf32> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<maxnumf>} %arg0, %arg1, %arg2 : vector<1x1x1x2xbf16>, vector<1x1x16x2xbf16> into vector<1x1x16xf32>
// CHECK-NEXT: return %0 : vector<1x1x16xf32>
