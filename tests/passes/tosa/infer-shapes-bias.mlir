// A bias of one element is that of each channel, so that the number of channels stays unknown.

// RUN: terrace-opt %s --tosa-infer-shapes | FileCheck %s

// CHECK-LABEL: func.func @conv(
// CHECK: tosa.conv2d {{.*}} -> tensor<1x4x4x?xi32>
// CHECK-LABEL: func.func @transposed(
// CHECK: tosa.transpose_conv2d {{.*}} -> tensor<1x4x4x?xi32>
// CHECK-LABEL: func.func @depthwise(
// CHECK: tosa.depthwise_conv2d {{.*}} -> tensor<1x4x4x?xi32>
func.func @conv(%x: tensor<1x4x4x2xi8>, %w: tensor<?x1x1x2xi8>, %b: tensor<1xi32>, %z: tensor<1xi8>) -> tensor<1x4x4x?xi32> {
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<?x1x1x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x?xi32>
  return %0 : tensor<1x4x4x?xi32>
}
func.func @transposed(%x: tensor<1x4x4x2xi8>, %w: tensor<?x1x1x2xi8>, %b: tensor<1xi32>, %z: tensor<1xi8>) -> tensor<1x4x4x?xi32> {
  %0 = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<?x1x1x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x?xi32>
  return %0 : tensor<1x4x4x?xi32>
}
func.func @depthwise(%x: tensor<1x4x4x2xi8>, %w: tensor<1x1x?x?xi8>, %b: tensor<1xi32>, %z: tensor<1xi8>) -> tensor<1x4x4x?xi32> {
  %0 = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<1x1x?x?xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x?xi32>
  return %0 : tensor<1x4x4x?xi32>
}
