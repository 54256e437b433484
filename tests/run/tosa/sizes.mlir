// Sizes and attributes that no memory holds are reported.

// RUN: not terrace run %s --entry=conv '--arg=[[[[1],[2]],[[3],[4]]]]' '--arg=[[[[1]]]]' '--arg=[1]' '--arg=[0]' 2>&1 | FileCheck %s --check-prefix=CONV
// RUN: not terrace run %s --entry=resize '--arg=[[[[1],[2]],[[3],[4]]]]' 2>&1 | FileCheck %s --check-prefix=RESIZE
// RUN: not terrace run %s --entry=reshape '--arg=[1,2,3]' 2>&1 | FileCheck %s --check-prefix=RESHAPE
// RUN: not terrace run %s --entry=tile '--arg=[1,2,3]' 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not terrace run %s --entry=slice '--arg=[1,2,3]' 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: terrace run %s --entry=pool '--arg=[[[[1],[2]],[[3],[4]]]]' | FileCheck %s --check-prefix=POOL

// CONV: error: a result of 18446744073709551616 elements
// RESIZE: error: out of memory
// RESHAPE: error: a tensor of sizes {{.}}3] under the shape {{.}}4294967296, 4294967296]
// TILE: error: a tensor of sizes {{.}}18446744073709551615] is too large
// SLICE: error: slice outside of dimension 0 of size 3
// Only two rows of the kernel are in the image.
// POOL{LITERAL}: [[[[3], [4], [4]]]] : tensor<1x1x3x1xi8>
func.func @pool(%x: tensor<1x2x2x1xi8>) -> tensor<1x1x3x1xi8> {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 1000000000001, 2>, stride = array<i64: 1, 1>, pad = array<i64: 999999999999, 0, 1, 1>} : (tensor<1x2x2x1xi8>) -> tensor<1x1x3x1xi8>
  return %0 : tensor<1x1x3x1xi8>
}
func.func @conv(%x: tensor<1x?x?x1xi8>, %w: tensor<1x1x1x1xi8>, %b: tensor<1xi32>, %z: tensor<1xi8>) -> tensor<1x?x?x1xi32> {
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 9223372036854775807, 9223372036854775807, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 9223372036854775807, 1>} : (tensor<1x?x?x1xi8>, tensor<1x1x1x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x?x?x1xi32>
  return %0 : tensor<1x?x?x1xi32>
}
func.func @resize(%x: tensor<1x?x?x1xi8>) -> tensor<1x?x?x1xi32> {
  %s = tosa.const_shape {values = dense<[9223372036854775807, 1, 9223372036854775807, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %x, %s, %o, %o {mode = BILINEAR} : (tensor<1x?x?x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x?x1xi32>
  return %0 : tensor<1x?x?x1xi32>
}
func.func @reshape(%x: tensor<?xi8>) -> tensor<?x?xi8> {
  %s = tosa.const_shape {values = dense<[4294967296, 4294967296]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<?xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
func.func @tile(%x: tensor<?xi8>) -> tensor<?xi8> {
  %s = tosa.const_shape {values = dense<9223372036854775807> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.tile %x, %s : (tensor<?xi8>, !tosa.shape<1>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
func.func @slice(%x: tensor<?xi8>) -> tensor<?xi8> {
  %s = tosa.const_shape {values = dense<-9223372036854775808> : tensor<1xindex>} : () -> !tosa.shape<1>
  %e = tosa.const_shape {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.slice %x, %s, %e : (tensor<?xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
