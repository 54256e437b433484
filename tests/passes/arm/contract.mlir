// Products of matrices are instructions for matrices of two rows, of vectors of fixed and of scalable length.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s

#maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
#row = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>]
#attr = {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
#attrow = {indexing_maps = #row, iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>}
func.func @neon_signed(%a: vector<4x8xi8>, %b: vector<4x8xi4>, %c: vector<4x4xi32>) -> vector<4x4xi32> {
  %0 = arith.extsi %a : vector<4x8xi8> to vector<4x8xi32>
  %1 = arith.extsi %b : vector<4x8xi4> to vector<4x8xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<4x8xi32>, vector<4x8xi32> into vector<4x4xi32>
  return %2 : vector<4x4xi32>
}
func.func @neon_unsigned(%a: vector<2x16xi8>, %b: vector<4x16xi8>, %c: vector<2x4xi32>) -> vector<2x4xi32> {
  %0 = arith.extui %a : vector<2x16xi8> to vector<2x16xi32>
  %1 = arith.extui %b : vector<4x16xi8> to vector<4x16xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<2x16xi32>, vector<4x16xi32> into vector<2x4xi32>
  return %2 : vector<2x4xi32>
}
func.func @neon_mixed(%a: vector<2x8xi8>, %b: vector<2x8xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = arith.extui %a : vector<2x8xi8> to vector<2x8xi32>
  %1 = arith.extsi %b : vector<2x8xi8> to vector<2x8xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %2 : vector<2x2xi32>
}
func.func @neon_swapped(%a: vector<2x8xi8>, %b: vector<4x8xi4>, %c: vector<2x4xi32>) -> vector<2x4xi32> {
  %0 = arith.extsi %a : vector<2x8xi8> to vector<2x8xi32>
  %1 = arith.extui %b : vector<4x8xi4> to vector<4x8xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<2x8xi32>, vector<4x8xi32> into vector<2x4xi32>
  return %2 : vector<2x4xi32>
}
func.func @neon_row(%a: vector<16xi8>, %b: vector<4x16xi8>, %c: vector<4xi32>) -> vector<4xi32> {
  %0 = arith.extsi %a : vector<16xi8> to vector<16xi32>
  %1 = arith.extsi %b : vector<4x16xi8> to vector<4x16xi32>
  %2 = vector.contract #attrow %0, %1, %c : vector<16xi32>, vector<4x16xi32> into vector<4xi32>
  return %2 : vector<4xi32>
}
func.func @neon_one_row(%a: vector<1x8xi8>, %b: vector<4x8xi8>, %c: vector<1x4xi32>) -> vector<1x4xi32> {
  %0 = arith.extsi %a : vector<1x8xi8> to vector<1x8xi32>
  %1 = arith.extsi %b : vector<4x8xi8> to vector<4x8xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<1x8xi32>, vector<4x8xi32> into vector<1x4xi32>
  return %2 : vector<1x4xi32>
}
func.func @neon_bf16(%a: vector<2x4xbf16>, %b: vector<4x4xbf16>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %2 = vector.contract #attr %a, %b, %c : vector<2x4xbf16>, vector<4x4xbf16> into vector<2x4xf32>
  return %2 : vector<2x4xf32>
}
func.func @sve_signed(%a: vector<4x8xi8>, %b: vector<[4]x8xi8>, %c: vector<4x[4]xi32>) -> vector<4x[4]xi32> {
  %0 = arith.extsi %a : vector<4x8xi8> to vector<4x8xi32>
  %1 = arith.extsi %b : vector<[4]x8xi8> to vector<[4]x8xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<4x8xi32>, vector<[4]x8xi32> into vector<4x[4]xi32>
  return %2 : vector<4x[4]xi32>
}
func.func @sve_mixed(%a: vector<2x8xi8>, %b: vector<[4]x8xi8>, %c: vector<2x[4]xi32>) -> vector<2x[4]xi32> {
  %0 = arith.extui %a : vector<2x8xi8> to vector<2x8xi32>
  %1 = arith.extsi %b : vector<[4]x8xi8> to vector<[4]x8xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<2x8xi32>, vector<[4]x8xi32> into vector<2x[4]xi32>
  return %2 : vector<2x[4]xi32>
}
func.func @sve_swapped(%a: vector<4x8xi8>, %b: vector<[6]x8xi8>, %c: vector<4x[6]xi32>) -> vector<4x[6]xi32> {
  %0 = arith.extsi %a : vector<4x8xi8> to vector<4x8xi32>
  %1 = arith.extui %b : vector<[6]x8xi8> to vector<[6]x8xi32>
  %2 = vector.contract #attr %0, %1, %c : vector<4x8xi32>, vector<[6]x8xi32> into vector<4x[6]xi32>
  return %2 : vector<4x[6]xi32>
}
func.func @sve_bf16(%a: vector<4x4xbf16>, %b: vector<[4]x4xbf16>, %c: vector<4x[4]xf32>) -> vector<4x[4]xf32> {
  %2 = vector.contract #attr %a, %b, %c : vector<4x4xbf16>, vector<[4]x4xbf16> into vector<4x[4]xf32>
  return %2 : vector<4x[4]xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %func = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.op<"func.func">
    transform.apply_patterns to %func {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
      transform.apply_patterns.arm_sve.vector_contract_to_i8mm
      transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
    } : !transform.op<"func.func">
    transform.yield
  }
}

