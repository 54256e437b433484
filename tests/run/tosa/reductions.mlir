// Reductions along an axis.

// RUN: terrace run %s | FileCheck %s

// CHECK{LITERAL}: [[5, 7, 9]] : tensor<1x3xi32>
// CHECK-NEXT{LITERAL}: [[6], [15]] : tensor<2x1xi32>
// CHECK-NEXT{LITERAL}: [[4, 5, 6]] : tensor<1x3xi32>
// CHECK-NEXT{LITERAL}: [[1], [4]] : tensor<2x1xi32>
// CHECK-NEXT{LITERAL}: [[6.000000e+00], [1.200000e+02]] : tensor<2x1xf32>
// CHECK-NEXT{LITERAL}: [[false], [true]] : tensor<2x1xi1>
// CHECK-NEXT{LITERAL}: [[true], [true]] : tensor<2x1xi1>
// The middle one of three dimensions.
// CHECK-NEXT{LITERAL}: [[[4, 6]], [[12, 14]]] : tensor<2x1x2xi32>
// Sums of bf16 are of f32, and rounded at the end: 256 + 1 + 1. Those of f16 are of f16.
// CHECK-NEXT: [2.580000e+02] : tensor<1xbf16>
// CHECK-NEXT: [2.048000e+03] : tensor<1xf16>
// CHECK-NEXT{LITERAL}: [[nan], [3.000000e+00]] : tensor<2x1xf32>
// CHECK-NEXT{LITERAL}: [[2.000000e+00], [3.000000e+00]] : tensor<2x1xf32>
// CHECK-NEXT{LITERAL}: [[nan], [-1.000000e+00]] : tensor<2x1xf32>
// CHECK-NEXT{LITERAL}: [[1.000000e+00], [-1.000000e+00]] : tensor<2x1xf32>
// If all are NaN, it is the result.
// CHECK-NEXT: [nan] : tensor<1xf32>
// CHECK-NEXT: [-inf] : tensor<1xf32>
// The first of the greatest ones.
// CHECK-NEXT: [1, 0] : tensor<2xi32>
// CHECK-NEXT: [1, 0, 0] : tensor<3xi32>
// The first NaN, or the first of the greatest numbers.
// CHECK-NEXT: [1, 0] : tensor<2xi32>
// CHECK-NEXT: [0, 2] : tensor<2xi32>
// CHECK-NEXT: 0 : tensor<i32>
func.func @main() -> (tensor<1x3xi32>, tensor<2x1xi32>, tensor<1x3xi32>, tensor<2x1xi32>, tensor<2x1xf32>,
    tensor<2x1xi1>, tensor<2x1xi1>, tensor<2x1x2xi32>, tensor<1xbf16>, tensor<1xf16>, tensor<2x1xf32>, tensor<2x1xf32>,
    tensor<2x1xf32>, tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2xi32>, tensor<3xi32>, tensor<2xi32>,
    tensor<2xi32>, tensor<i32>) {
  %a = "tosa.const"() <{values = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %s0 = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  %s1 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
  %max = tosa.reduce_max %a {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  %min = tosa.reduce_min %a {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
  %f = "tosa.const"() <{values = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %product = tosa.reduce_product %f {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %p = "tosa.const"() <{values = dense<[[true, false], [true, true]]> : tensor<2x2xi1>}> : () -> tensor<2x2xi1>
  %all = tosa.reduce_all %p {axis = 1 : i32} : (tensor<2x2xi1>) -> tensor<2x1xi1>
  %any = tosa.reduce_any %p {axis = 1 : i32} : (tensor<2x2xi1>) -> tensor<2x1xi1>
  %c = "tosa.const"() <{values = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>}> : () -> tensor<2x2x2xi32>
  %middle = tosa.reduce_sum %c {axis = 1 : i32} : (tensor<2x2x2xi32>) -> tensor<2x1x2xi32>
  %b = "tosa.const"() <{values = dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  %brain = tosa.reduce_sum %b {axis = 0 : i32} : (tensor<3xbf16>) -> tensor<1xbf16>
  %h = "tosa.const"() <{values = dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>}> : () -> tensor<3xf16>
  %half = tosa.reduce_sum %h {axis = 0 : i32} : (tensor<3xf16>) -> tensor<1xf16>
  %n = "tosa.const"() <{values = dense<[[1.0, 0x7FC00000, 2.0], [3.0, -1.0, 0.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %max0 = tosa.reduce_max %n {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %max1 = tosa.reduce_max %n {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %min0 = tosa.reduce_min %n {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %min1 = tosa.reduce_min %n {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %nans = "tosa.const"() <{values = dense<0x7FC00000> : tensor<2xf32>}> : () -> tensor<2xf32>
  %max2 = tosa.reduce_max %nans {axis = 0 : i32, nan_mode = IGNORE} : (tensor<2xf32>) -> tensor<1xf32>
  %least = "tosa.const"() <{values = dense<0xFF800000> : tensor<2xf32>}> : () -> tensor<2xf32>
  %max3 = tosa.reduce_max %least {axis = 0 : i32} : (tensor<2xf32>) -> tensor<1xf32>
  %g = "tosa.const"() <{values = dense<[[1, 7, 7], [5, 5, 0]]> : tensor<2x3xi8>}> : () -> tensor<2x3xi8>
  %arg1 = tosa.argmax %g {axis = 1 : i32} : (tensor<2x3xi8>) -> tensor<2xi32>
  %arg0 = tosa.argmax %g {axis = 0 : i32} : (tensor<2x3xi8>) -> tensor<3xi32>
  %arg2 = tosa.argmax %n {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>
  %o = "tosa.const"() <{values = dense<[[3.0, 0x7FC00000, 3.0], [0x7FC00000, -1.0, 0.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %arg3 = tosa.argmax %o {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2xi32>
  %arg4 = tosa.argmax %nans {axis = 0 : i32, nan_mode = IGNORE} : (tensor<2xf32>) -> tensor<i32>
  return %s0, %s1, %max, %min, %product, %all, %any, %middle, %brain, %half, %max0, %max1, %min0, %min1, %max2, %max3,
    %arg1, %arg0, %arg2, %arg3, %arg4 : tensor<1x3xi32>, tensor<2x1xi32>, tensor<1x3xi32>, tensor<2x1xi32>,
    tensor<2x1xf32>, tensor<2x1xi1>, tensor<2x1xi1>, tensor<2x1x2xi32>, tensor<1xbf16>, tensor<1xf16>, tensor<2x1xf32>,
    tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2xi32>, tensor<3xi32>,
    tensor<2xi32>, tensor<2xi32>, tensor<i32>
}
