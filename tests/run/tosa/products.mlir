// Products of matrices.

// RUN: terrace run %s | FileCheck %s

// 0 to 5, times 2 to 7.
// CHECK{LITERAL}: [[[16, 19], [52, 64]]] : tensor<1x2x2xi32>
// -2 * 32767 * 32768
// CHECK-NEXT{LITERAL}: [[[-2147418112]]] : tensor<1x1x1xi48>
// CHECK-NEXT{LITERAL}: [[[2.100000e+02]], [[2.500000e+00]]] : tensor<2x1x1xf32>
// CHECK-NEXT{LITERAL}: [[[2.048000e+03]]] : tensor<1x1x1xf16>
// CHECK-NEXT{LITERAL}: [[[2.050000e+03]]] : tensor<1x1x1xf32>
// 32 times 2 * 1, scaled by 2 * 4 and 2 / 2.
// CHECK-NEXT{LITERAL}: [[[5.120000e+02, 6.400000e+01]]] : tensor<1x1x2xf32>
func.func @main() -> (tensor<1x2x2xi32>, tensor<1x1x1xi48>, tensor<2x1x1xf32>, tensor<1x1x1xf16>, tensor<1x1x1xf32>,
    tensor<1x1x2xf32>) {
  %a = "tosa.const"() <{values = dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi8>}> : () -> tensor<1x2x3xi8>
  %b = "tosa.const"() <{values = dense<[[[1, 2], [3, 4], [5, 6]]]> : tensor<1x3x2xi8>}> : () -> tensor<1x3x2xi8>
  %a_zp = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %b_zp = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %bytes = tosa.matmul %a, %b, %a_zp, %b_zp : (tensor<1x2x3xi8>, tensor<1x3x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2xi32>
  %c = "tosa.const"() <{values = dense<32767> : tensor<1x1x2xi16>}> : () -> tensor<1x1x2xi16>
  %d = "tosa.const"() <{values = dense<-32768> : tensor<1x2x1xi16>}> : () -> tensor<1x2x1xi16>
  %zero16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %shorts = tosa.matmul %c, %d, %zero16, %zero16 : (tensor<1x1x2xi16>, tensor<1x2x1xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x1x1xi48>
  %e = "tosa.const"() <{values = dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>}> : () -> tensor<2x1x2xf32>
  %f = "tosa.const"() <{values = dense<[[[10.0], [100.0]], [[0.5], [0.25]]]> : tensor<2x2x1xf32>}> : () -> tensor<2x2x1xf32>
  %zerof = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %batches = tosa.matmul %e, %f, %zerof, %zerof : (tensor<2x1x2xf32>, tensor<2x2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x1x1xf32>
  %g = "tosa.const"() <{values = dense<[[[2048.0, 1.0, 1.0]]]> : tensor<1x1x3xf16>}> : () -> tensor<1x1x3xf16>
  %h = "tosa.const"() <{values = dense<1.0> : tensor<1x3x1xf16>}> : () -> tensor<1x3x1xf16>
  %zeroh = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %half16 = tosa.matmul %g, %h, %zeroh, %zeroh : (tensor<1x1x3xf16>, tensor<1x3x1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1xf16>
  %half32 = tosa.matmul %g, %h, %zeroh, %zeroh : (tensor<1x1x3xf16>, tensor<1x3x1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1xf32>
  %i = "tosa.const"() <{values = dense<2.0> : tensor<1x1x32xf8E4M3FN>}> : () -> tensor<1x1x32xf8E4M3FN>
  %i_scale = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1xf8E8M0FNU>}> : () -> tensor<1x1x1xf8E8M0FNU>
  %j = "tosa.const"() <{values = dense<1.0> : tensor<1x2x32xf8E4M3FN>}> : () -> tensor<1x2x32xf8E4M3FN>
  %j_scale = "tosa.const"() <{values = dense<[[[4.0], [0.5]]]> : tensor<1x2x1xf8E8M0FNU>}> : () -> tensor<1x2x1xf8E8M0FNU>
  %blocks = tosa.matmul_t_block_scaled %i, %i_scale, %j, %j_scale {block_size = BLOCK_SIZE_32}
      : (tensor<1x1x32xf8E4M3FN>, tensor<1x1x1xf8E8M0FNU>, tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>) -> tensor<1x1x2xf32>
  return %bytes, %shorts, %batches, %half16, %half32, %blocks
    : tensor<1x2x2xi32>, tensor<1x1x1xi48>, tensor<2x1x1xf32>, tensor<1x1x1xf16>, tensor<1x1x1xf32>, tensor<1x1x2xf32>
}
