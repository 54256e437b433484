// RUN: terrace-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Ops on vectors of several dimensions as ops on rows, by each strategy.

func.func @reduce(%a: vector<2x3x4xf32>, %acc: vector<2x4xf32>, %b: vector<3xi32>, %i: i32) -> (vector<2x4xf32>, i32) {
  %0 = vector.multi_reduction <maximumf>, %a, %acc [1] : vector<2x3x4xf32> to vector<2x4xf32>
  %1 = vector.multi_reduction <add>, %b, %i [0] : vector<3xi32> to i32
  return %0, %1 : vector<2x4xf32>, i32
}
func.func @masked(%a: vector<4x8xf32>, %acc: vector<8xf32>, %m: vector<4x8xi1>) -> vector<8xf32> {
  %0 = vector.mask %m { vector.multi_reduction <mul>, %a, %acc [0] : vector<4x8xf32> to vector<8xf32> } : vector<4x8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @outer(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %s: f32) -> (vector<2x3xf32>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<3xf32>
  %1 = vector.outerproduct %a, %s : vector<2xf32>, f32
  return %0, %1 : vector<2x3xf32>, vector<2xf32>
}
func.func @rows(%a: vector<2x3xi16>, %b: vector<2x3xi16>, %n: index, %k: index, %r: vector<1x3xf32>) -> (vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>) {
  %0 = vector.interleave %a, %b : vector<2x3xi16> -> vector<2x6xi16>
  %1 = vector.bitcast %a : vector<2x3xi16> to vector<2x3xf16>
  %2 = vector.create_mask %n, %k : vector<2x3xi1>
  %3 = vector.broadcast %r : vector<1x3xf32> to vector<4x3xf32>
  return %0, %1, %2, %3 : vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>
}
func.func @transfers(%m: memref<?x8xf32>, %i: index, %p: f32, %v: vector<8xf32>) -> (vector<4x8xf32>, vector<8x4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x8xf32>, vector<8x4xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<8xf32>, memref<?x8xf32>
  return %0, %1 : vector<4x8xf32>, vector<8x4xf32>
}
func.func @contract(%a: vector<2x2x3xf32>, %b: vector<2x3x2xf32>, %c: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,k,n)>, affine_map<(b,m,n,k)->(b,m,n)>], iterator_types = ["parallel","parallel","parallel","reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2x3xf32>, vector<2x3x2xf32> into vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
      transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerparallel"
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.vector.lower_interleave
      transform.apply_patterns.vector.lower_bitcast
      transform.apply_patterns.vector.lower_broadcast
      transform.apply_patterns.vector.lower_create_mask
      transform.apply_patterns.vector.lower_transpose
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
    } : !transform.any_op
    transform.yield
  }
}

// -----

