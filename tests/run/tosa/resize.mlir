// Images of other sizes.

// RUN: terrace run %s | FileCheck %s

// The element in the middle is nearer to none, and the second one is taken.
// CHECK{LITERAL}: [[[[1], [2], [2]], [[3], [4], [4]], [[3], [4], [4]]]] : tensor<1x3x3x1xi8>
// Integers are scaled by 2 * 2.
// CHECK-NEXT{LITERAL}: [[[[4], [6], [8]], [[8], [10], [12]], [[12], [14], [16]]]] : tensor<1x3x3x1xi32>
// CHECK-NEXT{LITERAL}: [[[[1.000000e+00], [1.500000e+00], [2.000000e+00]], [[2.000000e+00], [2.500000e+00], [3.000000e+00]], [[3.000000e+00], [3.500000e+00], [4.000000e+00]]]] : tensor<1x3x3x1xf32>
// Samples at -1/4, 1/4, 3/4 and 5/4; those outside are at the edge.
// CHECK-NEXT{LITERAL}: [[[[1], [1], [2], [2]], [[1], [1], [2], [2]], [[3], [3], [4], [4]], [[3], [3], [4], [4]]]] : tensor<1x4x4x1xi8>
// Weights of both elements along a dimension are 4:0, 3:1, 1:3 and 0:4.
// CHECK-NEXT{LITERAL}: [[[[16], [20], [28], [32]], [[24], [28], [36], [40]], [[40], [44], [52], [56]], [[48], [52], [60], [64]]]] : tensor<1x4x4x1xi32>
// CHECK-NEXT{LITERAL}: [[[[7]], [[7]], [[7]], [[7]]]] : tensor<1x4x1x1xi8>
func.func @main() -> (tensor<1x3x3x1xi8>, tensor<1x3x3x1xi32>, tensor<1x3x3x1xf32>, tensor<1x4x4x1xi8>,
    tensor<1x4x4x1xi32>, tensor<1x4x1x1xi8>) {
  %image = "tosa.const"() <{values = dense<[[[[1], [2]], [[3], [4]]]]> : tensor<1x2x2x1xi8>}> : () -> tensor<1x2x2x1xi8>
  %imagef = "tosa.const"() <{values = dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %pixel = "tosa.const"() <{values = dense<7> : tensor<1x1x1x1xi8>}> : () -> tensor<1x1x1x1xi8>
  %scale = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zeros = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %scale2 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %before = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %after = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %scale4 = tosa.const_shape {values = dense<[4, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %rest = tosa.const_shape {values = dense<[3, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %nearest = tosa.resize %image, %scale, %zeros, %zeros {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x3x1xi8>
  %linear = tosa.resize %image, %scale, %zeros, %zeros {mode = BILINEAR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x3x1xi32>
  %linearf = tosa.resize %imagef, %scale, %zeros, %zeros {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x3x1xf32>
  %shifted = tosa.resize %image, %scale2, %before, %after {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xi8>
  %edges = tosa.resize %image, %scale2, %before, %after {mode = BILINEAR} : (tensor<1x2x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x1xi32>
  %single = tosa.resize %pixel, %scale4, %zeros, %rest {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x1x1xi8>
  return %nearest, %linear, %linearf, %shifted, %edges, %single
    : tensor<1x3x3x1xi8>, tensor<1x3x3x1xi32>, tensor<1x3x3x1xf32>, tensor<1x4x4x1xi8>, tensor<1x4x4x1xi32>,
      tensor<1x4x1x1xi8>
}
