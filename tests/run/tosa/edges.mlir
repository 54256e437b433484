// Unit and large extents, zero points of all kinds of convolutions, and the ends of ranges, with numbers worked out from
// the text of the specification.

// RUN: terrace run %s | FileCheck %s --check-prefix=UNIT
// RUN: terrace run %s --entry=zero_points | FileCheck %s --check-prefix=ZERO
// RUN: terrace run %s --entry=ends | FileCheck %s --check-prefix=ENDS
// RUN: terrace run %s --entry=large | FileCheck %s --check-prefix=LARGE

// Each of these moves or reduces one element, or as much as there is.
// UNIT: [-7] : tensor<1xi32>
// UNIT-NEXT: [-7] : tensor<1xi32>
// UNIT-NEXT: [-7] : tensor<1xi32>
// UNIT-NEXT: [2.500000e+00] : tensor<1xf32>
// UNIT-NEXT: [false] : tensor<1xi1>
// UNIT-NEXT: [true] : tensor<1xi1>
// UNIT-NEXT: 0 : tensor<i32>
// UNIT-NEXT: [-7] : tensor<1xi32>
// UNIT-NEXT: [-7] : tensor<1xi32>
// UNIT-NEXT: [-7] : tensor<1xi32>
// UNIT-NEXT: [-7] : tensor<1xi32>
// UNIT-NEXT: [-7] : tensor<1xi32>
// UNIT-NEXT{LITERAL}: [[-7]] : tensor<1x1xi32>
// UNIT-NEXT{LITERAL}: [[[3]]] : tensor<1x1x1xi32>
// UNIT-NEXT{LITERAL}: [[[4]]] : tensor<1x1x1xi32>
// The window has the size of the image, and of one element.
// UNIT-NEXT{LITERAL}: [[[[9]]]] : tensor<1x1x1x1xi8>
// UNIT-NEXT{LITERAL}: [[[[9]]]] : tensor<1x1x1x1xi8>
// 5 * 6 = 30
// UNIT-NEXT{LITERAL}: [[[30]]] : tensor<1x1x1xi32>
func.func @main() -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi1>, tensor<1xi1>, tensor<i32>,
    tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x1xi32>, tensor<1x1x1xi32>,
    tensor<1x1x1xi32>, tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x1xi32>) {
  %a = "tosa.const"() <{values = dense<-7> : tensor<1xi32>}> : () -> tensor<1xi32>
  %sum = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<1xi32>) -> tensor<1xi32>
  %max = tosa.reduce_max %a {axis = 0 : i32} : (tensor<1xi32>) -> tensor<1xi32>
  %min = tosa.reduce_min %a {axis = 0 : i32} : (tensor<1xi32>) -> tensor<1xi32>
  %f = "tosa.const"() <{values = dense<2.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %product = tosa.reduce_product %f {axis = 0 : i32} : (tensor<1xf32>) -> tensor<1xf32>
  %no = "tosa.const"() <{values = dense<false> : tensor<1xi1>}> : () -> tensor<1xi1>
  %yes = "tosa.const"() <{values = dense<true> : tensor<1xi1>}> : () -> tensor<1xi1>
  %all = tosa.reduce_all %no {axis = 0 : i32} : (tensor<1xi1>) -> tensor<1xi1>
  %any = tosa.reduce_any %yes {axis = 0 : i32} : (tensor<1xi1>) -> tensor<1xi1>
  %b = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %argmax = tosa.argmax %b {axis = 0 : i32} : (tensor<1xi8>) -> tensor<i32>
  %concat = tosa.concat %a {axis = 0 : i32} : (tensor<1xi32>) -> tensor<1xi32>
  %none = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %pad = tosa.pad %a, %none, %a : (tensor<1xi32>, !tosa.shape<2>, tensor<1xi32>) -> tensor<1xi32>
  %reverse = tosa.reverse %a {axis = 0 : i32} : (tensor<1xi32>) -> tensor<1xi32>
  %start = tosa.const_shape {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
  %once = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %slice = tosa.slice %a, %start, %once : (tensor<1xi32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1xi32>
  %tile = tosa.tile %a, %once : (tensor<1xi32>, !tosa.shape<1>) -> tensor<1xi32>
  %square = "tosa.const"() <{values = dense<-7> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %transpose = tosa.transpose %square {perms = array<i32: 1, 0>} : (tensor<1x1xi32>) -> tensor<1x1xi32>
  %value = "tosa.const"() <{values = dense<3> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
  %index = "tosa.const"() <{values = dense<0> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %gather = tosa.gather %value, %index : (tensor<1x1x1xi32>, tensor<1x1xi32>) -> tensor<1x1x1xi32>
  %new = "tosa.const"() <{values = dense<4> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
  %scatter = tosa.scatter %value, %index, %new : (tensor<1x1x1xi32>, tensor<1x1xi32>, tensor<1x1x1xi32>) -> tensor<1x1x1xi32>
  %pixel = "tosa.const"() <{values = dense<9> : tensor<1x1x1x1xi8>}> : () -> tensor<1x1x1x1xi8>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %most = tosa.max_pool2d %pixel {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x1x1xi8>) -> tensor<1x1x1x1xi8>
  %mean = tosa.avg_pool2d %pixel, %zero, %zero
      {acc_type = i32, kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x1x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %l = "tosa.const"() <{values = dense<5> : tensor<1x1x1xi8>}> : () -> tensor<1x1x1xi8>
  %r = "tosa.const"() <{values = dense<6> : tensor<1x1x1xi8>}> : () -> tensor<1x1x1xi8>
  %matmul = tosa.matmul %l, %r, %zero, %zero : (tensor<1x1x1xi8>, tensor<1x1x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1xi32>
  return %sum, %max, %min, %product, %all, %any, %argmax, %concat, %pad, %reverse, %slice, %tile, %transpose, %gather,
    %scatter, %most, %mean, %matmul
    : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi1>, tensor<1xi1>, tensor<i32>, tensor<1xi32>,
      tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xi32>,
      tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>, tensor<1x1x1xi32>
}

// The image less its zero point is 255 and 2, the weight less its own is -2 and 3: -510 + 6, and a bias of 1000.
// ZERO{LITERAL}: [[[[[496]]]]] : tensor<1x1x1x1x1xi32>
// Each channel by itself: 255 * -2 + 1000 and 2 * 3 - 1.
// ZERO-NEXT{LITERAL}: [[[[490, 5]]]] : tensor<1x1x1x2xi32>
// 255 * -2, 255 * 3 + 2 * -2, 2 * 3, with a bias of 1000 each.
// ZERO-NEXT{LITERAL}: [[[[490], [1761], [1006]]]] : tensor<1x1x3x1xi32>
// (127 + 128) * (-128 - 127) * 2
// ZERO-NEXT{LITERAL}: [[[-130050]]] : tensor<1x1x1xi32>
// What is added around the image is its zero point, which counts as 0: 255 * 3, 255 * -2 + 2 * 3, 2 * -2.
// ZERO-NEXT{LITERAL}: [[[[765], [-504], [-4]]]] : tensor<1x1x3x1xi32>
func.func @zero_points() -> (tensor<1x1x1x1x1xi32>, tensor<1x1x1x2xi32>, tensor<1x1x3x1xi32>, tensor<1x1x1xi32>,
    tensor<1x1x3x1xi32>) {
  %in = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %of = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %bias = "tosa.const"() <{values = dense<1000> : tensor<1xi32>}> : () -> tensor<1xi32>
  %biases = "tosa.const"() <{values = dense<[1000, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %volume = "tosa.const"() <{values = dense<[[[[[127], [-126]]]]]> : tensor<1x1x1x2x1xi8>}> : () -> tensor<1x1x1x2x1xi8>
  %cube = "tosa.const"() <{values = dense<[[[[[-1], [4]]]]]> : tensor<1x1x1x2x1xi8>}> : () -> tensor<1x1x1x2x1xi8>
  %depth = tosa.conv3d %volume, %cube, %bias, %in, %of
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>}
      : (tensor<1x1x1x2x1xi8>, tensor<1x1x1x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1x1xi32>
  %pair = "tosa.const"() <{values = dense<[[[[127, -126]]]]> : tensor<1x1x1x2xi8>}> : () -> tensor<1x1x1x2xi8>
  %own = "tosa.const"() <{values = dense<[[[[-1], [4]]]]> : tensor<1x1x2x1xi8>}> : () -> tensor<1x1x2x1xi8>
  %channels = tosa.depthwise_conv2d %pair, %own, %biases, %in, %of
      {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x1x2xi8>, tensor<1x1x2x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %row = "tosa.const"() <{values = dense<[[[[127], [-126]]]]> : tensor<1x1x2x1xi8>}> : () -> tensor<1x1x2x1xi8>
  %kernel = "tosa.const"() <{values = dense<[[[[-1], [4]]]]> : tensor<1x1x2x1xi8>}> : () -> tensor<1x1x2x1xi8>
  %spread = tosa.transpose_conv2d %row, %kernel, %bias, %in, %of
      {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x1x2x1xi8>, tensor<1x1x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x3x1xi32>
  %l = "tosa.const"() <{values = dense<127> : tensor<1x1x2xi8>}> : () -> tensor<1x1x2xi8>
  %r = "tosa.const"() <{values = dense<-128> : tensor<1x2x1xi8>}> : () -> tensor<1x2x1xi8>
  %top = "tosa.const"() <{values = dense<127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %matmul = tosa.matmul %l, %r, %in, %top : (tensor<1x1x2xi8>, tensor<1x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1xi32>
  %padded = tosa.conv2d %row, %kernel, %none, %in, %of
      {acc_type = i32, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x2x1xi8>, tensor<1x1x2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x3x1xi32>
  return %depth, %channels, %spread, %matmul, %padded
    : tensor<1x1x1x1x1xi32>, tensor<1x1x1x2xi32>, tensor<1x1x3x1xi32>, tensor<1x1x1xi32>, tensor<1x1x3x1xi32>
}

// ENDS: [-32768, 32767, 0] : tensor<3xi16>
// ENDS-NEXT: [-128, 127] : tensor<2xi8>
// ENDS-NEXT: [2147483647, 2147483647] : tensor<2xi32>
// ENDS-NEXT: [-2147483648, -2147483648] : tensor<2xi32>
// ENDS-NEXT: [true, false, false] : tensor<3xi1>
// ENDS-NEXT: [false, false, true] : tensor<3xi1>
// ENDS-NEXT: [2147483647, 2147483646] : tensor<2xi32>
// ENDS-NEXT: [-2147483648, 2147483647] : tensor<2xi32>
// 1 << 31
// ENDS-NEXT: [-2147483648] : tensor<1xi32>
// The sign fills all bits; rounded, -2^31 / 2^31 and (2^31 - 1) / 2^31.
// ENDS-NEXT: [-1, 0] : tensor<2xi32>
// ENDS-NEXT: [-1, 1] : tensor<2xi32>
// ENDS-NEXT: [nan, 0.000000e+00, inf] : tensor<3xf32>
// ENDS-NEXT: [nan, inf, 0.000000e+00] : tensor<3xf32>
// ENDS-NEXT: [nan, -inf, inf] : tensor<3xf32>
func.func @ends() -> (tensor<3xi16>, tensor<2xi8>, tensor<2xi32>, tensor<2xi32>, tensor<3xi1>, tensor<3xi1>, tensor<2xi32>,
    tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %s = "tosa.const"() <{values = dense<[-32768, 32767, 0]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %clamp = tosa.clamp %s {min_val = -32768 : i16, max_val = 32767 : i16} : (tensor<3xi16>) -> tensor<3xi16>
  %b = "tosa.const"() <{values = dense<[127, -128]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %not = tosa.bitwise_not %b : (tensor<2xi8>) -> tensor<2xi8>
  %w = "tosa.const"() <{values = dense<[2147483647, -2147483648]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %v = "tosa.const"() <{values = dense<[-2147483648, 2147483647]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %max = tosa.maximum %w, %v : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %min = tosa.minimum %w, %v : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %c = "tosa.const"() <{values = dense<[2147483647, -2147483648, -2147483648]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %d = "tosa.const"() <{values = dense<[-2147483648, 2147483647, -2147483648]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %gt = tosa.greater %c, %d : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %eq = tosa.equal %c, %d : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %n = "tosa.const"() <{values = dense<[2147483646, 2147483647]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %i = "tosa.const"() <{values = dense<[1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %add = tosa.add %n, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %k = "tosa.const"() <{values = dense<[-2147483647, 2147483646]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %sub = tosa.sub %k, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %far = "tosa.const"() <{values = dense<31> : tensor<1xi32>}> : () -> tensor<1xi32>
  %left = tosa.logical_left_shift %one, %far : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %right = tosa.arithmetic_right_shift %v, %far {round = false} : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %rounded = tosa.arithmetic_right_shift %v, %far {round = true} : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %f = "tosa.const"() <{values = dense<[0x7FC00000, 0xFF800000, 0x7F800000]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %exp = tosa.exp %f : (tensor<3xf32>) -> tensor<3xf32>
  %g = "tosa.const"() <{values = dense<[0x7FC00000, 0.0, 0x7F800000]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %rsqrt = tosa.rsqrt %g : (tensor<3xf32>) -> tensor<3xf32>
  %log = tosa.log %g : (tensor<3xf32>) -> tensor<3xf32>
  return %clamp, %not, %max, %min, %gt, %eq, %add, %sub, %left, %right, %rounded, %exp, %rsqrt, %log
    : tensor<3xi16>, tensor<2xi8>, tensor<2xi32>, tensor<2xi32>, tensor<3xi1>, tensor<3xi1>, tensor<2xi32>, tensor<2xi32>,
      tensor<1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// 70000 elements, which is more than 16 bits count: 3 * 70000, and the last one.
// LARGE: [210000] : tensor<1xi32>
// LARGE-NEXT: 69999 : tensor<i32>
// LARGE-NEXT: [9] : tensor<1xi32>
// LARGE-NEXT: [3] : tensor<1xi32>
// LARGE-NEXT: [9] : tensor<1xi32>
// LARGE-NEXT{LITERAL}: [[[210006]]] : tensor<1x1x1xi32>
// The mean of 70000 threes but for one nine: (210000 + 6) / 70000 rounds to 3.
// LARGE-NEXT{LITERAL}: [[[[3]]]] : tensor<1x1x1x1xi8>
// LARGE-NEXT{LITERAL}: [[[[9]]]] : tensor<1x1x1x1xi8>
func.func @large() -> (tensor<1xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x1x1xi32>,
    tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>) {
  %three = "tosa.const"() <{values = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %nine = "tosa.const"() <{values = dense<9> : tensor<1xi32>}> : () -> tensor<1xi32>
  %times = tosa.const_shape {values = dense<70000> : tensor<1xindex>} : () -> !tosa.shape<1>
  %all = tosa.tile %three, %times : (tensor<1xi32>, !tosa.shape<1>) -> tensor<70000xi32>
  %sum = tosa.reduce_sum %all {axis = 0 : i32} : (tensor<70000xi32>) -> tensor<1xi32>
  %byte = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %top = "tosa.const"() <{values = dense<9> : tensor<1xi8>}> : () -> tensor<1xi8>
  %less = tosa.const_shape {values = dense<69999> : tensor<1xindex>} : () -> !tosa.shape<1>
  %bytes = tosa.tile %byte, %less : (tensor<1xi8>, !tosa.shape<1>) -> tensor<69999xi8>
  %ended = tosa.concat %bytes, %top {axis = 0 : i32} : (tensor<69999xi8>, tensor<1xi8>) -> tensor<70000xi8>
  %argmax = tosa.argmax %ended {axis = 0 : i32} : (tensor<70000xi8>) -> tensor<i32>
  %one = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %first = tosa.const_shape {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
  %after = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %padded = tosa.pad %all, %after, %nine : (tensor<70000xi32>, !tosa.shape<2>, tensor<1xi32>) -> tensor<70001xi32>
  %end = tosa.const_shape {values = dense<70000> : tensor<1xindex>} : () -> !tosa.shape<1>
  %last = tosa.slice %padded, %end, %one : (tensor<70001xi32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1xi32>
  %turned = tosa.reverse %padded {axis = 0 : i32} : (tensor<70001xi32>) -> tensor<70001xi32>
  %least = tosa.reduce_min %turned {axis = 0 : i32} : (tensor<70001xi32>) -> tensor<1xi32>
  %front = tosa.slice %turned, %first, %one : (tensor<70001xi32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1xi32>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %row = tosa.const_shape {values = dense<[1, 1, 70000]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %column = tosa.const_shape {values = dense<[1, 70000, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %l = tosa.reshape %ended, %row : (tensor<70000xi8>, !tosa.shape<3>) -> tensor<1x1x70000xi8>
  %unit = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %units = tosa.tile %unit, %times : (tensor<1xi8>, !tosa.shape<1>) -> tensor<70000xi8>
  %r = tosa.reshape %units, %column : (tensor<70000xi8>, !tosa.shape<3>) -> tensor<1x70000x1xi8>
  %matmul = tosa.matmul %l, %r, %zero, %zero : (tensor<1x1x70000xi8>, tensor<1x70000x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1xi32>
  %image = tosa.const_shape {values = dense<[1, 1, 70000, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %pixels = tosa.reshape %ended, %image : (tensor<70000xi8>, !tosa.shape<4>) -> tensor<1x1x70000x1xi8>
  %mean = tosa.avg_pool2d %pixels, %zero, %zero
      {acc_type = i32, kernel = array<i64: 1, 70000>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x70000x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  %most = tosa.max_pool2d %pixels {kernel = array<i64: 1, 70000>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}
      : (tensor<1x1x70000x1xi8>) -> tensor<1x1x1x1xi8>
  return %sum, %argmax, %last, %least, %front, %matmul, %mean, %most
    : tensor<1xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x1x1xi32>, tensor<1x1x1x1xi8>,
      tensor<1x1x1x1xi8>
}
