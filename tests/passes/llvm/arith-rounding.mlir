// RUN: terrace-opt %s --convert-arith-to-llvm | FileCheck %s

// Divisions that round are made of those that cut.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @divisions(
// CHECK-SAME: %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: vector<4xi8>) -> (i32, i32, i32, vector<4xi8>) {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V1:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %[[V2:.*]] = llvm.sdiv %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT: %[[V3:.*]] = llvm.mul %[[V2]], %[[ARG1]] : i32
// CHECK-NEXT: %[[V4:.*]] = llvm.icmp "ne" %[[ARG0]], %[[V3]] : i32
// CHECK-NEXT: %[[V5:.*]] = llvm.icmp "slt" %[[ARG0]], %[[V0]] : i32
// CHECK-NEXT: %[[V6:.*]] = llvm.icmp "slt" %[[ARG1]], %[[V0]] : i32
// CHECK-NEXT: %[[V7:.*]] = llvm.icmp "eq" %[[V5]], %[[V6]] : i1
// CHECK-NEXT: %[[V8:.*]] = llvm.and %[[V4]], %[[V7]] : i1
// CHECK-NEXT: %[[V9:.*]] = llvm.add %[[V2]], %[[V1]] : i32
// CHECK-NEXT: %[[V10:.*]] = llvm.select %[[V8]], %[[V9]], %[[V2]] : i1, i32
// CHECK-NEXT: %[[V11:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V12:.*]] = llvm.icmp "eq" %[[ARG0]], %[[V11]] : i32
// CHECK-NEXT: %[[V13:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %[[V14:.*]] = llvm.sub %[[ARG0]], %[[V13]] : i32
// CHECK-NEXT: %[[V15:.*]] = llvm.udiv %[[V14]], %[[ARG1]] : i32
// CHECK-NEXT: %[[V16:.*]] = llvm.add %[[V15]], %[[V13]] : i32
// CHECK-NEXT: %[[V17:.*]] = llvm.select %[[V12]], %[[V11]], %[[V16]] : i1, i32
// CHECK-NEXT: %[[V18:.*]] = llvm.sdiv %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT: %[[V19:.*]] = llvm.mul %[[V18]], %[[ARG1]] : i32
// CHECK-NEXT: %[[V20:.*]] = llvm.icmp "ne" %[[ARG0]], %[[V19]] : i32
// CHECK-NEXT: %[[V21:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %[[V22:.*]] = llvm.icmp "slt" %[[ARG0]], %[[V21]] : i32
// CHECK-NEXT: %[[V23:.*]] = llvm.icmp "slt" %[[ARG1]], %[[V21]] : i32
// CHECK-NEXT: %[[V24:.*]] = llvm.icmp "ne" %[[V22]], %[[V23]] : i1
// CHECK-NEXT: %[[V25:.*]] = llvm.and %[[V20]], %[[V24]] : i1
// CHECK-NEXT: %[[V26:.*]] = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT: %[[V27:.*]] = llvm.add %[[V18]], %[[V26]] : i32
// CHECK-NEXT: %[[V28:.*]] = llvm.select %[[V25]], %[[V27]], %[[V18]] : i1, i32
// CHECK-NEXT: %[[V29:.*]] = llvm.sdiv %[[ARG2]], %[[ARG2]] : vector<4xi8>
// CHECK-NEXT: %[[V30:.*]] = llvm.mul %[[V29]], %[[ARG2]] : vector<4xi8>
// CHECK-NEXT: %[[V31:.*]] = llvm.icmp "ne" %[[ARG2]], %[[V30]] : vector<4xi8>
// CHECK-NEXT: %[[V32:.*]] = llvm.mlir.constant(dense<0> : vector<4xi8>) : vector<4xi8>
// CHECK-NEXT: %[[V33:.*]] = llvm.icmp "slt" %[[ARG2]], %[[V32]] : vector<4xi8>
// CHECK-NEXT: %[[V34:.*]] = llvm.icmp "slt" %[[ARG2]], %[[V32]] : vector<4xi8>
// CHECK-NEXT: %[[V35:.*]] = llvm.icmp "ne" %[[V33]], %[[V34]] : vector<4xi1>
// CHECK-NEXT: %[[V36:.*]] = llvm.and %[[V31]], %[[V35]] : vector<4xi1>
// CHECK-NEXT: %[[V37:.*]] = llvm.mlir.constant(dense<-1> : vector<4xi8>) : vector<4xi8>
// CHECK-NEXT: %[[V38:.*]] = llvm.add %[[V29]], %[[V37]] : vector<4xi8>
// CHECK-NEXT: %[[V39:.*]] = llvm.select %[[V36]], %[[V38]], %[[V29]] : vector<4xi1>, vector<4xi8>
// CHECK-NEXT: return %[[V10]], %[[V17]], %[[V28]], %[[V39]] : i32, i32, i32, vector<4xi8>
// CHECK-NEXT: }
func.func @divisions(%a: i32, %b: i32, %v: vector<4xi8>) -> (i32, i32, i32, vector<4xi8>) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.ceildivui %a, %b : i32
  %2 = arith.floordivsi %a, %b : i32
  %3 = arith.floordivsi %v, %v : vector<4xi8>
  return %0, %1, %2, %3 : i32, i32, i32, vector<4xi8>
}

