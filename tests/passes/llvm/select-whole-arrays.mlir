// One bit chooses arrays of vectors as wholes, and flags of casts are kept.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --convert-arith-to-llvm | FileCheck %s



// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %[[ARG0:.*]]: i1, %[[ARG1:.*]]: vector<2x3xf32>, %[[ARG2:.*]]: vector<2x3xf32>) -> vector<2x3xf32> {
// CHECK-NEXT: %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG2]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V1:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V2:.*]] = llvm.select %[[ARG0]], %[[V1]], %[[V0]] : i1, !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %[[V3:.*]] = builtin.unrealized_conversion_cast %[[V2]] : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: return %[[V3]] : vector<2x3xf32>
func.func @whole(%c: i1, %a: vector<2x3xf32>, %b: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = arith.select %c, %a, %b : vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// CHECK-LABEL: func.func @cast_flags(
// CHECK-SAME: %[[ARG0:.*]]: f32) -> (f64, f16) {
// CHECK-NEXT: %[[V0:.*]] = llvm.fpext %[[ARG0]] {fastmath = #arith.fastmath<nnan>} : f32 to f64
// CHECK-NEXT: %[[V1:.*]] = llvm.fptrunc %[[ARG0]] {fastmath = #arith.fastmath<contract>} : f32 to f16
// CHECK-NEXT: return %[[V0]], %[[V1]] : f64, f16
func.func @cast_flags(%a: f32) -> (f64, f16) {
  %0 = arith.extf %a fastmath<nnan> : f32 to f64
  %1 = arith.truncf %a fastmath<contract> : f32 to f16
  return %0, %1 : f64, f16
}
