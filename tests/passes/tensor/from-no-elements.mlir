// RUN: terrace-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @indices(
// CHECK: arith.constant dense<> : tensor<0xindex>
func.func @indices() -> tensor<0xindex> {
  %0 = tensor.from_elements : tensor<0xindex>
  return %0 : tensor<0xindex>
}

// CHECK-LABEL: func.func @floats(
// CHECK: arith.constant dense<> : tensor<2x0xf32>
func.func @floats() -> tensor<2x0xf32> {
  %0 = tensor.from_elements : tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}
