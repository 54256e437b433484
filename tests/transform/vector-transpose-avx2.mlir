// Transpositions of 4 or 8 rows of 8 numbers are shuffles and blends of registers.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s



// CHECK-LABEL: func.func @four(
// CHECK-SAME: %[[ARG0:.*]]: vector<1x4x8xf32>) -> vector<1x8x4xf32> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<4x8xf32>
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][0, 0] : vector<8xf32> from vector<1x4x8xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][0, 1] : vector<8xf32> from vector<1x4x8xf32>
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[ARG0]][0, 2] : vector<8xf32> from vector<1x4x8xf32>
// CHECK-NEXT: %[[V3:.*]] = vector.extract %[[ARG0]][0, 3] : vector<8xf32> from vector<1x4x8xf32>
// CHECK-NEXT: %[[V4:.*]] = vector.shuffle %[[V0]], %[[V1]] [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V5:.*]] = vector.shuffle %[[V0]], %[[V1]] [2, 10, 3, 11, 6, 14, 7, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V6:.*]] = vector.shuffle %[[V2]], %[[V3]] [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V7:.*]] = vector.shuffle %[[V2]], %[[V3]] [2, 10, 3, 11, 6, 14, 7, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V8:.*]] = vector.shuffle %[[V4]], %[[V6]] [0, 1, 8, 9, 4, 5, 12, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V9:.*]] = vector.shuffle %[[V4]], %[[V6]] [2, 3, 10, 11, 6, 7, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V10:.*]] = vector.shuffle %[[V5]], %[[V7]] [0, 1, 8, 9, 4, 5, 12, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V11:.*]] = vector.shuffle %[[V5]], %[[V7]] [2, 3, 10, 11, 6, 7, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V12:.*]] = vector.shuffle %[[V8]], %[[V9]] [0, 1, 2, 3, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V13:.*]] = vector.shuffle %[[V10]], %[[V11]] [0, 1, 2, 3, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V14:.*]] = vector.shuffle %[[V8]], %[[V9]] [4, 5, 6, 7, 12, 13, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V15:.*]] = vector.shuffle %[[V10]], %[[V11]] [4, 5, 6, 7, 12, 13, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V16:.*]] = vector.insert %[[V12]], %[[CST]] [0] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT: %[[V17:.*]] = vector.insert %[[V13]], %[[V16]] [1] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT: %[[V18:.*]] = vector.insert %[[V14]], %[[V17]] [2] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT: %[[V19:.*]] = vector.insert %[[V15]], %[[V18]] [3] : vector<8xf32> into vector<4x8xf32>
// CHECK-NEXT: %[[V20:.*]] = vector.shape_cast %[[V19]] : vector<4x8xf32> to vector<1x8x4xf32>
// CHECK-NEXT: return %[[V20]] : vector<1x8x4xf32>
func.func @four(%v: vector<1x4x8xf32>) -> vector<1x8x4xf32> {
  %0 = vector.transpose %v, [0, 2, 1] : vector<1x4x8xf32> to vector<1x8x4xf32>
  return %0 : vector<1x8x4xf32>
}

