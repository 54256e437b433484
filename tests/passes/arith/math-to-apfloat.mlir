// A library computes functions of floats.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --convert-math-to-apfloat | FileCheck %s



// CHECK-LABEL: func.func @functions(
// CHECK-SAME: %[[ARG0:.*]]: f4E2M1FN, %[[ARG1:.*]]: f4E2M1FN) -> (f4E2M1FN, i1, i1) {
// CHECK-NEXT: %[[V0:.*]] = arith.bitcast %[[ARG0]] : f4E2M1FN to i4
// CHECK-NEXT: %[[V1:.*]] = arith.extui %[[V0]] : i4 to i64
// CHECK-NEXT: %[[V2:.*]] = arith.bitcast %[[ARG1]] : f4E2M1FN to i4
// CHECK-NEXT: %[[V3:.*]] = arith.extui %[[V2]] : i4 to i64
// CHECK-NEXT: %[[V4:.*]] = arith.bitcast %[[ARG0]] : f4E2M1FN to i4
// CHECK-NEXT: %[[V5:.*]] = arith.extui %[[V4]] : i4 to i64
// CHECK-NEXT: %[[C18_I32:.*]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V6:.*]] = call @_mlir_apfloat_fused_multiply_add(%[[C18_I32]], %[[V1]], %[[V3]], %[[V5]]) : (i32, i64, i64, i64) -> i64
// CHECK-NEXT: %[[V7:.*]] = arith.trunci %[[V6]] : i64 to i4
// CHECK-NEXT: %[[V8:.*]] = arith.bitcast %[[V7]] : i4 to f4E2M1FN
// CHECK-NEXT: %[[V9:.*]] = arith.bitcast %[[V8]] : f4E2M1FN to i4
// CHECK-NEXT: %[[V10:.*]] = arith.extui %[[V9]] : i4 to i64
// CHECK-NEXT: %[[C18_I32_0:.*]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V11:.*]] = call @_mlir_apfloat_abs(%[[C18_I32_0]], %[[V10]]) : (i32, i64) -> i64
// CHECK-NEXT: %[[V12:.*]] = arith.trunci %[[V11]] : i64 to i4
// CHECK-NEXT: %[[V13:.*]] = arith.bitcast %[[V12]] : i4 to f4E2M1FN
// CHECK-NEXT: %[[V14:.*]] = arith.bitcast %[[V13]] : f4E2M1FN to i4
// CHECK-NEXT: %[[V15:.*]] = arith.extui %[[V14]] : i4 to i64
// CHECK-NEXT: %[[C18_I32_1:.*]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V16:.*]] = call @_mlir_apfloat_isnan(%[[C18_I32_1]], %[[V15]]) : (i32, i64) -> i1
// CHECK-NEXT: %[[V17:.*]] = arith.bitcast %[[V13]] : f4E2M1FN to i4
// CHECK-NEXT: %[[V18:.*]] = arith.extui %[[V17]] : i4 to i64
// CHECK-NEXT: %[[C18_I32_2:.*]] = arith.constant 18 : i32
// CHECK-NEXT: %[[V19:.*]] = call @_mlir_apfloat_isinfinite(%[[C18_I32_2]], %[[V18]]) : (i32, i64) -> i1
// CHECK-NEXT: return %[[V13]], %[[V16]], %[[V19]] : f4E2M1FN, i1, i1
func.func @functions(%a: f4E2M1FN, %b: f4E2M1FN) -> (f4E2M1FN, i1, i1) {
  %0 = math.fma %a, %b, %a : f4E2M1FN
  %1 = math.absf %0 : f4E2M1FN
  %2 = math.isnan %1 : f4E2M1FN
  %3 = math.isinf %1 : f4E2M1FN
  return %1, %2, %3 : f4E2M1FN, i1, i1
}
