// A library computes floats, whose format and bits it is given.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --convert-arith-to-apfloat | FileCheck %s



// CHECK-LABEL: func.func @ops(
// CHECK-SAME: %[[ARG0:.*]]: f8E4M3FN, %[[ARG1:.*]]: f8E4M3FN) -> (f8E4M3FN, i1, f16, i7, f8E4M3FN) {
// CHECK-NEXT: %[[V0:.*]] = arith.bitcast %[[ARG0]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V1:.*]] = arith.extui %[[V0]] : i8 to i64
// CHECK-NEXT: %[[V2:.*]] = arith.bitcast %[[ARG1]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V3:.*]] = arith.extui %[[V2]] : i8 to i64
// CHECK-NEXT: %[[C10_I32:.*]] = arith.constant 10 : i32
// CHECK-NEXT: %[[V4:.*]] = call @_mlir_apfloat_add(%[[C10_I32]], %[[V1]], %[[V3]]) : (i32, i64, i64) -> i64
// CHECK-NEXT: %[[V5:.*]] = arith.trunci %[[V4]] : i64 to i8
// CHECK-NEXT: %[[V6:.*]] = arith.bitcast %[[V5]] : i8 to f8E4M3FN
// CHECK-NEXT: %[[V7:.*]] = arith.bitcast %[[V6]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V8:.*]] = arith.extui %[[V7]] : i8 to i64
// CHECK-NEXT: %[[C10_I32_0:.*]] = arith.constant 10 : i32
// CHECK-NEXT: %[[V9:.*]] = call @_mlir_apfloat_neg(%[[C10_I32_0]], %[[V8]]) : (i32, i64) -> i64
// CHECK-NEXT: %[[V10:.*]] = arith.trunci %[[V9]] : i64 to i8
// CHECK-NEXT: %[[V11:.*]] = arith.bitcast %[[V10]] : i8 to f8E4M3FN
// CHECK-NEXT: %[[V12:.*]] = arith.bitcast %[[V6]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V13:.*]] = arith.extui %[[V12]] : i8 to i64
// CHECK-NEXT: %[[V14:.*]] = arith.bitcast %[[V11]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V15:.*]] = arith.extui %[[V14]] : i8 to i64
// CHECK-NEXT: %[[C10_I32_1:.*]] = arith.constant 10 : i32
// CHECK-NEXT: %[[V16:.*]] = call @_mlir_apfloat_compare(%[[C10_I32_1]], %[[V13]], %[[V15]]) : (i32, i64, i64) -> i8
// CHECK-NEXT: %[[C3_I8:.*]] = arith.constant 3 : i8
// CHECK-NEXT: %[[V17:.*]] = arith.cmpi eq, %[[V16]], %[[C3_I8]] : i8
// CHECK-NEXT: %[[C0_I8:.*]] = arith.constant 0 : i8
// CHECK-NEXT: %[[V18:.*]] = arith.cmpi eq, %[[V16]], %[[C0_I8]] : i8
// CHECK-NEXT: %[[V19:.*]] = arith.ori %[[V17]], %[[V18]] : i1
// CHECK-NEXT: %[[V20:.*]] = arith.bitcast %[[V11]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V21:.*]] = arith.extui %[[V20]] : i8 to i64
// CHECK-NEXT: %[[C10_I32_2:.*]] = arith.constant 10 : i32
// CHECK-NEXT: %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V22:.*]] = call @_mlir_apfloat_convert(%[[C10_I32_2]], %[[C0_I32]], %[[V21]]) : (i32, i32, i64) -> i64
// CHECK-NEXT: %[[V23:.*]] = arith.trunci %[[V22]] : i64 to i16
// CHECK-NEXT: %[[V24:.*]] = arith.bitcast %[[V23]] : i16 to f16
// CHECK-NEXT: %[[V25:.*]] = arith.bitcast %[[V11]] : f8E4M3FN to i8
// CHECK-NEXT: %[[V26:.*]] = arith.extui %[[V25]] : i8 to i64
// CHECK-NEXT: %[[C10_I32_3:.*]] = arith.constant 10 : i32
// CHECK-NEXT: %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT: %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT: %[[V27:.*]] = call @_mlir_apfloat_convert_to_int(%[[C10_I32_3]], %[[C7_I32]], %[[FALSE]], %[[V26]]) : (i32, i32, i1, i64) -> i64
// CHECK-NEXT: %[[V28:.*]] = arith.trunci %[[V27]] : i64 to i7
// CHECK-NEXT: %[[V29:.*]] = arith.extui %[[V28]] : i7 to i64
// CHECK-NEXT: %[[C10_I32_4:.*]] = arith.constant 10 : i32
// CHECK-NEXT: %[[C7_I32_5:.*]] = arith.constant 7 : i32
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[V30:.*]] = call @_mlir_apfloat_convert_from_int(%[[C10_I32_4]], %[[C7_I32_5]], %[[TRUE]], %[[V29]]) : (i32, i32, i1, i64) -> i64
// CHECK-NEXT: %[[V31:.*]] = arith.trunci %[[V30]] : i64 to i8
// CHECK-NEXT: %[[V32:.*]] = arith.bitcast %[[V31]] : i8 to f8E4M3FN
// CHECK-NEXT: return %[[V11]], %[[V19]], %[[V24]], %[[V28]], %[[V32]] : f8E4M3FN, i1, f16, i7, f8E4M3FN
func.func @ops(%a: f8E4M3FN, %b: f8E4M3FN) -> (f8E4M3FN, i1, f16, i7, f8E4M3FN) {
  %0 = arith.addf %a, %b : f8E4M3FN
  %1 = arith.negf %0 : f8E4M3FN
  %2 = arith.cmpf ult, %0, %1 : f8E4M3FN
  %3 = arith.extf %1 : f8E4M3FN to f16
  %4 = arith.fptosi %1 : f8E4M3FN to i7
  %5 = arith.uitofp %4 : i7 to f8E4M3FN
  return %1, %2, %3, %4, %5 : f8E4M3FN, i1, f16, i7, f8E4M3FN
}

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[ARG0:.*]]: vector<2xf32>, %[[ARG1:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %[[V0:.*]]:2 = vector.to_elements %[[ARG0]] : vector<2xf32>
// CHECK-NEXT: %[[V1:.*]]:2 = vector.to_elements %[[ARG1]] : vector<2xf32>
// CHECK-NEXT: %[[V2:.*]] = arith.bitcast %[[V0]]#0 : f32 to i32
// CHECK-NEXT: %[[V3:.*]] = arith.extui %[[V2]] : i32 to i64
// CHECK-NEXT: %[[V4:.*]] = arith.bitcast %[[V1]]#0 : f32 to i32
// CHECK-NEXT: %[[V5:.*]] = arith.extui %[[V4]] : i32 to i64
// CHECK-NEXT: %[[C2_I32:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V6:.*]] = call @_mlir_apfloat_multiply(%[[C2_I32]], %[[V3]], %[[V5]]) : (i32, i64, i64) -> i64
// CHECK-NEXT: %[[V7:.*]] = arith.trunci %[[V6]] : i64 to i32
// CHECK-NEXT: %[[V8:.*]] = arith.bitcast %[[V7]] : i32 to f32
// CHECK-NEXT: %[[V9:.*]] = arith.bitcast %[[V0]]#1 : f32 to i32
// CHECK-NEXT: %[[V10:.*]] = arith.extui %[[V9]] : i32 to i64
// CHECK-NEXT: %[[V11:.*]] = arith.bitcast %[[V1]]#1 : f32 to i32
// CHECK-NEXT: %[[V12:.*]] = arith.extui %[[V11]] : i32 to i64
// CHECK-NEXT: %[[C2_I32_0:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[V13:.*]] = call @_mlir_apfloat_multiply(%[[C2_I32_0]], %[[V10]], %[[V12]]) : (i32, i64, i64) -> i64
// CHECK-NEXT: %[[V14:.*]] = arith.trunci %[[V13]] : i64 to i32
// CHECK-NEXT: %[[V15:.*]] = arith.bitcast %[[V14]] : i32 to f32
// CHECK-NEXT: %[[V16:.*]] = vector.from_elements %[[V8]], %[[V15]] : vector<2xf32>
// CHECK-NEXT: return %[[V16]] : vector<2xf32>
func.func @rows(%a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> {
  %0 = arith.mulf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
