// Ops that move elements.

// RUN: terrace run %s | FileCheck %s

// CHECK{LITERAL}: [[1, 2, 3, 7], [4, 5, 6, 8]] : tensor<2x4xi8>
// CHECK-NEXT{LITERAL}: [[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]] : tensor<4x3xi8>
// CHECK-NEXT{LITERAL}: [[9, 9, 9, 9], [1, 2, 3, 9], [4, 5, 6, 9]] : tensor<3x4xi8>
// CHECK-NEXT{LITERAL}: [[1, 2], [3, 4], [5, 6]] : tensor<3x2xi8>
// CHECK-NEXT: 5 : tensor<i8>
// CHECK-NEXT{LITERAL}: [[4, 5, 6], [1, 2, 3]] : tensor<2x3xi8>
// CHECK-NEXT{LITERAL}: [[3, 2, 1], [6, 5, 4]] : tensor<2x3xi8>
// CHECK-NEXT{LITERAL}: [[2, 3], [5, 6]] : tensor<2x2xi8>
// CHECK-NEXT{LITERAL}: [[1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6], [1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6]] : tensor<4x6xi8>
// CHECK-NEXT{LITERAL}: [[1, 4], [2, 5], [3, 6]] : tensor<3x2xi8>
// Element [i, j, k] of the result is element [k, i, j].
// CHECK-NEXT{LITERAL}: [[[1, 5], [2, 6]], [[3, 7], [4, 8]]] : tensor<2x2x2xi8>
// CHECK-NEXT{LITERAL}: [[1, 2, 3], [4, 5, 6]] : tensor<2x3xi8>
func.func @main() -> (tensor<2x4xi8>, tensor<4x3xi8>, tensor<3x4xi8>, tensor<3x2xi8>, tensor<i8>, tensor<2x3xi8>,
    tensor<2x3xi8>, tensor<2x2xi8>, tensor<4x6xi8>, tensor<3x2xi8>, tensor<2x2x2xi8>, tensor<2x3xi8>) {
  %a = "tosa.const"() <{values = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>}> : () -> tensor<2x3xi8>
  %b = "tosa.const"() <{values = dense<[[7], [8]]> : tensor<2x1xi8>}> : () -> tensor<2x1xi8>
  %concat = tosa.concat %a, %b {axis = 1 : i32} : (tensor<2x3xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
  %stack = tosa.concat %a, %a {axis = 0 : i32} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<4x3xi8>
  %padding = tosa.const_shape {values = dense<[1, 0, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %nine = "tosa.const"() <{values = dense<9> : tensor<1xi8>}> : () -> tensor<1xi8>
  %pad = tosa.pad %a, %padding, %nine : (tensor<2x3xi8>, !tosa.shape<4>, tensor<1xi8>) -> tensor<3x4xi8>
  %s32 = tosa.const_shape {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %reshape = tosa.reshape %a, %s32 : (tensor<2x3xi8>, !tosa.shape<2>) -> tensor<3x2xi8>
  %at = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %ones = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %one = tosa.slice %a, %at, %ones : (tensor<2x3xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1xi8>
  %s = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %scalar = tosa.reshape %one, %s : (tensor<1x1xi8>, !tosa.shape<0>) -> tensor<i8>
  %reverse0 = tosa.reverse %a {axis = 0 : i32} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %reverse1 = tosa.reverse %a {axis = 1 : i32} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %start = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %slice = tosa.slice %a, %start, %size : (tensor<2x3xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xi8>
  %twice = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %tile = tosa.tile %a, %twice : (tensor<2x3xi8>, !tosa.shape<2>) -> tensor<4x6xi8>
  %transpose = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  %c = "tosa.const"() <{values = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi8>}> : () -> tensor<2x2x2xi8>
  %rotate = tosa.transpose %c {perms = array<i32: 1, 2, 0>} : (tensor<2x2x2xi8>) -> tensor<2x2x2xi8>
  %identity = tosa.identity %a : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return %concat, %stack, %pad, %reshape, %scalar, %reverse0, %reverse1, %slice, %tile, %transpose, %rotate, %identity
    : tensor<2x4xi8>, tensor<4x3xi8>, tensor<3x4xi8>, tensor<3x2xi8>, tensor<i8>, tensor<2x3xi8>, tensor<2x3xi8>,
    tensor<2x2xi8>, tensor<4x6xi8>, tensor<3x2xi8>, tensor<2x2x2xi8>, tensor<2x3xi8>
}
