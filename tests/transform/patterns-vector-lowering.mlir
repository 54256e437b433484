// RUN: terrace-opt %s --transform-interpreter --split-input-file --output-split-marker="// part" | FileCheck %s

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

// CHECK: module {
// CHECK-NEXT:   func.func @reduce(%arg0: vector<2x3x4xf32>, %arg1: vector<2x4xf32>, %arg2: vector<3xi32>, %arg3: i32) -> (vector<2x4xf32>, i32) {
// CHECK-NEXT:     %0 = ub.poison : vector<3x2x4xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[0, 0] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %2 = vector.insert %1, %0 [0, 0] : vector<4xf32> into vector<3x2x4xf32>
// CHECK-NEXT:     %3 = vector.extract %arg0[0, 1] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %4 = vector.insert %3, %2 [1, 0] : vector<4xf32> into vector<3x2x4xf32>
// CHECK-NEXT:     %5 = vector.extract %arg0[0, 2] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %6 = vector.insert %5, %4 [2, 0] : vector<4xf32> into vector<3x2x4xf32>
// CHECK-NEXT:     %7 = vector.extract %arg0[1, 0] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %8 = vector.insert %7, %6 [0, 1] : vector<4xf32> into vector<3x2x4xf32>
// CHECK-NEXT:     %9 = vector.extract %arg0[1, 1] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %10 = vector.insert %9, %8 [1, 1] : vector<4xf32> into vector<3x2x4xf32>
// CHECK-NEXT:     %11 = vector.extract %arg0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
// CHECK-NEXT:     %12 = vector.insert %11, %10 [2, 1] : vector<4xf32> into vector<3x2x4xf32>
// CHECK-NEXT:     %13 = vector.shape_cast %12 : vector<3x2x4xf32> to vector<3x8xf32>
// CHECK-NEXT:     %14 = vector.shape_cast %arg1 : vector<2x4xf32> to vector<8xf32>
// CHECK-NEXT:     %15 = vector.extract %13[0] : vector<8xf32> from vector<3x8xf32>
// CHECK-NEXT:     %16 = arith.maximumf %15, %14 : vector<8xf32>
// CHECK-NEXT:     %17 = vector.extract %13[1] : vector<8xf32> from vector<3x8xf32>
// CHECK-NEXT:     %18 = arith.maximumf %17, %16 : vector<8xf32>
// CHECK-NEXT:     %19 = vector.extract %13[2] : vector<8xf32> from vector<3x8xf32>
// CHECK-NEXT:     %20 = arith.maximumf %19, %18 : vector<8xf32>
// CHECK-NEXT:     %21 = vector.shape_cast %20 : vector<8xf32> to vector<2x4xf32>
// CHECK-NEXT:     %22 = vector.broadcast %arg3 : i32 to vector<1xi32>
// CHECK-NEXT:     %23 = vector.shape_cast %arg2 : vector<3xi32> to vector<3x1xi32>
// CHECK-NEXT:     %24 = vector.extract %23[0] : vector<1xi32> from vector<3x1xi32>
// CHECK-NEXT:     %25 = arith.addi %24, %22 : vector<1xi32>
// CHECK-NEXT:     %26 = vector.extract %23[1] : vector<1xi32> from vector<3x1xi32>
// CHECK-NEXT:     %27 = arith.addi %26, %25 : vector<1xi32>
// CHECK-NEXT:     %28 = vector.extract %23[2] : vector<1xi32> from vector<3x1xi32>
// CHECK-NEXT:     %29 = arith.addi %28, %27 : vector<1xi32>
// CHECK-NEXT:     %30 = vector.extract %29[0] : i32 from vector<1xi32>
// CHECK-NEXT:     return %21, %30 : vector<2x4xf32>, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @masked(%arg0: vector<4x8xf32>, %arg1: vector<8xf32>, %arg2: vector<4x8xi1>) -> vector<8xf32> {
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:     %1 = vector.extract %arg2[0] : vector<8xi1> from vector<4x8xi1>
// CHECK-NEXT:     %2 = arith.mulf %0, %arg1 : vector<8xf32>
// CHECK-NEXT:     %3 = arith.select %1, %2, %arg1 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     %4 = vector.extract %arg0[1] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:     %5 = vector.extract %arg2[1] : vector<8xi1> from vector<4x8xi1>
// CHECK-NEXT:     %6 = arith.mulf %4, %3 : vector<8xf32>
// CHECK-NEXT:     %7 = arith.select %5, %6, %3 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     %8 = vector.extract %arg0[2] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:     %9 = vector.extract %arg2[2] : vector<8xi1> from vector<4x8xi1>
// CHECK-NEXT:     %10 = arith.mulf %8, %7 : vector<8xf32>
// CHECK-NEXT:     %11 = arith.select %9, %10, %7 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     %12 = vector.extract %arg0[3] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:     %13 = vector.extract %arg2[3] : vector<8xi1> from vector<4x8xi1>
// CHECK-NEXT:     %14 = arith.mulf %12, %11 : vector<8xf32>
// CHECK-NEXT:     %15 = arith.select %13, %14, %11 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     return %15 : vector<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @outer(%arg0: vector<2xf32>, %arg1: vector<3xf32>, %arg2: vector<2x3xf32>, %arg3: f32) -> (vector<2x3xf32>, vector<2xf32>) {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : f32 from vector<2xf32>
// CHECK-NEXT:     %1 = vector.broadcast %0 : f32 to vector<3xf32>
// CHECK-NEXT:     %2 = vector.extract %arg2[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %3 = arith.mulf %1, %arg1 : vector<3xf32>
// CHECK-NEXT:     %4 = arith.maxnumf %3, %2 : vector<3xf32>
// CHECK-NEXT:     %5 = vector.insert %4, %cst [0] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:     %6 = vector.extract %arg0[1] : f32 from vector<2xf32>
// CHECK-NEXT:     %7 = vector.broadcast %6 : f32 to vector<3xf32>
// CHECK-NEXT:     %8 = vector.extract %arg2[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %9 = arith.mulf %7, %arg1 : vector<3xf32>
// CHECK-NEXT:     %10 = arith.maxnumf %9, %8 : vector<3xf32>
// CHECK-NEXT:     %11 = vector.insert %10, %5 [1] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:     %12 = vector.broadcast %arg3 : f32 to vector<2xf32>
// CHECK-NEXT:     %13 = arith.mulf %arg0, %12 : vector<2xf32>
// CHECK-NEXT:     return %11, %13 : vector<2x3xf32>, vector<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @rows(%arg0: vector<2x3xi16>, %arg1: vector<2x3xi16>, %arg2: index, %arg3: index, %arg4: vector<1x3xf32>) -> (vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<4x3xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst = arith.constant dense<false> : vector<2x3xi1>
// CHECK-NEXT:     %cst_0 = arith.constant dense<false> : vector<3xi1>
// CHECK-NEXT:     %1 = ub.poison : vector<2x3xf16>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0> : vector<2x6xi16>
// CHECK-NEXT:     %2 = vector.extract %arg0[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %3 = vector.extract %arg1[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %4 = vector.interleave %2, %3 : vector<3xi16> -> vector<6xi16>
// CHECK-NEXT:     %5 = vector.insert %4, %cst_1 [0] : vector<6xi16> into vector<2x6xi16>
// CHECK-NEXT:     %6 = vector.extract %arg0[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %7 = vector.extract %arg1[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %8 = vector.interleave %6, %7 : vector<3xi16> -> vector<6xi16>
// CHECK-NEXT:     %9 = vector.insert %8, %5 [1] : vector<6xi16> into vector<2x6xi16>
// CHECK-NEXT:     %10 = vector.extract %arg0[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %11 = vector.bitcast %10 : vector<3xi16> to vector<3xf16>
// CHECK-NEXT:     %12 = vector.insert %11, %1 [0] : vector<3xf16> into vector<2x3xf16>
// CHECK-NEXT:     %13 = vector.extract %arg0[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %14 = vector.bitcast %13 : vector<3xi16> to vector<3xf16>
// CHECK-NEXT:     %15 = vector.insert %14, %12 [1] : vector<3xf16> into vector<2x3xf16>
// CHECK-NEXT:     %16 = vector.create_mask %arg3 : vector<3xi1>
// CHECK-NEXT:     %17 = arith.cmpi sgt, %arg2, %c0 : index
// CHECK-NEXT:     %18 = arith.select %17, %16, %cst_0 : vector<3xi1>
// CHECK-NEXT:     %19 = vector.insert %18, %cst [0] : vector<3xi1> into vector<2x3xi1>
// CHECK-NEXT:     %20 = arith.cmpi sgt, %arg2, %c1 : index
// CHECK-NEXT:     %21 = arith.select %20, %16, %cst_0 : vector<3xi1>
// CHECK-NEXT:     %22 = vector.insert %21, %19 [1] : vector<3xi1> into vector<2x3xi1>
// CHECK-NEXT:     %23 = vector.extract %arg4[0] : vector<3xf32> from vector<1x3xf32>
// CHECK-NEXT:     %24 = vector.insert %23, %0 [0] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %25 = vector.insert %23, %24 [1] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %26 = vector.insert %23, %25 [2] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %27 = vector.insert %23, %26 [3] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     return %9, %15, %22, %27 : vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transfers(%arg0: memref<?x8xf32>, %arg1: index, %arg2: f32, %arg3: vector<8xf32>) -> (vector<4x8xf32>, vector<8x4xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<8x4xf32>
// CHECK-NEXT:     %1 = ub.poison : vector<4x8xf32>
// CHECK-NEXT:     %2 = vector.load %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<8xf32>
// CHECK-NEXT:     %3 = vector.insert %2, %1 [0] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %4 = vector.insert %2, %3 [1] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %5 = vector.insert %2, %4 [2] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %6 = vector.insert %2, %5 [3] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %7 = vector.load %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<4x8xf32>
// CHECK-NEXT:     %8 = vector.extract %7[0, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %9 = vector.insert %8, %0 [0, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %10 = vector.extract %7[0, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %11 = vector.insert %10, %9 [1, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %12 = vector.extract %7[0, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %13 = vector.insert %12, %11 [2, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %14 = vector.extract %7[0, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %15 = vector.insert %14, %13 [3, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %16 = vector.extract %7[0, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %17 = vector.insert %16, %15 [4, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %18 = vector.extract %7[0, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %19 = vector.insert %18, %17 [5, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %20 = vector.extract %7[0, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %21 = vector.insert %20, %19 [6, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %22 = vector.extract %7[0, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %23 = vector.insert %22, %21 [7, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %24 = vector.extract %7[1, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %25 = vector.insert %24, %23 [0, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %26 = vector.extract %7[1, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %27 = vector.insert %26, %25 [1, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %28 = vector.extract %7[1, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %29 = vector.insert %28, %27 [2, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %30 = vector.extract %7[1, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %31 = vector.insert %30, %29 [3, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %32 = vector.extract %7[1, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %33 = vector.insert %32, %31 [4, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %34 = vector.extract %7[1, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %35 = vector.insert %34, %33 [5, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %36 = vector.extract %7[1, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %37 = vector.insert %36, %35 [6, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %38 = vector.extract %7[1, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %39 = vector.insert %38, %37 [7, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %40 = vector.extract %7[2, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %41 = vector.insert %40, %39 [0, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %42 = vector.extract %7[2, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %43 = vector.insert %42, %41 [1, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %44 = vector.extract %7[2, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %45 = vector.insert %44, %43 [2, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %46 = vector.extract %7[2, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %47 = vector.insert %46, %45 [3, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %48 = vector.extract %7[2, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %49 = vector.insert %48, %47 [4, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %50 = vector.extract %7[2, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %51 = vector.insert %50, %49 [5, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %52 = vector.extract %7[2, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %53 = vector.insert %52, %51 [6, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %54 = vector.extract %7[2, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %55 = vector.insert %54, %53 [7, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %56 = vector.extract %7[3, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %57 = vector.insert %56, %55 [0, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %58 = vector.extract %7[3, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %59 = vector.insert %58, %57 [1, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %60 = vector.extract %7[3, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %61 = vector.insert %60, %59 [2, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %62 = vector.extract %7[3, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %63 = vector.insert %62, %61 [3, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %64 = vector.extract %7[3, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %65 = vector.insert %64, %63 [4, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %66 = vector.extract %7[3, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %67 = vector.insert %66, %65 [5, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %68 = vector.extract %7[3, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %69 = vector.insert %68, %67 [6, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %70 = vector.extract %7[3, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %71 = vector.insert %70, %69 [7, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     vector.store %arg3, %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<8xf32>
// CHECK-NEXT:     return %6, %71 : vector<4x8xf32>, vector<8x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @contract(%arg0: vector<2x2x3xf32>, %arg1: vector<2x3x2xf32>, %arg2: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT:     %0 = vector.extract %arg1[0, 0] : vector<2xf32> from vector<2x3x2xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[0, 0, 0] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %2 = vector.broadcast %1 : f32 to vector<2xf32>
// CHECK-NEXT:     %3 = vector.extract %arg2[0, 0] : vector<2xf32> from vector<2x2x2xf32>
// CHECK-NEXT:     %4 = vector.fma %2, %0, %3 : vector<2xf32>
// CHECK-NEXT:     %5 = vector.extract %arg0[0, 1, 0] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %6 = vector.broadcast %5 : f32 to vector<2xf32>
// CHECK-NEXT:     %7 = vector.extract %arg2[0, 1] : vector<2xf32> from vector<2x2x2xf32>
// CHECK-NEXT:     %8 = vector.fma %6, %0, %7 : vector<2xf32>
// CHECK-NEXT:     %9 = vector.extract %arg1[0, 1] : vector<2xf32> from vector<2x3x2xf32>
// CHECK-NEXT:     %10 = vector.extract %arg0[0, 0, 1] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %11 = vector.broadcast %10 : f32 to vector<2xf32>
// CHECK-NEXT:     %12 = vector.fma %11, %9, %4 : vector<2xf32>
// CHECK-NEXT:     %13 = vector.extract %arg0[0, 1, 1] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %14 = vector.broadcast %13 : f32 to vector<2xf32>
// CHECK-NEXT:     %15 = vector.fma %14, %9, %8 : vector<2xf32>
// CHECK-NEXT:     %16 = vector.extract %arg1[0, 2] : vector<2xf32> from vector<2x3x2xf32>
// CHECK-NEXT:     %17 = vector.extract %arg0[0, 0, 2] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %18 = vector.broadcast %17 : f32 to vector<2xf32>
// CHECK-NEXT:     %19 = vector.fma %18, %16, %12 : vector<2xf32>
// CHECK-NEXT:     %20 = vector.insert %19, %cst [0] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %21 = vector.extract %arg0[0, 1, 2] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %22 = vector.broadcast %21 : f32 to vector<2xf32>
// CHECK-NEXT:     %23 = vector.fma %22, %16, %15 : vector<2xf32>
// CHECK-NEXT:     %24 = vector.insert %23, %20 [1] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %25 = vector.insert %24, %cst_0 [0] : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:     %26 = vector.extract %arg1[1, 0] : vector<2xf32> from vector<2x3x2xf32>
// CHECK-NEXT:     %27 = vector.extract %arg0[1, 0, 0] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %28 = vector.broadcast %27 : f32 to vector<2xf32>
// CHECK-NEXT:     %29 = vector.extract %arg2[1, 0] : vector<2xf32> from vector<2x2x2xf32>
// CHECK-NEXT:     %30 = vector.fma %28, %26, %29 : vector<2xf32>
// CHECK-NEXT:     %31 = vector.extract %arg0[1, 1, 0] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %32 = vector.broadcast %31 : f32 to vector<2xf32>
// CHECK-NEXT:     %33 = vector.extract %arg2[1, 1] : vector<2xf32> from vector<2x2x2xf32>
// CHECK-NEXT:     %34 = vector.fma %32, %26, %33 : vector<2xf32>
// CHECK-NEXT:     %35 = vector.extract %arg1[1, 1] : vector<2xf32> from vector<2x3x2xf32>
// CHECK-NEXT:     %36 = vector.extract %arg0[1, 0, 1] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %37 = vector.broadcast %36 : f32 to vector<2xf32>
// CHECK-NEXT:     %38 = vector.fma %37, %35, %30 : vector<2xf32>
// CHECK-NEXT:     %39 = vector.extract %arg0[1, 1, 1] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %40 = vector.broadcast %39 : f32 to vector<2xf32>
// CHECK-NEXT:     %41 = vector.fma %40, %35, %34 : vector<2xf32>
// CHECK-NEXT:     %42 = vector.extract %arg1[1, 2] : vector<2xf32> from vector<2x3x2xf32>
// CHECK-NEXT:     %43 = vector.extract %arg0[1, 0, 2] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %44 = vector.broadcast %43 : f32 to vector<2xf32>
// CHECK-NEXT:     %45 = vector.fma %44, %42, %38 : vector<2xf32>
// CHECK-NEXT:     %46 = vector.insert %45, %cst [0] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %47 = vector.extract %arg0[1, 1, 2] : f32 from vector<2x2x3xf32>
// CHECK-NEXT:     %48 = vector.broadcast %47 : f32 to vector<2xf32>
// CHECK-NEXT:     %49 = vector.fma %48, %42, %41 : vector<2xf32>
// CHECK-NEXT:     %50 = vector.insert %49, %46 [1] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %51 = vector.insert %50, %25 [1] : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:     return %51 : vector<2x2x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.apply_patterns to %0 {
// CHECK-NEXT:         transform.apply_patterns.vector.lower_contraction
// CHECK-NEXT:         transform.apply_patterns.vector.lower_multi_reduction
// CHECK-NEXT:         transform.apply_patterns.vector.lower_outerproduct
// CHECK-NEXT:         transform.apply_patterns.vector.lower_interleave
// CHECK-NEXT:         transform.apply_patterns.vector.lower_bitcast
// CHECK-NEXT:         transform.apply_patterns.vector.lower_broadcast
// CHECK-NEXT:         transform.apply_patterns.vector.lower_create_mask
// CHECK-NEXT:         transform.apply_patterns.vector.lower_transpose
// CHECK-NEXT:         transform.apply_patterns.vector.transfer_permutation_patterns
// CHECK-NEXT:         transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
// CHECK-NEXT:       } : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @reduce(%arg0: vector<2x3x4xf32>, %arg1: vector<2x4xf32>, %arg2: vector<3xi32>, %arg3: i32) -> (vector<2x4xf32>, i32) {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:     %0 = ub.poison : vector<2x4x3xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[0, 0, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %2 = vector.insert %1, %0 [0, 0, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %3 = vector.extract %arg0[0, 0, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %4 = vector.insert %3, %2 [0, 1, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %5 = vector.extract %arg0[0, 0, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %6 = vector.insert %5, %4 [0, 2, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %7 = vector.extract %arg0[0, 0, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %8 = vector.insert %7, %6 [0, 3, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %9 = vector.extract %arg0[0, 1, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %10 = vector.insert %9, %8 [0, 0, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %11 = vector.extract %arg0[0, 1, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %12 = vector.insert %11, %10 [0, 1, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %13 = vector.extract %arg0[0, 1, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %14 = vector.insert %13, %12 [0, 2, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %15 = vector.extract %arg0[0, 1, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %16 = vector.insert %15, %14 [0, 3, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %17 = vector.extract %arg0[0, 2, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %18 = vector.insert %17, %16 [0, 0, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %19 = vector.extract %arg0[0, 2, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %20 = vector.insert %19, %18 [0, 1, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %21 = vector.extract %arg0[0, 2, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %22 = vector.insert %21, %20 [0, 2, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %23 = vector.extract %arg0[0, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %24 = vector.insert %23, %22 [0, 3, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %25 = vector.extract %arg0[1, 0, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %26 = vector.insert %25, %24 [1, 0, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %27 = vector.extract %arg0[1, 0, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %28 = vector.insert %27, %26 [1, 1, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %29 = vector.extract %arg0[1, 0, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %30 = vector.insert %29, %28 [1, 2, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %31 = vector.extract %arg0[1, 0, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %32 = vector.insert %31, %30 [1, 3, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %33 = vector.extract %arg0[1, 1, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %34 = vector.insert %33, %32 [1, 0, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %35 = vector.extract %arg0[1, 1, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %36 = vector.insert %35, %34 [1, 1, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %37 = vector.extract %arg0[1, 1, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %38 = vector.insert %37, %36 [1, 2, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %39 = vector.extract %arg0[1, 1, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %40 = vector.insert %39, %38 [1, 3, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %41 = vector.extract %arg0[1, 2, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %42 = vector.insert %41, %40 [1, 0, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %43 = vector.extract %arg0[1, 2, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %44 = vector.insert %43, %42 [1, 1, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %45 = vector.extract %arg0[1, 2, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %46 = vector.insert %45, %44 [1, 2, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %47 = vector.extract %arg0[1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %48 = vector.insert %47, %46 [1, 3, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %49 = vector.extract %48[0, 0] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %50 = vector.extract %arg1[0, 0] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %51 = vector.reduction <maximumf>, %49, %50 : vector<3xf32> into f32
// CHECK-NEXT:     %52 = vector.insert %51, %cst [0] : f32 into vector<8xf32>
// CHECK-NEXT:     %53 = vector.extract %48[0, 1] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %54 = vector.extract %arg1[0, 1] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %55 = vector.reduction <maximumf>, %53, %54 : vector<3xf32> into f32
// CHECK-NEXT:     %56 = vector.insert %55, %52 [1] : f32 into vector<8xf32>
// CHECK-NEXT:     %57 = vector.extract %48[0, 2] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %58 = vector.extract %arg1[0, 2] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %59 = vector.reduction <maximumf>, %57, %58 : vector<3xf32> into f32
// CHECK-NEXT:     %60 = vector.insert %59, %56 [2] : f32 into vector<8xf32>
// CHECK-NEXT:     %61 = vector.extract %48[0, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %62 = vector.extract %arg1[0, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %63 = vector.reduction <maximumf>, %61, %62 : vector<3xf32> into f32
// CHECK-NEXT:     %64 = vector.insert %63, %60 [3] : f32 into vector<8xf32>
// CHECK-NEXT:     %65 = vector.extract %48[1, 0] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %66 = vector.extract %arg1[1, 0] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %67 = vector.reduction <maximumf>, %65, %66 : vector<3xf32> into f32
// CHECK-NEXT:     %68 = vector.insert %67, %64 [4] : f32 into vector<8xf32>
// CHECK-NEXT:     %69 = vector.extract %48[1, 1] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %70 = vector.extract %arg1[1, 1] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %71 = vector.reduction <maximumf>, %69, %70 : vector<3xf32> into f32
// CHECK-NEXT:     %72 = vector.insert %71, %68 [5] : f32 into vector<8xf32>
// CHECK-NEXT:     %73 = vector.extract %48[1, 2] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %74 = vector.extract %arg1[1, 2] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %75 = vector.reduction <maximumf>, %73, %74 : vector<3xf32> into f32
// CHECK-NEXT:     %76 = vector.insert %75, %72 [6] : f32 into vector<8xf32>
// CHECK-NEXT:     %77 = vector.extract %48[1, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %78 = vector.extract %arg1[1, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %79 = vector.reduction <maximumf>, %77, %78 : vector<3xf32> into f32
// CHECK-NEXT:     %80 = vector.insert %79, %76 [7] : f32 into vector<8xf32>
// CHECK-NEXT:     %81 = vector.shape_cast %80 : vector<8xf32> to vector<2x4xf32>
// CHECK-NEXT:     %82 = vector.reduction <add>, %arg2, %arg3 : vector<3xi32> into i32
// CHECK-NEXT:     return %81, %82 : vector<2x4xf32>, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @masked(%arg0: vector<4x8xf32>, %arg1: vector<8xf32>, %arg2: vector<4x8xi1>) -> vector<8xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:     %0 = ub.poison : vector<8x4xf32>
// CHECK-NEXT:     %1 = ub.poison : vector<8x4xi1>
// CHECK-NEXT:     %2 = vector.extract %arg2[0, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %3 = vector.insert %2, %1 [0, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %4 = vector.extract %arg2[0, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %5 = vector.insert %4, %3 [1, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %6 = vector.extract %arg2[0, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %7 = vector.insert %6, %5 [2, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %8 = vector.extract %arg2[0, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %9 = vector.insert %8, %7 [3, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %10 = vector.extract %arg2[0, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %11 = vector.insert %10, %9 [4, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %12 = vector.extract %arg2[0, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %13 = vector.insert %12, %11 [5, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %14 = vector.extract %arg2[0, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %15 = vector.insert %14, %13 [6, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %16 = vector.extract %arg2[0, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %17 = vector.insert %16, %15 [7, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %18 = vector.extract %arg2[1, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %19 = vector.insert %18, %17 [0, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %20 = vector.extract %arg2[1, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %21 = vector.insert %20, %19 [1, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %22 = vector.extract %arg2[1, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %23 = vector.insert %22, %21 [2, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %24 = vector.extract %arg2[1, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %25 = vector.insert %24, %23 [3, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %26 = vector.extract %arg2[1, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %27 = vector.insert %26, %25 [4, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %28 = vector.extract %arg2[1, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %29 = vector.insert %28, %27 [5, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %30 = vector.extract %arg2[1, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %31 = vector.insert %30, %29 [6, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %32 = vector.extract %arg2[1, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %33 = vector.insert %32, %31 [7, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %34 = vector.extract %arg2[2, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %35 = vector.insert %34, %33 [0, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %36 = vector.extract %arg2[2, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %37 = vector.insert %36, %35 [1, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %38 = vector.extract %arg2[2, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %39 = vector.insert %38, %37 [2, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %40 = vector.extract %arg2[2, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %41 = vector.insert %40, %39 [3, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %42 = vector.extract %arg2[2, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %43 = vector.insert %42, %41 [4, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %44 = vector.extract %arg2[2, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %45 = vector.insert %44, %43 [5, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %46 = vector.extract %arg2[2, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %47 = vector.insert %46, %45 [6, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %48 = vector.extract %arg2[2, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %49 = vector.insert %48, %47 [7, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %50 = vector.extract %arg2[3, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %51 = vector.insert %50, %49 [0, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %52 = vector.extract %arg2[3, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %53 = vector.insert %52, %51 [1, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %54 = vector.extract %arg2[3, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %55 = vector.insert %54, %53 [2, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %56 = vector.extract %arg2[3, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %57 = vector.insert %56, %55 [3, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %58 = vector.extract %arg2[3, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %59 = vector.insert %58, %57 [4, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %60 = vector.extract %arg2[3, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %61 = vector.insert %60, %59 [5, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %62 = vector.extract %arg2[3, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %63 = vector.insert %62, %61 [6, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %64 = vector.extract %arg2[3, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %65 = vector.insert %64, %63 [7, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %66 = vector.extract %arg0[0, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %67 = vector.insert %66, %0 [0, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %68 = vector.extract %arg0[0, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %69 = vector.insert %68, %67 [1, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %70 = vector.extract %arg0[0, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %71 = vector.insert %70, %69 [2, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %72 = vector.extract %arg0[0, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %73 = vector.insert %72, %71 [3, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %74 = vector.extract %arg0[0, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %75 = vector.insert %74, %73 [4, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %76 = vector.extract %arg0[0, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %77 = vector.insert %76, %75 [5, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %78 = vector.extract %arg0[0, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %79 = vector.insert %78, %77 [6, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %80 = vector.extract %arg0[0, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %81 = vector.insert %80, %79 [7, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %82 = vector.extract %arg0[1, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %83 = vector.insert %82, %81 [0, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %84 = vector.extract %arg0[1, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %85 = vector.insert %84, %83 [1, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %86 = vector.extract %arg0[1, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %87 = vector.insert %86, %85 [2, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %88 = vector.extract %arg0[1, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %89 = vector.insert %88, %87 [3, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %90 = vector.extract %arg0[1, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %91 = vector.insert %90, %89 [4, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %92 = vector.extract %arg0[1, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %93 = vector.insert %92, %91 [5, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %94 = vector.extract %arg0[1, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %95 = vector.insert %94, %93 [6, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %96 = vector.extract %arg0[1, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %97 = vector.insert %96, %95 [7, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %98 = vector.extract %arg0[2, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %99 = vector.insert %98, %97 [0, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %100 = vector.extract %arg0[2, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %101 = vector.insert %100, %99 [1, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %102 = vector.extract %arg0[2, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %103 = vector.insert %102, %101 [2, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %104 = vector.extract %arg0[2, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %105 = vector.insert %104, %103 [3, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %106 = vector.extract %arg0[2, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %107 = vector.insert %106, %105 [4, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %108 = vector.extract %arg0[2, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %109 = vector.insert %108, %107 [5, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %110 = vector.extract %arg0[2, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %111 = vector.insert %110, %109 [6, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %112 = vector.extract %arg0[2, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %113 = vector.insert %112, %111 [7, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %114 = vector.extract %arg0[3, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %115 = vector.insert %114, %113 [0, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %116 = vector.extract %arg0[3, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %117 = vector.insert %116, %115 [1, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %118 = vector.extract %arg0[3, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %119 = vector.insert %118, %117 [2, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %120 = vector.extract %arg0[3, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %121 = vector.insert %120, %119 [3, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %122 = vector.extract %arg0[3, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %123 = vector.insert %122, %121 [4, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %124 = vector.extract %arg0[3, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %125 = vector.insert %124, %123 [5, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %126 = vector.extract %arg0[3, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %127 = vector.insert %126, %125 [6, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %128 = vector.extract %arg0[3, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %129 = vector.insert %128, %127 [7, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %130 = vector.extract %129[0] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %131 = vector.extract %arg1[0] : f32 from vector<8xf32>
// CHECK-NEXT:     %132 = vector.extract %65[0] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %133 = vector.mask %132 { vector.reduction <mul>, %130, %131 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %134 = vector.insert %133, %cst [0] : f32 into vector<8xf32>
// CHECK-NEXT:     %135 = vector.extract %129[1] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %136 = vector.extract %arg1[1] : f32 from vector<8xf32>
// CHECK-NEXT:     %137 = vector.extract %65[1] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %138 = vector.mask %137 { vector.reduction <mul>, %135, %136 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %139 = vector.insert %138, %134 [1] : f32 into vector<8xf32>
// CHECK-NEXT:     %140 = vector.extract %129[2] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %141 = vector.extract %arg1[2] : f32 from vector<8xf32>
// CHECK-NEXT:     %142 = vector.extract %65[2] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %143 = vector.mask %142 { vector.reduction <mul>, %140, %141 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %144 = vector.insert %143, %139 [2] : f32 into vector<8xf32>
// CHECK-NEXT:     %145 = vector.extract %129[3] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %146 = vector.extract %arg1[3] : f32 from vector<8xf32>
// CHECK-NEXT:     %147 = vector.extract %65[3] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %148 = vector.mask %147 { vector.reduction <mul>, %145, %146 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %149 = vector.insert %148, %144 [3] : f32 into vector<8xf32>
// CHECK-NEXT:     %150 = vector.extract %129[4] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %151 = vector.extract %arg1[4] : f32 from vector<8xf32>
// CHECK-NEXT:     %152 = vector.extract %65[4] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %153 = vector.mask %152 { vector.reduction <mul>, %150, %151 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %154 = vector.insert %153, %149 [4] : f32 into vector<8xf32>
// CHECK-NEXT:     %155 = vector.extract %129[5] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %156 = vector.extract %arg1[5] : f32 from vector<8xf32>
// CHECK-NEXT:     %157 = vector.extract %65[5] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %158 = vector.mask %157 { vector.reduction <mul>, %155, %156 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %159 = vector.insert %158, %154 [5] : f32 into vector<8xf32>
// CHECK-NEXT:     %160 = vector.extract %129[6] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %161 = vector.extract %arg1[6] : f32 from vector<8xf32>
// CHECK-NEXT:     %162 = vector.extract %65[6] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %163 = vector.mask %162 { vector.reduction <mul>, %160, %161 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %164 = vector.insert %163, %159 [6] : f32 into vector<8xf32>
// CHECK-NEXT:     %165 = vector.extract %129[7] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %166 = vector.extract %arg1[7] : f32 from vector<8xf32>
// CHECK-NEXT:     %167 = vector.extract %65[7] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %168 = vector.mask %167 { vector.reduction <mul>, %165, %166 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %169 = vector.insert %168, %164 [7] : f32 into vector<8xf32>
// CHECK-NEXT:     return %169 : vector<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @outer(%arg0: vector<2xf32>, %arg1: vector<3xf32>, %arg2: vector<2x3xf32>, %arg3: f32) -> (vector<2x3xf32>, vector<2xf32>) {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : f32 from vector<2xf32>
// CHECK-NEXT:     %1 = vector.broadcast %0 : f32 to vector<3xf32>
// CHECK-NEXT:     %2 = vector.extract %arg2[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %3 = arith.mulf %1, %arg1 : vector<3xf32>
// CHECK-NEXT:     %4 = arith.maxnumf %3, %2 : vector<3xf32>
// CHECK-NEXT:     %5 = vector.insert %4, %cst [0] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:     %6 = vector.extract %arg0[1] : f32 from vector<2xf32>
// CHECK-NEXT:     %7 = vector.broadcast %6 : f32 to vector<3xf32>
// CHECK-NEXT:     %8 = vector.extract %arg2[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %9 = arith.mulf %7, %arg1 : vector<3xf32>
// CHECK-NEXT:     %10 = arith.maxnumf %9, %8 : vector<3xf32>
// CHECK-NEXT:     %11 = vector.insert %10, %5 [1] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:     %12 = vector.broadcast %arg3 : f32 to vector<2xf32>
// CHECK-NEXT:     %13 = arith.mulf %arg0, %12 : vector<2xf32>
// CHECK-NEXT:     return %11, %13 : vector<2x3xf32>, vector<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @rows(%arg0: vector<2x3xi16>, %arg1: vector<2x3xi16>, %arg2: index, %arg3: index, %arg4: vector<1x3xf32>) -> (vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<4x3xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst = arith.constant dense<false> : vector<2x3xi1>
// CHECK-NEXT:     %cst_0 = arith.constant dense<false> : vector<3xi1>
// CHECK-NEXT:     %1 = ub.poison : vector<2x3xf16>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0> : vector<2x6xi16>
// CHECK-NEXT:     %2 = vector.extract %arg0[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %3 = vector.extract %arg1[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %4 = vector.interleave %2, %3 : vector<3xi16> -> vector<6xi16>
// CHECK-NEXT:     %5 = vector.insert %4, %cst_1 [0] : vector<6xi16> into vector<2x6xi16>
// CHECK-NEXT:     %6 = vector.extract %arg0[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %7 = vector.extract %arg1[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %8 = vector.interleave %6, %7 : vector<3xi16> -> vector<6xi16>
// CHECK-NEXT:     %9 = vector.insert %8, %5 [1] : vector<6xi16> into vector<2x6xi16>
// CHECK-NEXT:     %10 = vector.extract %arg0[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %11 = vector.bitcast %10 : vector<3xi16> to vector<3xf16>
// CHECK-NEXT:     %12 = vector.insert %11, %1 [0] : vector<3xf16> into vector<2x3xf16>
// CHECK-NEXT:     %13 = vector.extract %arg0[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %14 = vector.bitcast %13 : vector<3xi16> to vector<3xf16>
// CHECK-NEXT:     %15 = vector.insert %14, %12 [1] : vector<3xf16> into vector<2x3xf16>
// CHECK-NEXT:     %16 = vector.create_mask %arg3 : vector<3xi1>
// CHECK-NEXT:     %17 = arith.cmpi sgt, %arg2, %c0 : index
// CHECK-NEXT:     %18 = arith.select %17, %16, %cst_0 : vector<3xi1>
// CHECK-NEXT:     %19 = vector.insert %18, %cst [0] : vector<3xi1> into vector<2x3xi1>
// CHECK-NEXT:     %20 = arith.cmpi sgt, %arg2, %c1 : index
// CHECK-NEXT:     %21 = arith.select %20, %16, %cst_0 : vector<3xi1>
// CHECK-NEXT:     %22 = vector.insert %21, %19 [1] : vector<3xi1> into vector<2x3xi1>
// CHECK-NEXT:     %23 = vector.extract %arg4[0] : vector<3xf32> from vector<1x3xf32>
// CHECK-NEXT:     %24 = vector.insert %23, %0 [0] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %25 = vector.insert %23, %24 [1] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %26 = vector.insert %23, %25 [2] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %27 = vector.insert %23, %26 [3] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     return %9, %15, %22, %27 : vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transfers(%arg0: memref<?x8xf32>, %arg1: index, %arg2: f32, %arg3: vector<8xf32>) -> (vector<4x8xf32>, vector<8x4xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<8x4xf32>
// CHECK-NEXT:     %1 = ub.poison : vector<4x8xf32>
// CHECK-NEXT:     %2 = vector.load %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<8xf32>
// CHECK-NEXT:     %3 = vector.insert %2, %1 [0] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %4 = vector.insert %2, %3 [1] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %5 = vector.insert %2, %4 [2] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %6 = vector.insert %2, %5 [3] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %7 = vector.load %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<4x8xf32>
// CHECK-NEXT:     %8 = vector.extract %7[0, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %9 = vector.insert %8, %0 [0, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %10 = vector.extract %7[0, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %11 = vector.insert %10, %9 [1, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %12 = vector.extract %7[0, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %13 = vector.insert %12, %11 [2, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %14 = vector.extract %7[0, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %15 = vector.insert %14, %13 [3, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %16 = vector.extract %7[0, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %17 = vector.insert %16, %15 [4, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %18 = vector.extract %7[0, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %19 = vector.insert %18, %17 [5, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %20 = vector.extract %7[0, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %21 = vector.insert %20, %19 [6, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %22 = vector.extract %7[0, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %23 = vector.insert %22, %21 [7, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %24 = vector.extract %7[1, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %25 = vector.insert %24, %23 [0, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %26 = vector.extract %7[1, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %27 = vector.insert %26, %25 [1, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %28 = vector.extract %7[1, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %29 = vector.insert %28, %27 [2, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %30 = vector.extract %7[1, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %31 = vector.insert %30, %29 [3, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %32 = vector.extract %7[1, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %33 = vector.insert %32, %31 [4, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %34 = vector.extract %7[1, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %35 = vector.insert %34, %33 [5, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %36 = vector.extract %7[1, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %37 = vector.insert %36, %35 [6, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %38 = vector.extract %7[1, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %39 = vector.insert %38, %37 [7, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %40 = vector.extract %7[2, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %41 = vector.insert %40, %39 [0, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %42 = vector.extract %7[2, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %43 = vector.insert %42, %41 [1, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %44 = vector.extract %7[2, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %45 = vector.insert %44, %43 [2, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %46 = vector.extract %7[2, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %47 = vector.insert %46, %45 [3, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %48 = vector.extract %7[2, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %49 = vector.insert %48, %47 [4, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %50 = vector.extract %7[2, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %51 = vector.insert %50, %49 [5, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %52 = vector.extract %7[2, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %53 = vector.insert %52, %51 [6, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %54 = vector.extract %7[2, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %55 = vector.insert %54, %53 [7, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %56 = vector.extract %7[3, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %57 = vector.insert %56, %55 [0, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %58 = vector.extract %7[3, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %59 = vector.insert %58, %57 [1, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %60 = vector.extract %7[3, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %61 = vector.insert %60, %59 [2, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %62 = vector.extract %7[3, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %63 = vector.insert %62, %61 [3, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %64 = vector.extract %7[3, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %65 = vector.insert %64, %63 [4, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %66 = vector.extract %7[3, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %67 = vector.insert %66, %65 [5, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %68 = vector.extract %7[3, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %69 = vector.insert %68, %67 [6, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %70 = vector.extract %7[3, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %71 = vector.insert %70, %69 [7, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     vector.store %arg3, %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<8xf32>
// CHECK-NEXT:     return %6, %71 : vector<4x8xf32>, vector<8x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @contract(%arg0: vector<2x2x3xf32>, %arg1: vector<2x3x2xf32>, %arg2: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:     %0 = ub.poison : vector<2x3xf32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT:     %1 = vector.extract %arg2[0] : vector<2x2xf32> from vector<2x2x2xf32>
// CHECK-NEXT:     %2 = vector.extract %arg1[0, 0, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %3 = vector.insert %2, %0 [0, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %4 = vector.extract %arg1[0, 0, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %5 = vector.insert %4, %3 [1, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %6 = vector.extract %arg1[0, 1, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %7 = vector.insert %6, %5 [0, 1] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %8 = vector.extract %arg1[0, 1, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %9 = vector.insert %8, %7 [1, 1] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %10 = vector.extract %arg1[0, 2, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %11 = vector.insert %10, %9 [0, 2] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %12 = vector.extract %arg1[0, 2, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %13 = vector.insert %12, %11 [1, 2] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %14 = vector.extract %arg0[0, 0] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %15 = vector.extract %13[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %16 = arith.mulf %14, %15 : vector<3xf32>
// CHECK-NEXT:     %17 = vector.reduction <add>, %16 : vector<3xf32> into f32
// CHECK-NEXT:     %18 = vector.insert %17, %cst [0, 0] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %19 = vector.extract %13[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %20 = arith.mulf %14, %19 : vector<3xf32>
// CHECK-NEXT:     %21 = vector.reduction <add>, %20 : vector<3xf32> into f32
// CHECK-NEXT:     %22 = vector.insert %21, %18 [0, 1] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %23 = vector.extract %arg0[0, 1] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %24 = arith.mulf %23, %15 : vector<3xf32>
// CHECK-NEXT:     %25 = vector.reduction <add>, %24 : vector<3xf32> into f32
// CHECK-NEXT:     %26 = vector.insert %25, %22 [1, 0] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %27 = arith.mulf %23, %19 : vector<3xf32>
// CHECK-NEXT:     %28 = vector.reduction <add>, %27 : vector<3xf32> into f32
// CHECK-NEXT:     %29 = vector.insert %28, %26 [1, 1] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %30 = arith.addf %29, %1 : vector<2x2xf32>
// CHECK-NEXT:     %31 = vector.insert %30, %cst_0 [0] : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:     %32 = vector.extract %arg2[1] : vector<2x2xf32> from vector<2x2x2xf32>
// CHECK-NEXT:     %33 = vector.extract %arg1[1, 0, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %34 = vector.insert %33, %0 [0, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %35 = vector.extract %arg1[1, 0, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %36 = vector.insert %35, %34 [1, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %37 = vector.extract %arg1[1, 1, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %38 = vector.insert %37, %36 [0, 1] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %39 = vector.extract %arg1[1, 1, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %40 = vector.insert %39, %38 [1, 1] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %41 = vector.extract %arg1[1, 2, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %42 = vector.insert %41, %40 [0, 2] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %43 = vector.extract %arg1[1, 2, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %44 = vector.insert %43, %42 [1, 2] : f32 into vector<2x3xf32>
// CHECK-NEXT:     %45 = vector.extract %arg0[1, 0] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %46 = vector.extract %44[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %47 = arith.mulf %45, %46 : vector<3xf32>
// CHECK-NEXT:     %48 = vector.reduction <add>, %47 : vector<3xf32> into f32
// CHECK-NEXT:     %49 = vector.insert %48, %cst [0, 0] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %50 = vector.extract %44[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %51 = arith.mulf %45, %50 : vector<3xf32>
// CHECK-NEXT:     %52 = vector.reduction <add>, %51 : vector<3xf32> into f32
// CHECK-NEXT:     %53 = vector.insert %52, %49 [0, 1] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %54 = vector.extract %arg0[1, 1] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %55 = arith.mulf %54, %46 : vector<3xf32>
// CHECK-NEXT:     %56 = vector.reduction <add>, %55 : vector<3xf32> into f32
// CHECK-NEXT:     %57 = vector.insert %56, %53 [1, 0] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %58 = arith.mulf %54, %50 : vector<3xf32>
// CHECK-NEXT:     %59 = vector.reduction <add>, %58 : vector<3xf32> into f32
// CHECK-NEXT:     %60 = vector.insert %59, %57 [1, 1] : f32 into vector<2x2xf32>
// CHECK-NEXT:     %61 = arith.addf %60, %32 : vector<2x2xf32>
// CHECK-NEXT:     %62 = vector.insert %61, %31 [1] : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:     return %62 : vector<2x2x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.apply_patterns to %0 {
// CHECK-NEXT:         transform.apply_patterns.vector.lower_contraction lowering_strategy = dot
// CHECK-NEXT:         transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = innerreduction
// CHECK-NEXT:         transform.apply_patterns.vector.lower_outerproduct
// CHECK-NEXT:         transform.apply_patterns.vector.lower_interleave
// CHECK-NEXT:         transform.apply_patterns.vector.lower_bitcast
// CHECK-NEXT:         transform.apply_patterns.vector.lower_broadcast
// CHECK-NEXT:         transform.apply_patterns.vector.lower_create_mask
// CHECK-NEXT:         transform.apply_patterns.vector.lower_transpose
// CHECK-NEXT:         transform.apply_patterns.vector.transfer_permutation_patterns
// CHECK-NEXT:         transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
// CHECK-NEXT:       } : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @reduce(%arg0: vector<2x3x4xf32>, %arg1: vector<2x4xf32>, %arg2: vector<3xi32>, %arg3: i32) -> (vector<2x4xf32>, i32) {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:     %0 = ub.poison : vector<2x4x3xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[0, 0, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %2 = vector.insert %1, %0 [0, 0, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %3 = vector.extract %arg0[0, 0, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %4 = vector.insert %3, %2 [0, 1, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %5 = vector.extract %arg0[0, 0, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %6 = vector.insert %5, %4 [0, 2, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %7 = vector.extract %arg0[0, 0, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %8 = vector.insert %7, %6 [0, 3, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %9 = vector.extract %arg0[0, 1, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %10 = vector.insert %9, %8 [0, 0, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %11 = vector.extract %arg0[0, 1, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %12 = vector.insert %11, %10 [0, 1, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %13 = vector.extract %arg0[0, 1, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %14 = vector.insert %13, %12 [0, 2, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %15 = vector.extract %arg0[0, 1, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %16 = vector.insert %15, %14 [0, 3, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %17 = vector.extract %arg0[0, 2, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %18 = vector.insert %17, %16 [0, 0, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %19 = vector.extract %arg0[0, 2, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %20 = vector.insert %19, %18 [0, 1, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %21 = vector.extract %arg0[0, 2, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %22 = vector.insert %21, %20 [0, 2, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %23 = vector.extract %arg0[0, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %24 = vector.insert %23, %22 [0, 3, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %25 = vector.extract %arg0[1, 0, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %26 = vector.insert %25, %24 [1, 0, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %27 = vector.extract %arg0[1, 0, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %28 = vector.insert %27, %26 [1, 1, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %29 = vector.extract %arg0[1, 0, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %30 = vector.insert %29, %28 [1, 2, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %31 = vector.extract %arg0[1, 0, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %32 = vector.insert %31, %30 [1, 3, 0] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %33 = vector.extract %arg0[1, 1, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %34 = vector.insert %33, %32 [1, 0, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %35 = vector.extract %arg0[1, 1, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %36 = vector.insert %35, %34 [1, 1, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %37 = vector.extract %arg0[1, 1, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %38 = vector.insert %37, %36 [1, 2, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %39 = vector.extract %arg0[1, 1, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %40 = vector.insert %39, %38 [1, 3, 1] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %41 = vector.extract %arg0[1, 2, 0] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %42 = vector.insert %41, %40 [1, 0, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %43 = vector.extract %arg0[1, 2, 1] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %44 = vector.insert %43, %42 [1, 1, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %45 = vector.extract %arg0[1, 2, 2] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %46 = vector.insert %45, %44 [1, 2, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %47 = vector.extract %arg0[1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %48 = vector.insert %47, %46 [1, 3, 2] : f32 into vector<2x4x3xf32>
// CHECK-NEXT:     %49 = vector.extract %48[0, 0] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %50 = vector.extract %arg1[0, 0] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %51 = vector.reduction <maximumf>, %49, %50 : vector<3xf32> into f32
// CHECK-NEXT:     %52 = vector.insert %51, %cst [0] : f32 into vector<8xf32>
// CHECK-NEXT:     %53 = vector.extract %48[0, 1] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %54 = vector.extract %arg1[0, 1] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %55 = vector.reduction <maximumf>, %53, %54 : vector<3xf32> into f32
// CHECK-NEXT:     %56 = vector.insert %55, %52 [1] : f32 into vector<8xf32>
// CHECK-NEXT:     %57 = vector.extract %48[0, 2] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %58 = vector.extract %arg1[0, 2] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %59 = vector.reduction <maximumf>, %57, %58 : vector<3xf32> into f32
// CHECK-NEXT:     %60 = vector.insert %59, %56 [2] : f32 into vector<8xf32>
// CHECK-NEXT:     %61 = vector.extract %48[0, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %62 = vector.extract %arg1[0, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %63 = vector.reduction <maximumf>, %61, %62 : vector<3xf32> into f32
// CHECK-NEXT:     %64 = vector.insert %63, %60 [3] : f32 into vector<8xf32>
// CHECK-NEXT:     %65 = vector.extract %48[1, 0] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %66 = vector.extract %arg1[1, 0] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %67 = vector.reduction <maximumf>, %65, %66 : vector<3xf32> into f32
// CHECK-NEXT:     %68 = vector.insert %67, %64 [4] : f32 into vector<8xf32>
// CHECK-NEXT:     %69 = vector.extract %48[1, 1] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %70 = vector.extract %arg1[1, 1] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %71 = vector.reduction <maximumf>, %69, %70 : vector<3xf32> into f32
// CHECK-NEXT:     %72 = vector.insert %71, %68 [5] : f32 into vector<8xf32>
// CHECK-NEXT:     %73 = vector.extract %48[1, 2] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %74 = vector.extract %arg1[1, 2] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %75 = vector.reduction <maximumf>, %73, %74 : vector<3xf32> into f32
// CHECK-NEXT:     %76 = vector.insert %75, %72 [6] : f32 into vector<8xf32>
// CHECK-NEXT:     %77 = vector.extract %48[1, 3] : vector<3xf32> from vector<2x4x3xf32>
// CHECK-NEXT:     %78 = vector.extract %arg1[1, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT:     %79 = vector.reduction <maximumf>, %77, %78 : vector<3xf32> into f32
// CHECK-NEXT:     %80 = vector.insert %79, %76 [7] : f32 into vector<8xf32>
// CHECK-NEXT:     %81 = vector.shape_cast %80 : vector<8xf32> to vector<2x4xf32>
// CHECK-NEXT:     %82 = vector.reduction <add>, %arg2, %arg3 : vector<3xi32> into i32
// CHECK-NEXT:     return %81, %82 : vector<2x4xf32>, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @masked(%arg0: vector<4x8xf32>, %arg1: vector<8xf32>, %arg2: vector<4x8xi1>) -> vector<8xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:     %0 = ub.poison : vector<8x4xf32>
// CHECK-NEXT:     %1 = ub.poison : vector<8x4xi1>
// CHECK-NEXT:     %2 = vector.extract %arg2[0, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %3 = vector.insert %2, %1 [0, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %4 = vector.extract %arg2[0, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %5 = vector.insert %4, %3 [1, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %6 = vector.extract %arg2[0, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %7 = vector.insert %6, %5 [2, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %8 = vector.extract %arg2[0, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %9 = vector.insert %8, %7 [3, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %10 = vector.extract %arg2[0, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %11 = vector.insert %10, %9 [4, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %12 = vector.extract %arg2[0, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %13 = vector.insert %12, %11 [5, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %14 = vector.extract %arg2[0, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %15 = vector.insert %14, %13 [6, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %16 = vector.extract %arg2[0, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %17 = vector.insert %16, %15 [7, 0] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %18 = vector.extract %arg2[1, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %19 = vector.insert %18, %17 [0, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %20 = vector.extract %arg2[1, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %21 = vector.insert %20, %19 [1, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %22 = vector.extract %arg2[1, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %23 = vector.insert %22, %21 [2, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %24 = vector.extract %arg2[1, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %25 = vector.insert %24, %23 [3, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %26 = vector.extract %arg2[1, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %27 = vector.insert %26, %25 [4, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %28 = vector.extract %arg2[1, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %29 = vector.insert %28, %27 [5, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %30 = vector.extract %arg2[1, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %31 = vector.insert %30, %29 [6, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %32 = vector.extract %arg2[1, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %33 = vector.insert %32, %31 [7, 1] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %34 = vector.extract %arg2[2, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %35 = vector.insert %34, %33 [0, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %36 = vector.extract %arg2[2, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %37 = vector.insert %36, %35 [1, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %38 = vector.extract %arg2[2, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %39 = vector.insert %38, %37 [2, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %40 = vector.extract %arg2[2, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %41 = vector.insert %40, %39 [3, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %42 = vector.extract %arg2[2, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %43 = vector.insert %42, %41 [4, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %44 = vector.extract %arg2[2, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %45 = vector.insert %44, %43 [5, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %46 = vector.extract %arg2[2, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %47 = vector.insert %46, %45 [6, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %48 = vector.extract %arg2[2, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %49 = vector.insert %48, %47 [7, 2] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %50 = vector.extract %arg2[3, 0] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %51 = vector.insert %50, %49 [0, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %52 = vector.extract %arg2[3, 1] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %53 = vector.insert %52, %51 [1, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %54 = vector.extract %arg2[3, 2] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %55 = vector.insert %54, %53 [2, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %56 = vector.extract %arg2[3, 3] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %57 = vector.insert %56, %55 [3, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %58 = vector.extract %arg2[3, 4] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %59 = vector.insert %58, %57 [4, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %60 = vector.extract %arg2[3, 5] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %61 = vector.insert %60, %59 [5, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %62 = vector.extract %arg2[3, 6] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %63 = vector.insert %62, %61 [6, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %64 = vector.extract %arg2[3, 7] : i1 from vector<4x8xi1>
// CHECK-NEXT:     %65 = vector.insert %64, %63 [7, 3] : i1 into vector<8x4xi1>
// CHECK-NEXT:     %66 = vector.extract %arg0[0, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %67 = vector.insert %66, %0 [0, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %68 = vector.extract %arg0[0, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %69 = vector.insert %68, %67 [1, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %70 = vector.extract %arg0[0, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %71 = vector.insert %70, %69 [2, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %72 = vector.extract %arg0[0, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %73 = vector.insert %72, %71 [3, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %74 = vector.extract %arg0[0, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %75 = vector.insert %74, %73 [4, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %76 = vector.extract %arg0[0, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %77 = vector.insert %76, %75 [5, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %78 = vector.extract %arg0[0, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %79 = vector.insert %78, %77 [6, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %80 = vector.extract %arg0[0, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %81 = vector.insert %80, %79 [7, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %82 = vector.extract %arg0[1, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %83 = vector.insert %82, %81 [0, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %84 = vector.extract %arg0[1, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %85 = vector.insert %84, %83 [1, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %86 = vector.extract %arg0[1, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %87 = vector.insert %86, %85 [2, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %88 = vector.extract %arg0[1, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %89 = vector.insert %88, %87 [3, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %90 = vector.extract %arg0[1, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %91 = vector.insert %90, %89 [4, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %92 = vector.extract %arg0[1, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %93 = vector.insert %92, %91 [5, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %94 = vector.extract %arg0[1, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %95 = vector.insert %94, %93 [6, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %96 = vector.extract %arg0[1, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %97 = vector.insert %96, %95 [7, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %98 = vector.extract %arg0[2, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %99 = vector.insert %98, %97 [0, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %100 = vector.extract %arg0[2, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %101 = vector.insert %100, %99 [1, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %102 = vector.extract %arg0[2, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %103 = vector.insert %102, %101 [2, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %104 = vector.extract %arg0[2, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %105 = vector.insert %104, %103 [3, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %106 = vector.extract %arg0[2, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %107 = vector.insert %106, %105 [4, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %108 = vector.extract %arg0[2, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %109 = vector.insert %108, %107 [5, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %110 = vector.extract %arg0[2, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %111 = vector.insert %110, %109 [6, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %112 = vector.extract %arg0[2, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %113 = vector.insert %112, %111 [7, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %114 = vector.extract %arg0[3, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %115 = vector.insert %114, %113 [0, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %116 = vector.extract %arg0[3, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %117 = vector.insert %116, %115 [1, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %118 = vector.extract %arg0[3, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %119 = vector.insert %118, %117 [2, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %120 = vector.extract %arg0[3, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %121 = vector.insert %120, %119 [3, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %122 = vector.extract %arg0[3, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %123 = vector.insert %122, %121 [4, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %124 = vector.extract %arg0[3, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %125 = vector.insert %124, %123 [5, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %126 = vector.extract %arg0[3, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %127 = vector.insert %126, %125 [6, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %128 = vector.extract %arg0[3, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %129 = vector.insert %128, %127 [7, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %130 = vector.extract %129[0] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %131 = vector.extract %arg1[0] : f32 from vector<8xf32>
// CHECK-NEXT:     %132 = vector.extract %65[0] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %133 = vector.mask %132 { vector.reduction <mul>, %130, %131 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %134 = vector.insert %133, %cst [0] : f32 into vector<8xf32>
// CHECK-NEXT:     %135 = vector.extract %129[1] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %136 = vector.extract %arg1[1] : f32 from vector<8xf32>
// CHECK-NEXT:     %137 = vector.extract %65[1] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %138 = vector.mask %137 { vector.reduction <mul>, %135, %136 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %139 = vector.insert %138, %134 [1] : f32 into vector<8xf32>
// CHECK-NEXT:     %140 = vector.extract %129[2] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %141 = vector.extract %arg1[2] : f32 from vector<8xf32>
// CHECK-NEXT:     %142 = vector.extract %65[2] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %143 = vector.mask %142 { vector.reduction <mul>, %140, %141 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %144 = vector.insert %143, %139 [2] : f32 into vector<8xf32>
// CHECK-NEXT:     %145 = vector.extract %129[3] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %146 = vector.extract %arg1[3] : f32 from vector<8xf32>
// CHECK-NEXT:     %147 = vector.extract %65[3] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %148 = vector.mask %147 { vector.reduction <mul>, %145, %146 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %149 = vector.insert %148, %144 [3] : f32 into vector<8xf32>
// CHECK-NEXT:     %150 = vector.extract %129[4] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %151 = vector.extract %arg1[4] : f32 from vector<8xf32>
// CHECK-NEXT:     %152 = vector.extract %65[4] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %153 = vector.mask %152 { vector.reduction <mul>, %150, %151 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %154 = vector.insert %153, %149 [4] : f32 into vector<8xf32>
// CHECK-NEXT:     %155 = vector.extract %129[5] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %156 = vector.extract %arg1[5] : f32 from vector<8xf32>
// CHECK-NEXT:     %157 = vector.extract %65[5] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %158 = vector.mask %157 { vector.reduction <mul>, %155, %156 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %159 = vector.insert %158, %154 [5] : f32 into vector<8xf32>
// CHECK-NEXT:     %160 = vector.extract %129[6] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %161 = vector.extract %arg1[6] : f32 from vector<8xf32>
// CHECK-NEXT:     %162 = vector.extract %65[6] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %163 = vector.mask %162 { vector.reduction <mul>, %160, %161 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %164 = vector.insert %163, %159 [6] : f32 into vector<8xf32>
// CHECK-NEXT:     %165 = vector.extract %129[7] : vector<4xf32> from vector<8x4xf32>
// CHECK-NEXT:     %166 = vector.extract %arg1[7] : f32 from vector<8xf32>
// CHECK-NEXT:     %167 = vector.extract %65[7] : vector<4xi1> from vector<8x4xi1>
// CHECK-NEXT:     %168 = vector.mask %167 { vector.reduction <mul>, %165, %166 : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %169 = vector.insert %168, %164 [7] : f32 into vector<8xf32>
// CHECK-NEXT:     return %169 : vector<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @outer(%arg0: vector<2xf32>, %arg1: vector<3xf32>, %arg2: vector<2x3xf32>, %arg3: f32) -> (vector<2x3xf32>, vector<2xf32>) {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : f32 from vector<2xf32>
// CHECK-NEXT:     %1 = vector.broadcast %0 : f32 to vector<3xf32>
// CHECK-NEXT:     %2 = vector.extract %arg2[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %3 = arith.mulf %1, %arg1 : vector<3xf32>
// CHECK-NEXT:     %4 = arith.maxnumf %3, %2 : vector<3xf32>
// CHECK-NEXT:     %5 = vector.insert %4, %cst [0] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:     %6 = vector.extract %arg0[1] : f32 from vector<2xf32>
// CHECK-NEXT:     %7 = vector.broadcast %6 : f32 to vector<3xf32>
// CHECK-NEXT:     %8 = vector.extract %arg2[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:     %9 = arith.mulf %7, %arg1 : vector<3xf32>
// CHECK-NEXT:     %10 = arith.maxnumf %9, %8 : vector<3xf32>
// CHECK-NEXT:     %11 = vector.insert %10, %5 [1] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:     %12 = vector.broadcast %arg3 : f32 to vector<2xf32>
// CHECK-NEXT:     %13 = arith.mulf %arg0, %12 : vector<2xf32>
// CHECK-NEXT:     return %11, %13 : vector<2x3xf32>, vector<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @rows(%arg0: vector<2x3xi16>, %arg1: vector<2x3xi16>, %arg2: index, %arg3: index, %arg4: vector<1x3xf32>) -> (vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<4x3xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst = arith.constant dense<false> : vector<2x3xi1>
// CHECK-NEXT:     %cst_0 = arith.constant dense<false> : vector<3xi1>
// CHECK-NEXT:     %1 = ub.poison : vector<2x3xf16>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0> : vector<2x6xi16>
// CHECK-NEXT:     %2 = vector.extract %arg0[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %3 = vector.extract %arg1[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %4 = vector.interleave %2, %3 : vector<3xi16> -> vector<6xi16>
// CHECK-NEXT:     %5 = vector.insert %4, %cst_1 [0] : vector<6xi16> into vector<2x6xi16>
// CHECK-NEXT:     %6 = vector.extract %arg0[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %7 = vector.extract %arg1[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %8 = vector.interleave %6, %7 : vector<3xi16> -> vector<6xi16>
// CHECK-NEXT:     %9 = vector.insert %8, %5 [1] : vector<6xi16> into vector<2x6xi16>
// CHECK-NEXT:     %10 = vector.extract %arg0[0] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %11 = vector.bitcast %10 : vector<3xi16> to vector<3xf16>
// CHECK-NEXT:     %12 = vector.insert %11, %1 [0] : vector<3xf16> into vector<2x3xf16>
// CHECK-NEXT:     %13 = vector.extract %arg0[1] : vector<3xi16> from vector<2x3xi16>
// CHECK-NEXT:     %14 = vector.bitcast %13 : vector<3xi16> to vector<3xf16>
// CHECK-NEXT:     %15 = vector.insert %14, %12 [1] : vector<3xf16> into vector<2x3xf16>
// CHECK-NEXT:     %16 = vector.create_mask %arg3 : vector<3xi1>
// CHECK-NEXT:     %17 = arith.cmpi sgt, %arg2, %c0 : index
// CHECK-NEXT:     %18 = arith.select %17, %16, %cst_0 : vector<3xi1>
// CHECK-NEXT:     %19 = vector.insert %18, %cst [0] : vector<3xi1> into vector<2x3xi1>
// CHECK-NEXT:     %20 = arith.cmpi sgt, %arg2, %c1 : index
// CHECK-NEXT:     %21 = arith.select %20, %16, %cst_0 : vector<3xi1>
// CHECK-NEXT:     %22 = vector.insert %21, %19 [1] : vector<3xi1> into vector<2x3xi1>
// CHECK-NEXT:     %23 = vector.extract %arg4[0] : vector<3xf32> from vector<1x3xf32>
// CHECK-NEXT:     %24 = vector.insert %23, %0 [0] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %25 = vector.insert %23, %24 [1] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %26 = vector.insert %23, %25 [2] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     %27 = vector.insert %23, %26 [3] : vector<3xf32> into vector<4x3xf32>
// CHECK-NEXT:     return %9, %15, %22, %27 : vector<2x6xi16>, vector<2x3xf16>, vector<2x3xi1>, vector<4x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transfers(%arg0: memref<?x8xf32>, %arg1: index, %arg2: f32, %arg3: vector<8xf32>) -> (vector<4x8xf32>, vector<8x4xf32>) {
// CHECK-NEXT:     %0 = ub.poison : vector<8x4xf32>
// CHECK-NEXT:     %1 = ub.poison : vector<4x8xf32>
// CHECK-NEXT:     %2 = vector.load %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<8xf32>
// CHECK-NEXT:     %3 = vector.insert %2, %1 [0] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %4 = vector.insert %2, %3 [1] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %5 = vector.insert %2, %4 [2] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %6 = vector.insert %2, %5 [3] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT:     %7 = vector.load %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<4x8xf32>
// CHECK-NEXT:     %8 = vector.extract %7[0, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %9 = vector.insert %8, %0 [0, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %10 = vector.extract %7[0, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %11 = vector.insert %10, %9 [1, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %12 = vector.extract %7[0, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %13 = vector.insert %12, %11 [2, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %14 = vector.extract %7[0, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %15 = vector.insert %14, %13 [3, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %16 = vector.extract %7[0, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %17 = vector.insert %16, %15 [4, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %18 = vector.extract %7[0, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %19 = vector.insert %18, %17 [5, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %20 = vector.extract %7[0, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %21 = vector.insert %20, %19 [6, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %22 = vector.extract %7[0, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %23 = vector.insert %22, %21 [7, 0] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %24 = vector.extract %7[1, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %25 = vector.insert %24, %23 [0, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %26 = vector.extract %7[1, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %27 = vector.insert %26, %25 [1, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %28 = vector.extract %7[1, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %29 = vector.insert %28, %27 [2, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %30 = vector.extract %7[1, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %31 = vector.insert %30, %29 [3, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %32 = vector.extract %7[1, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %33 = vector.insert %32, %31 [4, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %34 = vector.extract %7[1, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %35 = vector.insert %34, %33 [5, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %36 = vector.extract %7[1, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %37 = vector.insert %36, %35 [6, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %38 = vector.extract %7[1, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %39 = vector.insert %38, %37 [7, 1] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %40 = vector.extract %7[2, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %41 = vector.insert %40, %39 [0, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %42 = vector.extract %7[2, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %43 = vector.insert %42, %41 [1, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %44 = vector.extract %7[2, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %45 = vector.insert %44, %43 [2, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %46 = vector.extract %7[2, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %47 = vector.insert %46, %45 [3, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %48 = vector.extract %7[2, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %49 = vector.insert %48, %47 [4, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %50 = vector.extract %7[2, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %51 = vector.insert %50, %49 [5, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %52 = vector.extract %7[2, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %53 = vector.insert %52, %51 [6, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %54 = vector.extract %7[2, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %55 = vector.insert %54, %53 [7, 2] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %56 = vector.extract %7[3, 0] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %57 = vector.insert %56, %55 [0, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %58 = vector.extract %7[3, 1] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %59 = vector.insert %58, %57 [1, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %60 = vector.extract %7[3, 2] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %61 = vector.insert %60, %59 [2, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %62 = vector.extract %7[3, 3] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %63 = vector.insert %62, %61 [3, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %64 = vector.extract %7[3, 4] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %65 = vector.insert %64, %63 [4, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %66 = vector.extract %7[3, 5] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %67 = vector.insert %66, %65 [5, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %68 = vector.extract %7[3, 6] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %69 = vector.insert %68, %67 [6, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     %70 = vector.extract %7[3, 7] : f32 from vector<4x8xf32>
// CHECK-NEXT:     %71 = vector.insert %70, %69 [7, 3] : f32 into vector<8x4xf32>
// CHECK-NEXT:     vector.store %arg3, %arg0[%arg1, %arg1] : memref<?x8xf32>, vector<8xf32>
// CHECK-NEXT:     return %6, %71 : vector<4x8xf32>, vector<8x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @contract(%arg0: vector<2x2x3xf32>, %arg1: vector<2x3x2xf32>, %arg2: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<3xf32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT:     %cst_2 = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:     %0 = vector.extract %arg0[0, 0] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %1 = vector.extract %arg1[0, 0, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %2 = vector.insert %1, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %3 = vector.extract %arg1[0, 1, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %4 = vector.insert %3, %2 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %5 = vector.extract %arg1[0, 2, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %6 = vector.insert %5, %4 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %7 = vector.extract %arg2[0, 0, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %8 = arith.mulf %0, %6 : vector<3xf32>
// CHECK-NEXT:     %9 = vector.reduction <add>, %8, %7 : vector<3xf32> into f32
// CHECK-NEXT:     %10 = vector.insert %9, %cst_0 [0] : f32 into vector<2xf32>
// CHECK-NEXT:     %11 = vector.extract %arg1[0, 0, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %12 = vector.insert %11, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %13 = vector.extract %arg1[0, 1, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %14 = vector.insert %13, %12 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %15 = vector.extract %arg1[0, 2, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %16 = vector.insert %15, %14 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %17 = vector.extract %arg2[0, 0, 1] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %18 = arith.mulf %0, %16 : vector<3xf32>
// CHECK-NEXT:     %19 = vector.reduction <add>, %18, %17 : vector<3xf32> into f32
// CHECK-NEXT:     %20 = vector.insert %19, %10 [1] : f32 into vector<2xf32>
// CHECK-NEXT:     %21 = vector.insert %20, %cst_2 [0] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %22 = vector.extract %arg0[0, 1] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %23 = vector.extract %arg1[0, 0, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %24 = vector.insert %23, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %25 = vector.extract %arg1[0, 1, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %26 = vector.insert %25, %24 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %27 = vector.extract %arg1[0, 2, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %28 = vector.insert %27, %26 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %29 = vector.extract %arg2[0, 1, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %30 = arith.mulf %22, %28 : vector<3xf32>
// CHECK-NEXT:     %31 = vector.reduction <add>, %30, %29 : vector<3xf32> into f32
// CHECK-NEXT:     %32 = vector.insert %31, %cst_0 [0] : f32 into vector<2xf32>
// CHECK-NEXT:     %33 = vector.extract %arg1[0, 0, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %34 = vector.insert %33, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %35 = vector.extract %arg1[0, 1, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %36 = vector.insert %35, %34 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %37 = vector.extract %arg1[0, 2, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %38 = vector.insert %37, %36 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %39 = vector.extract %arg2[0, 1, 1] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %40 = arith.mulf %22, %38 : vector<3xf32>
// CHECK-NEXT:     %41 = vector.reduction <add>, %40, %39 : vector<3xf32> into f32
// CHECK-NEXT:     %42 = vector.insert %41, %32 [1] : f32 into vector<2xf32>
// CHECK-NEXT:     %43 = vector.insert %42, %21 [1] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %44 = vector.insert %43, %cst_1 [0] : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:     %45 = vector.extract %arg0[1, 0] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %46 = vector.extract %arg1[1, 0, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %47 = vector.insert %46, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %48 = vector.extract %arg1[1, 1, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %49 = vector.insert %48, %47 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %50 = vector.extract %arg1[1, 2, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %51 = vector.insert %50, %49 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %52 = vector.extract %arg2[1, 0, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %53 = arith.mulf %45, %51 : vector<3xf32>
// CHECK-NEXT:     %54 = vector.reduction <add>, %53, %52 : vector<3xf32> into f32
// CHECK-NEXT:     %55 = vector.insert %54, %cst_0 [0] : f32 into vector<2xf32>
// CHECK-NEXT:     %56 = vector.extract %arg1[1, 0, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %57 = vector.insert %56, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %58 = vector.extract %arg1[1, 1, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %59 = vector.insert %58, %57 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %60 = vector.extract %arg1[1, 2, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %61 = vector.insert %60, %59 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %62 = vector.extract %arg2[1, 0, 1] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %63 = arith.mulf %45, %61 : vector<3xf32>
// CHECK-NEXT:     %64 = vector.reduction <add>, %63, %62 : vector<3xf32> into f32
// CHECK-NEXT:     %65 = vector.insert %64, %55 [1] : f32 into vector<2xf32>
// CHECK-NEXT:     %66 = vector.insert %65, %cst_2 [0] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %67 = vector.extract %arg0[1, 1] : vector<3xf32> from vector<2x2x3xf32>
// CHECK-NEXT:     %68 = vector.extract %arg1[1, 0, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %69 = vector.insert %68, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %70 = vector.extract %arg1[1, 1, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %71 = vector.insert %70, %69 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %72 = vector.extract %arg1[1, 2, 0] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %73 = vector.insert %72, %71 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %74 = vector.extract %arg2[1, 1, 0] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %75 = arith.mulf %67, %73 : vector<3xf32>
// CHECK-NEXT:     %76 = vector.reduction <add>, %75, %74 : vector<3xf32> into f32
// CHECK-NEXT:     %77 = vector.insert %76, %cst_0 [0] : f32 into vector<2xf32>
// CHECK-NEXT:     %78 = vector.extract %arg1[1, 0, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %79 = vector.insert %78, %cst [0] : f32 into vector<3xf32>
// CHECK-NEXT:     %80 = vector.extract %arg1[1, 1, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %81 = vector.insert %80, %79 [1] : f32 into vector<3xf32>
// CHECK-NEXT:     %82 = vector.extract %arg1[1, 2, 1] : f32 from vector<2x3x2xf32>
// CHECK-NEXT:     %83 = vector.insert %82, %81 [2] : f32 into vector<3xf32>
// CHECK-NEXT:     %84 = vector.extract %arg2[1, 1, 1] : f32 from vector<2x2x2xf32>
// CHECK-NEXT:     %85 = arith.mulf %67, %83 : vector<3xf32>
// CHECK-NEXT:     %86 = vector.reduction <add>, %85, %84 : vector<3xf32> into f32
// CHECK-NEXT:     %87 = vector.insert %86, %77 [1] : f32 into vector<2xf32>
// CHECK-NEXT:     %88 = vector.insert %87, %66 [1] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT:     %89 = vector.insert %88, %44 [1] : vector<2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:     return %89 : vector<2x2x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.apply_patterns to %0 {
// CHECK-NEXT:         transform.apply_patterns.vector.lower_contraction lowering_strategy = llvmintr
// CHECK-NEXT:         transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = innerreduction
// CHECK-NEXT:         transform.apply_patterns.vector.lower_outerproduct
// CHECK-NEXT:         transform.apply_patterns.vector.lower_interleave
// CHECK-NEXT:         transform.apply_patterns.vector.lower_bitcast
// CHECK-NEXT:         transform.apply_patterns.vector.lower_broadcast
// CHECK-NEXT:         transform.apply_patterns.vector.lower_create_mask
// CHECK-NEXT:         transform.apply_patterns.vector.lower_transpose
// CHECK-NEXT:         transform.apply_patterns.vector.transfer_permutation_patterns
// CHECK-NEXT:         transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
// CHECK-NEXT:       } : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
