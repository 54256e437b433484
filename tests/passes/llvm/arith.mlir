// RUN: terrace-opt %s --convert-arith-to-llvm | FileCheck %s

// Ops become one each, for each vector where there are two dimensions; flags and other attributes stay.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @flags(
// CHECK-SAME: %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: f32) -> (i32, f32) {
// CHECK-NEXT: %[[V0:.*]] = llvm.add %[[ARG0]], %[[ARG1]] overflow<nsw, nuw> : i32
// CHECK-NEXT: %[[V1:.*]] = llvm.sdiv %[[V0]], %[[ARG1]] {some.mark} : i32
// CHECK-NEXT: %[[V2:.*]] = llvm.fadd %[[ARG2]], %[[ARG2]] {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
// CHECK-NEXT: return %[[V1]], %[[V2]] : i32, f32
// CHECK-NEXT: }
func.func @flags(%a: i32, %b: i32, %x: f32) -> (i32, f32) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.divsi %0, %b {some.mark} : i32
  %2 = arith.addf %x, %x fastmath<nnan, contract> : f32
  return %1, %2 : i32, f32
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @matrix(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x4xf32>, %[[ARG1:.*]]: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V3:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V4:.*]] = llvm.fmul %[[V2]], %[[V3]] : vector<4xf32>
// CHECK-NEXT: %[[V5:.*]] = llvm.insertvalue %[[V4]], %[[V1]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V6:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V8:.*]] = llvm.fmul %[[V6]], %[[V7]] : vector<4xf32>
// CHECK-NEXT: %[[V9:.*]] = llvm.insertvalue %[[V8]], %[[V5]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V9]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V12:.*]] = llvm.fneg %[[V11]] : vector<4xf32>
// CHECK-NEXT: %[[V13:.*]] = llvm.insertvalue %[[V12]], %[[V10]][0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V14:.*]] = llvm.extractvalue %[[V9]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V15:.*]] = llvm.fneg %[[V14]] : vector<4xf32>
// CHECK-NEXT: %[[V16:.*]] = llvm.insertvalue %[[V15]], %[[V13]][1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %[[V17:.*]] = builtin.unrealized_conversion_cast %[[V16]] : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT: return %[[V17]] : vector<2x4xf32>
// CHECK-NEXT: }
func.func @matrix(%v: vector<2x4xf32>, %s: f32) -> vector<2x4xf32> {
  %0 = arith.mulf %v, %v : vector<2x4xf32>
  %1 = arith.negf %0 : vector<2x4xf32>
  return %1 : vector<2x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @index(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i64, %[[ARG3:.*]]: i128) -> (index, index, index, i1) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : i64 to index
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = llvm.sext %[[ARG1]] : i32 to i64
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : i64 to index
// CHECK-NEXT: %[[V4:.*]] = llvm.trunc %[[ARG3]] : i128 to i64
// CHECK-NEXT: %[[V5:.*]] = builtin.unrealized_conversion_cast %[[V4]] : i64 to index
// CHECK-NEXT: %[[V6:.*]] = llvm.icmp "ult" %[[V1]], %[[V2]] : i64
// CHECK-NEXT: return %[[V3]], %[[V0]], %[[V5]], %[[V6]] : index, index, index, i1
// CHECK-NEXT: }
func.func @index(%i: index, %a: i32, %w: i64, %n: i128) -> (index, index, index, i1) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_castui %w : i64 to index
  %2 = arith.index_cast %n : i128 to index
  %3 = arith.cmpi ult, %i, %0 : index
  return %0, %1, %2, %3 : index, index, index, i1
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @halves(
// CHECK-SAME: %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: vector<4xi16>) -> (i32, i32, i1, vector<4xi16>) {
// CHECK-NEXT: %[[V0:.*]] = llvm.sext %[[ARG0]] : i32 to i64
// CHECK-NEXT: %[[V1:.*]] = llvm.sext %[[ARG1]] : i32 to i64
// CHECK-NEXT: %[[V2:.*]] = llvm.mul %[[V0]], %[[V1]] : i64
// CHECK-NEXT: %[[V3:.*]] = llvm.trunc %[[V2]] : i64 to i32
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT: %[[V5:.*]] = llvm.lshr %[[V2]], %[[V4]] : i64
// CHECK-NEXT: %[[V6:.*]] = llvm.trunc %[[V5]] : i64 to i32
// CHECK-NEXT: %[[V7:.*]] = "llvm.intr.uadd.with.overflow"(%[[V3]], %[[V6]]) : (i32, i32) -> !llvm.struct<(i32, i1)>
// CHECK-NEXT: %[[V8:.*]] = llvm.extractvalue %[[V7]][0] : !llvm.struct<(i32, i1)>
// CHECK-NEXT: %[[V9:.*]] = llvm.extractvalue %[[V7]][1] : !llvm.struct<(i32, i1)>
// CHECK-NEXT: %[[V10:.*]] = llvm.zext %[[ARG2]] : vector<4xi16> to vector<4xi32>
// CHECK-NEXT: %[[V11:.*]] = llvm.zext %[[ARG2]] : vector<4xi16> to vector<4xi32>
// CHECK-NEXT: %[[V12:.*]] = llvm.mul %[[V10]], %[[V11]] : vector<4xi32>
// CHECK-NEXT: %[[V13:.*]] = llvm.trunc %[[V12]] : vector<4xi32> to vector<4xi16>
// CHECK-NEXT: %[[V14:.*]] = llvm.mlir.constant(dense<16> : vector<4xi32>) : vector<4xi32>
// CHECK-NEXT: %[[V15:.*]] = llvm.lshr %[[V12]], %[[V14]] : vector<4xi32>
// CHECK-NEXT: %[[V16:.*]] = llvm.trunc %[[V15]] : vector<4xi32> to vector<4xi16>
// CHECK-NEXT: return %[[V3]], %[[V8]], %[[V9]], %[[V16]] : i32, i32, i1, vector<4xi16>
// CHECK-NEXT: }
func.func @halves(%a: i32, %b: i32, %v: vector<4xi16>) -> (i32, i32, i1, vector<4xi16>) {
  %low, %high = arith.mulsi_extended %a, %b : i32
  %sum, %carry = arith.addui_extended %low, %high : i32, i1
  %l, %h = arith.mului_extended %v, %v : vector<4xi16>
  return %low, %sum, %carry, %h : i32, i32, i1, vector<4xi16>
}

// LLVM has no such format: what is computed with it stays.

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @small_floats(
// CHECK-SAME: %[[ARG0:.*]]: f8E4M3FN) -> f8E4M3FN {
// CHECK-NEXT: %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG0]] : f8E4M3FN
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.constant(1.000000e+00 : f8E4M3FN) : i8
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[V1]] : i8 to f8E4M3FN
// CHECK-NEXT: return %[[V2]] : f8E4M3FN
// CHECK-NEXT: }
func.func @small_floats(%x: f8E4M3FN) -> f8E4M3FN {
  %0 = arith.addf %x, %x : f8E4M3FN
  %1 = arith.bitcast %0 : f8E4M3FN to i8
  %2 = arith.constant 1.0 : f8E4M3FN
  return %2 : f8E4M3FN
}

// AUTOGENERATED CHECKS
