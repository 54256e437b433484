// RUN: terrace-opt %s --convert-vector-to-llvm="vector-contract-lowering=llvmintr vector-transpose-lowering=llvmintr" | FileCheck %s

// Matrices are multiplied and transposed by intrinsics.

// CONFIRMED: mlir-opt prints the same.
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: #[[MAP1:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-NEXT: #[[MAP2:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @contract(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x2xf32>, %[[ARG1:.*]]: vector<2x2xf32>, %[[ARG2:.*]]: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V2:.*]] = ub.poison : vector<2x2xf32>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V4:.*]] = ub.poison : vector<4xf32>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V6:.*]] = llvm.shufflevector %[[V5]], %[[V5]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V7:.*]] = llvm.shufflevector %[[V6]], %[[V4]] [0, 1, 6, 7] : vector<4xf32>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V1]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V9:.*]] = llvm.shufflevector %[[V8]], %[[V8]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V10:.*]] = llvm.shufflevector %[[V9]], %[[V7]] [4, 5, 0, 1] : vector<4xf32>
// CHECK-NEXT: %[[V11:.*]] = llvm.intr.matrix.transpose %[[V10]] {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %[[V12:.*]] = llvm.shufflevector %[[V11]], %[[V11]] [0, 1] : vector<4xf32>
// CHECK-NEXT: %[[V13:.*]] = llvm.shufflevector %[[V11]], %[[V11]] [2, 3] : vector<4xf32>
// CHECK-NEXT: %[[V14:.*]] = llvm.shufflevector %[[V12]], %[[V12]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V15:.*]] = llvm.shufflevector %[[V14]], %[[V4]] [0, 1, 6, 7] : vector<4xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.shufflevector %[[V13]], %[[V13]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V17:.*]] = llvm.shufflevector %[[V16]], %[[V15]] [4, 5, 0, 1] : vector<4xf32>
// CHECK-NEXT: %[[V18:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V19:.*]] = llvm.shufflevector %[[V18]], %[[V18]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V20:.*]] = llvm.shufflevector %[[V19]], %[[V4]] [0, 1, 6, 7] : vector<4xf32>
// CHECK-NEXT: %[[V21:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V22:.*]] = llvm.shufflevector %[[V21]], %[[V21]] [0, 1, 0, 0] : vector<2xf32>
// CHECK-NEXT: %[[V23:.*]] = llvm.shufflevector %[[V22]], %[[V20]] [4, 5, 0, 1] : vector<4xf32>
// CHECK-NEXT: %[[V24:.*]] = llvm.intr.matrix.multiply %[[V17]], %[[V23]] {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %[[V25:.*]] = llvm.intr.matrix.transpose %[[V24]] {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %[[V26:.*]] = llvm.shufflevector %[[V25]], %[[V25]] [0, 1] : vector<4xf32>
// CHECK-NEXT: %[[V27:.*]] = llvm.insertvalue %[[V26]], %[[V3]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V28:.*]] = llvm.shufflevector %[[V25]], %[[V25]] [2, 3] : vector<4xf32>
// CHECK-NEXT: %[[V29:.*]] = llvm.insertvalue %[[V28]], %[[V27]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V30:.*]] = builtin.unrealized_conversion_cast %[[V29]] : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: %[[V31:.*]] = arith.addf %[[ARG2]], %[[V30]] : vector<2x2xf32>
// CHECK-NEXT: return %[[V31]] : vector<2x2xf32>
// CHECK-NEXT: }
func.func @contract(%a: vector<2x2xf32>, %b: vector<2x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @greatest(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x2xf32>, %[[ARG1:.*]]: vector<2xf32>, %[[ARG2:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %[[V0:.*]] = vector.contract {indexing_maps = [#[[MAP]], #[[MAP1]], #[[MAP2]]], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxnumf>} %[[ARG0]], %[[ARG1]], %[[ARG2]] : vector<2x2xf32>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT: return %[[V0]] : vector<2xf32>
// CHECK-NEXT: }
func.func @greatest(%a: vector<2x2xf32>, %b: vector<2xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<2x2xf32>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
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
// CHECK-NEXT: %[[V10:.*]] = llvm.intr.matrix.transpose %[[V9]] {columns = 2 : i32, rows = 3 : i32} : vector<6xf32> into vector<6xf32>
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

// AUTOGENERATED CHECKS
