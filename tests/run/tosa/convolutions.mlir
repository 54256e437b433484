// Convolutions, with sums worked out by hand.

// RUN: terrace run %s | FileCheck %s

// The image less its zero point is 0 to 8; the bias is 10.
// CHECK{LITERAL}: [[[[37], [47]], [[67], [77]]]] : tensor<1x2x2x1xi32>
// The weight less its zero point is 0 to 3.
// CHECK-NEXT{LITERAL}: [[[[29], [35]], [[47], [53]]]] : tensor<1x2x2x1xi32>
// Padding is what the zero point is.
// CHECK-NEXT{LITERAL}: [[[[10], [21]], [[40], [77]]]] : tensor<1x2x2x1xi32>
// CHECK-NEXT{LITERAL}: [[[[64]]]] : tensor<1x1x1x1xi32>
// CHECK-NEXT{LITERAL}: [[[[2.150000e+01, 2.100500e+03], [4.350000e+01, 4.300500e+03]]]] : tensor<1x1x2x2xf32>
// 2 * 32767 * 127 + 2^40
// CHECK-NEXT{LITERAL}: [[[[1099519950594]]]] : tensor<1x1x1x1xi48>
// CHECK-NEXT{LITERAL}: [[[[-5]]]] : tensor<1x1x1x1xi32>
// 2048 + 1 + 1 in sums of 11 digits, and of 24.
// CHECK-NEXT{LITERAL}: [[[[2.048000e+03]]]] : tensor<1x1x1x1xf16>
// CHECK-NEXT{LITERAL}: [[[[2.050000e+03]]]] : tensor<1x1x1x1xf16>
// The first window has the first slice alone.
// CHECK-NEXT{LITERAL}: [[[[[11]]], [[[37]]]]] : tensor<1x2x1x1x1xi32>
// Channels of the result are those of the image, and for each of them those of the weight.
// CHECK-NEXT{LITERAL}: [[[[11, 22, 203, 204]]]] : tensor<1x1x1x4xi32>
// The windows of both elements overlap in one.
// CHECK-NEXT{LITERAL}: [[[[1], [10], [102], [20], [200]]]] : tensor<1x1x5x1xi32>
// One more before the first, one less after the last; the bias is everywhere.
// CHECK-NEXT{LITERAL}: [[[[1], [2], [11], [103], [21]]]] : tensor<1x1x5x1xi32>
func.func @main() -> (tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>, tensor<1x1x1x1xi32>,
    tensor<1x1x2x2xf32>, tensor<1x1x1x1xi48>, tensor<1x1x1x1xi32>, tensor<1x1x1x1xf16>,
    tensor<1x1x1x1xf16>, tensor<1x2x1x1x1xi32>, tensor<1x1x1x4xi32>, tensor<1x1x5x1xi32>,
    tensor<1x1x5x1xi32>) {
  %image = "tosa.const"() <{values = dense<[[[[1], [2], [3]], [[4], [5], [6]], [[7], [8], [9]]]]> : tensor<1x3x3x1xi8>}> : () -> tensor<1x3x3x1xi8>
  %weight = "tosa.const"() <{values = dense<[[[[1], [2]], [[3], [4]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %bias = "tosa.const"() <{values = dense<10> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %plain = tosa.conv2d %image, %weight, %bias, %one, %zero
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x3x1xi8>, tensor<1x2x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x1xi32>
  %about = tosa.conv2d %image, %weight, %bias, %one, %one
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x3x1xi8>, tensor<1x2x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x1xi32>
  %padded = tosa.conv2d %image, %weight, %bias, %one, %zero
      {acc_type = i32, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>}
      : (tensor<1x3x3x1xi8>, tensor<1x2x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x1xi32>
  %dilated = tosa.conv2d %image, %weight, %bias, %one, %zero
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>}
      : (tensor<1x3x3x1xi8>, tensor<1x2x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi32>
  %pixels = "tosa.const"() <{values = dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>}> : () -> tensor<1x1x2x2xf32>
  %kernels = "tosa.const"() <{values = dense<[[[[1.0, 10.0]]], [[[100.0, 1000.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %zerof = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %floats = tosa.conv2d %pixels, %kernels, %half, %zerof, %zerof
      {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x2x2xf32>, tensor<2x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x2x2xf32>
  %shorts = "tosa.const"() <{values = dense<32767> : tensor<1x1x1x2xi16>}> : () -> tensor<1x1x1x2xi16>
  %bytes = "tosa.const"() <{values = dense<127> : tensor<1x1x1x2xi8>}> : () -> tensor<1x1x1x2xi8>
  %large = "tosa.const"() <{values = dense<1099511627776> : tensor<1xi48>}> : () -> tensor<1xi48>
  %zero16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wide = tosa.conv2d %shorts, %bytes, %large, %zero16, %zero
      {acc_type = i48, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x1x2xi16>, tensor<1x1x1x2xi8>, tensor<1xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x1x1x1xi48>
  %two = "tosa.const"() <{values = dense<[[[[2, 3]]]]> : tensor<1x1x1x2xi8>}> : () -> tensor<1x1x1x2xi8>
  %nibbles = "tosa.const"() <{values = dense<[[[[-7, 3]]]]> : tensor<1x1x1x2xi4>}> : () -> tensor<1x1x1x2xi4>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero4 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %small = tosa.conv2d %two, %nibbles, %none, %zero, %zero4
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x1x2xi8>, tensor<1x1x1x2xi4>, tensor<1xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x1x1x1xi32>
  %halves = "tosa.const"() <{values = dense<[[[[2048.0, 1.0, 1.0]]]]> : tensor<1x1x1x3xf16>}> : () -> tensor<1x1x1x3xf16>
  %ones = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x3xf16>}> : () -> tensor<1x1x1x3xf16>
  %zeroh = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %half16 = tosa.conv2d %halves, %ones, %zeroh, %zeroh, %zeroh
      {acc_type = f16, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x1x3xf16>, tensor<1x1x1x3xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1x1xf16>
  %half32 = tosa.conv2d %halves, %ones, %zeroh, %zeroh, %zeroh
      {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x1x3xf16>, tensor<1x1x1x3xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1x1xf16>
  %volume = "tosa.const"() <{values = dense<[[[[[1], [2]], [[3], [4]]], [[[5], [6]], [[7], [8]]]]]> : tensor<1x2x2x2x1xi8>}> : () -> tensor<1x2x2x2x1xi8>
  %cube = "tosa.const"() <{values = dense<1> : tensor<1x2x2x2x1xi8>}> : () -> tensor<1x2x2x2x1xi8>
  %bias1 = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %depth = tosa.conv3d %volume, %cube, %bias1, %zero, %zero
      {acc_type = i32, pad = array<i64: 1, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>}
      : (tensor<1x2x2x2x1xi8>, tensor<1x2x2x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x1x1x1xi32>
  %pairs = "tosa.const"() <{values = dense<[[[[1, 10], [2, 20]], [[3, 30], [4, 40]]]]> : tensor<1x2x2x2xi8>}> : () -> tensor<1x2x2x2xi8>
  %own = "tosa.const"() <{values = dense<[[[[1, 0], [0, 2]], [[1, 1], [1, 2]]], [[[1, 2], [2, 2]], [[1, 3], [3, 2]]]]> : tensor<2x2x2x2xi8>}> : () -> tensor<2x2x2x2xi8>
  %biases = "tosa.const"() <{values = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %channels = tosa.depthwise_conv2d %pairs, %own, %biases, %zero, %zero
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x2x2x2xi8>, tensor<2x2x2x2xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x4xi32>
  %row = "tosa.const"() <{values = dense<[[[[1], [2]]]]> : tensor<1x1x2x1xi8>}> : () -> tensor<1x1x2x1xi8>
  %spread = "tosa.const"() <{values = dense<[[[[1], [10], [100]]]]> : tensor<1x1x3x1xi8>}> : () -> tensor<1x1x3x1xi8>
  %scattered = tosa.transpose_conv2d %row, %spread, %none, %zero, %zero
      {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 2>}
      : (tensor<1x1x2x1xi8>, tensor<1x1x3x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x5x1xi32>
  %cut = tosa.transpose_conv2d %row, %spread, %bias1, %zero, %zero
      {acc_type = i32, out_pad = array<i64: 0, 0, 1, -1>, stride = array<i64: 1, 2>}
      : (tensor<1x1x2x1xi8>, tensor<1x1x3x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x5x1xi32>
  return %plain, %about, %padded, %dilated, %floats, %wide, %small, %half16, %half32, %depth, %channels,
    %scattered, %cut
    : tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>, tensor<1x1x1x1xi32>, tensor<1x1x2x2xf32>,
      tensor<1x1x1x1xi48>, tensor<1x1x1x1xi32>, tensor<1x1x1x1xf16>, tensor<1x1x1x1xf16>, tensor<1x2x1x1x1xi32>,
      tensor<1x1x1x4xi32>, tensor<1x1x5x1xi32>, tensor<1x1x5x1xi32>
}