// CHECK-LABEL: func.func @eight(
// CHECK-SAME: %[[ARG0:.*]]: vector<8x8xf32>) -> vector<8x8xf32> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<8x8xf32>
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][0] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][1] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[ARG0]][2] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V3:.*]] = vector.extract %[[ARG0]][3] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V4:.*]] = vector.extract %[[ARG0]][4] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V5:.*]] = vector.extract %[[ARG0]][5] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V6:.*]] = vector.extract %[[ARG0]][6] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V7:.*]] = vector.extract %[[ARG0]][7] : vector<8xf32> from vector<8x8xf32>
// CHECK-NEXT: %[[V8:.*]] = vector.shuffle %[[V0]], %[[V1]] [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V9:.*]] = vector.shuffle %[[V0]], %[[V1]] [2, 10, 3, 11, 6, 14, 7, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V10:.*]] = vector.shuffle %[[V2]], %[[V3]] [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V11:.*]] = vector.shuffle %[[V2]], %[[V3]] [2, 10, 3, 11, 6, 14, 7, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V12:.*]] = vector.shuffle %[[V4]], %[[V5]] [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V13:.*]] = vector.shuffle %[[V4]], %[[V5]] [2, 10, 3, 11, 6, 14, 7, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V14:.*]] = vector.shuffle %[[V6]], %[[V7]] [0, 8, 1, 9, 4, 12, 5, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V15:.*]] = vector.shuffle %[[V6]], %[[V7]] [2, 10, 3, 11, 6, 14, 7, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V16:.*]] = vector.shuffle %[[V8]], %[[V10]] [2, 3, 8, 9, 6, 7, 12, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V17:.*]] = vector.shuffle %[[V9]], %[[V11]] [2, 3, 8, 9, 6, 7, 12, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V18:.*]] = vector.shuffle %[[V12]], %[[V14]] [2, 3, 8, 9, 6, 7, 12, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V19:.*]] = vector.shuffle %[[V13]], %[[V15]] [2, 3, 8, 9, 6, 7, 12, 13] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V20:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0xcc", "=x,x,x" %[[V8]], %[[V16]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V21:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0x33", "=x,x,x" %[[V10]], %[[V16]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V22:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0xcc", "=x,x,x" %[[V9]], %[[V17]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V23:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0x33", "=x,x,x" %[[V11]], %[[V17]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V24:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0xcc", "=x,x,x" %[[V12]], %[[V18]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V25:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0x33", "=x,x,x" %[[V14]], %[[V18]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V26:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0xcc", "=x,x,x" %[[V13]], %[[V19]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V27:.*]] = llvm.inline_asm asm_dialect = intel "vblendps $0, $1, $2, 0x33", "=x,x,x" %[[V15]], %[[V19]] : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT: %[[V28:.*]] = vector.shuffle %[[V20]], %[[V24]] [0, 1, 2, 3, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V29:.*]] = vector.shuffle %[[V21]], %[[V25]] [0, 1, 2, 3, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V30:.*]] = vector.shuffle %[[V22]], %[[V26]] [0, 1, 2, 3, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V31:.*]] = vector.shuffle %[[V23]], %[[V27]] [0, 1, 2, 3, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V32:.*]] = vector.shuffle %[[V20]], %[[V24]] [4, 5, 6, 7, 12, 13, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V33:.*]] = vector.shuffle %[[V21]], %[[V25]] [4, 5, 6, 7, 12, 13, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V34:.*]] = vector.shuffle %[[V22]], %[[V26]] [4, 5, 6, 7, 12, 13, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V35:.*]] = vector.shuffle %[[V23]], %[[V27]] [4, 5, 6, 7, 12, 13, 14, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[V36:.*]] = vector.insert %[[V28]], %[[CST]] [0] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: %[[V37:.*]] = vector.insert %[[V29]], %[[V36]] [1] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: %[[V38:.*]] = vector.insert %[[V30]], %[[V37]] [2] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: %[[V39:.*]] = vector.insert %[[V31]], %[[V38]] [3] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: %[[V40:.*]] = vector.insert %[[V32]], %[[V39]] [4] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: %[[V41:.*]] = vector.insert %[[V33]], %[[V40]] [5] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: %[[V42:.*]] = vector.insert %[[V34]], %[[V41]] [6] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: %[[V43:.*]] = vector.insert %[[V35]], %[[V42]] [7] : vector<8xf32> into vector<8x8xf32>
// CHECK-NEXT: return %[[V43]] : vector<8x8xf32>
func.func @eight(%v: vector<8x8xf32>) -> vector<8x8xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
  return %0 : vector<8x8xf32>
}

// CHECK-LABEL: func.func @other(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x2xi8>) -> vector<2x2xi8> {
// CHECK-NEXT: %[[V0:.*]] = ub.poison : vector<2x2xi8>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][0, 0] : i8 from vector<2x2xi8>
// CHECK-NEXT: %[[V2:.*]] = vector.insert %[[V1]], %[[V0]] [0, 0] : i8 into vector<2x2xi8>
// CHECK-NEXT: %[[V3:.*]] = vector.extract %[[ARG0]][0, 1] : i8 from vector<2x2xi8>
// CHECK-NEXT: %[[V4:.*]] = vector.insert %[[V3]], %[[V2]] [1, 0] : i8 into vector<2x2xi8>
// CHECK-NEXT: %[[V5:.*]] = vector.extract %[[ARG0]][1, 0] : i8 from vector<2x2xi8>
// CHECK-NEXT: %[[V6:.*]] = vector.insert %[[V5]], %[[V4]] [0, 1] : i8 into vector<2x2xi8>
// CHECK-NEXT: %[[V7:.*]] = vector.extract %[[ARG0]][1, 1] : i8 from vector<2x2xi8>
// CHECK-NEXT: %[[V8:.*]] = vector.insert %[[V7]], %[[V6]] [1, 1] : i8 into vector<2x2xi8>
// CHECK-NEXT: return %[[V8]] : vector<2x2xi8>
func.func @other(%v: vector<2x2xi8>) -> vector<2x2xi8> {
  %0 = vector.transpose %v, [1, 0] : vector<2x2xi8> to vector<2x2xi8>
  return %0 : vector<2x2xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_transpose avx2_lowering_strategy = true
    } : !transform.any_op
    transform.yield
  }
}