// CHECK:      module {
// CHECK-NEXT:   func.func @neon_signed(%arg0: vector<4x8xi8>, %arg1: vector<4x8xi4>, %arg2: vector<4x4xi32>) -> vector<4x4xi32> {
// CHECK-NEXT:     %cst = arith.constant dense<0> : vector<4x4xi32>
// CHECK-NEXT:     %0 = arith.extsi %arg1 : vector<4x8xi4> to vector<4x8xi8>
// CHECK-NEXT:     %1 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %2 = vector.extract_strided_slice %0 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %3 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %4 = vector.shape_cast %1 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %5 = vector.shape_cast %2 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %6 = vector.shape_cast %3 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %7 = arm_neon.intr.smmla %6, %4, %5 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %8 = vector.shape_cast %7 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %9 = vector.insert_strided_slice %8, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<4x4xi32>
// CHECK-NEXT:     %10 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %11 = vector.extract_strided_slice %0 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %12 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %13 = vector.shape_cast %10 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %14 = vector.shape_cast %11 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %15 = vector.shape_cast %12 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %16 = arm_neon.intr.smmla %15, %13, %14 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %17 = vector.shape_cast %16 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %18 = vector.insert_strided_slice %17, %9 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xi32> into vector<4x4xi32>
// CHECK-NEXT:     %19 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %20 = vector.extract_strided_slice %0 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %21 = vector.extract_strided_slice %arg2 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %22 = vector.shape_cast %19 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %23 = vector.shape_cast %20 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %24 = vector.shape_cast %21 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %25 = arm_neon.intr.smmla %24, %22, %23 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %26 = vector.shape_cast %25 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %27 = vector.insert_strided_slice %26, %18 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xi32> into vector<4x4xi32>
// CHECK-NEXT:     %28 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %29 = vector.extract_strided_slice %0 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %30 = vector.extract_strided_slice %arg2 {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %31 = vector.shape_cast %28 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %32 = vector.shape_cast %29 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %33 = vector.shape_cast %30 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %34 = arm_neon.intr.smmla %33, %31, %32 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %35 = vector.shape_cast %34 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %36 = vector.insert_strided_slice %35, %27 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xi32> into vector<4x4xi32>
// CHECK-NEXT:     return %36 : vector<4x4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @neon_unsigned(%arg0: vector<2x16xi8>, %arg1: vector<4x16xi8>, %arg2: vector<2x4xi32>) -> vector<2x4xi32> {
// CHECK-NEXT:     %cst = arith.constant dense<0> : vector<2x4xi32>
// CHECK-NEXT:     %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<2x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %1 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %2 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %3 = vector.shape_cast %0 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %4 = vector.shape_cast %1 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %5 = vector.shape_cast %2 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %6 = arm_neon.intr.ummla %5, %3, %4 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %7 = vector.shape_cast %6 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %8 = vector.insert_strided_slice %7, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
// CHECK-NEXT:     %9 = vector.extract_strided_slice %arg0 {offsets = [0, 8], sizes = [2, 8], strides = [1, 1]} : vector<2x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %10 = vector.extract_strided_slice %arg1 {offsets = [0, 8], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %11 = vector.shape_cast %9 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %12 = vector.shape_cast %10 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %13 = arm_neon.intr.ummla %6, %11, %12 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %14 = vector.shape_cast %13 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %15 = vector.insert_strided_slice %14, %8 {offsets = [0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
// CHECK-NEXT:     %16 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<2x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %17 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %18 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %19 = vector.shape_cast %16 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %20 = vector.shape_cast %17 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %21 = vector.shape_cast %18 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %22 = arm_neon.intr.ummla %21, %19, %20 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %23 = vector.shape_cast %22 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %24 = vector.insert_strided_slice %23, %15 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
// CHECK-NEXT:     %25 = vector.extract_strided_slice %arg0 {offsets = [0, 8], sizes = [2, 8], strides = [1, 1]} : vector<2x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %26 = vector.extract_strided_slice %arg1 {offsets = [2, 8], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %27 = vector.shape_cast %25 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %28 = vector.shape_cast %26 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %29 = arm_neon.intr.ummla %22, %27, %28 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %30 = vector.shape_cast %29 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %31 = vector.insert_strided_slice %30, %24 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
// CHECK-NEXT:     return %31 : vector<2x4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @neon_mixed(%arg0: vector<2x8xi8>, %arg1: vector<2x8xi8>, %arg2: vector<2x2xi32>) -> vector<2x2xi32> {
// CHECK-NEXT:     %0 = vector.shape_cast %arg0 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %1 = vector.shape_cast %arg1 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %2 = vector.shape_cast %arg2 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %3 = arm_neon.intr.usmmla %2, %0, %1 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %4 = vector.shape_cast %3 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     return %4 : vector<2x2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @neon_swapped(%arg0: vector<2x8xi8>, %arg1: vector<4x8xi4>, %arg2: vector<2x4xi32>) -> vector<2x4xi32> {
// CHECK-NEXT:     %cst = arith.constant dense<0> : vector<2x4xi32>
// CHECK-NEXT:     %0 = arith.extsi %arg1 : vector<4x8xi4> to vector<4x8xi8>
// CHECK-NEXT:     %1 = vector.extract_strided_slice %0 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %2 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %3 = vector.transpose %2, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT:     %4 = vector.shape_cast %arg0 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %5 = vector.shape_cast %1 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %6 = vector.shape_cast %3 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %7 = arm_neon.intr.usmmla %6, %5, %4 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %8 = vector.shape_cast %7 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %9 = vector.transpose %8, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT:     %10 = vector.insert_strided_slice %9, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
// CHECK-NEXT:     %11 = vector.extract_strided_slice %0 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %12 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %13 = vector.transpose %12, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT:     %14 = vector.shape_cast %arg0 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %15 = vector.shape_cast %11 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %16 = vector.shape_cast %13 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %17 = arm_neon.intr.usmmla %16, %15, %14 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %18 = vector.shape_cast %17 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %19 = vector.transpose %18, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
// CHECK-NEXT:     %20 = vector.insert_strided_slice %19, %10 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
// CHECK-NEXT:     return %20 : vector<2x4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @neon_row(%arg0: vector<16xi8>, %arg1: vector<4x16xi8>, %arg2: vector<4xi32>) -> vector<4xi32> {
// CHECK-NEXT:     %cst = arith.constant dense<0> : vector<2x2xi32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<0> : vector<2x8xi8>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT:     %0 = vector.extract_strided_slice %arg0 {offsets = [0], sizes = [8], strides = [1]} : vector<16xi8> to vector<8xi8>
// CHECK-NEXT:     %1 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %2 = vector.extract_strided_slice %arg2 {offsets = [0], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT:     %3 = vector.insert_strided_slice %0, %cst_0 {offsets = [0, 0], strides = [1]} : vector<8xi8> into vector<2x8xi8>
// CHECK-NEXT:     %4 = vector.insert_strided_slice %2, %cst {offsets = [0, 0], strides = [1]} : vector<2xi32> into vector<2x2xi32>
// CHECK-NEXT:     %5 = vector.shape_cast %3 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %6 = vector.shape_cast %1 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %7 = vector.shape_cast %4 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %8 = arm_neon.intr.smmla %7, %5, %6 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %9 = vector.shape_cast %8 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %10 = vector.extract %9[0] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT:     %11 = vector.insert_strided_slice %10, %cst_1 {offsets = [0], strides = [1]} : vector<2xi32> into vector<4xi32>
// CHECK-NEXT:     %12 = vector.extract_strided_slice %arg0 {offsets = [8], sizes = [8], strides = [1]} : vector<16xi8> to vector<8xi8>
// CHECK-NEXT:     %13 = vector.extract_strided_slice %arg1 {offsets = [0, 8], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %14 = vector.insert_strided_slice %12, %cst_0 {offsets = [0, 0], strides = [1]} : vector<8xi8> into vector<2x8xi8>
// CHECK-NEXT:     %15 = vector.shape_cast %14 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %16 = vector.shape_cast %13 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %17 = arm_neon.intr.smmla %8, %15, %16 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %18 = vector.shape_cast %17 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %19 = vector.extract %18[0] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT:     %20 = vector.insert_strided_slice %19, %11 {offsets = [0], strides = [1]} : vector<2xi32> into vector<4xi32>
// CHECK-NEXT:     %21 = vector.extract_strided_slice %arg0 {offsets = [0], sizes = [8], strides = [1]} : vector<16xi8> to vector<8xi8>
// CHECK-NEXT:     %22 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %23 = vector.extract_strided_slice %arg2 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT:     %24 = vector.insert_strided_slice %21, %cst_0 {offsets = [0, 0], strides = [1]} : vector<8xi8> into vector<2x8xi8>
// CHECK-NEXT:     %25 = vector.insert_strided_slice %23, %cst {offsets = [0, 0], strides = [1]} : vector<2xi32> into vector<2x2xi32>
// CHECK-NEXT:     %26 = vector.shape_cast %24 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %27 = vector.shape_cast %22 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %28 = vector.shape_cast %25 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %29 = arm_neon.intr.smmla %28, %26, %27 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %30 = vector.shape_cast %29 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %31 = vector.extract %30[0] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT:     %32 = vector.insert_strided_slice %31, %20 {offsets = [2], strides = [1]} : vector<2xi32> into vector<4xi32>
// CHECK-NEXT:     %33 = vector.extract_strided_slice %arg0 {offsets = [8], sizes = [8], strides = [1]} : vector<16xi8> to vector<8xi8>
// CHECK-NEXT:     %34 = vector.extract_strided_slice %arg1 {offsets = [2, 8], sizes = [2, 8], strides = [1, 1]} : vector<4x16xi8> to vector<2x8xi8>
// CHECK-NEXT:     %35 = vector.insert_strided_slice %33, %cst_0 {offsets = [0, 0], strides = [1]} : vector<8xi8> into vector<2x8xi8>
// CHECK-NEXT:     %36 = vector.shape_cast %35 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %37 = vector.shape_cast %34 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %38 = arm_neon.intr.smmla %29, %36, %37 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %39 = vector.shape_cast %38 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %40 = vector.extract %39[0] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT:     %41 = vector.insert_strided_slice %40, %32 {offsets = [2], strides = [1]} : vector<2xi32> into vector<4xi32>
// CHECK-NEXT:     return %41 : vector<4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @neon_one_row(%arg0: vector<1x8xi8>, %arg1: vector<4x8xi8>, %arg2: vector<1x4xi32>) -> vector<1x4xi32> {
// CHECK-NEXT:     %cst = arith.constant dense<0> : vector<2x2xi32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<0> : vector<2x8xi8>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0> : vector<1x4xi32>
// CHECK-NEXT:     %0 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %1 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : vector<1x4xi32> to vector<1x2xi32>
// CHECK-NEXT:     %2 = vector.insert_strided_slice %arg0, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<1x8xi8> into vector<2x8xi8>
// CHECK-NEXT:     %3 = vector.insert_strided_slice %1, %cst {offsets = [0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<2x2xi32>
// CHECK-NEXT:     %4 = vector.shape_cast %2 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %5 = vector.shape_cast %0 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %6 = vector.shape_cast %3 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %7 = arm_neon.intr.smmla %6, %4, %5 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %8 = vector.shape_cast %7 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %9 = vector.extract %8[0] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT:     %10 = vector.insert_strided_slice %9, %cst_1 {offsets = [0, 0], strides = [1]} : vector<2xi32> into vector<1x4xi32>
// CHECK-NEXT:     %11 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xi8> to vector<2x8xi8>
// CHECK-NEXT:     %12 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [1, 2], strides = [1, 1]} : vector<1x4xi32> to vector<1x2xi32>
// CHECK-NEXT:     %13 = vector.insert_strided_slice %arg0, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<1x8xi8> into vector<2x8xi8>
// CHECK-NEXT:     %14 = vector.insert_strided_slice %12, %cst {offsets = [0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<2x2xi32>
// CHECK-NEXT:     %15 = vector.shape_cast %13 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %16 = vector.shape_cast %11 : vector<2x8xi8> to vector<16xi8>
// CHECK-NEXT:     %17 = vector.shape_cast %14 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT:     %18 = arm_neon.intr.smmla %17, %15, %16 : vector<16xi8> to vector<4xi32>
// CHECK-NEXT:     %19 = vector.shape_cast %18 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT:     %20 = vector.extract %19[0] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT:     %21 = vector.insert_strided_slice %20, %10 {offsets = [0, 2], strides = [1]} : vector<2xi32> into vector<1x4xi32>
// CHECK-NEXT:     return %21 : vector<1x4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @neon_bf16(%arg0: vector<2x4xbf16>, %arg1: vector<4x4xbf16>, %arg2: vector<2x4xf32>) -> vector<2x4xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:     %0 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x4xbf16> to vector<2x4xbf16>
// CHECK-NEXT:     %1 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %arg0 : vector<2x4xbf16> to vector<8xbf16>
// CHECK-NEXT:     %3 = vector.shape_cast %0 : vector<2x4xbf16> to vector<8xbf16>
// CHECK-NEXT:     %4 = vector.shape_cast %1 : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT:     %5 = arm_neon.intr.bfmmla %4, %2, %3 : vector<8xbf16> to vector<4xf32>
// CHECK-NEXT:     %6 = vector.shape_cast %5 : vector<4xf32> to vector<2x2xf32>
// CHECK-NEXT:     %7 = vector.insert_strided_slice %6, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT:     %8 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x4xbf16> to vector<2x4xbf16>
// CHECK-NEXT:     %9 = vector.extract_strided_slice %arg2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:     %10 = vector.shape_cast %arg0 : vector<2x4xbf16> to vector<8xbf16>
// CHECK-NEXT:     %11 = vector.shape_cast %8 : vector<2x4xbf16> to vector<8xbf16>
// CHECK-NEXT:     %12 = vector.shape_cast %9 : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT:     %13 = arm_neon.intr.bfmmla %12, %10, %11 : vector<8xbf16> to vector<4xf32>
// CHECK-NEXT:     %14 = vector.shape_cast %13 : vector<4xf32> to vector<2x2xf32>
// CHECK-NEXT:     %15 = vector.insert_strided_slice %14, %7 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
// CHECK-NEXT:     return %15 : vector<2x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sve_signed(%arg0: vector<4x8xi8>, %arg1: vector<[4]x8xi8>, %arg2: vector<4x[4]xi32>) -> vector<4x[4]xi32> {
// CHECK-NEXT:     %0 = ub.poison : vector<[8]xi32>
// CHECK-NEXT:     %1 = ub.poison : vector<4x[4]xi32>
// CHECK-NEXT:     %2 = ub.poison : vector<[16]xi8>
// CHECK-NEXT:     %3 = vector.extract %arg0[0] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %4 = vector.extract %arg0[1] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %5 = vector.shuffle %3, %4 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi8>, vector<8xi8>
// CHECK-NEXT:     %6 = vector.scalable.insert %5, %2[0] : vector<16xi8> into vector<[16]xi8>
// CHECK-NEXT:     %7 = arm_sve.dupq_lane %6[0] : vector<[16]xi8>
// CHECK-NEXT:     %8 = vector.extract %arg0[2] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %9 = vector.extract %arg0[3] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %10 = vector.shuffle %8, %9 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi8>, vector<8xi8>
// CHECK-NEXT:     %11 = vector.scalable.insert %10, %2[0] : vector<16xi8> into vector<[16]xi8>
// CHECK-NEXT:     %12 = arm_sve.dupq_lane %11[0] : vector<[16]xi8>
// CHECK-NEXT:     %13 = vector.shape_cast %arg1 : vector<[4]x8xi8> to vector<[32]xi8>
// CHECK-NEXT:     %14 = vector.scalable.extract %13[0] : vector<[16]xi8> from vector<[32]xi8>
// CHECK-NEXT:     %15 = vector.scalable.extract %13[16] : vector<[16]xi8> from vector<[32]xi8>
// CHECK-NEXT:     %16 = vector.extract %arg2[0] : vector<[4]xi32> from vector<4x[4]xi32>
// CHECK-NEXT:     %17 = vector.extract %arg2[1] : vector<[4]xi32> from vector<4x[4]xi32>
// CHECK-NEXT:     %18 = vector.bitcast %16 : vector<[4]xi32> to vector<[2]xi64>
// CHECK-NEXT:     %19 = vector.bitcast %17 : vector<[4]xi32> to vector<[2]xi64>
// CHECK-NEXT:     %20 = vector.interleave %18, %19 : vector<[2]xi64> -> vector<[4]xi64>
// CHECK-NEXT:     %21 = vector.bitcast %20 : vector<[4]xi64> to vector<[8]xi32>
// CHECK-NEXT:     %22 = vector.scalable.extract %21[0] : vector<[4]xi32> from vector<[8]xi32>
// CHECK-NEXT:     %23 = vector.scalable.extract %21[4] : vector<[4]xi32> from vector<[8]xi32>
// CHECK-NEXT:     %24 = vector.extract %arg2[2] : vector<[4]xi32> from vector<4x[4]xi32>
// CHECK-NEXT:     %25 = vector.extract %arg2[3] : vector<[4]xi32> from vector<4x[4]xi32>
// CHECK-NEXT:     %26 = vector.bitcast %24 : vector<[4]xi32> to vector<[2]xi64>
// CHECK-NEXT:     %27 = vector.bitcast %25 : vector<[4]xi32> to vector<[2]xi64>
// CHECK-NEXT:     %28 = vector.interleave %26, %27 : vector<[2]xi64> -> vector<[4]xi64>
// CHECK-NEXT:     %29 = vector.bitcast %28 : vector<[4]xi64> to vector<[8]xi32>
// CHECK-NEXT:     %30 = vector.scalable.extract %29[0] : vector<[4]xi32> from vector<[8]xi32>
// CHECK-NEXT:     %31 = vector.scalable.extract %29[4] : vector<[4]xi32> from vector<[8]xi32>
// CHECK-NEXT:     %32 = arm_sve.smmla %22, %7, %14 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %33 = arm_sve.smmla %23, %7, %15 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %34 = arm_sve.smmla %30, %12, %14 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %35 = arm_sve.smmla %31, %12, %15 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %36 = vector.scalable.insert %32, %0[0] : vector<[4]xi32> into vector<[8]xi32>
// CHECK-NEXT:     %37 = vector.scalable.insert %33, %36[4] : vector<[4]xi32> into vector<[8]xi32>
// CHECK-NEXT:     %38 = vector.bitcast %37 : vector<[8]xi32> to vector<[4]xi64>
// CHECK-NEXT:     %res1, %res2 = vector.deinterleave %38 : vector<[4]xi64> -> vector<[2]xi64>
// CHECK-NEXT:     %39 = vector.bitcast %res1 : vector<[2]xi64> to vector<[4]xi32>
// CHECK-NEXT:     %40 = vector.bitcast %res2 : vector<[2]xi64> to vector<[4]xi32>
// CHECK-NEXT:     %41 = vector.insert %39, %1 [0] : vector<[4]xi32> into vector<4x[4]xi32>
// CHECK-NEXT:     %42 = vector.insert %40, %41 [1] : vector<[4]xi32> into vector<4x[4]xi32>
// CHECK-NEXT:     %43 = vector.scalable.insert %34, %0[0] : vector<[4]xi32> into vector<[8]xi32>
// CHECK-NEXT:     %44 = vector.scalable.insert %35, %43[4] : vector<[4]xi32> into vector<[8]xi32>
// CHECK-NEXT:     %45 = vector.bitcast %44 : vector<[8]xi32> to vector<[4]xi64>
// CHECK-NEXT:     %res1_0, %res2_1 = vector.deinterleave %45 : vector<[4]xi64> -> vector<[2]xi64>
// CHECK-NEXT:     %46 = vector.bitcast %res1_0 : vector<[2]xi64> to vector<[4]xi32>
// CHECK-NEXT:     %47 = vector.bitcast %res2_1 : vector<[2]xi64> to vector<[4]xi32>
// CHECK-NEXT:     %48 = vector.insert %46, %42 [2] : vector<[4]xi32> into vector<4x[4]xi32>
// CHECK-NEXT:     %49 = vector.insert %47, %48 [3] : vector<[4]xi32> into vector<4x[4]xi32>
// CHECK-NEXT:     return %49 : vector<4x[4]xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sve_mixed(%arg0: vector<2x8xi8>, %arg1: vector<[4]x8xi8>, %arg2: vector<2x[4]xi32>) -> vector<2x[4]xi32> {
// CHECK-NEXT:     %0 = ub.poison : vector<[8]xi32>
// CHECK-NEXT:     %1 = ub.poison : vector<2x[4]xi32>
// CHECK-NEXT:     %2 = ub.poison : vector<[16]xi8>
// CHECK-NEXT:     %3 = vector.extract %arg0[0] : vector<8xi8> from vector<2x8xi8>
// CHECK-NEXT:     %4 = vector.extract %arg0[1] : vector<8xi8> from vector<2x8xi8>
// CHECK-NEXT:     %5 = vector.shuffle %3, %4 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi8>, vector<8xi8>
// CHECK-NEXT:     %6 = vector.scalable.insert %5, %2[0] : vector<16xi8> into vector<[16]xi8>
// CHECK-NEXT:     %7 = arm_sve.dupq_lane %6[0] : vector<[16]xi8>
// CHECK-NEXT:     %8 = vector.shape_cast %arg1 : vector<[4]x8xi8> to vector<[32]xi8>
// CHECK-NEXT:     %9 = vector.scalable.extract %8[0] : vector<[16]xi8> from vector<[32]xi8>
// CHECK-NEXT:     %10 = vector.scalable.extract %8[16] : vector<[16]xi8> from vector<[32]xi8>
// CHECK-NEXT:     %11 = vector.extract %arg2[0] : vector<[4]xi32> from vector<2x[4]xi32>
// CHECK-NEXT:     %12 = vector.extract %arg2[1] : vector<[4]xi32> from vector<2x[4]xi32>
// CHECK-NEXT:     %13 = vector.bitcast %11 : vector<[4]xi32> to vector<[2]xi64>
// CHECK-NEXT:     %14 = vector.bitcast %12 : vector<[4]xi32> to vector<[2]xi64>
// CHECK-NEXT:     %15 = vector.interleave %13, %14 : vector<[2]xi64> -> vector<[4]xi64>
// CHECK-NEXT:     %16 = vector.bitcast %15 : vector<[4]xi64> to vector<[8]xi32>
// CHECK-NEXT:     %17 = vector.scalable.extract %16[0] : vector<[4]xi32> from vector<[8]xi32>
// CHECK-NEXT:     %18 = vector.scalable.extract %16[4] : vector<[4]xi32> from vector<[8]xi32>
// CHECK-NEXT:     %19 = arm_sve.usmmla %17, %7, %9 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %20 = arm_sve.usmmla %18, %7, %10 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %21 = vector.scalable.insert %19, %0[0] : vector<[4]xi32> into vector<[8]xi32>
// CHECK-NEXT:     %22 = vector.scalable.insert %20, %21[4] : vector<[4]xi32> into vector<[8]xi32>
// CHECK-NEXT:     %23 = vector.bitcast %22 : vector<[8]xi32> to vector<[4]xi64>
// CHECK-NEXT:     %res1, %res2 = vector.deinterleave %23 : vector<[4]xi64> -> vector<[2]xi64>
// CHECK-NEXT:     %24 = vector.bitcast %res1 : vector<[2]xi64> to vector<[4]xi32>
// CHECK-NEXT:     %25 = vector.bitcast %res2 : vector<[2]xi64> to vector<[4]xi32>
// CHECK-NEXT:     %26 = vector.insert %24, %1 [0] : vector<[4]xi32> into vector<2x[4]xi32>
// CHECK-NEXT:     %27 = vector.insert %25, %26 [1] : vector<[4]xi32> into vector<2x[4]xi32>
// CHECK-NEXT:     return %27 : vector<2x[4]xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sve_swapped(%arg0: vector<4x8xi8>, %arg1: vector<[6]x8xi8>, %arg2: vector<4x[6]xi32>) -> vector<4x[6]xi32> {
// CHECK-NEXT:     %0 = ub.poison : vector<[12]xi32>
// CHECK-NEXT:     %1 = ub.poison : vector<4x[6]xi32>
// CHECK-NEXT:     %2 = ub.poison : vector<[16]xi8>
// CHECK-NEXT:     %3 = vector.extract %arg0[0] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %4 = vector.extract %arg0[1] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %5 = vector.shuffle %3, %4 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi8>, vector<8xi8>
// CHECK-NEXT:     %6 = vector.scalable.insert %5, %2[0] : vector<16xi8> into vector<[16]xi8>
// CHECK-NEXT:     %7 = arm_sve.dupq_lane %6[0] : vector<[16]xi8>
// CHECK-NEXT:     %8 = vector.extract %arg0[2] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %9 = vector.extract %arg0[3] : vector<8xi8> from vector<4x8xi8>
// CHECK-NEXT:     %10 = vector.shuffle %8, %9 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi8>, vector<8xi8>
// CHECK-NEXT:     %11 = vector.scalable.insert %10, %2[0] : vector<16xi8> into vector<[16]xi8>
// CHECK-NEXT:     %12 = arm_sve.dupq_lane %11[0] : vector<[16]xi8>
// CHECK-NEXT:     %13 = vector.shape_cast %arg1 : vector<[6]x8xi8> to vector<[48]xi8>
// CHECK-NEXT:     %14 = vector.scalable.extract %13[0] : vector<[16]xi8> from vector<[48]xi8>
// CHECK-NEXT:     %15 = vector.scalable.extract %13[16] : vector<[16]xi8> from vector<[48]xi8>
// CHECK-NEXT:     %16 = vector.scalable.extract %13[32] : vector<[16]xi8> from vector<[48]xi8>
// CHECK-NEXT:     %17 = vector.extract %arg2[0] : vector<[6]xi32> from vector<4x[6]xi32>
// CHECK-NEXT:     %18 = vector.extract %arg2[1] : vector<[6]xi32> from vector<4x[6]xi32>
// CHECK-NEXT:     %19 = vector.interleave %17, %18 : vector<[6]xi32> -> vector<[12]xi32>
// CHECK-NEXT:     %20 = vector.scalable.extract %19[0] : vector<[4]xi32> from vector<[12]xi32>
// CHECK-NEXT:     %21 = vector.scalable.extract %19[4] : vector<[4]xi32> from vector<[12]xi32>
// CHECK-NEXT:     %22 = vector.scalable.extract %19[8] : vector<[4]xi32> from vector<[12]xi32>
// CHECK-NEXT:     %23 = vector.extract %arg2[2] : vector<[6]xi32> from vector<4x[6]xi32>
// CHECK-NEXT:     %24 = vector.extract %arg2[3] : vector<[6]xi32> from vector<4x[6]xi32>
// CHECK-NEXT:     %25 = vector.interleave %23, %24 : vector<[6]xi32> -> vector<[12]xi32>
// CHECK-NEXT:     %26 = vector.scalable.extract %25[0] : vector<[4]xi32> from vector<[12]xi32>
// CHECK-NEXT:     %27 = vector.scalable.extract %25[4] : vector<[4]xi32> from vector<[12]xi32>
// CHECK-NEXT:     %28 = vector.scalable.extract %25[8] : vector<[4]xi32> from vector<[12]xi32>
// CHECK-NEXT:     %29 = arm_sve.usmmla %20, %14, %7 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %30 = arm_sve.usmmla %21, %15, %7 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %31 = arm_sve.usmmla %22, %16, %7 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %32 = arm_sve.usmmla %26, %14, %12 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %33 = arm_sve.usmmla %27, %15, %12 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %34 = arm_sve.usmmla %28, %16, %12 : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %35 = vector.scalable.insert %29, %0[0] : vector<[4]xi32> into vector<[12]xi32>
// CHECK-NEXT:     %36 = vector.scalable.insert %30, %35[4] : vector<[4]xi32> into vector<[12]xi32>
// CHECK-NEXT:     %37 = vector.scalable.insert %31, %36[8] : vector<[4]xi32> into vector<[12]xi32>
// CHECK-NEXT:     %res1, %res2 = vector.deinterleave %37 : vector<[12]xi32> -> vector<[6]xi32>
// CHECK-NEXT:     %38 = vector.insert %res1, %1 [0] : vector<[6]xi32> into vector<4x[6]xi32>
// CHECK-NEXT:     %39 = vector.insert %res2, %38 [1] : vector<[6]xi32> into vector<4x[6]xi32>
// CHECK-NEXT:     %40 = vector.scalable.insert %32, %0[0] : vector<[4]xi32> into vector<[12]xi32>
// CHECK-NEXT:     %41 = vector.scalable.insert %33, %40[4] : vector<[4]xi32> into vector<[12]xi32>
// CHECK-NEXT:     %42 = vector.scalable.insert %34, %41[8] : vector<[4]xi32> into vector<[12]xi32>
// CHECK-NEXT:     %res1_0, %res2_1 = vector.deinterleave %42 : vector<[12]xi32> -> vector<[6]xi32>
// CHECK-NEXT:     %43 = vector.insert %res1_0, %39 [2] : vector<[6]xi32> into vector<4x[6]xi32>
// CHECK-NEXT:     %44 = vector.insert %res2_1, %43 [3] : vector<[6]xi32> into vector<4x[6]xi32>
// CHECK-NEXT:     return %44 : vector<4x[6]xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sve_bf16(%arg0: vector<4x4xbf16>, %arg1: vector<[4]x4xbf16>, %arg2: vector<4x[4]xf32>) -> vector<4x[4]xf32> {
// CHECK-NEXT:     %0 = ub.poison : vector<[8]xf32>
// CHECK-NEXT:     %1 = ub.poison : vector<4x[4]xf32>
// CHECK-NEXT:     %2 = ub.poison : vector<[8]xbf16>
// CHECK-NEXT:     %3 = vector.extract %arg0[0] : vector<4xbf16> from vector<4x4xbf16>
// CHECK-NEXT:     %4 = vector.extract %arg0[1] : vector<4xbf16> from vector<4x4xbf16>
// CHECK-NEXT:     %5 = vector.shuffle %3, %4 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xbf16>, vector<4xbf16>
// CHECK-NEXT:     %6 = vector.scalable.insert %5, %2[0] : vector<8xbf16> into vector<[8]xbf16>
// CHECK-NEXT:     %7 = arm_sve.dupq_lane %6[0] : vector<[8]xbf16>
// CHECK-NEXT:     %8 = vector.extract %arg0[2] : vector<4xbf16> from vector<4x4xbf16>
// CHECK-NEXT:     %9 = vector.extract %arg0[3] : vector<4xbf16> from vector<4x4xbf16>
// CHECK-NEXT:     %10 = vector.shuffle %8, %9 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xbf16>, vector<4xbf16>
// CHECK-NEXT:     %11 = vector.scalable.insert %10, %2[0] : vector<8xbf16> into vector<[8]xbf16>
// CHECK-NEXT:     %12 = arm_sve.dupq_lane %11[0] : vector<[8]xbf16>
// CHECK-NEXT:     %13 = vector.shape_cast %arg1 : vector<[4]x4xbf16> to vector<[16]xbf16>
// CHECK-NEXT:     %14 = vector.scalable.extract %13[0] : vector<[8]xbf16> from vector<[16]xbf16>
// CHECK-NEXT:     %15 = vector.scalable.extract %13[8] : vector<[8]xbf16> from vector<[16]xbf16>
// CHECK-NEXT:     %16 = vector.extract %arg2[0] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %17 = vector.extract %arg2[1] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %18 = vector.bitcast %16 : vector<[4]xf32> to vector<[2]xi64>
// CHECK-NEXT:     %19 = vector.bitcast %17 : vector<[4]xf32> to vector<[2]xi64>
// CHECK-NEXT:     %20 = vector.interleave %18, %19 : vector<[2]xi64> -> vector<[4]xi64>
// CHECK-NEXT:     %21 = vector.bitcast %20 : vector<[4]xi64> to vector<[8]xf32>
// CHECK-NEXT:     %22 = vector.scalable.extract %21[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %23 = vector.scalable.extract %21[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %24 = vector.extract %arg2[2] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %25 = vector.extract %arg2[3] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %26 = vector.bitcast %24 : vector<[4]xf32> to vector<[2]xi64>
// CHECK-NEXT:     %27 = vector.bitcast %25 : vector<[4]xf32> to vector<[2]xi64>
// CHECK-NEXT:     %28 = vector.interleave %26, %27 : vector<[2]xi64> -> vector<[4]xi64>
// CHECK-NEXT:     %29 = vector.bitcast %28 : vector<[4]xi64> to vector<[8]xf32>
// CHECK-NEXT:     %30 = vector.scalable.extract %29[0] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %31 = vector.scalable.extract %29[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT:     %32 = arm_sve.intr.bfmmla %22, %7, %14 : vector<[8]xbf16> to vector<[4]xf32>
// CHECK-NEXT:     %33 = arm_sve.intr.bfmmla %23, %7, %15 : vector<[8]xbf16> to vector<[4]xf32>
// CHECK-NEXT:     %34 = arm_sve.intr.bfmmla %30, %12, %14 : vector<[8]xbf16> to vector<[4]xf32>
// CHECK-NEXT:     %35 = arm_sve.intr.bfmmla %31, %12, %15 : vector<[8]xbf16> to vector<[4]xf32>
// CHECK-NEXT:     %36 = vector.scalable.insert %32, %0[0] : vector<[4]xf32> into vector<[8]xf32>
// CHECK-NEXT:     %37 = vector.scalable.insert %33, %36[4] : vector<[4]xf32> into vector<[8]xf32>
// CHECK-NEXT:     %38 = vector.bitcast %37 : vector<[8]xf32> to vector<[4]xi64>
// CHECK-NEXT:     %res1, %res2 = vector.deinterleave %38 : vector<[4]xi64> -> vector<[2]xi64>
// CHECK-NEXT:     %39 = vector.bitcast %res1 : vector<[2]xi64> to vector<[4]xf32>
// CHECK-NEXT:     %40 = vector.bitcast %res2 : vector<[2]xi64> to vector<[4]xf32>
// CHECK-NEXT:     %41 = vector.insert %39, %1 [0] : vector<[4]xf32> into vector<4x[4]xf32>
// CHECK-NEXT:     %42 = vector.insert %40, %41 [1] : vector<[4]xf32> into vector<4x[4]xf32>
// CHECK-NEXT:     %43 = vector.scalable.insert %34, %0[0] : vector<[4]xf32> into vector<[8]xf32>
// CHECK-NEXT:     %44 = vector.scalable.insert %35, %43[4] : vector<[4]xf32> into vector<[8]xf32>
// CHECK-NEXT:     %45 = vector.bitcast %44 : vector<[8]xf32> to vector<[4]xi64>
// CHECK-NEXT:     %res1_0, %res2_1 = vector.deinterleave %45 : vector<[4]xi64> -> vector<[2]xi64>
// CHECK-NEXT:     %46 = vector.bitcast %res1_0 : vector<[2]xi64> to vector<[4]xf32>
// CHECK-NEXT:     %47 = vector.bitcast %res2_1 : vector<[2]xi64> to vector<[4]xf32>
// CHECK-NEXT:     %48 = vector.insert %46, %42 [2] : vector<[4]xf32> into vector<4x[4]xf32>
// CHECK-NEXT:     %49 = vector.insert %47, %48 [3] : vector<[4]xf32> into vector<4x[4]xf32>
// CHECK-NEXT:     return %49 : vector<4x[4]xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.op<"func.func">
// CHECK-NEXT:       transform.apply_patterns to %0 {
// CHECK-NEXT:         transform.apply_patterns.arm_neon.vector_contract_to_i8mm
// CHECK-NEXT:         transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
// CHECK-NEXT:         transform.apply_patterns.arm_sve.vector_contract_to_i8mm
// CHECK-NEXT:         transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
// CHECK-NEXT:       } : !transform.op<"func.func">
// CHECK-NEXT:       transform.yield 
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
