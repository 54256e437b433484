// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @functions() -> (f32, f64, f64, f32, f64) {
// CHECK-NEXT:   %cst = arith.constant 0.47942555 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0.99959304798255499 : f64
// CHECK-NEXT:   %cst_1 = arith.constant 1.5667992369724111 : f64
// CHECK-NEXT:   %cst_2 = arith.constant 0.707106769 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:   return %cst, %cst_0, %cst_1, %cst_2, %cst_3 : f32, f64, f64, f32, f64
// CHECK-NEXT: }
func.func @functions() -> (f32, f64, f64, f32, f64) {
  %a = arith.constant 0.5 : f32
  %b = arith.constant 2.5 : f64
  %0 = math.sin %a : f32
  %1 = math.erf %b : f64
  %2 = math.acosh %b : f64
  %3 = math.powf %a, %a : f32
  %4 = math.roundeven %b : f64
  return %0, %1, %2, %3, %4 : f32, f64, f64, f32, f64
}

// Neither other formats nor what is not defined.

// CHECK-LABEL: func.func @not_folded() -> (f16, f32) {
// CHECK-NEXT:   %cst = arith.constant 5.000000e-01 : f16
// CHECK-NEXT:   %cst_0 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:   %0 = math.sin %cst : f16
// CHECK-NEXT:   %1 = math.log %cst_0 : f32
// CHECK-NEXT:   return %0, %1 : f16, f32
// CHECK-NEXT: }
func.func @not_folded() -> (f16, f32) {
  %h = arith.constant 0.5 : f16
  %n = arith.constant -1.0 : f32
  %0 = math.sin %h : f16
  %1 = math.log %n : f32
  return %0, %1 : f16, f32
}

// CHECK-LABEL: func.func @integers() -> (i32, i8, i16, vector<2xi8>) {
// CHECK-NEXT:   %c-243_i32 = arith.constant -243 : i32
// CHECK-NEXT:   %c3_i8 = arith.constant 3 : i8
// CHECK-NEXT:   %c8_i16 = arith.constant 8 : i16
// CHECK-NEXT:   %cst = arith.constant dense<[4, 7]> : vector<2xi8>
// CHECK-NEXT:   return %c-243_i32, %c3_i8, %c8_i16, %cst : i32, i8, i16, vector<2xi8>
// CHECK-NEXT: }
func.func @integers() -> (i32, i8, i16, vector<2xi8>) {
  %a = arith.constant -3 : i32
  %b = arith.constant 5 : i32
  %c = arith.constant 20 : i8
  %v = arith.constant dense<[-4, 7]> : vector<2xi8>
  %s = arith.constant 255 : i16
  %0 = math.ipowi %a, %b : i32
  %1 = math.ctlz %c : i8
  %2 = math.ctpop %s : i16
  %3 = math.absi %v : vector<2xi8>
  return %0, %1, %2, %3 : i32, i8, i16, vector<2xi8>
}

// CHECK-LABEL: func.func @questions() -> (i1, vector<2xi1>) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<2xi1>
// CHECK-NEXT:   return %true, %cst : i1, vector<2xi1>
// CHECK-NEXT: }
func.func @questions() -> (i1, vector<2xi1>) {
  %inf = arith.constant 0x7F800000 : f32
  %v = arith.constant dense<1.0> : vector<2xf32>
  %0 = math.isinf %inf : f32
  %1 = math.isnormal %v : vector<2xf32>
  return %0, %1 : i1, vector<2xi1>
}
