// RUN: terrace-opt %s --convert-vector-to-llvm="vector-contract-lowering=parallelarith vector-transpose-lowering=shuffle16x16" | FileCheck %s

// A contraction that sums up one element each is arithmetic on vectors.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @no_sum(
// CHECK-SAME: %[[ARG0:.*]]: vector<1x2xi32>, %[[ARG1:.*]]: vector<3x1xi32>, %[[ARG2:.*]]: vector<2x3xi32>) -> vector<2x3xi32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<3x1xi32> to !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<1x2xi32> to !llvm.array<1 x vector<2xi32>>
// CHECK-NEXT: %[[V2:.*]] = ub.poison : vector<1x2x3xi32>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : vector<1x2x3xi32> to !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V4:.*]] = ub.poison : vector<6xi32>
// CHECK-NEXT: %[[V5:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<1 x vector<2xi32>>
// CHECK-NEXT: %[[V6:.*]] = llvm.shufflevector %[[V5]], %[[V5]] [0, 1, 0, 0, 0, 0] : vector<2xi32>
// CHECK-NEXT: %[[V7:.*]] = llvm.shufflevector %[[V6]], %[[V4]] [0, 1, 8, 9, 10, 11] : vector<6xi32>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<1 x vector<2xi32>>
// CHECK-NEXT: %[[V9:.*]] = llvm.shufflevector %[[V8]], %[[V8]] [0, 1, 0, 0, 0, 0] : vector<2xi32>
// CHECK-NEXT: %[[V10:.*]] = llvm.shufflevector %[[V9]], %[[V7]] [6, 7, 0, 1, 10, 11] : vector<6xi32>
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V1]][0] : !llvm.array<1 x vector<2xi32>>
// CHECK-NEXT: %[[V12:.*]] = llvm.shufflevector %[[V11]], %[[V11]] [0, 1, 0, 0, 0, 0] : vector<2xi32>
// CHECK-NEXT: %[[V13:.*]] = llvm.shufflevector %[[V12]], %[[V10]] [6, 7, 8, 9, 0, 1] : vector<6xi32>
// CHECK-NEXT: %[[V14:.*]] = llvm.shufflevector %[[V13]], %[[V13]] [0, 2, 4, 1, 3, 5] : vector<6xi32>
// CHECK-NEXT: %[[V15:.*]] = llvm.shufflevector %[[V14]], %[[V14]] [0, 1, 2] : vector<6xi32>
// CHECK-NEXT: %[[V16:.*]] = llvm.insertvalue %[[V15]], %[[V3]][0, 0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V17:.*]] = llvm.shufflevector %[[V14]], %[[V14]] [3, 4, 5] : vector<6xi32>
// CHECK-NEXT: %[[V18:.*]] = llvm.insertvalue %[[V17]], %[[V16]][0, 1] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V19:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V20:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V21:.*]] = llvm.extractelement %[[V19]][%[[V20]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V22:.*]] = llvm.extractvalue %[[V3]][0, 0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V23:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V24:.*]] = llvm.insertelement %[[V21]], %[[V22]][%[[V23]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V25:.*]] = llvm.insertvalue %[[V24]], %[[V3]][0, 0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V26:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V27:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V28:.*]] = llvm.extractelement %[[V26]][%[[V27]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V29:.*]] = llvm.extractvalue %[[V25]][0, 0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V30:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V31:.*]] = llvm.insertelement %[[V28]], %[[V29]][%[[V30]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V32:.*]] = llvm.insertvalue %[[V31]], %[[V25]][0, 0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V33:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V34:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V35:.*]] = llvm.extractelement %[[V33]][%[[V34]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V36:.*]] = llvm.extractvalue %[[V32]][0, 0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V37:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V38:.*]] = llvm.insertelement %[[V35]], %[[V36]][%[[V37]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V39:.*]] = llvm.insertvalue %[[V38]], %[[V32]][0, 0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V40:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V41:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V42:.*]] = llvm.extractelement %[[V40]][%[[V41]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V43:.*]] = llvm.extractvalue %[[V39]][0, 1] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V44:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V45:.*]] = llvm.insertelement %[[V42]], %[[V43]][%[[V44]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V46:.*]] = llvm.insertvalue %[[V45]], %[[V39]][0, 1] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V47:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V48:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V49:.*]] = llvm.extractelement %[[V47]][%[[V48]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V50:.*]] = llvm.extractvalue %[[V46]][0, 1] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V51:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V52:.*]] = llvm.insertelement %[[V49]], %[[V50]][%[[V51]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V53:.*]] = llvm.insertvalue %[[V52]], %[[V46]][0, 1] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V54:.*]] = llvm.extractvalue %[[V0]][2] : !llvm.array<3 x vector<1xi32>>
// CHECK-NEXT: %[[V55:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V56:.*]] = llvm.extractelement %[[V54]][%[[V55]] : i64] : vector<1xi32>
// CHECK-NEXT: %[[V57:.*]] = llvm.extractvalue %[[V53]][0, 1] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V58:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[V59:.*]] = llvm.insertelement %[[V56]], %[[V57]][%[[V58]] : i64] : vector<3xi32>
// CHECK-NEXT: %[[V60:.*]] = llvm.insertvalue %[[V59]], %[[V53]][0, 1] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V61:.*]] = llvm.extractvalue %[[V18]][0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V62:.*]] = builtin.unrealized_conversion_cast %[[V61]] : !llvm.array<2 x vector<3xi32>> to vector<2x3xi32>
// CHECK-NEXT: %[[V63:.*]] = llvm.extractvalue %[[V60]][0] : !llvm.array<1 x array<2 x vector<3xi32>>>
// CHECK-NEXT: %[[V64:.*]] = builtin.unrealized_conversion_cast %[[V63]] : !llvm.array<2 x vector<3xi32>> to vector<2x3xi32>
// CHECK-NEXT: %[[V65:.*]] = arith.muli %[[V62]], %[[V64]] : vector<2x3xi32>
// CHECK-NEXT: %[[V66:.*]] = arith.addi %[[V65]], %[[ARG2]] : vector<2x3xi32>
// CHECK-NEXT: return %[[V66]] : vector<2x3xi32>
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

// AUTOGENERATED CHECKS
