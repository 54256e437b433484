// Extents that follow from operands become part of types, and casts keep the types that others see.

// RUN: terrace-opt %s --reify-result-shapes | FileCheck %s

// CHECK-LABEL: func.func @padded(
// CHECK: %[[PAD:.*]] = tensor.pad %{{.*}} low[%{{.*}}] high[1, %{{.*}}]
// CHECK: : tensor<4x?xi8> to tensor<7x?xi8>
// CHECK: tensor.cast %[[PAD]] : tensor<7x?xi8> to tensor<?x?xi8>
func.func @padded(%t: tensor<4x?xi8>, %x: i8, %n: index) -> tensor<?x?xi8> {
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[%c2, %n] high[1, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i8
  } : tensor<4x?xi8> to tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// CHECK-LABEL: func.func @joined(
// CHECK: tensor.concat dim(0) %{{.*}} : (tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK: %[[JOINED:.*]] = tensor.concat dim(1) %{{.*}} : (tensor<4x3xf32>, tensor<?x5xf32>) -> tensor<4x8xf32>
// CHECK: tensor.cast %[[JOINED]]
func.func @joined(%a: tensor<4x3xf32>, %b: tensor<?x3xf32>, %c: tensor<?x5xf32>) -> (tensor<?x3xf32>, tensor<?x8xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tensor.concat dim(1) %a, %c : (tensor<4x3xf32>, tensor<?x5xf32>) -> tensor<?x8xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func.func @known(
// CHECK-NOT: tensor.cast
func.func @known(%a: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert_slice %a into %a[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}
