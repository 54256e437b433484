// REQUIRES: clang
// RUN: terrace run %s --native | FileCheck %s
// RUN: terrace run %s | FileCheck %s

// A function that returns a slice of a constant: it is cloned, with its strides.

// CHECK: {{\[\[}}5.000000e+00, 6.000000e+00], [8.000000e+00, 9.000000e+00]]
func.func @main() -> tensor<2x2xf32> {
  %numbers = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %corner = tensor.extract_slice %numbers[1, 1] [2, 2] [1, 1] : tensor<3x3xf32> to tensor<2x2xf32>
  return %corner : tensor<2x2xf32>
}
