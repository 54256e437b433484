// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @parts(%arg0: f32, %arg1: f32, %arg2: complex<f32>) -> (f32, complex<f32>, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 2.500000e+00 : f32
// CHECK-NEXT:   %0 = arith.negf %arg0 : f32
// CHECK-NEXT:   return %arg1, %arg2, %0, %cst : f32, complex<f32>, f32, f32
// CHECK-NEXT: }
func.func @parts(%x: f32, %y: f32, %z: complex<f32>) -> (f32, complex<f32>, f32, f32) {
  %0 = complex.create %x, %y : complex<f32>
  %1 = complex.im %0 : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  %2 = complex.create %re, %im : complex<f32>
  %3 = complex.neg %0 : complex<f32>
  %4 = complex.re %3 : complex<f32>
  %c = complex.constant [1.5 : f32, 2.5 : f32] : complex<f32>
  %5 = complex.im %c : complex<f32>
  return %1, %2, %4, %5 : f32, complex<f32>, f32, f32
}

// CHECK-LABEL: func.func @undone(%arg0: complex<f64>, %arg1: complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
// CHECK-NEXT:   return %arg0, %arg0, %arg0, %arg0 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
// CHECK-NEXT: }
func.func @undone(%x: complex<f64>, %y: complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %0 = complex.sub %x, %y fastmath<fast> : complex<f64>
  %1 = complex.add %y, %0 fastmath<fast> : complex<f64>
  %2 = complex.exp %x fastmath<fast> : complex<f64>
  %3 = complex.log %2 fastmath<fast> : complex<f64>
  %4 = complex.mul %x, %one fastmath<fast> : complex<f64>
  %5 = complex.conj %x : complex<f64>
  %6 = complex.conj %5 : complex<f64>
  return %1, %3, %4, %6 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
}

// Without flags only these are what they were.
// CHECK-LABEL: func.func @exact(
// CHECK: %[[SUM:.*]] = complex.add %arg0
// CHECK: %[[DIFFERENCE:.*]] = complex.sub %arg0
// CHECK: %[[PRODUCT:.*]] = complex.mul %arg0
// CHECK: return %arg0, %arg0, %[[SUM]], %[[DIFFERENCE]], %[[PRODUCT]]
func.func @exact(%x: complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %plus = complex.constant [0.0, 0.0] : complex<f64>
  %minus = complex.constant [-0.0, -0.0] : complex<f64>
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %0 = complex.add %x, %minus : complex<f64>
  %1 = complex.sub %x, %plus : complex<f64>
  %2 = complex.add %x, %plus : complex<f64>
  %3 = complex.sub %x, %minus : complex<f64>
  %4 = complex.mul %x, %one : complex<f64>
  return %0, %1, %2, %3, %4 : complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>
}

// CHECK-LABEL: func.func @bits(%arg0: i64) -> (f64, i64) {
// CHECK-NEXT:   %0 = arith.bitcast %arg0 : i64 to f64
// CHECK-NEXT:   return %0, %arg0 : f64, i64
// CHECK-NEXT: }
func.func @bits(%x: i64) -> (f64, i64) {
  %0 = complex.bitcast %x : i64 to complex<f32>
  %1 = complex.bitcast %0 : complex<f32> to f64
  %2 = complex.bitcast %0 : complex<f32> to i64
  return %1, %2 : f64, i64
}
