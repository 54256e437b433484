// The bits of a complex number begin with those of its real part, as in memory.
// RUN: terrace run %s | FileCheck %s
// CHECK: 1.000000e+00 : f32
// CHECK-NEXT: -2.000000e+00 : f32
// CHECK-NEXT: -4611686017362034688 : i64
// CHECK-NEXT: -2.000000e+00 : f64

func.func @main() -> (f32, f32, i64, f64) {
  %two = arith.constant -2.0 : f64
  %bits = arith.constant 0xC00000003F800000 : i64
  %0 = complex.bitcast %bits : i64 to complex<f32>
  %re = complex.re %0 : complex<f32>
  %im = complex.im %0 : complex<f32>
  %1 = complex.bitcast %0 : complex<f32> to i64
  %2 = complex.bitcast %two : f64 to complex<f32>
  %3 = complex.bitcast %2 : complex<f32> to f64
  return %re, %im, %1, %3 : f32, f32, i64, f64
}

// Buffers are no elements.
// RUN: not terrace run %s --entry=buffer --arg=1 2>&1 | FileCheck %s --check-prefix=BUFFER
// BUFFER: 'arith.index_cast' of memref<4xi32> is not supported by the interpreter
func.func @buffer(%m: memref<4xi32>) {
  %0 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  return
}
