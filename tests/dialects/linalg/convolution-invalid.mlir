// RUN: terrace-opt %s --verify-diagnostics

func.func @no_dilation(%arg0: tensor<1x4x16x1xi32>, %arg1: tensor<2x2xi32>, %arg2: tensor<1x2x4x1xi32>) -> tensor<1x2x4x1xi32> {
  // expected-error @+1 {{unexpected input index map for convolutions}}
  %0 = linalg.pooling_nhwc_sum {dilations = dense<[0, 2]> : tensor<2xi64>, strides = dense<[2, 4]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<1x4x16x1xi32>, tensor<2x2xi32>) outs(%arg2 : tensor<1x2x4x1xi32>) -> tensor<1x2x4x1xi32>
  return %0 : tensor<1x2x4x1xi32>
}
