// Elements smaller than a byte are unpacked and packed by shuffles and arithmetic on bytes.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s



// CHECK-LABEL: func.func @unpack(
// CHECK-SAME: %[[ARG0:.*]]: vector<8xi4>, %[[ARG1:.*]]: vector<2x8xi2>) -> (vector<8xi32>, vector<8xf32>, vector<2x8xi8>) {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<6> : vector<2x2xi8>
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<4> : vector<2x2xi8>
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<2> : vector<2x2xi8>
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant dense<3> : vector<2x2xi8>
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant dense<15> : vector<4xi8>
// CHECK-NEXT: %[[CST_4:.*]] = arith.constant dense<4> : vector<4xi8>
// CHECK-NEXT: %[[V0:.*]] = vector.bitcast %[[ARG0]] : vector<8xi4> to vector<4xi8>
// CHECK-NEXT: %[[V1:.*]] = arith.shli %[[V0]], %[[CST_4]] : vector<4xi8>
// CHECK-NEXT: %[[V2:.*]] = arith.shrsi %[[V1]], %[[CST_4]] : vector<4xi8>
// CHECK-NEXT: %[[V3:.*]] = arith.shrsi %[[V0]], %[[CST_4]] : vector<4xi8>
// CHECK-NEXT: %[[V4:.*]] = vector.interleave %[[V2]], %[[V3]] : vector<4xi8> -> vector<8xi8>
// CHECK-NEXT: %[[V5:.*]] = arith.extsi %[[V4]] : vector<8xi8> to vector<8xi32>
// CHECK-NEXT: %[[V6:.*]] = vector.bitcast %[[ARG0]] : vector<8xi4> to vector<4xi8>
// CHECK-NEXT: %[[V7:.*]] = arith.andi %[[V6]], %[[CST_3]] : vector<4xi8>
// CHECK-NEXT: %[[V8:.*]] = arith.shrui %[[V6]], %[[CST_4]] : vector<4xi8>
// CHECK-NEXT: %[[V9:.*]] = vector.interleave %[[V7]], %[[V8]] : vector<4xi8> -> vector<8xi8>
// CHECK-NEXT: %[[V10:.*]] = arith.uitofp %[[V9]] : vector<8xi8> to vector<8xf32>
// CHECK-NEXT: %[[V11:.*]] = vector.bitcast %[[ARG1]] : vector<2x8xi2> to vector<2x2xi8>
// CHECK-NEXT: %[[V12:.*]] = arith.andi %[[V11]], %[[CST_2]] : vector<2x2xi8>
// CHECK-NEXT: %[[V13:.*]] = arith.shrui %[[V11]], %[[CST_1]] : vector<2x2xi8>
// CHECK-NEXT: %[[V14:.*]] = arith.andi %[[V13]], %[[CST_2]] : vector<2x2xi8>
// CHECK-NEXT: %[[V15:.*]] = arith.shrui %[[V11]], %[[CST_0]] : vector<2x2xi8>
// CHECK-NEXT: %[[V16:.*]] = arith.andi %[[V15]], %[[CST_2]] : vector<2x2xi8>
// CHECK-NEXT: %[[V17:.*]] = arith.shrui %[[V11]], %[[CST]] : vector<2x2xi8>
// CHECK-NEXT: %[[V18:.*]] = vector.interleave %[[V12]], %[[V16]] : vector<2x2xi8> -> vector<2x4xi8>
// CHECK-NEXT: %[[V19:.*]] = vector.interleave %[[V14]], %[[V17]] : vector<2x2xi8> -> vector<2x4xi8>
// CHECK-NEXT: %[[V20:.*]] = vector.interleave %[[V18]], %[[V19]] : vector<2x4xi8> -> vector<2x8xi8>
// CHECK-NEXT: return %[[V5]], %[[V10]], %[[V20]] : vector<8xi32>, vector<8xf32>, vector<2x8xi8>
func.func @unpack(%a: vector<8xi4>, %b: vector<2x8xi2>) -> (vector<8xi32>, vector<8xf32>, vector<2x8xi8>) {
  %0 = arith.extsi %a : vector<8xi4> to vector<8xi32>
  %1 = arith.uitofp %a : vector<8xi4> to vector<8xf32>
  %2 = arith.extui %b : vector<2x8xi2> to vector<2x8xi8>
  return %0, %1, %2 : vector<8xi32>, vector<8xf32>, vector<2x8xi8>
}

