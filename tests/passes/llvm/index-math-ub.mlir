// RUN: terrace-opt %s --convert-index-to-llvm --convert-math-to-llvm --convert-ub-to-llvm | FileCheck %s

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @divisions(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (index, index, index) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V3:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.constant(-1 : i64) : i64
// CHECK-NEXT: %[[V5:.*]] = llvm.icmp "sgt" %[[V0]], %[[V2]] : i64
// CHECK-NEXT: %[[V6:.*]] = llvm.select %[[V5]], %[[V4]], %[[V3]] : i1, i64
// CHECK-NEXT: %[[V7:.*]] = llvm.add %[[V1]], %[[V6]] : i64
// CHECK-NEXT: %[[V8:.*]] = llvm.sdiv %[[V7]], %[[V0]] : i64
// CHECK-NEXT: %[[V9:.*]] = llvm.add %[[V8]], %[[V3]] : i64
// CHECK-NEXT: %[[V10:.*]] = llvm.sub %[[V2]], %[[V1]] : i64
// CHECK-NEXT: %[[V11:.*]] = llvm.sdiv %[[V10]], %[[V0]] : i64
// CHECK-NEXT: %[[V12:.*]] = llvm.sub %[[V2]], %[[V11]] : i64
// CHECK-NEXT: %[[V13:.*]] = llvm.icmp "sgt" %[[V1]], %[[V2]] : i64
// CHECK-NEXT: %[[V14:.*]] = llvm.icmp "eq" %[[V13]], %[[V5]] : i1
// CHECK-NEXT: %[[V15:.*]] = llvm.icmp "ne" %[[V1]], %[[V2]] : i64
// CHECK-NEXT: %[[V16:.*]] = llvm.and %[[V14]], %[[V15]] : i1
// CHECK-NEXT: %[[V17:.*]] = llvm.select %[[V16]], %[[V9]], %[[V12]] : i1, i64
// CHECK-NEXT: %[[V18:.*]] = builtin.unrealized_conversion_cast %[[V17]] : i64 to index
// CHECK-NEXT: %[[V19:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V20:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V21:.*]] = llvm.sub %[[V1]], %[[V20]] : i64
// CHECK-NEXT: %[[V22:.*]] = llvm.udiv %[[V21]], %[[V0]] : i64
// CHECK-NEXT: %[[V23:.*]] = llvm.add %[[V22]], %[[V20]] : i64
// CHECK-NEXT: %[[V24:.*]] = llvm.icmp "eq" %[[V1]], %[[V19]] : i64
// CHECK-NEXT: %[[V25:.*]] = llvm.select %[[V24]], %[[V19]], %[[V23]] : i1, i64
// CHECK-NEXT: %[[V26:.*]] = builtin.unrealized_conversion_cast %[[V25]] : i64 to index
// CHECK-NEXT: %[[V27:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[V28:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[V29:.*]] = llvm.mlir.constant(-1 : i64) : i64
// CHECK-NEXT: %[[V30:.*]] = llvm.icmp "slt" %[[V0]], %[[V27]] : i64
// CHECK-NEXT: %[[V31:.*]] = llvm.select %[[V30]], %[[V28]], %[[V29]] : i1, i64
// CHECK-NEXT: %[[V32:.*]] = llvm.sub %[[V31]], %[[V1]] : i64
// CHECK-NEXT: %[[V33:.*]] = llvm.sdiv %[[V32]], %[[V0]] : i64
// CHECK-NEXT: %[[V34:.*]] = llvm.sub %[[V29]], %[[V33]] : i64
// CHECK-NEXT: %[[V35:.*]] = llvm.sdiv %[[V1]], %[[V0]] : i64
// CHECK-NEXT: %[[V36:.*]] = llvm.icmp "slt" %[[V1]], %[[V27]] : i64
// CHECK-NEXT: %[[V37:.*]] = llvm.icmp "ne" %[[V36]], %[[V30]] : i1
// CHECK-NEXT: %[[V38:.*]] = llvm.icmp "ne" %[[V1]], %[[V27]] : i64
// CHECK-NEXT: %[[V39:.*]] = llvm.and %[[V37]], %[[V38]] : i1
// CHECK-NEXT: %[[V40:.*]] = llvm.select %[[V39]], %[[V34]], %[[V35]] : i1, i64
// CHECK-NEXT: %[[V41:.*]] = builtin.unrealized_conversion_cast %[[V40]] : i64 to index
// CHECK-NEXT: return %[[V18]], %[[V26]], %[[V41]] : index, index, index
// CHECK-NEXT: }
func.func @divisions(%a: index, %b: index) -> (index, index, index) {
  %0 = index.ceildivs %a, %b
  %1 = index.ceildivu %a, %b
  %2 = index.floordivs %a, %b
  return %0, %1, %2 : index, index, index
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @others(
// CHECK-SAME: %[[ARG0:.*]]: index, %[[ARG1:.*]]: i32) -> (index, i64, i1, index, i1) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT: %[[V1:.*]] = llvm.sext %[[ARG1]] : i32 to i64
// CHECK-NEXT: %[[V2:.*]] = builtin.unrealized_conversion_cast %[[V1]] : i64 to index
// CHECK-NEXT: %[[V3:.*]] = llvm.icmp "slt" %[[V0]], %[[V1]] : i64
// CHECK-NEXT: %[[V4:.*]] = llvm.mlir.constant(64 : i64) : i64
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.constant(42 : i64) : i64
// CHECK-NEXT: %[[V6:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %[[V7:.*]] = llvm.add %[[V4]], %[[V5]] : i64
// CHECK-NEXT: %[[V8:.*]] = builtin.unrealized_conversion_cast %[[V7]] : i64 to index
// CHECK-NEXT: return %[[V2]], %[[V0]], %[[V3]], %[[V8]], %[[V6]] : index, i64, i1, index, i1
// CHECK-NEXT: }
func.func @others(%a: index, %x: i32) -> (index, i64, i1, index, i1) {
  %0 = index.casts %x : i32 to index
  %1 = index.castu %a : index to i64
  %2 = index.cmp slt(%a, %0)
  %3 = index.sizeof
  %4 = index.constant 42
  %5 = index.bool.constant true
  %6 = index.add %3, %4
  return %0, %1, %2, %6, %5 : index, i64, i1, index, i1
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @functions(
// CHECK-SAME: %[[ARG0:.*]]: f32, %[[ARG1:.*]]: vector<2x3xf64>, %[[ARG2:.*]]: i32) -> (f32, f32, i1, i32, vector<2x3xf64>) {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x3xf64> to !llvm.array<2 x vector<3xf64>>
// CHECK-NEXT: %[[V1:.*]] = llvm.intr.exp(%[[ARG0]]) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
// CHECK-NEXT: %[[V2:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT: %[[V3:.*]] = llvm.intr.exp(%[[V1]]) : (f32) -> f32
// CHECK-NEXT: %[[V4:.*]] = llvm.fsub %[[V3]], %[[V2]] : f32
// CHECK-NEXT: %[[V5:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT: %[[V6:.*]] = llvm.fadd %[[V5]], %[[V4]] : f32
// CHECK-NEXT: %[[V7:.*]] = llvm.intr.log(%[[V6]]) : (f32) -> f32
// CHECK-NEXT: %[[V8:.*]] = "llvm.intr.is.fpclass"(%[[V7]]) <{bit = 3 : i32}> : (f32) -> i1
// CHECK-NEXT: %[[V9:.*]] = "llvm.intr.ctlz"(%[[ARG2]]) <{is_zero_poison = false}> : (i32) -> i32
// CHECK-NEXT: %[[V10:.*]] = llvm.mlir.poison : !llvm.array<2 x vector<3xf64>>
// CHECK-NEXT: %[[V11:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.array<2 x vector<3xf64>>
// CHECK-NEXT: %[[V12:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<3xf64>) : vector<3xf64>
// CHECK-NEXT: %[[V13:.*]] = llvm.intr.sqrt(%[[V11]]) : (vector<3xf64>) -> vector<3xf64>
// CHECK-NEXT: %[[V14:.*]] = llvm.fdiv %[[V12]], %[[V13]] : vector<3xf64>
// CHECK-NEXT: %[[V15:.*]] = llvm.insertvalue %[[V14]], %[[V10]][0] : !llvm.array<2 x vector<3xf64>>
// CHECK-NEXT: %[[V16:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.array<2 x vector<3xf64>>
// CHECK-NEXT: %[[V17:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<3xf64>) : vector<3xf64>
// CHECK-NEXT: %[[V18:.*]] = llvm.intr.sqrt(%[[V16]]) : (vector<3xf64>) -> vector<3xf64>
// CHECK-NEXT: %[[V19:.*]] = llvm.fdiv %[[V17]], %[[V18]] : vector<3xf64>
// CHECK-NEXT: %[[V20:.*]] = llvm.insertvalue %[[V19]], %[[V15]][1] : !llvm.array<2 x vector<3xf64>>
// CHECK-NEXT: %[[V21:.*]] = builtin.unrealized_conversion_cast %[[V20]] : !llvm.array<2 x vector<3xf64>> to vector<2x3xf64>
// CHECK-NEXT: %[[V22:.*]] = llvm.intr.sincos(%[[ARG0]]) : (f32) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT: %[[V23:.*]] = llvm.extractvalue %[[V22]][0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %[[V24:.*]] = llvm.extractvalue %[[V22]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: return %[[V7]], %[[V23]], %[[V8]], %[[V9]], %[[V21]] : f32, f32, i1, i32, vector<2x3xf64>
// CHECK-NEXT: }
func.func @functions(%x: f32, %v: vector<2x3xf64>, %i: i32) -> (f32, f32, i1, i32, vector<2x3xf64>) {
  %0 = math.exp %x fastmath<fast> : f32
  %1 = math.expm1 %0 : f32
  %2 = math.log1p %1 : f32
  %3 = math.isnan %2 : f32
  %4 = math.ctlz %i : i32
  %5 = math.rsqrt %v : vector<2x3xf64>
  %sin, %cos = math.sincos %x : f32
  return %2, %sin, %3, %4, %5 : f32, f32, i1, i32, vector<2x3xf64>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @poison(
// CHECK-SAME: ) -> f32 {
// CHECK-NEXT: %[[V0:.*]] = llvm.mlir.poison : f32
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }
func.func @poison() -> f32 {
  %0 = ub.poison : f32
  return %0 : f32
}

// AUTOGENERATED CHECKS
