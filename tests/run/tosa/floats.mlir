// Arithmetic on floats: rounding, NaN and infinities.

// RUN: terrace run %s | FileCheck %s

// f16 has 11 digits: 2048 + 1 is a tie, 2050 + 1 too, and both go to the even neighbor.
// CHECK: [2.048000e+03, 2.052000e+03, inf] : tensor<3xf16>
// bf16 has 8 digits: 256 + 1 is a tie.
// CHECK-NEXT: [2.560000e+02, 2.600000e+02] : tensor<2xbf16>
// CHECK-NEXT: [-1.500000e+00, 3.500000e+00] : tensor<2xf32>
// CHECK-NEXT: [6.250000e+00, -0.000000e+00] : tensor<2xf32>
// CHECK-NEXT: [-2.000000e+00, 3.000000e+00, 0.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [1.500000e+00, 0.000000e+00, inf] : tensor<3xf32>
// Up, down: -0.5 has the zero of its sign above.
// CHECK-NEXT: [2.000000e+00, -0.000000e+00, -2.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [1.000000e+00, -1.000000e+00, -2.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [5.000000e-01, -4.000000e+00, inf, -inf, 0.000000e+00] : tensor<5xf32>
// CHECK-NEXT: [5.000000e-01, inf, nan] : tensor<3xf32>
// CHECK-NEXT: [1.000000e+00, inf, 0.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [0.000000e+00, -inf, inf] : tensor<3xf32>
// CHECK-NEXT: [8.000000e+00, 1.000000e+00, 0.000000e+00] : tensor<3xf32>
// The limits of sigmoid, tanh and erf, and their values at zero.
// CHECK-NEXT: [0.000000e+00, 5.000000e-01, 1.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [-1.000000e+00, 0.000000e+00, 1.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [-1.000000e+00, 0.000000e+00, 1.000000e+00] : tensor<3xf32>
// CHECK-NEXT: [0.000000e+00] : tensor<1xf32>
// CHECK-NEXT: [1.000000e+00] : tensor<1xf32>
// NaN is propagated, or ignored if the other one is a number.
// CHECK-NEXT: [nan, nan, 3.000000e+00, 0.000000e+00] : tensor<4xf32>
// CHECK-NEXT: [2.000000e+00, nan, 3.000000e+00, 0.000000e+00] : tensor<4xf32>
// CHECK-NEXT: [nan, nan, 1.000000e+00, -0.000000e+00] : tensor<4xf32>
// CHECK-NEXT: [2.000000e+00, nan, 1.000000e+00, -0.000000e+00] : tensor<4xf32>
// CHECK-NEXT: [nan, -1.000000e+00, 2.500000e-01, 1.000000e+00] : tensor<4xf32>
// CHECK-NEXT: [-1.000000e+00, -1.000000e+00, 2.500000e-01, 1.000000e+00] : tensor<4xf32>
// CHECK-NEXT: [false, false, true] : tensor<3xi1>
// CHECK-NEXT: [false, false, false] : tensor<3xi1>
// CHECK-NEXT: [false, false, true] : tensor<3xi1>
func.func @main() -> (tensor<3xf16>, tensor<2xbf16>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>,
    tensor<3xf32>, tensor<3xf32>, tensor<5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
    tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>) {
  %h0 = "tosa.const"() <{values = dense<[2048.0, 2050.0, 65504.0]> : tensor<3xf16>}> : () -> tensor<3xf16>
  %h1 = "tosa.const"() <{values = dense<[1.0, 1.0, 16.0]> : tensor<3xf16>}> : () -> tensor<3xf16>
  %half = tosa.add %h0, %h1 : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  %b0 = "tosa.const"() <{values = dense<[256.0, 258.0]> : tensor<2xbf16>}> : () -> tensor<2xbf16>
  %b1 = "tosa.const"() <{values = dense<1.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %brain = tosa.add %b0, %b1 : (tensor<2xbf16>, tensor<1xbf16>) -> tensor<2xbf16>
  %s0 = "tosa.const"() <{values = dense<[1.0, 2.5]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %s1 = "tosa.const"() <{values = dense<[2.5, -1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %sub = tosa.sub %s0, %s1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m0 = "tosa.const"() <{values = dense<[2.5, -0.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %m1 = "tosa.const"() <{values = dense<2.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %mul = tosa.mul %m0, %m1, %none : (tensor<2xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %n = "tosa.const"() <{values = dense<[2.0, -3.0, -0.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %neg = tosa.negate %n, %zp, %zp : (tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
  %a = "tosa.const"() <{values = dense<[-1.5, -0.0, 0xFF800000]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %abs = tosa.abs %a : (tensor<3xf32>) -> tensor<3xf32>
  %c = "tosa.const"() <{values = dense<[1.5, -0.5, -2.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %ceil = tosa.ceil %c : (tensor<3xf32>) -> tensor<3xf32>
  %floor = tosa.floor %c : (tensor<3xf32>) -> tensor<3xf32>
  %r = "tosa.const"() <{values = dense<[2.0, -0.25, 0.0, -0.0, 0x7F800000]> : tensor<5xf32>}> : () -> tensor<5xf32>
  %rec = tosa.reciprocal %r : (tensor<5xf32>) -> tensor<5xf32>
  %q = "tosa.const"() <{values = dense<[4.0, 0.0, 0x7FC00000]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %rsqrt = tosa.rsqrt %q : (tensor<3xf32>) -> tensor<3xf32>
  %e = "tosa.const"() <{values = dense<[0.0, 1000.0, -1000.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %exp = tosa.exp %e : (tensor<3xf32>) -> tensor<3xf32>
  %g = "tosa.const"() <{values = dense<[1.0, 0.0, 0x7F800000]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %log = tosa.log %g : (tensor<3xf32>) -> tensor<3xf32>
  %p0 = "tosa.const"() <{values = dense<[2.0, 5.0, 0.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %p1 = "tosa.const"() <{values = dense<[3.0, 0.0, 2.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %pow = tosa.pow %p0, %p1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %t = "tosa.const"() <{values = dense<[-1000.0, 0.0, 1000.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %sigmoid = tosa.sigmoid %t : (tensor<3xf32>) -> tensor<3xf32>
  %tanh = tosa.tanh %t : (tensor<3xf32>) -> tensor<3xf32>
  %erf = tosa.erf %t : (tensor<3xf32>) -> tensor<3xf32>
  %sin = tosa.sin %zp : (tensor<1xf32>) -> tensor<1xf32>
  %cos = tosa.cos %zp : (tensor<1xf32>) -> tensor<1xf32>
  %x = "tosa.const"() <{values = dense<[0x7FC00000, 0x7FC00000, 1.0, -0.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %y = "tosa.const"() <{values = dense<[2.0, 0x7FC00000, 3.0, 0.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %max0 = tosa.maximum %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %max1 = tosa.maximum %x, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %min0 = tosa.minimum %y, %x {nan_mode = PROPAGATE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %min1 = tosa.minimum %y, %x {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %k = "tosa.const"() <{values = dense<[0x7FC00000, 0xFF800000, 0.25, 7.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %clamp0 = tosa.clamp %k {min_val = -1.0 : f32, max_val = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %clamp1 = tosa.clamp %k {min_val = -1.0 : f32, max_val = 1.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  %u = "tosa.const"() <{values = dense<[0x7FC00000, 1.0, -0.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %v = "tosa.const"() <{values = dense<[0x7FC00000, 0x7FC00000, 0.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %eq = tosa.equal %u, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %gt = tosa.greater %u, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %ge = tosa.greater_equal %u, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %half, %brain, %sub, %mul, %neg, %abs, %ceil, %floor, %rec, %rsqrt, %exp, %log, %pow, %sigmoid, %tanh, %erf,
    %sin, %cos, %max0, %max1, %min0, %min1, %clamp0, %clamp1, %eq, %gt, %ge : tensor<3xf16>, tensor<2xbf16>,
    tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<5xf32>,
    tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
    tensor<1xf32>, tensor<1xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>
}
