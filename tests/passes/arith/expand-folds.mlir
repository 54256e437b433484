// An extension of what was truncated is folded before either is expanded.
// RUN: terrace-opt %s --arith-expand='include-f8e8m0 include-f4e2m1' | FileCheck %s

// CHECK-LABEL: func.func @contracts(
// CHECK-SAME: %[[A:.*]]: vector<4xf16>)
// CHECK: return %[[A]]
func.func @contracts(%a: vector<4xf16>) -> vector<4xf16> {
  %0 = arith.truncf %a fastmath<contract> : vector<4xf16> to vector<4xf8E8M0FNU>
  %1 = arith.extf %0 fastmath<contract> : vector<4xf8E8M0FNU> to vector<4xf16>
  return %1 : vector<4xf16>
}
// CHECK-LABEL: func.func @does_not_contract(
// CHECK: arith.bitcast %{{.*}} : i8 to f8E8M0FNU
// CHECK: arith.bitcast %{{.*}} : f8E8M0FNU to i8
// CHECK-NOT: arith.extf %{{.*}} : f8E8M0FNU
func.func @does_not_contract(%a: f32) -> f32 {
  %0 = arith.truncf %a : f32 to f8E8M0FNU
  %1 = arith.extf %0 : f8E8M0FNU to f32
  return %1 : f32
}
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: %[[A:.*]]: f16, %[[S:.*]]: f16)
// CHECK: arith.divf %[[A]], %[[S]] fastmath<contract> : f16
func.func @scaled(%a: f16, %s: f16) -> f6E3M2FN {
  %0 = arith.scaling_truncf %a, %s fastmath<contract> : f16, f16 to f6E3M2FN
  return %0 : f6E3M2FN
}
