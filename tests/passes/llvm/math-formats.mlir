// Functions of floats whose format LLVM does not have stay.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --convert-math-to-llvm | FileCheck %s



// CHECK-LABEL: func.func @pairs(
// CHECK-SAME: %[[ARG0:.*]]: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %[[V0:.*]] = llvm.intr.sincos(%[[ARG0]]) : (vector<4xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
// CHECK-NEXT: %[[V1:.*]] = llvm.extractvalue %[[V0]][0] : !llvm.struct<(vector<4xf32>, vector<4xf32>)>
// CHECK-NEXT: %[[V2:.*]] = llvm.extractvalue %[[V0]][1] : !llvm.struct<(vector<4xf32>, vector<4xf32>)>
// CHECK-NEXT: return %[[V1]], %[[V2]] : vector<4xf32>, vector<4xf32>
func.func @pairs(%a: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %s, %c = math.sincos %a : vector<4xf32>
  return %s, %c : vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @unknown_format(
// CHECK-SAME: %[[ARG0:.*]]: f8E5M2, %[[ARG1:.*]]: vector<2xf8E4M3FN>) -> (f8E5M2, vector<2xi1>, f8E5M2) {
// CHECK-NEXT: %[[V0:.*]] = math.rsqrt %[[ARG0]] : f8E5M2
// CHECK-NEXT: %[[V1:.*]] = math.isnan %[[ARG1]] : vector<2xf8E4M3FN>
// CHECK-NEXT: %[[V2:.*]] = math.cos %[[V0]] : f8E5M2
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : f8E5M2, vector<2xi1>, f8E5M2
func.func @unknown_format(%a: f8E5M2, %b: vector<2xf8E4M3FN>) -> (f8E5M2, vector<2xi1>, f8E5M2) {
  %0 = math.rsqrt %a : f8E5M2
  %1 = math.isnan %b : vector<2xf8E4M3FN>
  %2 = math.cos %0 : f8E5M2
  return %0, %1, %2 : f8E5M2, vector<2xi1>, f8E5M2
}
