// Pooling.

// RUN: terrace run %s | FileCheck %s

// 11/4 and -11/4 are rounded to the nearest; the reciprocal is a bit too large, so that 10/4 and -10/4 are rounded away
// from zero.
// CHECK{LITERAL}: [[[[3]]]] : tensor<1x1x1x1xi8>
// CHECK-NEXT{LITERAL}: [[[[-3]]]] : tensor<1x1x1x1xi8>
// CHECK-NEXT{LITERAL}: [[[[3]]]] : tensor<1x1x1x1xi8>
// CHECK-NEXT{LITERAL}: [[[[-3]]]] : tensor<1x1x1x1xi8>
// 0, 1, 2 and 4 about the zero point: 7/4 is 2, which is -2 about the other one.
// CHECK-NEXT{LITERAL}: [[[[-2]]]] : tensor<1x1x1x1xi8>
// The average is 255.
// CHECK-NEXT{LITERAL}: [[[[127]]]] : tensor<1x1x1x1xi8>
// 1; 3/2; 4/2; 11/4: padding does not count.
// CHECK-NEXT{LITERAL}: [[[[1], [2]], [[2], [3]]]] : tensor<1x2x2x1xi8>
// CHECK-NEXT{LITERAL}: [[[[1]]]] : tensor<1x1x1x1xi16>
// CHECK-NEXT{LITERAL}: [[[[2.750000e+00]]]] : tensor<1x1x1x1xf32>
// 2051/4 is between 512.5 and 513, of which that is even. In sums of 11 digits nothing is added.
// CHECK-NEXT{LITERAL}: [[[[5.130000e+02]]]] : tensor<1x1x1x1xf16>
// CHECK-NEXT{LITERAL}: [[[[5.120000e+02]]]] : tensor<1x1x1x1xf16>
// Padding is less than all elements.
// CHECK-NEXT{LITERAL}: [[[[-8], [-7]], [[-6], [-5]]]] : tensor<1x2x2x1xi8>
// CHECK-NEXT{LITERAL}: [[[[nan]]]] : tensor<1x1x1x1xf32>
// CHECK-NEXT{LITERAL}: [[[[4.000000e+00]]]] : tensor<1x1x1x1xf32>
// CHECK-NEXT{LITERAL}: [[[[-inf]]]] : tensor<1x1x1x1xf32>
// CHECK-NEXT{LITERAL}: [[[[3, 20]]]] : tensor<1x1x1x2xi8>
func.func @main() -> (tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>,
    tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x2x2x1xi8>, tensor<1x1x1x1xi16>,
    tensor<1x1x1x1xf32>, tensor<1x1x1x1xf16>, tensor<1x1x1x1xf16>, tensor<1x2x2x1xi8>,
    tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x2xi8>) {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in_zp = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %out_zp = "tosa.const"() <{values = dense<-4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %low = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a = "tosa.const"() <{values = dense<[[[[1], [2]], [[3], [5]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %avg_a = tosa.avg_pool2d %a, %zero, %zero
      {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %b = "tosa.const"() <{values = dense<[[[[-1], [-2]], [[-3], [-5]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %avg_b = tosa.avg_pool2d %b, %zero, %zero
      {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %c = "tosa.const"() <{values = dense<[[[[1], [2]], [[3], [4]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %avg_c = tosa.avg_pool2d %c, %zero, %zero
      {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %d = "tosa.const"() <{values = dense<[[[[-1], [-2]], [[-3], [-4]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %avg_d = tosa.avg_pool2d %d, %zero, %zero
      {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %about = tosa.avg_pool2d %a, %in_zp, %out_zp
      {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %most = "tosa.const"() <{values = dense<127> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %saturated = tosa.avg_pool2d %most, %low, %zero
      {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %padded = tosa.avg_pool2d %a, %zero, %zero
      {acc_type = i32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>}
      : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x1xi8>
  %three = "tosa.const"() <{values = dense<[[[[1], [1], [2]]]]> : tensor<1x1x3x1xi16>}> : () -> tensor<1x1x3x1xi16>
  %zero16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %thirds = tosa.avg_pool2d %three, %zero16, %zero16
      {acc_type = i32, kernel = array<i64: 1, 3>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x3x1xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x1x1x1xi16>
  %f = "tosa.const"() <{values = dense<[[[[1.0], [2.0]], [[3.0], [5.0]]]]> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %zerof = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %avg_f = tosa.avg_pool2d %f, %zerof, %zerof
      {acc_type = f32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x1xf32>
  %h = "tosa.const"() <{values = dense<[[[[2048.0], [1.0]], [[1.0], [1.0]]]]> : tensor<1x2x2x1xf16>}> : () -> tensor<1x2x2x1xf16>
  %zeroh = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %avg_h32 = tosa.avg_pool2d %h, %zeroh, %zeroh
      {acc_type = f32, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1x1xf16>
  %avg_h16 = tosa.avg_pool2d %h, %zeroh, %zeroh
      {acc_type = f16, kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1x1xf16>
  %m = "tosa.const"() <{values = dense<[[[[-8], [-7]], [[-6], [-5]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %max = tosa.max_pool2d %m
      {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>}
      : (tensor<1x2x2x1xi8>) -> tensor<1x2x2x1xi8>
  %n = "tosa.const"() <{values = dense<[[[[1.0], [0x7FC00000]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %max_n = tosa.max_pool2d %n
      {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32>
  %max_i = tosa.max_pool2d %n
      {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, nan_mode = IGNORE}
      : (tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32>
  %least = "tosa.const"() <{values = dense<0xFF800000> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %max_l = tosa.max_pool2d %least
      {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32>
  %two = "tosa.const"() <{values = dense<[[[[1, 20], [3, 10]]]]> : tensor<1x1x2x2xi8>}> : () -> tensor<1x1x2x2xi8>
  %channels = tosa.max_pool2d %two
      {kernel = array<i64: 1, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x2x2xi8>) -> tensor<1x1x1x2xi8>
  return %avg_a, %avg_b, %avg_c, %avg_d, %about, %saturated, %padded, %thirds, %avg_f, %avg_h32,
    %avg_h16, %max, %max_n, %max_i, %max_l, %channels
    : tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>,
      tensor<1x1x1x1xi8>, tensor<1x2x2x1xi8>, tensor<1x1x1x1xi16>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf16>,
      tensor<1x1x1x1xf16>, tensor<1x2x2x1xi8>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>,
      tensor<1x1x1x2xi8>
}
