// Fourier transforms.

// RUN: terrace run %s | FileCheck %s

// 10, -2 + 2i, -2, -2 - 2i
// CHECK{LITERAL}: [[[1.000000e+01, -2.000000e+00, -2.000000e+00, -2.000000e+00]]] : tensor<1x1x4xf32>
// CHECK-NEXT{LITERAL}: [[[0.000000e+00, 2.000000e+00, 0.000000e+00, -2.000000e+00]]] : tensor<1x1x4xf32>
// The same, times i.
// CHECK-NEXT{LITERAL}: [[[0.000000e+00, -2.000000e+00, 0.000000e+00, 2.000000e+00]]] : tensor<1x1x4xf32>
// CHECK-NEXT{LITERAL}: [[[1.000000e+01, -2.000000e+00, -2.000000e+00, -2.000000e+00]]] : tensor<1x1x4xf32>
// The inverse is not divided by the number of elements.
// CHECK-NEXT{LITERAL}: [[[4.000000e+00, 8.000000e+00, 1.200000e+01, 1.600000e+01]]] : tensor<1x1x4xf32>
// CHECK-NEXT{LITERAL}: [[[0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]] : tensor<1x1x4xf32>
// CHECK-NEXT{LITERAL}: [[[1.000000e+01, -2.000000e+00, -2.000000e+00]]] : tensor<1x1x3xf32>
// CHECK-NEXT{LITERAL}: [[[0.000000e+00, 2.000000e+00, 0.000000e+00]]] : tensor<1x1x3xf32>
// CHECK-NEXT{LITERAL}: [[[1.000000e+01, -2.000000e+00], [-4.000000e+00, 0.000000e+00]]] : tensor<1x2x2xf32>
// CHECK-NEXT{LITERAL}: [[[0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00]]] : tensor<1x2x2xf32>
func.func @main() -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>,
    tensor<1x1x4xf32>, tensor<1x1x3xf32>, tensor<1x1x3xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>) {
  %zeros = "tosa.const"() <{values = dense<0.0> : tensor<1x1x4xf32>}> : () -> tensor<1x1x4xf32>
  %line = "tosa.const"() <{values = dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>}> : () -> tensor<1x1x4xf32>
  %re, %im = tosa.fft2d %line, %zeros {inverse = false} : (tensor<1x1x4xf32>, tensor<1x1x4xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>)
  %re1, %im1 = tosa.fft2d %zeros, %line {inverse = false} : (tensor<1x1x4xf32>, tensor<1x1x4xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>)
  %re2, %im2 = tosa.fft2d %re, %im {inverse = true} : (tensor<1x1x4xf32>, tensor<1x1x4xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>)
  %re3, %im3 = tosa.rfft2d %line : (tensor<1x1x4xf32>) -> (tensor<1x1x3xf32>, tensor<1x1x3xf32>)
  %square = "tosa.const"() <{values = dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>}> : () -> tensor<1x2x2xf32>
  %squares = "tosa.const"() <{values = dense<0.0> : tensor<1x2x2xf32>}> : () -> tensor<1x2x2xf32>
  %re4, %im4 = tosa.fft2d %square, %squares {inverse = false} : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>)
  return %re, %im, %re1, %im1, %re2, %im2, %re3, %im3, %re4, %im4
    : tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>,
      tensor<1x1x4xf32>, tensor<1x1x3xf32>, tensor<1x1x3xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
}
