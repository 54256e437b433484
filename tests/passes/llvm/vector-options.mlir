// RUN: terrace-opt %s --convert-vector-to-llvm="reassociate-fp-reductions force-32bit-vector-indices=false use-vector-alignment vector-contract-lowering=outerproduct vector-transpose-lowering=shuffle1d" | FileCheck %s

// How contractions, transpositions, sums, masks and accesses are lowered can be chosen.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @contract(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x2xf32>, %[[ARG1:.*]]: vector<2x2xf32>, %[[ARG2:.*]]: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V7:.*]] = llvm.extractelement %[[V5]][%[[V6]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V8:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %[[V9:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V10:.*]] = llvm.insertelement %[[V7]], %[[V8]][%[[V9]] : i32] : vector<2xf32>
// CHECK-NEXT: %[[V11:.*]] = llvm.shufflevector %[[V10]], %[[V8]] [0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V13:.*]] = llvm.intr.fmuladd(%[[V11]], %[[V4]], %[[V12]]) : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V15:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V16:.*]] = llvm.extractelement %[[V14]][%[[V15]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V17:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %[[V18:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V19:.*]] = llvm.insertelement %[[V16]], %[[V17]][%[[V18]] : i32] : vector<2xf32>
// CHECK-NEXT: %[[V20:.*]] = llvm.shufflevector %[[V19]], %[[V17]] [0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V21:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V22:.*]] = llvm.intr.fmuladd(%[[V20]], %[[V4]], %[[V21]]) : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %[[V23:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V24:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V25:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V26:.*]] = llvm.extractelement %[[V24]][%[[V25]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V27:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %[[V28:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V29:.*]] = llvm.insertelement %[[V26]], %[[V27]][%[[V28]] : i32] : vector<2xf32>
// CHECK-NEXT: %[[V30:.*]] = llvm.shufflevector %[[V29]], %[[V27]] [0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V31:.*]] = llvm.intr.fmuladd(%[[V30]], %[[V23]], %[[V13]]) : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %[[V32:.*]] = llvm.insertvalue %[[V31]], %[[V3]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V33:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V34:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V35:.*]] = llvm.extractelement %[[V33]][%[[V34]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V36:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %[[V37:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V38:.*]] = llvm.insertelement %[[V35]], %[[V36]][%[[V37]] : i32] : vector<2xf32>
// CHECK-NEXT: %[[V39:.*]] = llvm.shufflevector %[[V38]], %[[V36]] [0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V40:.*]] = llvm.intr.fmuladd(%[[V39]], %[[V23]], %[[V22]]) : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %[[V41:.*]] = llvm.insertvalue %[[V40]], %[[V32]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V42:.*]] = builtin.unrealized_conversion_cast %[[V41]] : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: return %[[V42]] : vector<2x2xf32>
// CHECK-NEXT: }
func.func @contract(%a: vector<2x2xf32>, %b: vector<2x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @greatest(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x2xf32>, %[[ARG1:.*]]: vector<2xf32>, %[[ARG2:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V1:.*]] = ub.poison : vector<4xf32>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V3:.*]] = llvm.shufflevector %[[V2]], %[[V2]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V4:.*]] = llvm.shufflevector %[[V3]], %[[V1]] [0, 1, 6, 7] : vector<4xf32>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V6:.*]] = llvm.shufflevector %[[V5]], %[[V5]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V7:.*]] = llvm.shufflevector %[[V6]], %[[V4]] [4, 5, 0, 1] : vector<4xf32>
// CHECK-NEXT: %[[V8:.*]] = llvm.shufflevector %[[V7]], %[[V7]] [0, 2, 1, 3] : vector<4xf32>
// CHECK-NEXT: %[[V9:.*]] = llvm.shufflevector %[[V8]], %[[V8]] [0, 1] : vector<4xf32>
// CHECK-NEXT: %[[V10:.*]] = llvm.shufflevector %[[V8]], %[[V8]] [2, 3] : vector<4xf32>
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V12:.*]] = llvm.extractelement %[[ARG1]][%[[V11]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V13:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V15:.*]] = llvm.insertelement %[[V12]], %[[V13]][%[[V14]] : i32] : vector<2xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.shufflevector %[[V15]], %[[V13]] [0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V17:.*]] = arith.mulf %[[V9]], %[[V16]] : vector<2xf32>
// CHECK-NEXT: %[[V18:.*]] = arith.maxnumf %[[V17]], %[[ARG2]] : vector<2xf32>
// CHECK-NEXT: %[[V19:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V20:.*]] = llvm.extractelement %[[ARG1]][%[[V19]] : i64] : vector<2xf32>
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %[[V22:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V23:.*]] = llvm.insertelement %[[V20]], %[[V21]][%[[V22]] : i32] : vector<2xf32>
// CHECK-NEXT: %[[V24:.*]] = llvm.shufflevector %[[V23]], %[[V21]] [0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V25:.*]] = arith.mulf %[[V10]], %[[V24]] : vector<2xf32>
// CHECK-NEXT: %[[V26:.*]] = arith.maxnumf %[[V25]], %[[V18]] : vector<2xf32>
// CHECK-NEXT: return %[[V26]] : vector<2xf32>
// CHECK-NEXT: }
func.func @greatest(%a: vector<2x2xf32>, %b: vector<2xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<2x2xf32>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @no_sum(
// CHECK-SAME: %[[ARG0:.*]]: vector<1x2xi32>, %[[ARG1:.*]]: vector<3x1xi32>, %[[ARG2:.*]]: vector<2x3xi32>) -> vector<2x3xi32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<1x2xi32> to !llvm.array<1 x vector<2xi32>>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<3x1xi32> to !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0> : vector<2x3xi32>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[CST]] : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V4:.*]] = ub.poison : vector<1x3xi32>
// CHECK-NEXT: %[[V5:.*]] = builtin.unrealized_conversion_cast %[[V4]] : vector<1x3xi32> to !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V2]][0] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V7:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.extractelement %[[V6]][%[[V7]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V5]][0] : !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.insertelement %[[V8]], %[[V9]][%[[V10]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V5]][0] : !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V13:.*]] = llvm.extractvalue %[[V2]][1] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V15:.*]] = llvm.extractelement %[[V13]][%[[V14]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V16:.*]] = llvm.extractvalue %[[V12]][0] : !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V17:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V18:.*]] = llvm.insertelement %[[V15]], %[[V16]][%[[V17]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V19:.*]] = llvm.insertvalue %[[V18]], %[[V12]][0] : !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V20:.*]] = llvm.extractvalue %[[V2]][2] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V22:.*]] = llvm.extractelement %[[V20]][%[[V21]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V23:.*]] = llvm.extractvalue %[[V19]][0] : !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V24:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V25:.*]] = llvm.insertelement %[[V22]], %[[V23]][%[[V24]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V26:.*]] = llvm.insertvalue %[[V25]], %[[V19]][0] : !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V27:.*]] = llvm.extractvalue %[[V26]][0] : !llvm.array<1 x vector<3xi32>>
// CHECK-NEXT: %[[V28:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<1 x vector<2xi32>>
// CHECK-NEXT: %[[V29:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V30:.*]] = llvm.extractelement %[[V28]][%[[V29]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V31:.*]] = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %[[V32:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V33:.*]] = llvm.insertelement %[[V30]], %[[V31]][%[[V32]] : i32] : vector<3xi32>
// CHECK-NEXT: %[[V34:.*]] = llvm.shufflevector %[[V33]], %[[V31]] [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %[[V35:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V36:.*]] = arith.muli %[[V34]], %[[V27]] : vector<3xi32>
// CHECK-NEXT: %[[V37:.*]] = arith.addi %[[V36]], %[[V35]] : vector<3xi32>
// CHECK-NEXT: %[[V38:.*]] = llvm.insertvalue %[[V37]], %[[V3]][0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V39:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<1 x vector<2xi32>>
// CHECK-NEXT: %[[V40:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V41:.*]] = llvm.extractelement %[[V39]][%[[V40]] : i64] : vector<2xi32>
// CHECK-NEXT: %[[V42:.*]] = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %[[V43:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V44:.*]] = llvm.insertelement %[[V41]], %[[V42]][%[[V43]] : i32] : vector<3xi32>
// CHECK-NEXT: %[[V45:.*]] = llvm.shufflevector %[[V44]], %[[V42]] [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %[[V46:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V47:.*]] = arith.muli %[[V45]], %[[V27]] : vector<3xi32>
// CHECK-NEXT: %[[V48:.*]] = arith.addi %[[V47]], %[[V46]] : vector<3xi32>
// CHECK-NEXT: %[[V49:.*]] = llvm.insertvalue %[[V48]], %[[V38]][1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %[[V50:.*]] = builtin.unrealized_conversion_cast %[[V49]] : !llvm.array<2 x vector<3xi32>> to vector<2x3xi32>
// CHECK-NEXT: return %[[V50]] : vector<2x3xi32>
// CHECK-NEXT: }
func.func @no_sum(%a: vector<1x2xi32>, %b: vector<3x1xi32>, %c: vector<2x3xi32>) -> vector<2x3xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<1x2xi32>, vector<3x1xi32> into vector<2x3xi32>
  return %0 : vector<2x3xi32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x3xf32>) -> vector<3x2xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V1:.*]] = ub.poison : vector<3x2xf32>
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[V1]] : vector<3x2xf32> to !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V3:.*]] = ub.poison : vector<6xf32>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V5:.*]] = llvm.shufflevector %[[V4]], %[[V4]] [0, 1, 2, 0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %[[V6:.*]] = llvm.shufflevector %[[V5]], %[[V3]] [0, 1, 2, 9, 10, 11] : vector<6xf32>
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V8:.*]] = llvm.shufflevector %[[V7]], %[[V7]] [0, 1, 2, 0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %[[V9:.*]] = llvm.shufflevector %[[V8]], %[[V6]] [6, 7, 8, 0, 1, 2] : vector<6xf32>
// CHECK-NEXT: %[[V10:.*]] = llvm.shufflevector %[[V9]], %[[V9]] [0, 3, 1, 4, 2, 5] : vector<6xf32>
// CHECK-NEXT: %[[V11:.*]] = llvm.shufflevector %[[V10]], %[[V10]] [0, 1] : vector<6xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.insertvalue %[[V11]], %[[V2]][0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V13:.*]] = llvm.shufflevector %[[V10]], %[[V10]] [2, 3] : vector<6xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.insertvalue %[[V13]], %[[V12]][1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V15:.*]] = llvm.shufflevector %[[V10]], %[[V10]] [4, 5] : vector<6xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.insertvalue %[[V15]], %[[V14]][2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : !llvm.array<3 x vector<2xf32>> to vector<3x2xf32>
// CHECK-NEXT: return %[[V17]] : vector<3x2xf32>
// CHECK-NEXT: }
func.func @transpose(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xf32>) -> f32 {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %[[V1:.*]] = "llvm.intr.vector.reduce.fadd"(%[[V0]], %[[ARG0]]) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }
func.func @sum(%a: vector<4xf32>) -> f32 {
  %0 = vector.reduction <add>, %a : vector<4xf32> into f32
  return %0 : f32
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @mask(
// CHECK-SAME: %[[ARG0:.*]]: index) -> vector<4xi1> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// CHECK-NEXT: %[[V0:.*]] = arith.index_cast %[[ARG0]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.poison : vector<4xi64>
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V3:.*]] = llvm.insertelement %[[V0]], %[[V1]][%[[V2]] : i32] : vector<4xi64>
// CHECK-NEXT: %[[V4:.*]] = llvm.shufflevector %[[V3]], %[[V1]] [0, 0, 0, 0] : vector<4xi64>
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi sgt, %[[V4]], %[[CST]] : vector<4xi64>
// CHECK-NEXT: return %[[V5]] : vector<4xi1>
// CHECK-NEXT: }
func.func @mask(%n: index) -> vector<4xi1> {
  %0 = vector.create_mask %n : vector<4xi1>
  return %0 : vector<4xi1>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @load(
// CHECK-SAME: %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index) -> vector<4xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %[[V3:.*]] = llvm.getelementptr %[[V2]][%[[V0]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[V4:.*]] = llvm.load %[[V3]] {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: return %[[V4]] : vector<4xf32>
// CHECK-NEXT: }
func.func @load(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// AUTOGENERATED CHECKS