// CHECK-LABEL: func.func @pack(
// CHECK-SAME: %[[ARG0:.*]]: vector<8xi32>) -> vector<8xi4> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<4> : vector<4xi8>
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<15> : vector<4xi8>
// CHECK-NEXT: %[[V0:.*]] = arith.trunci %[[ARG0]] : vector<8xi32> to vector<8xi8>
// CHECK-NEXT: %[[RES1:.*]], %[[RES2:.*]] = vector.deinterleave %[[V0]] : vector<8xi8> -> vector<4xi8>
// CHECK-NEXT: %[[V1:.*]] = arith.andi %[[RES1]], %[[CST_0]] : vector<4xi8>
// CHECK-NEXT: %[[V2:.*]] = arith.shli %[[RES2]], %[[CST]] : vector<4xi8>
// CHECK-NEXT: %[[V3:.*]] = arith.ori %[[V1]], %[[V2]] : vector<4xi8>
// CHECK-NEXT: %[[V4:.*]] = vector.bitcast %[[V3]] : vector<4xi8> to vector<8xi4>
// CHECK-NEXT: return %[[V4]] : vector<8xi4>
func.func @pack(%a: vector<8xi32>) -> vector<8xi4> {
  %0 = arith.trunci %a : vector<8xi32> to vector<8xi4>
  return %0 : vector<8xi4>
}

// CHECK-LABEL: func.func @bit_ranges(
// CHECK-SAME: %[[ARG0:.*]]: vector<6xi5>) -> vector<3xi16> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<5> : vector<3xi5>
// CHECK-NEXT: %[[V0:.*]] = vector.shuffle %[[ARG0]], %[[ARG0]] [0, 2, 4] : vector<6xi5>, vector<6xi5>
// CHECK-NEXT: %[[V1:.*]] = vector.shuffle %[[ARG0]], %[[ARG0]] [1, 3, 5] : vector<6xi5>, vector<6xi5>
// CHECK-NEXT: %[[V2:.*]] = arith.shli %[[V1]], %[[CST]] : vector<3xi5>
// CHECK-NEXT: %[[V3:.*]] = arith.ori %[[V0]], %[[V2]] : vector<3xi5>
// CHECK-NEXT: %[[V4:.*]] = arith.extui %[[V3]] : vector<3xi5> to vector<3xi16>
// CHECK-NEXT: return %[[V4]] : vector<3xi16>
func.func @bit_ranges(%a: vector<6xi5>) -> vector<3xi16> {
  %0 = vector.bitcast %a : vector<6xi5> to vector<3xi10>
  %1 = arith.extui %0 : vector<3xi10> to vector<3xi16>
  return %1 : vector<3xi16>
}