// Rounding modes become those of an intrinsic.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @truncations(
// CHECK-SAME: %[[ARG0:.*]]: f64, %[[ARG1:.*]]: vector<2x2xf64>) -> (f32, f32, vector<2x2xf32>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x2xf64> to !llvm.array<2 x vector<2xf64>>
// CHECK-NEXT: %[[V1:.*]] = llvm.fptrunc %[[ARG0]] : f64 to f32
// CHECK-NEXT: %[[V2:.*]] = llvm.intr.experimental.constrained.fptrunc %[[ARG0]] downward ignore : f64 to f32
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V4:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<2xf64>>
// CHECK-NEXT: %[[V5:.*]] = llvm.intr.experimental.constrained.fptrunc %[[V4]] tonearestaway ignore : vector<2xf64> to vector<2xf32>
// CHECK-NEXT: %[[V6:.*]] = llvm.insertvalue %[[V5]], %[[V3]][0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V7:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<2xf64>>
// CHECK-NEXT: %[[V8:.*]] = llvm.intr.experimental.constrained.fptrunc %[[V7]] tonearestaway ignore : vector<2xf64> to vector<2xf32>
// CHECK-NEXT: %[[V9:.*]] = llvm.insertvalue %[[V8]], %[[V6]][1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %[[V10:.*]] = builtin.unrealized_conversion_cast %[[V9]] : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V10]] : f32, f32, vector<2x2xf32>
// CHECK-NEXT: }
func.func @truncations(%x: f64, %v: vector<2x2xf64>) -> (f32, f32, vector<2x2xf32>) {
  %0 = arith.truncf %x : f64 to f32
  %1 = arith.truncf %x downward : f64 to f32
  %2 = arith.truncf %v to_nearest_away : vector<2x2xf64> to vector<2x2xf32>
  return %0, %1, %2 : f32, f32, vector<2x2xf32>
}

// Formats that LLVM lacks are integers, if they are storage; either of two is taken by its bits.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @formats(
// CHECK-SAME: %[[ARG0:.*]]: i1, %[[ARG1:.*]]: f8E5M2, %[[ARG2:.*]]: f8E5M2, %[[ARG3:.*]]: tf32) -> f8E5M2 {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : f8E5M2 to i8
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : f8E5M2 to i8
// CHECK-NEXT: %[[V2:.*]] = llvm.select %[[ARG0]], %[[V1]], %[[V0]] : i1, i8
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : i8 to f8E5M2
// CHECK-NEXT: %[[CST:.*]] = arith.constant 2.000000e+00 : tf32
// CHECK-NEXT: %[[V4:.*]] = arith.addf %[[ARG1]], %[[ARG2]] : f8E5M2
// CHECK-NEXT: return %[[V3]] : f8E5M2
// CHECK-NEXT: }
func.func @formats(%c: i1, %a: f8E5M2, %b: f8E5M2, %t: tf32) -> f8E5M2 {
  %0 = arith.select %c, %a, %b : f8E5M2
  %1 = arith.constant 2.0 : tf32
  %2 = arith.addf %a, %b : f8E5M2
  return %0 : f8E5M2
}

// Casts that were there before cancel with those of the conversion.
// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[ARG0:.*]]: i64, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : i64 to index
// CHECK-NEXT: %[[V2:.*]] = llvm.mul %[[ARG0]], %[[V0]] : i64
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : i64 to index
// CHECK-NEXT: return %[[V3]] : index
// CHECK-NEXT: }
func.func @casts(%a: i64, %b: index) -> index {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = arith.muli %0, %b : index
  return %1 : index
}

// AUTOGENERATED CHECKS