func.func @reduce(%a: vector<2x3x4xf32>, %acc: vector<2x4xf32>, %b: vector<3xi32>, %i: i32) -> (vector<2x4xf32>, i32) {
  %0 = vector.multi_reduction <maximumf>, %a, %acc [1] : vector<2x3x4xf32> to vector<2x4xf32>
  %1 = vector.multi_reduction <add>, %b, %i [0] : vector<3xi32> to i32
  return %0, %1 : vector<2x4xf32>, i32
}
func.func @masked(%a: vector<4x8xf32>, %acc: vector<8xf32>, %m: vector<4x8xi1>) -> vector<8xf32> {
  %0 = vector.mask %m { vector.multi_reduction <mul>, %a, %acc [0] : vector<4x8xf32> to vector<8xf32> } : vector<4x8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @outer(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %s: f32) -> (vector<2x3xf32>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<3xf32>
  %1 = vector.outerproduct %a, %s : vector<2xf32>, f32
  return %0, %1 : vector<2x3xf32>, vector<2xf32>
}
func.func @rows(%a: vector<2x3xi16>, %b: vector<2x3xi16>, %n: index, %k: index, %r: vector<1x3xf32>) -> (vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>) {
  %0 = vector.interleave %a, %b : vector<2x3xi16> -> vector<2x6xi16>
  %1 = vector.bitcast %a : vector<2x3xi16> to vector<2x3xf16>
  %2 = vector.create_mask %n, %k : vector<2x3xi1>
  %3 = vector.broadcast %r : vector<1x3xf32> to vector<4x3xf32>
  return %0, %1, %2, %3 : vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>
}
func.func @transfers(%m: memref<?x8xf32>, %i: index, %p: f32, %v: vector<8xf32>) -> (vector<4x8xf32>, vector<8x4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x8xf32>, vector<8x4xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<8xf32>, memref<?x8xf32>
  return %0, %1 : vector<4x8xf32>, vector<8x4xf32>
}
func.func @contract(%a: vector<2x2x3xf32>, %b: vector<2x3x2xf32>, %c: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,k,n)>, affine_map<(b,m,n,k)->(b,m,n)>], iterator_types = ["parallel","parallel","parallel","reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2x3xf32>, vector<2x3x2xf32> into vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "dot"
      transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerreduction"
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.vector.lower_interleave
      transform.apply_patterns.vector.lower_bitcast
      transform.apply_patterns.vector.lower_broadcast
      transform.apply_patterns.vector.lower_create_mask
      transform.apply_patterns.vector.lower_transpose
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
    } : !transform.any_op
    transform.yield
  }
}

// -----

func.func @reduce(%a: vector<2x3x4xf32>, %acc: vector<2x4xf32>, %b: vector<3xi32>, %i: i32) -> (vector<2x4xf32>, i32) {
  %0 = vector.multi_reduction <maximumf>, %a, %acc [1] : vector<2x3x4xf32> to vector<2x4xf32>
  %1 = vector.multi_reduction <add>, %b, %i [0] : vector<3xi32> to i32
  return %0, %1 : vector<2x4xf32>, i32
}
func.func @masked(%a: vector<4x8xf32>, %acc: vector<8xf32>, %m: vector<4x8xi1>) -> vector<8xf32> {
  %0 = vector.mask %m { vector.multi_reduction <mul>, %a, %acc [0] : vector<4x8xf32> to vector<8xf32> } : vector<4x8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @outer(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %s: f32) -> (vector<2x3xf32>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<3xf32>
  %1 = vector.outerproduct %a, %s : vector<2xf32>, f32
  return %0, %1 : vector<2x3xf32>, vector<2xf32>
}
func.func @rows(%a: vector<2x3xi16>, %b: vector<2x3xi16>, %n: index, %k: index, %r: vector<1x3xf32>) -> (vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>) {
  %0 = vector.interleave %a, %b : vector<2x3xi16> -> vector<2x6xi16>
  %1 = vector.bitcast %a : vector<2x3xi16> to vector<2x3xf16>
  %2 = vector.create_mask %n, %k : vector<2x3xi1>
  %3 = vector.broadcast %r : vector<1x3xf32> to vector<4x3xf32>
  return %0, %1, %2, %3 : vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>
}
func.func @transfers(%m: memref<?x8xf32>, %i: index, %p: f32, %v: vector<8xf32>) -> (vector<4x8xf32>, vector<8x4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x8xf32>, vector<8x4xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<8xf32>, memref<?x8xf32>
  return %0, %1 : vector<4x8xf32>, vector<8x4xf32>
}
func.func @contract(%a: vector<2x2x3xf32>, %b: vector<2x3x2xf32>, %c: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,k,n)>, affine_map<(b,m,n,k)->(b,m,n)>], iterator_types = ["parallel","parallel","parallel","reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2x3xf32>, vector<2x3x2xf32> into vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "llvmintr"
      transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerreduction"
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.vector.lower_interleave
      transform.apply_patterns.vector.lower_bitcast
      transform.apply_patterns.vector.lower_broadcast
      transform.apply_patterns.vector.lower_create_mask
      transform.apply_patterns.vector.lower_transpose
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
    } : !transform.any_op
    transform.yield
  }
}

// AUTOGENERATED CHECKS
