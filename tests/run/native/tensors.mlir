// REQUIRES: clang
// RUN: terrace run %s --native --arg=random:1 --arg=random:2 --arg=4 > %t.native
// RUN: terrace run %s --arg=random:1 --arg=random:2 --arg=4 > %t.interpreted
// RUN: cat %t.native | FileCheck %s
// RUN: cat %t.interpreted | FileCheck %s

// Tensors become buffers; the sum is the same to the bit.

// CHECK: 1.65512574 : f32
func.func @main(%a: tensor<4x5xf32>, %b: tensor<5x3xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x3xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x3xf32>) -> tensor<4x3xf32>
  %product = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x3xf32>) outs(%filled : tensor<4x3xf32>) -> tensor<4x3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zero) -> f32 {
    %element = tensor.extract %product[%i, %c0] : tensor<4x3xf32>
    %after = arith.addf %before, %element : f32
    scf.yield %after : f32
  }
  return %sum : f32
}