// CHECK-LABEL: func.func @bitcast_of_truncation(
// CHECK-SAME: %[[ARG0:.*]]: vector<8xi32>) -> vector<5xi8> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[8, 7, 8, 6, 8]> : vector<5xi32>
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<[0, 1, 0, 3, 0]> : vector<5xi32>
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<[5, 2, 4, 1, 3]> : vector<5xi32>
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant dense<[7, 31, 15, 31, 31]> : vector<5xi32>
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant dense<[0, 3, 1, 4, 2]> : vector<5xi32>
// CHECK-NEXT: %[[CST_4:.*]] = arith.constant dense<[31, 24, 30, 16, 28]> : vector<5xi32>
// CHECK-NEXT: %[[V0:.*]] = vector.shuffle %[[ARG0]], %[[ARG0]] [0, 1, 3, 4, 6] : vector<8xi32>, vector<8xi32>
// CHECK-NEXT: %[[V1:.*]] = arith.andi %[[V0]], %[[CST_4]] : vector<5xi32>
// CHECK-NEXT: %[[V2:.*]] = arith.shrui %[[V1]], %[[CST_3]] : vector<5xi32>
// CHECK-NEXT: %[[V3:.*]] = vector.shuffle %[[ARG0]], %[[ARG0]] [1, 2, 4, 5, 7] : vector<8xi32>, vector<8xi32>
// CHECK-NEXT: %[[V4:.*]] = arith.andi %[[V3]], %[[CST_2]] : vector<5xi32>
// CHECK-NEXT: %[[V5:.*]] = arith.shli %[[V4]], %[[CST_1]] : vector<5xi32>
// CHECK-NEXT: %[[V6:.*]] = arith.ori %[[V2]], %[[V5]] : vector<5xi32>
// CHECK-NEXT: %[[V7:.*]] = vector.shuffle %[[ARG0]], %[[ARG0]] [0, 3, 0, 6, 0] : vector<8xi32>, vector<8xi32>
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V7]], %[[CST_0]] : vector<5xi32>
// CHECK-NEXT: %[[V9:.*]] = arith.shli %[[V8]], %[[CST]] : vector<5xi32>
// CHECK-NEXT: %[[V10:.*]] = arith.ori %[[V6]], %[[V9]] : vector<5xi32>
// CHECK-NEXT: %[[V11:.*]] = arith.trunci %[[V10]] : vector<5xi32> to vector<5xi8>
// CHECK-NEXT: return %[[V11]] : vector<5xi8>
func.func @bitcast_of_truncation(%a: vector<8xi32>) -> vector<5xi8> {
  %0 = arith.trunci %a : vector<8xi32> to vector<8xi5>
  %1 = vector.bitcast %0 : vector<8xi5> to vector<5xi8>
  return %1 : vector<5xi8>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x4xi4>) -> vector<4x2xi4> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<4> : vector<4x1xi8>
// CHECK-NEXT: %[[CST_0:.*]] = arith.constant dense<15> : vector<4x1xi8>
// CHECK-NEXT: %[[CST_1:.*]] = arith.constant dense<4> : vector<2x2xi8>
// CHECK-NEXT: %[[V0:.*]] = vector.bitcast %[[ARG0]] : vector<2x4xi4> to vector<2x2xi8>
// CHECK-NEXT: %[[V1:.*]] = arith.shli %[[V0]], %[[CST_1]] : vector<2x2xi8>
// CHECK-NEXT: %[[V2:.*]] = arith.shrsi %[[V1]], %[[CST_1]] : vector<2x2xi8>
// CHECK-NEXT: %[[V3:.*]] = arith.shrsi %[[V0]], %[[CST_1]] : vector<2x2xi8>
// CHECK-NEXT: %[[V4:.*]] = vector.interleave %[[V2]], %[[V3]] : vector<2x2xi8> -> vector<2x4xi8>
// CHECK-NEXT: %[[V5:.*]] = vector.transpose %[[V4]], [1, 0] : vector<2x4xi8> to vector<4x2xi8>
// CHECK-NEXT: %[[RES1:.*]], %[[RES2:.*]] = vector.deinterleave %[[V5]] : vector<4x2xi8> -> vector<4x1xi8>
// CHECK-NEXT: %[[V6:.*]] = arith.andi %[[RES1]], %[[CST_0]] : vector<4x1xi8>
// CHECK-NEXT: %[[V7:.*]] = arith.shli %[[RES2]], %[[CST]] : vector<4x1xi8>
// CHECK-NEXT: %[[V8:.*]] = arith.ori %[[V6]], %[[V7]] : vector<4x1xi8>
// CHECK-NEXT: %[[V9:.*]] = vector.bitcast %[[V8]] : vector<4x1xi8> to vector<4x2xi4>
// CHECK-NEXT: return %[[V9]] : vector<4x2xi4>
func.func @transpose(%a: vector<2x4xi4>) -> vector<4x2xi4> {
  %0 = vector.transpose %a, [1, 0] : vector<2x4xi4> to vector<4x2xi4>
  return %0 : vector<4x2xi4>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.rewrite_narrow_types
    } : !transform.any_op
    transform.yield
  }
}
