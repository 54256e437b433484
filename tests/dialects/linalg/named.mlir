// RUN: terrace-opt %s --mlir-print-op-generic | FileCheck %s
// RUN: terrace-opt %s | terrace-opt --mlir-print-op-generic | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | terrace-opt --mlir-print-op-generic | FileCheck %s

func.func @copy(%0: memref<4x?xf16>, %1: memref<4x?xf32>) {
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%0 : memref<4x?xf16>) outs(%1 : memref<4x?xf32>)
  return
}
func.func @exp(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.exp ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @log(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.log ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @abs(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.abs ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @ceil(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.ceil ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @floor(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.floor ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @negf(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.negf ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @reciprocal(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.reciprocal ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @round(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.round ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @sqrt(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.sqrt ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @rsqrt(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.rsqrt ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @square(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.square ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @tanh(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.tanh ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @erf(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>) {
  %r = linalg.erf ins(%0 : tensor<4x8xf32>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @add(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>) {
  %r = linalg.add ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @sub(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>) {
  %r = linalg.sub ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @mul(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>) {
  %r = linalg.mul ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @div(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>) {
  %r = linalg.div ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @div_unsigned(%0: tensor<4x8xi32>, %1: tensor<4x8xi32>, %2: tensor<4x8xi32>) {
  %r = linalg.div_unsigned ins(%0, %1 : tensor<4x8xi32>, tensor<4x8xi32>) outs(%2 : tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}
func.func @max(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>) {
  %r = linalg.max ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @min(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>) {
  %r = linalg.min ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @powf(%0: tensor<4x8xf32>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>) {
  %r = linalg.powf ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @select(%0: tensor<4x8xi1>, %1: tensor<4x8xf32>, %2: tensor<4x8xf32>, %3: tensor<4x8xf32>) {
  %r = linalg.select ins(%0, %1, %2 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%3 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
func.func @quantized_matmul(%0: tensor<2x4xi8>, %1: tensor<4x3xi8>, %2: i32, %3: i32, %4: tensor<2x3xi32>) {
  %r = linalg.quantized_matmul ins(%0, %1, %2, %3 : tensor<2x4xi8>, tensor<4x3xi8>, i32, i32) outs(%4 : tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}
func.func @mmt4d(%0: tensor<2x4x5x7xf16>, %1: tensor<3x4x6x7xf16>, %2: tensor<2x3x5x6xf32>) {
  %r = linalg.mmt4d ins(%0, %1 : tensor<2x4x5x7xf16>, tensor<3x4x6x7xf16>) outs(%2 : tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32>
  return
}
func.func @batch_mmt4d(%0: tensor<2x3x5x6x8xf32>, %1: tensor<2x4x5x7x8xf32>, %2: tensor<2x3x4x6x7xf32>) {
  %r = linalg.batch_mmt4d ins(%0, %1 : tensor<2x3x5x6x8xf32>, tensor<2x4x5x7x8xf32>) outs(%2 : tensor<2x3x4x6x7xf32>) -> tensor<2x3x4x6x7xf32>
  return
}
func.func @quantized_batch_matmul(%0: tensor<2x3x5xi8>, %1: tensor<2x5x4xi8>, %2: i32, %3: i32, %4: tensor<2x3x4xi32>) {
  %r = linalg.quantized_batch_matmul ins(%0, %1, %2, %3 : tensor<2x3x5xi8>, tensor<2x5x4xi8>, i32, i32) outs(%4 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return
}
func.func @matvec(%0: tensor<2x3xf16>, %1: tensor<3xf16>, %2: tensor<2xf32>) {
  %r = linalg.matvec ins(%0, %1 : tensor<2x3xf16>, tensor<3xf16>) outs(%2 : tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @vecmat(%0: tensor<3xf32>, %1: tensor<3x2xf32>, %2: tensor<2xf32>) {
  %r = linalg.vecmat ins(%0, %1 : tensor<3xf32>, tensor<3x2xf32>) outs(%2 : tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @batch_matvec(%0: tensor<2x3x4xf16>, %1: tensor<2x4xf16>, %2: tensor<2x3xf32>) {
  %r = linalg.batch_matvec ins(%0, %1 : tensor<2x3x4xf16>, tensor<2x4xf16>) outs(%2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
func.func @batch_vecmat(%0: tensor<2x4xf32>, %1: tensor<2x4x3xf32>, %2: tensor<2x3xf32>) {
  %r = linalg.batch_vecmat ins(%0, %1 : tensor<2x4xf32>, tensor<2x4x3xf32>) outs(%2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
func.func @dot(%0: tensor<2xf16>, %1: tensor<2xf16>, %2: tensor<f32>) {
  %r = linalg.dot ins(%0, %1 : tensor<2xf16>, tensor<2xf16>) outs(%2 : tensor<f32>) -> tensor<f32>
  return
}
func.func @conv_1d(%0: tensor<4xf16>, %1: tensor<3xf16>, %2: tensor<2xf32>) {
  %r = linalg.conv_1d ins(%0, %1 : tensor<4xf16>, tensor<3xf16>) outs(%2 : tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @conv_2d(%0: tensor<5x7xf16>, %1: tensor<4x5xf16>, %2: tensor<2x3xf32>) {
  %r = linalg.conv_2d ins(%0, %1 : tensor<5x7xf16>, tensor<4x5xf16>) outs(%2 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
func.func @conv_3d(%0: tensor<6x8x10xf16>, %1: tensor<5x6x7xf16>, %2: tensor<2x3x4xf32>) {
  %r = linalg.conv_3d ins(%0, %1 : tensor<6x8x10xf16>, tensor<5x6x7xf16>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @conv_1d_nwc_wcf(%0: tensor<2x9x6xf16>, %1: tensor<5x6x4xf16>, %2: tensor<2x3x4xf32>) {
  %r = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x9x6xf16>, tensor<5x6x4xf16>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @conv_1d_ncw_fcw(%0: tensor<2x5x12xf16>, %1: tensor<3x5x6xf16>, %2: tensor<2x3x4xf32>) {
  %r = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x5x12xf16>, tensor<3x5x6xf16>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @conv_2d_nhwc_hwcf(%0: tensor<2x10x13x8xf16>, %1: tensor<6x7x8x5xf16>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x8xf16>, tensor<6x7x8x5xf16>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @conv_2d_nhwc_fhwc(%0: tensor<2x10x13x8xf16>, %1: tensor<5x6x7x8xf16>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x8xf16>, tensor<5x6x7x8xf16>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @conv_2d_nhwc_hwcf_q(%0: tensor<2x10x13x8xi8>, %1: tensor<6x7x8x5xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5xi32>) {
  %r = linalg.conv_2d_nhwc_hwcf_q {strides = dense<2> : tensor<2xi64>} ins(%0, %1, %2, %3 : tensor<2x10x13x8xi8>, tensor<6x7x8x5xi8>, i32, i32) outs(%4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}
func.func @conv_2d_nhwc_fhwc_q(%0: tensor<2x10x13x8xi8>, %1: tensor<5x6x7x8xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5xi32>) {
  %r = linalg.conv_2d_nhwc_fhwc_q {strides = dense<2> : tensor<2xi64>} ins(%0, %1, %2, %3 : tensor<2x10x13x8xi8>, tensor<5x6x7x8xi8>, i32, i32) outs(%4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}
func.func @conv_2d_nchw_fchw_q(%0: tensor<2x6x13x16xi8>, %1: tensor<3x6x7x8xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5xi32>) {
  %r = linalg.conv_2d_nchw_fchw_q {strides = dense<2> : tensor<2xi64>} ins(%0, %1, %2, %3 : tensor<2x6x13x16xi8>, tensor<3x6x7x8xi8>, i32, i32) outs(%4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}
func.func @conv_2d_nchw_fchw(%0: tensor<2x6x13x16xf16>, %1: tensor<3x6x7x8xf16>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x6x13x16xf16>, tensor<3x6x7x8xf16>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @conv_2d_ngchw_fgchw(%0: tensor<2x3x7x16x19xf16>, %1: tensor<4x3x7x8x9xf16>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.conv_2d_ngchw_fgchw {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x3x7x16x19xf16>, tensor<4x3x7x8x9xf16>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @conv_2d_ngchw_gfchw(%0: tensor<2x3x7x16x19xf16>, %1: tensor<3x4x7x8x9xf16>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.conv_2d_ngchw_gfchw {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x3x7x16x19xf16>, tensor<3x4x7x8x9xf16>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @conv_2d_nhwgc_gfhwc(%0: tensor<2x11x14x5x9xf16>, %1: tensor<5x6x7x8x9xf16>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.conv_2d_nhwgc_gfhwc {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x11x14x5x9xf16>, tensor<5x6x7x8x9xf16>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @conv_2d_nhwgc_gfhwc_q(%0: tensor<2x11x14x5x9xi8>, %1: tensor<5x6x7x8x9xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5x6xi32>) {
  %r = linalg.conv_2d_nhwgc_gfhwc_q {strides = dense<2> : tensor<2xi64>} ins(%0, %1, %2, %3 : tensor<2x11x14x5x9xi8>, tensor<5x6x7x8x9xi8>, i32, i32) outs(%4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}
func.func @conv_2d_ngchw_gfchw_q(%0: tensor<2x3x7x16x19xi8>, %1: tensor<3x4x7x8x9xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5x6xi32>) {
  %r = linalg.conv_2d_ngchw_gfchw_q {strides = dense<2> : tensor<2xi64>} ins(%0, %1, %2, %3 : tensor<2x3x7x16x19xi8>, tensor<3x4x7x8x9xi8>, i32, i32) outs(%4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}
func.func @conv_3d_ndhwc_dhwcf(%0: tensor<2x11x14x17x10xf16>, %1: tensor<7x8x9x10x6xf16>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.conv_3d_ndhwc_dhwcf {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @conv_3d_ndhwc_dhwcf_q(%0: tensor<2x11x14x17x10xi8>, %1: tensor<7x8x9x10x6xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5x6xi32>) {
  %r = linalg.conv_3d_ndhwc_dhwcf_q {strides = dense<2> : tensor<3xi64>} ins(%0, %1, %2, %3 : tensor<2x11x14x17x10xi8>, tensor<7x8x9x10x6xi8>, i32, i32) outs(%4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}
func.func @conv_3d_ncdhw_fcdhw(%0: tensor<2x7x14x17x20xf16>, %1: tensor<3x7x8x9x10xf16>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.conv_3d_ncdhw_fcdhw {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x7x14x17x20xf16>, tensor<3x7x8x9x10xf16>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @depthwise_conv_1d_nwc_wc(%0: tensor<2x9x4xf16>, %1: tensor<5x4xf16>, %2: tensor<2x3x4xf32>) {
  %r = linalg.depthwise_conv_1d_nwc_wc {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x9x4xf16>, tensor<5x4xf16>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @depthwise_conv_1d_ncw_cw(%0: tensor<2x4x9xf16>, %1: tensor<4x5xf16>, %2: tensor<2x4x3xf32>) {
  %r = linalg.depthwise_conv_1d_ncw_cw {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x4x9xf16>, tensor<4x5xf16>) outs(%2 : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}
func.func @depthwise_conv_1d_nwc_wcm(%0: tensor<2x10x4xf16>, %1: tensor<6x4x5xf16>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.depthwise_conv_1d_nwc_wcm {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x10x4xf16>, tensor<6x4x5xf16>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @depthwise_conv_2d_nhwc_hwc(%0: tensor<2x10x13x5xf16>, %1: tensor<6x7x5xf16>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x5xf16>, tensor<6x7x5xf16>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @depthwise_conv_2d_nchw_chw(%0: tensor<2x5x10x13xf16>, %1: tensor<5x6x7xf16>, %2: tensor<2x5x3x4xf32>) {
  %r = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x5x10x13xf16>, tensor<5x6x7xf16>) outs(%2 : tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32>
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_q(%0: tensor<2x10x13x5xi8>, %1: tensor<6x7x5xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5xi32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q {strides = dense<2> : tensor<2xi64>} ins(%0, %1, %2, %3 : tensor<2x10x13x5xi8>, tensor<6x7x5xi8>, i32, i32) outs(%4 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm(%0: tensor<2x11x14x5xf16>, %1: tensor<7x8x5x6xf16>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x11x14x5xf16>, tensor<7x8x5x6xf16>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_q(%0: tensor<2x11x14x5xi8>, %1: tensor<7x8x5x6xi8>, %2: i32, %3: i32, %4: tensor<2x3x4x5x6xi32>) {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm_q {strides = dense<2> : tensor<2xi64>} ins(%0, %1, %2, %3 : tensor<2x11x14x5xi8>, tensor<7x8x5x6xi8>, i32, i32) outs(%4 : tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwc(%0: tensor<2x10x13x16x9xf16>, %1: tensor<6x7x8x9xf16>, %2: tensor<2x3x4x5x9xf32>) {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x10x13x16x9xf16>, tensor<6x7x8x9xf16>) outs(%2 : tensor<2x3x4x5x9xf32>) -> tensor<2x3x4x5x9xf32>
  return
}
func.func @depthwise_conv_3d_ncdhw_cdhw(%0: tensor<2x9x10x13x16xf16>, %1: tensor<9x6x7x8xf16>, %2: tensor<2x9x3x4x5xf32>) {
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x9x10x13x16xf16>, tensor<9x6x7x8xf16>) outs(%2 : tensor<2x9x3x4x5xf32>) -> tensor<2x9x3x4x5xf32>
  return
}
func.func @depthwise_conv_3d_ndhwc_dhwcm(%0: tensor<2x11x14x17x10xf16>, %1: tensor<7x8x9x10x6xf16>, %2: tensor<2x3x4x5x10x6xf32>) {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwcm {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>) outs(%2 : tensor<2x3x4x5x10x6xf32>) -> tensor<2x3x4x5x10x6xf32>
  return
}
func.func @pooling_nhwc_sum(%0: tensor<2x10x13x5xf32>, %1: tensor<6x7xf32>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x5xf32>, tensor<6x7xf32>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @pooling_nchw_sum(%0: tensor<2x3x12x15xf32>, %1: tensor<6x7xf32>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x3x12x15xf32>, tensor<6x7xf32>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @pooling_nhwc_max(%0: tensor<2x10x13x5xf32>, %1: tensor<6x7xf32>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x5xf32>, tensor<6x7xf32>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @pooling_nhwc_max_unsigned(%0: tensor<2x10x13x5xi32>, %1: tensor<6x7xi32>, %2: tensor<2x3x4x5xi32>) {
  %r = linalg.pooling_nhwc_max_unsigned {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x5xi32>, tensor<6x7xi32>) outs(%2 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}
func.func @pooling_nchw_max(%0: tensor<2x3x12x15xf32>, %1: tensor<6x7xf32>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x3x12x15xf32>, tensor<6x7xf32>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @pooling_nhwc_min(%0: tensor<2x10x13x5xf32>, %1: tensor<6x7xf32>, %2: tensor<2x3x4x5xf32>) {
  %r = linalg.pooling_nhwc_min {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x5xf32>, tensor<6x7xf32>) outs(%2 : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return
}
func.func @pooling_nhwc_min_unsigned(%0: tensor<2x10x13x5xi32>, %1: tensor<6x7xi32>, %2: tensor<2x3x4x5xi32>) {
  %r = linalg.pooling_nhwc_min_unsigned {strides = dense<2> : tensor<2xi64>} ins(%0, %1 : tensor<2x10x13x5xi32>, tensor<6x7xi32>) outs(%2 : tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
  return
}
func.func @pooling_nwc_sum(%0: tensor<2x9x4xf32>, %1: tensor<5xf32>, %2: tensor<2x3x4xf32>) {
  %r = linalg.pooling_nwc_sum {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x9x4xf32>, tensor<5xf32>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @pooling_ncw_sum(%0: tensor<2x3x11xf32>, %1: tensor<5xf32>, %2: tensor<2x3x4xf32>) {
  %r = linalg.pooling_ncw_sum {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x3x11xf32>, tensor<5xf32>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @pooling_nwc_max(%0: tensor<2x9x4xf32>, %1: tensor<5xf32>, %2: tensor<2x3x4xf32>) {
  %r = linalg.pooling_nwc_max {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x9x4xf32>, tensor<5xf32>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @pooling_nwc_max_unsigned(%0: tensor<2x9x4xi32>, %1: tensor<5xi32>, %2: tensor<2x3x4xi32>) {
  %r = linalg.pooling_nwc_max_unsigned {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x9x4xi32>, tensor<5xi32>) outs(%2 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return
}
func.func @pooling_ncw_max(%0: tensor<2x3x11xf32>, %1: tensor<5xf32>, %2: tensor<2x3x4xf32>) {
  %r = linalg.pooling_ncw_max {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x3x11xf32>, tensor<5xf32>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @pooling_nwc_min(%0: tensor<2x9x4xf32>, %1: tensor<5xf32>, %2: tensor<2x3x4xf32>) {
  %r = linalg.pooling_nwc_min {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x9x4xf32>, tensor<5xf32>) outs(%2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
func.func @pooling_nwc_min_unsigned(%0: tensor<2x9x4xi32>, %1: tensor<5xi32>, %2: tensor<2x3x4xi32>) {
  %r = linalg.pooling_nwc_min_unsigned {strides = dense<2> : tensor<1xi64>} ins(%0, %1 : tensor<2x9x4xi32>, tensor<5xi32>) outs(%2 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return
}
func.func @pooling_ndhwc_sum(%0: tensor<2x11x14x17x6xf32>, %1: tensor<7x8x9xf32>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.pooling_ndhwc_sum {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @pooling_ndhwc_max(%0: tensor<2x11x14x17x6xf32>, %1: tensor<7x8x9xf32>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.pooling_ndhwc_max {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @pooling_ndhwc_min(%0: tensor<2x11x14x17x6xf32>, %1: tensor<7x8x9xf32>, %2: tensor<2x3x4x5x6xf32>) {
  %r = linalg.pooling_ndhwc_min {strides = dense<2> : tensor<3xi64>} ins(%0, %1 : tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>) outs(%2 : tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
  return
}
func.func @fill(%0: f32, %1: memref<4x?xf32>) {
  linalg.fill ins(%0 : f32) outs(%1 : memref<4x?xf32>)
  return
}
func.func @fill_rng_2d(%0: f64, %1: f64, %2: i32, %3: tensor<2x3xf32>) {
  %r = linalg.fill_rng_2d ins(%0, %1, %2 : f64, f64, i32) outs(%3 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> ()>
// CHECK-NEXT: #map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-NEXT: #map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>
// CHECK-NEXT: #map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d4, d5)>
// CHECK-NEXT: #map6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>
// CHECK-NEXT: #map7 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d3, d4, d6)>
// CHECK-NEXT: #map8 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d5, d6)>
// CHECK-NEXT: #map9 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d4, d5)>
// CHECK-NEXT: #map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-NEXT: #map11 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-NEXT: #map12 = affine_map<(d0, d1, d2, d3) -> ()>
// CHECK-NEXT: #map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-NEXT: #map14 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: #map15 = affine_map<(d0, d1) -> (d1)>
// CHECK-NEXT: #map16 = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: #map17 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: #map18 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-NEXT: #map19 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
// CHECK-NEXT: #map20 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map21 = affine_map<(d0) -> ()>
// CHECK-NEXT: #map22 = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-NEXT: #map23 = affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>
// CHECK-NEXT: #map24 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-NEXT: #map25 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
// CHECK-NEXT: #map26 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0 + d3, d1 + d4, d2 + d5)>
// CHECK-NEXT: #map27 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4, d5)>
// CHECK-NEXT: #map28 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>
// CHECK-NEXT: #map29 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d3, d4)>
// CHECK-NEXT: #map30 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>
// CHECK-NEXT: #map31 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
// CHECK-NEXT: #map32 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 * 2 + d4)>
// CHECK-NEXT: #map33 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4)>
// CHECK-NEXT: #map34 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d6)>
// CHECK-NEXT: #map35 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
// CHECK-NEXT: #map36 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// CHECK-NEXT: #map37 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>
// CHECK-NEXT: #map38 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> ()>
// CHECK-NEXT: #map39 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 * 2 + d5, d3 * 2 + d6)>
// CHECK-NEXT: #map40 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>
// CHECK-NEXT: #map41 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d5, d3 * 2 + d6, d4 * 2 + d7)>
// CHECK-NEXT: #map42 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d2, d1, d5, d6, d7)>
// CHECK-NEXT: #map43 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4)>
// CHECK-NEXT: #map44 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d2, d5, d6, d7)>
// CHECK-NEXT: #map45 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1 * 2 + d5, d2 * 2 + d6, d3, d7)>
// CHECK-NEXT: #map46 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d3, d4, d5, d6, d7)>
// CHECK-NEXT: #map47 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> ()>
// CHECK-NEXT: #map48 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1 * 2 + d5, d2 * 2 + d6, d3 * 2 + d7, d8)>
// CHECK-NEXT: #map49 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d5, d6, d7, d8, d4)>
// CHECK-NEXT: #map50 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d2, d3, d4)>
// CHECK-NEXT: #map51 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> ()>
// CHECK-NEXT: #map52 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d5, d2 * 2 + d6, d3 * 2 + d7, d4 * 2 + d8)>
// CHECK-NEXT: #map53 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d1, d5, d6, d7, d8)>
// CHECK-NEXT: #map54 = affine_map<(d0, d1, d2, d3) -> (d0, d1 * 2 + d3, d2)>
// CHECK-NEXT: #map55 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-NEXT: #map56 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1 * 2 + d3)>
// CHECK-NEXT: #map57 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1)>
// CHECK-NEXT: #map58 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d4, d2)>
// CHECK-NEXT: #map59 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2, d3)>
// CHECK-NEXT: #map60 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-NEXT: #map61 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
// CHECK-NEXT: #map62 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d3)>
// CHECK-NEXT: #map63 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
// CHECK-NEXT: #map64 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1 * 2 + d4, d2 * 2 + d5)>
// CHECK-NEXT: #map65 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d2)>
// CHECK-NEXT: #map66 = affine_map<(d0, d1, d2, d3, d4, d5) -> ()>
// CHECK-NEXT: #map67 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d5, d2 * 2 + d6, d3)>
// CHECK-NEXT: #map68 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d3, d4)>
// CHECK-NEXT: #map69 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4)>
// CHECK-NEXT: #map70 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3 * 2 + d6, d7)>
// CHECK-NEXT: #map71 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d4, d5, d6, d7)>
// CHECK-NEXT: #map72 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d7)>
// CHECK-NEXT: #map73 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d7, d1 * 2 + d4, d2 * 2 + d5, d3 * 2 + d6)>
// CHECK-NEXT: #map74 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d7, d4, d5, d6)>
// CHECK-NEXT: #map75 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d7, d1, d2, d3)>
// CHECK-NEXT: #map76 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d2, d3, d8, d4)>
// CHECK-NEXT: #map77 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
// CHECK-NEXT: #map78 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 2 + d4, d3 * 2 + d5)>
// CHECK-NEXT: #map79 = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-NEXT: #map80 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 * 2 + d3)>
// CHECK-NEXT: #map81 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1 * 2 + d5, d2 * 2 + d6, d3 * 2 + d7, d4)>
// CHECK-NEXT: #map82 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d5, d6, d7)>
// CHECK-NEXT: #map83 = affine_map<(d0, d1) -> ()>
// CHECK-NEXT: "builtin.module"() ({
// CHECK-NEXT:   "func.func"() <{function_type = (memref<4x?xf16>, memref<4x?xf32>) -> (), sym_name = "copy"}> ({
// CHECK-NEXT:   ^bb0(%arg496: memref<4x?xf16>, %arg497: memref<4x?xf32>):
// CHECK-NEXT:     "linalg.copy"(%arg496, %arg497) <{cast = #linalg.type_fn<cast_unsigned>, operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg498: f16, %arg499: f32):
// CHECK-NEXT:       %317 = "arith.extf"(%arg498) : (f16) -> f32
// CHECK-NEXT:       "linalg.yield"(%317) : (f32) -> ()
// CHECK-NEXT:     }) : (memref<4x?xf16>, memref<4x?xf32>) -> ()
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "exp"}> ({
// CHECK-NEXT:   ^bb0(%arg492: tensor<4x8xf32>, %arg493: tensor<4x8xf32>):
// CHECK-NEXT:     %315 = "linalg.exp"(%arg492, %arg493) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg494: f32, %arg495: f32):
// CHECK-NEXT:       %316 = "math.exp"(%arg494) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%316) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "log"}> ({
// CHECK-NEXT:   ^bb0(%arg488: tensor<4x8xf32>, %arg489: tensor<4x8xf32>):
// CHECK-NEXT:     %313 = "linalg.log"(%arg488, %arg489) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg490: f32, %arg491: f32):
// CHECK-NEXT:       %314 = "math.log"(%arg490) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%314) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "abs"}> ({
// CHECK-NEXT:   ^bb0(%arg484: tensor<4x8xf32>, %arg485: tensor<4x8xf32>):
// CHECK-NEXT:     %311 = "linalg.abs"(%arg484, %arg485) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg486: f32, %arg487: f32):
// CHECK-NEXT:       %312 = "math.absf"(%arg486) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%312) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "ceil"}> ({
// CHECK-NEXT:   ^bb0(%arg480: tensor<4x8xf32>, %arg481: tensor<4x8xf32>):
// CHECK-NEXT:     %309 = "linalg.ceil"(%arg480, %arg481) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg482: f32, %arg483: f32):
// CHECK-NEXT:       %310 = "math.ceil"(%arg482) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%310) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "floor"}> ({
// CHECK-NEXT:   ^bb0(%arg476: tensor<4x8xf32>, %arg477: tensor<4x8xf32>):
// CHECK-NEXT:     %307 = "linalg.floor"(%arg476, %arg477) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg478: f32, %arg479: f32):
// CHECK-NEXT:       %308 = "math.floor"(%arg478) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%308) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "negf"}> ({
// CHECK-NEXT:   ^bb0(%arg472: tensor<4x8xf32>, %arg473: tensor<4x8xf32>):
// CHECK-NEXT:     %305 = "linalg.negf"(%arg472, %arg473) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg474: f32, %arg475: f32):
// CHECK-NEXT:       %306 = "arith.negf"(%arg474) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%306) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "reciprocal"}> ({
// CHECK-NEXT:   ^bb0(%arg468: tensor<4x8xf32>, %arg469: tensor<4x8xf32>):
// CHECK-NEXT:     %302 = "linalg.reciprocal"(%arg468, %arg469) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg470: f32, %arg471: f32):
// CHECK-NEXT:       %303 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
// CHECK-NEXT:       %304 = "arith.divf"(%303, %arg470) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%304) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "round"}> ({
// CHECK-NEXT:   ^bb0(%arg464: tensor<4x8xf32>, %arg465: tensor<4x8xf32>):
// CHECK-NEXT:     %300 = "linalg.round"(%arg464, %arg465) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg466: f32, %arg467: f32):
// CHECK-NEXT:       %301 = "math.round"(%arg466) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%301) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "sqrt"}> ({
// CHECK-NEXT:   ^bb0(%arg460: tensor<4x8xf32>, %arg461: tensor<4x8xf32>):
// CHECK-NEXT:     %298 = "linalg.sqrt"(%arg460, %arg461) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg462: f32, %arg463: f32):
// CHECK-NEXT:       %299 = "math.sqrt"(%arg462) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%299) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "rsqrt"}> ({
// CHECK-NEXT:   ^bb0(%arg456: tensor<4x8xf32>, %arg457: tensor<4x8xf32>):
// CHECK-NEXT:     %296 = "linalg.rsqrt"(%arg456, %arg457) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg458: f32, %arg459: f32):
// CHECK-NEXT:       %297 = "math.rsqrt"(%arg458) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%297) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "square"}> ({
// CHECK-NEXT:   ^bb0(%arg452: tensor<4x8xf32>, %arg453: tensor<4x8xf32>):
// CHECK-NEXT:     %294 = "linalg.square"(%arg452, %arg453) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg454: f32, %arg455: f32):
// CHECK-NEXT:       %295 = "arith.mulf"(%arg454, %arg454) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%295) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "tanh"}> ({
// CHECK-NEXT:   ^bb0(%arg448: tensor<4x8xf32>, %arg449: tensor<4x8xf32>):
// CHECK-NEXT:     %292 = "linalg.tanh"(%arg448, %arg449) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg450: f32, %arg451: f32):
// CHECK-NEXT:       %293 = "math.tanh"(%arg450) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%293) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "erf"}> ({
// CHECK-NEXT:   ^bb0(%arg444: tensor<4x8xf32>, %arg445: tensor<4x8xf32>):
// CHECK-NEXT:     %290 = "linalg.erf"(%arg444, %arg445) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg446: f32, %arg447: f32):
// CHECK-NEXT:       %291 = "math.erf"(%arg446) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%291) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "add"}> ({
// CHECK-NEXT:   ^bb0(%arg438: tensor<4x8xf32>, %arg439: tensor<4x8xf32>, %arg440: tensor<4x8xf32>):
// CHECK-NEXT:     %288 = "linalg.add"(%arg438, %arg439, %arg440) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg441: f32, %arg442: f32, %arg443: f32):
// CHECK-NEXT:       %289 = "arith.addf"(%arg441, %arg442) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%289) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "sub"}> ({
// CHECK-NEXT:   ^bb0(%arg432: tensor<4x8xf32>, %arg433: tensor<4x8xf32>, %arg434: tensor<4x8xf32>):
// CHECK-NEXT:     %286 = "linalg.sub"(%arg432, %arg433, %arg434) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg435: f32, %arg436: f32, %arg437: f32):
// CHECK-NEXT:       %287 = "arith.subf"(%arg435, %arg436) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%287) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "mul"}> ({
// CHECK-NEXT:   ^bb0(%arg426: tensor<4x8xf32>, %arg427: tensor<4x8xf32>, %arg428: tensor<4x8xf32>):
// CHECK-NEXT:     %284 = "linalg.mul"(%arg426, %arg427, %arg428) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg429: f32, %arg430: f32, %arg431: f32):
// CHECK-NEXT:       %285 = "arith.mulf"(%arg429, %arg430) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%285) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "div"}> ({
// CHECK-NEXT:   ^bb0(%arg420: tensor<4x8xf32>, %arg421: tensor<4x8xf32>, %arg422: tensor<4x8xf32>):
// CHECK-NEXT:     %282 = "linalg.div"(%arg420, %arg421, %arg422) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg423: f32, %arg424: f32, %arg425: f32):
// CHECK-NEXT:       %283 = "arith.divf"(%arg423, %arg424) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%283) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>) -> (), sym_name = "div_unsigned"}> ({
// CHECK-NEXT:   ^bb0(%arg414: tensor<4x8xi32>, %arg415: tensor<4x8xi32>, %arg416: tensor<4x8xi32>):
// CHECK-NEXT:     %280 = "linalg.div_unsigned"(%arg414, %arg415, %arg416) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg417: i32, %arg418: i32, %arg419: i32):
// CHECK-NEXT:       %281 = "arith.divui"(%arg417, %arg418) : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%281) : (i32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "max"}> ({
// CHECK-NEXT:   ^bb0(%arg408: tensor<4x8xf32>, %arg409: tensor<4x8xf32>, %arg410: tensor<4x8xf32>):
// CHECK-NEXT:     %278 = "linalg.max"(%arg408, %arg409, %arg410) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg411: f32, %arg412: f32, %arg413: f32):
// CHECK-NEXT:       %279 = "arith.maximumf"(%arg411, %arg412) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%279) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "min"}> ({
// CHECK-NEXT:   ^bb0(%arg402: tensor<4x8xf32>, %arg403: tensor<4x8xf32>, %arg404: tensor<4x8xf32>):
// CHECK-NEXT:     %276 = "linalg.min"(%arg402, %arg403, %arg404) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg405: f32, %arg406: f32, %arg407: f32):
// CHECK-NEXT:       %277 = "arith.minimumf"(%arg405, %arg406) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%277) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "powf"}> ({
// CHECK-NEXT:   ^bb0(%arg396: tensor<4x8xf32>, %arg397: tensor<4x8xf32>, %arg398: tensor<4x8xf32>):
// CHECK-NEXT:     %274 = "linalg.powf"(%arg396, %arg397, %arg398) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg399: f32, %arg400: f32, %arg401: f32):
// CHECK-NEXT:       %275 = "math.powf"(%arg399, %arg400) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%275) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "select"}> ({
// CHECK-NEXT:   ^bb0(%arg388: tensor<4x8xi1>, %arg389: tensor<4x8xf32>, %arg390: tensor<4x8xf32>, %arg391: tensor<4x8xf32>):
// CHECK-NEXT:     %272 = "linalg.select"(%arg388, %arg389, %arg390, %arg391) <{operandSegmentSizes = array<i32: 3, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg392: i1, %arg393: f32, %arg394: f32, %arg395: f32):
// CHECK-NEXT:       %273 = "arith.select"(%arg392, %arg393, %arg394) : (i1, f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%273) : (f32) -> ()
// CHECK-NEXT:     }) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x4xi8>, tensor<4x3xi8>, i32, i32, tensor<2x3xi32>) -> (), sym_name = "quantized_matmul"}> ({
// CHECK-NEXT:   ^bb0(%arg378: tensor<2x4xi8>, %arg379: tensor<4x3xi8>, %arg380: i32, %arg381: i32, %arg382: tensor<2x3xi32>):
// CHECK-NEXT:     %265 = "linalg.quantized_matmul"(%arg378, %arg379, %arg380, %arg381, %arg382) <{operandSegmentSizes = array<i32: 4, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg383: i8, %arg384: i8, %arg385: i32, %arg386: i32, %arg387: i32):
// CHECK-NEXT:       %266 = "arith.extsi"(%arg383) : (i8) -> i32
// CHECK-NEXT:       %267 = "arith.subi"(%266, %arg385) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %268 = "arith.extsi"(%arg384) : (i8) -> i32
// CHECK-NEXT:       %269 = "arith.subi"(%268, %arg386) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %270 = "arith.muli"(%267, %269) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %271 = "arith.addi"(%arg387, %270) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%271) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map, #map1, #map2, #map2, #map3]} : (tensor<2x4xi8>, tensor<4x3xi8>, i32, i32, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x4x5x7xf16>, tensor<3x4x6x7xf16>, tensor<2x3x5x6xf32>) -> (), sym_name = "mmt4d"}> ({
// CHECK-NEXT:   ^bb0(%arg372: tensor<2x4x5x7xf16>, %arg373: tensor<3x4x6x7xf16>, %arg374: tensor<2x3x5x6xf32>):
// CHECK-NEXT:     %260 = "linalg.mmt4d"(%arg372, %arg373, %arg374) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg375: f16, %arg376: f16, %arg377: f32):
// CHECK-NEXT:       %261 = "arith.extf"(%arg375) : (f16) -> f32
// CHECK-NEXT:       %262 = "arith.extf"(%arg376) : (f16) -> f32
// CHECK-NEXT:       %263 = "arith.mulf"(%261, %262) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %264 = "arith.addf"(%arg377, %263) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%264) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map4, #map5, #map6]} : (tensor<2x4x5x7xf16>, tensor<3x4x6x7xf16>, tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x5x6x8xf32>, tensor<2x4x5x7x8xf32>, tensor<2x3x4x6x7xf32>) -> (), sym_name = "batch_mmt4d"}> ({
// CHECK-NEXT:   ^bb0(%arg366: tensor<2x3x5x6x8xf32>, %arg367: tensor<2x4x5x7x8xf32>, %arg368: tensor<2x3x4x6x7xf32>):
// CHECK-NEXT:     %257 = "linalg.batch_mmt4d"(%arg366, %arg367, %arg368) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg369: f32, %arg370: f32, %arg371: f32):
// CHECK-NEXT:       %258 = "arith.mulf"(%arg369, %arg370) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %259 = "arith.addf"(%arg371, %258) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%259) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map7, #map8, #map9]} : (tensor<2x3x5x6x8xf32>, tensor<2x4x5x7x8xf32>, tensor<2x3x4x6x7xf32>) -> tensor<2x3x4x6x7xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x5xi8>, tensor<2x5x4xi8>, i32, i32, tensor<2x3x4xi32>) -> (), sym_name = "quantized_batch_matmul"}> ({
// CHECK-NEXT:   ^bb0(%arg356: tensor<2x3x5xi8>, %arg357: tensor<2x5x4xi8>, %arg358: i32, %arg359: i32, %arg360: tensor<2x3x4xi32>):
// CHECK-NEXT:     %250 = "linalg.quantized_batch_matmul"(%arg356, %arg357, %arg358, %arg359, %arg360) <{operandSegmentSizes = array<i32: 4, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg361: i8, %arg362: i8, %arg363: i32, %arg364: i32, %arg365: i32):
// CHECK-NEXT:       %251 = "arith.extsi"(%arg361) : (i8) -> i32
// CHECK-NEXT:       %252 = "arith.subi"(%251, %arg363) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %253 = "arith.extsi"(%arg362) : (i8) -> i32
// CHECK-NEXT:       %254 = "arith.subi"(%253, %arg364) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %255 = "arith.muli"(%252, %254) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %256 = "arith.addi"(%arg365, %255) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%256) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map10, #map11, #map12, #map12, #map13]} : (tensor<2x3x5xi8>, tensor<2x5x4xi8>, i32, i32, tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3xf16>, tensor<3xf16>, tensor<2xf32>) -> (), sym_name = "matvec"}> ({
// CHECK-NEXT:   ^bb0(%arg350: tensor<2x3xf16>, %arg351: tensor<3xf16>, %arg352: tensor<2xf32>):
// CHECK-NEXT:     %245 = "linalg.matvec"(%arg350, %arg351, %arg352) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg353: f16, %arg354: f16, %arg355: f32):
// CHECK-NEXT:       %246 = "arith.extf"(%arg353) : (f16) -> f32
// CHECK-NEXT:       %247 = "arith.extf"(%arg354) : (f16) -> f32
// CHECK-NEXT:       %248 = "arith.mulf"(%246, %247) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %249 = "arith.addf"(%arg355, %248) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%249) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map14, #map15, #map16]} : (tensor<2x3xf16>, tensor<3xf16>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> (), sym_name = "vecmat"}> ({
// CHECK-NEXT:   ^bb0(%arg344: tensor<3xf32>, %arg345: tensor<3x2xf32>, %arg346: tensor<2xf32>):
// CHECK-NEXT:     %242 = "linalg.vecmat"(%arg344, %arg345, %arg346) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg347: f32, %arg348: f32, %arg349: f32):
// CHECK-NEXT:       %243 = "arith.mulf"(%arg347, %arg348) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %244 = "arith.addf"(%arg349, %243) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%244) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map15, #map17, #map16]} : (tensor<3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x4xf16>, tensor<2x4xf16>, tensor<2x3xf32>) -> (), sym_name = "batch_matvec"}> ({
// CHECK-NEXT:   ^bb0(%arg338: tensor<2x3x4xf16>, %arg339: tensor<2x4xf16>, %arg340: tensor<2x3xf32>):
// CHECK-NEXT:     %237 = "linalg.batch_matvec"(%arg338, %arg339, %arg340) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg341: f16, %arg342: f16, %arg343: f32):
// CHECK-NEXT:       %238 = "arith.extf"(%arg341) : (f16) -> f32
// CHECK-NEXT:       %239 = "arith.extf"(%arg342) : (f16) -> f32
// CHECK-NEXT:       %240 = "arith.mulf"(%238, %239) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %241 = "arith.addf"(%arg343, %240) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%241) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map18, #map, #map3]} : (tensor<2x3x4xf16>, tensor<2x4xf16>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x4xf32>, tensor<2x4x3xf32>, tensor<2x3xf32>) -> (), sym_name = "batch_vecmat"}> ({
// CHECK-NEXT:   ^bb0(%arg332: tensor<2x4xf32>, %arg333: tensor<2x4x3xf32>, %arg334: tensor<2x3xf32>):
// CHECK-NEXT:     %234 = "linalg.batch_vecmat"(%arg332, %arg333, %arg334) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg335: f32, %arg336: f32, %arg337: f32):
// CHECK-NEXT:       %235 = "arith.mulf"(%arg335, %arg336) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %236 = "arith.addf"(%arg337, %235) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%236) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map, #map19, #map3]} : (tensor<2x4xf32>, tensor<2x4x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2xf16>, tensor<2xf16>, tensor<f32>) -> (), sym_name = "dot"}> ({
// CHECK-NEXT:   ^bb0(%arg326: tensor<2xf16>, %arg327: tensor<2xf16>, %arg328: tensor<f32>):
// CHECK-NEXT:     %229 = "linalg.dot"(%arg326, %arg327, %arg328) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg329: f16, %arg330: f16, %arg331: f32):
// CHECK-NEXT:       %230 = "arith.extf"(%arg329) : (f16) -> f32
// CHECK-NEXT:       %231 = "arith.extf"(%arg330) : (f16) -> f32
// CHECK-NEXT:       %232 = "arith.mulf"(%230, %231) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %233 = "arith.addf"(%arg331, %232) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%233) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map20, #map20, #map21]} : (tensor<2xf16>, tensor<2xf16>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<4xf16>, tensor<3xf16>, tensor<2xf32>) -> (), sym_name = "conv_1d"}> ({
// CHECK-NEXT:   ^bb0(%arg320: tensor<4xf16>, %arg321: tensor<3xf16>, %arg322: tensor<2xf32>):
// CHECK-NEXT:     %224 = "linalg.conv_1d"(%arg320, %arg321, %arg322) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg323: f16, %arg324: f16, %arg325: f32):
// CHECK-NEXT:       %225 = "arith.extf"(%arg323) : (f16) -> f32
// CHECK-NEXT:       %226 = "arith.extf"(%arg324) : (f16) -> f32
// CHECK-NEXT:       %227 = "arith.mulf"(%225, %226) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %228 = "arith.addf"(%arg325, %227) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%228) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map22, #map15, #map16]} : (tensor<4xf16>, tensor<3xf16>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<5x7xf16>, tensor<4x5xf16>, tensor<2x3xf32>) -> (), sym_name = "conv_2d"}> ({
// CHECK-NEXT:   ^bb0(%arg314: tensor<5x7xf16>, %arg315: tensor<4x5xf16>, %arg316: tensor<2x3xf32>):
// CHECK-NEXT:     %219 = "linalg.conv_2d"(%arg314, %arg315, %arg316) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg317: f16, %arg318: f16, %arg319: f32):
// CHECK-NEXT:       %220 = "arith.extf"(%arg317) : (f16) -> f32
// CHECK-NEXT:       %221 = "arith.extf"(%arg318) : (f16) -> f32
// CHECK-NEXT:       %222 = "arith.mulf"(%220, %221) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %223 = "arith.addf"(%arg319, %222) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%223) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map23, #map24, #map25]} : (tensor<5x7xf16>, tensor<4x5xf16>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<6x8x10xf16>, tensor<5x6x7xf16>, tensor<2x3x4xf32>) -> (), sym_name = "conv_3d"}> ({
// CHECK-NEXT:   ^bb0(%arg308: tensor<6x8x10xf16>, %arg309: tensor<5x6x7xf16>, %arg310: tensor<2x3x4xf32>):
// CHECK-NEXT:     %214 = "linalg.conv_3d"(%arg308, %arg309, %arg310) <{operandSegmentSizes = array<i32: 2, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg311: f16, %arg312: f16, %arg313: f32):
// CHECK-NEXT:       %215 = "arith.extf"(%arg311) : (f16) -> f32
// CHECK-NEXT:       %216 = "arith.extf"(%arg312) : (f16) -> f32
// CHECK-NEXT:       %217 = "arith.mulf"(%215, %216) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %218 = "arith.addf"(%arg313, %217) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%218) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map26, #map27, #map28]} : (tensor<6x8x10xf16>, tensor<5x6x7xf16>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x6xf16>, tensor<5x6x4xf16>, tensor<2x3x4xf32>) -> (), sym_name = "conv_1d_nwc_wcf"}> ({
// CHECK-NEXT:   ^bb0(%arg302: tensor<2x9x6xf16>, %arg303: tensor<5x6x4xf16>, %arg304: tensor<2x3x4xf32>):
// CHECK-NEXT:     %209 = "linalg.conv_1d_nwc_wcf"(%arg302, %arg303, %arg304) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg305: f16, %arg306: f16, %arg307: f32):
// CHECK-NEXT:       %210 = "arith.extf"(%arg305) : (f16) -> f32
// CHECK-NEXT:       %211 = "arith.extf"(%arg306) : (f16) -> f32
// CHECK-NEXT:       %212 = "arith.mulf"(%210, %211) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %213 = "arith.addf"(%arg307, %212) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%213) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map29, #map30, #map31]} : (tensor<2x9x6xf16>, tensor<5x6x4xf16>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x5x12xf16>, tensor<3x5x6xf16>, tensor<2x3x4xf32>) -> (), sym_name = "conv_1d_ncw_fcw"}> ({
// CHECK-NEXT:   ^bb0(%arg296: tensor<2x5x12xf16>, %arg297: tensor<3x5x6xf16>, %arg298: tensor<2x3x4xf32>):
// CHECK-NEXT:     %204 = "linalg.conv_1d_ncw_fcw"(%arg296, %arg297, %arg298) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg299: f16, %arg300: f16, %arg301: f32):
// CHECK-NEXT:       %205 = "arith.extf"(%arg299) : (f16) -> f32
// CHECK-NEXT:       %206 = "arith.extf"(%arg300) : (f16) -> f32
// CHECK-NEXT:       %207 = "arith.mulf"(%205, %206) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %208 = "arith.addf"(%arg301, %207) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%208) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map32, #map33, #map31]} : (tensor<2x5x12xf16>, tensor<3x5x6xf16>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x8xf16>, tensor<6x7x8x5xf16>, tensor<2x3x4x5xf32>) -> (), sym_name = "conv_2d_nhwc_hwcf"}> ({
// CHECK-NEXT:   ^bb0(%arg290: tensor<2x10x13x8xf16>, %arg291: tensor<6x7x8x5xf16>, %arg292: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %199 = "linalg.conv_2d_nhwc_hwcf"(%arg290, %arg291, %arg292) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg293: f16, %arg294: f16, %arg295: f32):
// CHECK-NEXT:       %200 = "arith.extf"(%arg293) : (f16) -> f32
// CHECK-NEXT:       %201 = "arith.extf"(%arg294) : (f16) -> f32
// CHECK-NEXT:       %202 = "arith.mulf"(%200, %201) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %203 = "arith.addf"(%arg295, %202) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%203) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map34, #map35, #map36]} : (tensor<2x10x13x8xf16>, tensor<6x7x8x5xf16>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x8xf16>, tensor<5x6x7x8xf16>, tensor<2x3x4x5xf32>) -> (), sym_name = "conv_2d_nhwc_fhwc"}> ({
// CHECK-NEXT:   ^bb0(%arg284: tensor<2x10x13x8xf16>, %arg285: tensor<5x6x7x8xf16>, %arg286: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %194 = "linalg.conv_2d_nhwc_fhwc"(%arg284, %arg285, %arg286) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg287: f16, %arg288: f16, %arg289: f32):
// CHECK-NEXT:       %195 = "arith.extf"(%arg287) : (f16) -> f32
// CHECK-NEXT:       %196 = "arith.extf"(%arg288) : (f16) -> f32
// CHECK-NEXT:       %197 = "arith.mulf"(%195, %196) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %198 = "arith.addf"(%arg289, %197) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%198) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map34, #map37, #map36]} : (tensor<2x10x13x8xf16>, tensor<5x6x7x8xf16>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x8xi8>, tensor<6x7x8x5xi8>, i32, i32, tensor<2x3x4x5xi32>) -> (), sym_name = "conv_2d_nhwc_hwcf_q"}> ({
// CHECK-NEXT:   ^bb0(%arg274: tensor<2x10x13x8xi8>, %arg275: tensor<6x7x8x5xi8>, %arg276: i32, %arg277: i32, %arg278: tensor<2x3x4x5xi32>):
// CHECK-NEXT:     %187 = "linalg.conv_2d_nhwc_hwcf_q"(%arg274, %arg275, %arg276, %arg277, %arg278) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg279: i8, %arg280: i8, %arg281: i32, %arg282: i32, %arg283: i32):
// CHECK-NEXT:       %188 = "arith.extsi"(%arg279) : (i8) -> i32
// CHECK-NEXT:       %189 = "arith.subi"(%188, %arg281) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %190 = "arith.extsi"(%arg280) : (i8) -> i32
// CHECK-NEXT:       %191 = "arith.subi"(%190, %arg282) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %192 = "arith.muli"(%189, %191) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %193 = "arith.addi"(%arg283, %192) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%193) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map34, #map35, #map38, #map38, #map36]} : (tensor<2x10x13x8xi8>, tensor<6x7x8x5xi8>, i32, i32, tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x8xi8>, tensor<5x6x7x8xi8>, i32, i32, tensor<2x3x4x5xi32>) -> (), sym_name = "conv_2d_nhwc_fhwc_q"}> ({
// CHECK-NEXT:   ^bb0(%arg264: tensor<2x10x13x8xi8>, %arg265: tensor<5x6x7x8xi8>, %arg266: i32, %arg267: i32, %arg268: tensor<2x3x4x5xi32>):
// CHECK-NEXT:     %180 = "linalg.conv_2d_nhwc_fhwc_q"(%arg264, %arg265, %arg266, %arg267, %arg268) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg269: i8, %arg270: i8, %arg271: i32, %arg272: i32, %arg273: i32):
// CHECK-NEXT:       %181 = "arith.extsi"(%arg269) : (i8) -> i32
// CHECK-NEXT:       %182 = "arith.subi"(%181, %arg271) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %183 = "arith.extsi"(%arg270) : (i8) -> i32
// CHECK-NEXT:       %184 = "arith.subi"(%183, %arg272) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %185 = "arith.muli"(%182, %184) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %186 = "arith.addi"(%arg273, %185) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%186) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map34, #map37, #map38, #map38, #map36]} : (tensor<2x10x13x8xi8>, tensor<5x6x7x8xi8>, i32, i32, tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x6x13x16xi8>, tensor<3x6x7x8xi8>, i32, i32, tensor<2x3x4x5xi32>) -> (), sym_name = "conv_2d_nchw_fchw_q"}> ({
// CHECK-NEXT:   ^bb0(%arg254: tensor<2x6x13x16xi8>, %arg255: tensor<3x6x7x8xi8>, %arg256: i32, %arg257: i32, %arg258: tensor<2x3x4x5xi32>):
// CHECK-NEXT:     %173 = "linalg.conv_2d_nchw_fchw_q"(%arg254, %arg255, %arg256, %arg257, %arg258) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg259: i8, %arg260: i8, %arg261: i32, %arg262: i32, %arg263: i32):
// CHECK-NEXT:       %174 = "arith.extsi"(%arg259) : (i8) -> i32
// CHECK-NEXT:       %175 = "arith.subi"(%174, %arg261) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %176 = "arith.extsi"(%arg260) : (i8) -> i32
// CHECK-NEXT:       %177 = "arith.subi"(%176, %arg262) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %178 = "arith.muli"(%175, %177) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %179 = "arith.addi"(%arg263, %178) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%179) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map39, #map40, #map38, #map38, #map36]} : (tensor<2x6x13x16xi8>, tensor<3x6x7x8xi8>, i32, i32, tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x6x13x16xf16>, tensor<3x6x7x8xf16>, tensor<2x3x4x5xf32>) -> (), sym_name = "conv_2d_nchw_fchw"}> ({
// CHECK-NEXT:   ^bb0(%arg248: tensor<2x6x13x16xf16>, %arg249: tensor<3x6x7x8xf16>, %arg250: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %168 = "linalg.conv_2d_nchw_fchw"(%arg248, %arg249, %arg250) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg251: f16, %arg252: f16, %arg253: f32):
// CHECK-NEXT:       %169 = "arith.extf"(%arg251) : (f16) -> f32
// CHECK-NEXT:       %170 = "arith.extf"(%arg252) : (f16) -> f32
// CHECK-NEXT:       %171 = "arith.mulf"(%169, %170) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %172 = "arith.addf"(%arg253, %171) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%172) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map39, #map40, #map36]} : (tensor<2x6x13x16xf16>, tensor<3x6x7x8xf16>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x7x16x19xf16>, tensor<4x3x7x8x9xf16>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "conv_2d_ngchw_fgchw"}> ({
// CHECK-NEXT:   ^bb0(%arg242: tensor<2x3x7x16x19xf16>, %arg243: tensor<4x3x7x8x9xf16>, %arg244: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %163 = "linalg.conv_2d_ngchw_fgchw"(%arg242, %arg243, %arg244) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg245: f16, %arg246: f16, %arg247: f32):
// CHECK-NEXT:       %164 = "arith.extf"(%arg245) : (f16) -> f32
// CHECK-NEXT:       %165 = "arith.extf"(%arg246) : (f16) -> f32
// CHECK-NEXT:       %166 = "arith.mulf"(%164, %165) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %167 = "arith.addf"(%arg247, %166) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%167) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map41, #map42, #map43]} : (tensor<2x3x7x16x19xf16>, tensor<4x3x7x8x9xf16>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x7x16x19xf16>, tensor<3x4x7x8x9xf16>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "conv_2d_ngchw_gfchw"}> ({
// CHECK-NEXT:   ^bb0(%arg236: tensor<2x3x7x16x19xf16>, %arg237: tensor<3x4x7x8x9xf16>, %arg238: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %158 = "linalg.conv_2d_ngchw_gfchw"(%arg236, %arg237, %arg238) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg239: f16, %arg240: f16, %arg241: f32):
// CHECK-NEXT:       %159 = "arith.extf"(%arg239) : (f16) -> f32
// CHECK-NEXT:       %160 = "arith.extf"(%arg240) : (f16) -> f32
// CHECK-NEXT:       %161 = "arith.mulf"(%159, %160) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %162 = "arith.addf"(%arg241, %161) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%162) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map41, #map44, #map43]} : (tensor<2x3x7x16x19xf16>, tensor<3x4x7x8x9xf16>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x5x9xf16>, tensor<5x6x7x8x9xf16>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "conv_2d_nhwgc_gfhwc"}> ({
// CHECK-NEXT:   ^bb0(%arg230: tensor<2x11x14x5x9xf16>, %arg231: tensor<5x6x7x8x9xf16>, %arg232: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %153 = "linalg.conv_2d_nhwgc_gfhwc"(%arg230, %arg231, %arg232) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg233: f16, %arg234: f16, %arg235: f32):
// CHECK-NEXT:       %154 = "arith.extf"(%arg233) : (f16) -> f32
// CHECK-NEXT:       %155 = "arith.extf"(%arg234) : (f16) -> f32
// CHECK-NEXT:       %156 = "arith.mulf"(%154, %155) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %157 = "arith.addf"(%arg235, %156) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%157) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map45, #map46, #map43]} : (tensor<2x11x14x5x9xf16>, tensor<5x6x7x8x9xf16>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x5x9xi8>, tensor<5x6x7x8x9xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> (), sym_name = "conv_2d_nhwgc_gfhwc_q"}> ({
// CHECK-NEXT:   ^bb0(%arg220: tensor<2x11x14x5x9xi8>, %arg221: tensor<5x6x7x8x9xi8>, %arg222: i32, %arg223: i32, %arg224: tensor<2x3x4x5x6xi32>):
// CHECK-NEXT:     %146 = "linalg.conv_2d_nhwgc_gfhwc_q"(%arg220, %arg221, %arg222, %arg223, %arg224) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg225: i8, %arg226: i8, %arg227: i32, %arg228: i32, %arg229: i32):
// CHECK-NEXT:       %147 = "arith.extsi"(%arg225) : (i8) -> i32
// CHECK-NEXT:       %148 = "arith.subi"(%147, %arg227) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %149 = "arith.extsi"(%arg226) : (i8) -> i32
// CHECK-NEXT:       %150 = "arith.subi"(%149, %arg228) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %151 = "arith.muli"(%148, %150) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %152 = "arith.addi"(%arg229, %151) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%152) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map45, #map46, #map47, #map47, #map43]} : (tensor<2x11x14x5x9xi8>, tensor<5x6x7x8x9xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x7x16x19xi8>, tensor<3x4x7x8x9xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> (), sym_name = "conv_2d_ngchw_gfchw_q"}> ({
// CHECK-NEXT:   ^bb0(%arg210: tensor<2x3x7x16x19xi8>, %arg211: tensor<3x4x7x8x9xi8>, %arg212: i32, %arg213: i32, %arg214: tensor<2x3x4x5x6xi32>):
// CHECK-NEXT:     %139 = "linalg.conv_2d_ngchw_gfchw_q"(%arg210, %arg211, %arg212, %arg213, %arg214) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg215: i8, %arg216: i8, %arg217: i32, %arg218: i32, %arg219: i32):
// CHECK-NEXT:       %140 = "arith.extsi"(%arg215) : (i8) -> i32
// CHECK-NEXT:       %141 = "arith.subi"(%140, %arg217) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %142 = "arith.extsi"(%arg216) : (i8) -> i32
// CHECK-NEXT:       %143 = "arith.subi"(%142, %arg218) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %144 = "arith.muli"(%141, %143) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %145 = "arith.addi"(%arg219, %144) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%145) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map41, #map44, #map47, #map47, #map43]} : (tensor<2x3x7x16x19xi8>, tensor<3x4x7x8x9xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "conv_3d_ndhwc_dhwcf"}> ({
// CHECK-NEXT:   ^bb0(%arg204: tensor<2x11x14x17x10xf16>, %arg205: tensor<7x8x9x10x6xf16>, %arg206: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %134 = "linalg.conv_3d_ndhwc_dhwcf"(%arg204, %arg205, %arg206) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg207: f16, %arg208: f16, %arg209: f32):
// CHECK-NEXT:       %135 = "arith.extf"(%arg207) : (f16) -> f32
// CHECK-NEXT:       %136 = "arith.extf"(%arg208) : (f16) -> f32
// CHECK-NEXT:       %137 = "arith.mulf"(%135, %136) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %138 = "arith.addf"(%arg209, %137) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%138) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map48, #map49, #map50]} : (tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x17x10xi8>, tensor<7x8x9x10x6xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> (), sym_name = "conv_3d_ndhwc_dhwcf_q"}> ({
// CHECK-NEXT:   ^bb0(%arg194: tensor<2x11x14x17x10xi8>, %arg195: tensor<7x8x9x10x6xi8>, %arg196: i32, %arg197: i32, %arg198: tensor<2x3x4x5x6xi32>):
// CHECK-NEXT:     %127 = "linalg.conv_3d_ndhwc_dhwcf_q"(%arg194, %arg195, %arg196, %arg197, %arg198) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg199: i8, %arg200: i8, %arg201: i32, %arg202: i32, %arg203: i32):
// CHECK-NEXT:       %128 = "arith.extsi"(%arg199) : (i8) -> i32
// CHECK-NEXT:       %129 = "arith.subi"(%128, %arg201) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %130 = "arith.extsi"(%arg200) : (i8) -> i32
// CHECK-NEXT:       %131 = "arith.subi"(%130, %arg202) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %132 = "arith.muli"(%129, %131) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %133 = "arith.addi"(%arg203, %132) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%133) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map48, #map49, #map51, #map51, #map50]} : (tensor<2x11x14x17x10xi8>, tensor<7x8x9x10x6xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x7x14x17x20xf16>, tensor<3x7x8x9x10xf16>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "conv_3d_ncdhw_fcdhw"}> ({
// CHECK-NEXT:   ^bb0(%arg188: tensor<2x7x14x17x20xf16>, %arg189: tensor<3x7x8x9x10xf16>, %arg190: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %122 = "linalg.conv_3d_ncdhw_fcdhw"(%arg188, %arg189, %arg190) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg191: f16, %arg192: f16, %arg193: f32):
// CHECK-NEXT:       %123 = "arith.extf"(%arg191) : (f16) -> f32
// CHECK-NEXT:       %124 = "arith.extf"(%arg192) : (f16) -> f32
// CHECK-NEXT:       %125 = "arith.mulf"(%123, %124) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %126 = "arith.addf"(%arg193, %125) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%126) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map52, #map53, #map50]} : (tensor<2x7x14x17x20xf16>, tensor<3x7x8x9x10xf16>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x4xf16>, tensor<5x4xf16>, tensor<2x3x4xf32>) -> (), sym_name = "depthwise_conv_1d_nwc_wc"}> ({
// CHECK-NEXT:   ^bb0(%arg182: tensor<2x9x4xf16>, %arg183: tensor<5x4xf16>, %arg184: tensor<2x3x4xf32>):
// CHECK-NEXT:     %117 = "linalg.depthwise_conv_1d_nwc_wc"(%arg182, %arg183, %arg184) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg185: f16, %arg186: f16, %arg187: f32):
// CHECK-NEXT:       %118 = "arith.extf"(%arg185) : (f16) -> f32
// CHECK-NEXT:       %119 = "arith.extf"(%arg186) : (f16) -> f32
// CHECK-NEXT:       %120 = "arith.mulf"(%118, %119) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %121 = "arith.addf"(%arg187, %120) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%121) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map54, #map55, #map13]} : (tensor<2x9x4xf16>, tensor<5x4xf16>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x4x9xf16>, tensor<4x5xf16>, tensor<2x4x3xf32>) -> (), sym_name = "depthwise_conv_1d_ncw_cw"}> ({
// CHECK-NEXT:   ^bb0(%arg176: tensor<2x4x9xf16>, %arg177: tensor<4x5xf16>, %arg178: tensor<2x4x3xf32>):
// CHECK-NEXT:     %112 = "linalg.depthwise_conv_1d_ncw_cw"(%arg176, %arg177, %arg178) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg179: f16, %arg180: f16, %arg181: f32):
// CHECK-NEXT:       %113 = "arith.extf"(%arg179) : (f16) -> f32
// CHECK-NEXT:       %114 = "arith.extf"(%arg180) : (f16) -> f32
// CHECK-NEXT:       %115 = "arith.mulf"(%113, %114) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %116 = "arith.addf"(%arg181, %115) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%116) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map56, #map24, #map57]} : (tensor<2x4x9xf16>, tensor<4x5xf16>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x4xf16>, tensor<6x4x5xf16>, tensor<2x3x4x5xf32>) -> (), sym_name = "depthwise_conv_1d_nwc_wcm"}> ({
// CHECK-NEXT:   ^bb0(%arg170: tensor<2x10x4xf16>, %arg171: tensor<6x4x5xf16>, %arg172: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %107 = "linalg.depthwise_conv_1d_nwc_wcm"(%arg170, %arg171, %arg172) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg173: f16, %arg174: f16, %arg175: f32):
// CHECK-NEXT:       %108 = "arith.extf"(%arg173) : (f16) -> f32
// CHECK-NEXT:       %109 = "arith.extf"(%arg174) : (f16) -> f32
// CHECK-NEXT:       %110 = "arith.mulf"(%108, %109) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %111 = "arith.addf"(%arg175, %110) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%111) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map58, #map59, #map60]} : (tensor<2x10x4xf16>, tensor<6x4x5xf16>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x5xf16>, tensor<6x7x5xf16>, tensor<2x3x4x5xf32>) -> (), sym_name = "depthwise_conv_2d_nhwc_hwc"}> ({
// CHECK-NEXT:   ^bb0(%arg164: tensor<2x10x13x5xf16>, %arg165: tensor<6x7x5xf16>, %arg166: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %102 = "linalg.depthwise_conv_2d_nhwc_hwc"(%arg164, %arg165, %arg166) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg167: f16, %arg168: f16, %arg169: f32):
// CHECK-NEXT:       %103 = "arith.extf"(%arg167) : (f16) -> f32
// CHECK-NEXT:       %104 = "arith.extf"(%arg168) : (f16) -> f32
// CHECK-NEXT:       %105 = "arith.mulf"(%103, %104) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %106 = "arith.addf"(%arg169, %105) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%106) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map61, #map62, #map63]} : (tensor<2x10x13x5xf16>, tensor<6x7x5xf16>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x5x10x13xf16>, tensor<5x6x7xf16>, tensor<2x5x3x4xf32>) -> (), sym_name = "depthwise_conv_2d_nchw_chw"}> ({
// CHECK-NEXT:   ^bb0(%arg158: tensor<2x5x10x13xf16>, %arg159: tensor<5x6x7xf16>, %arg160: tensor<2x5x3x4xf32>):
// CHECK-NEXT:     %97 = "linalg.depthwise_conv_2d_nchw_chw"(%arg158, %arg159, %arg160) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg161: f16, %arg162: f16, %arg163: f32):
// CHECK-NEXT:       %98 = "arith.extf"(%arg161) : (f16) -> f32
// CHECK-NEXT:       %99 = "arith.extf"(%arg162) : (f16) -> f32
// CHECK-NEXT:       %100 = "arith.mulf"(%98, %99) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %101 = "arith.addf"(%arg163, %100) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%101) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map64, #map27, #map65]} : (tensor<2x5x10x13xf16>, tensor<5x6x7xf16>, tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x5xi8>, tensor<6x7x5xi8>, i32, i32, tensor<2x3x4x5xi32>) -> (), sym_name = "depthwise_conv_2d_nhwc_hwc_q"}> ({
// CHECK-NEXT:   ^bb0(%arg148: tensor<2x10x13x5xi8>, %arg149: tensor<6x7x5xi8>, %arg150: i32, %arg151: i32, %arg152: tensor<2x3x4x5xi32>):
// CHECK-NEXT:     %90 = "linalg.depthwise_conv_2d_nhwc_hwc_q"(%arg148, %arg149, %arg150, %arg151, %arg152) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg153: i8, %arg154: i8, %arg155: i32, %arg156: i32, %arg157: i32):
// CHECK-NEXT:       %91 = "arith.extsi"(%arg153) : (i8) -> i32
// CHECK-NEXT:       %92 = "arith.subi"(%91, %arg155) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %93 = "arith.extsi"(%arg154) : (i8) -> i32
// CHECK-NEXT:       %94 = "arith.subi"(%93, %arg156) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %95 = "arith.muli"(%92, %94) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %96 = "arith.addi"(%arg157, %95) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%96) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map61, #map62, #map66, #map66, #map63]} : (tensor<2x10x13x5xi8>, tensor<6x7x5xi8>, i32, i32, tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x5xf16>, tensor<7x8x5x6xf16>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "depthwise_conv_2d_nhwc_hwcm"}> ({
// CHECK-NEXT:   ^bb0(%arg142: tensor<2x11x14x5xf16>, %arg143: tensor<7x8x5x6xf16>, %arg144: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %85 = "linalg.depthwise_conv_2d_nhwc_hwcm"(%arg142, %arg143, %arg144) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg145: f16, %arg146: f16, %arg147: f32):
// CHECK-NEXT:       %86 = "arith.extf"(%arg145) : (f16) -> f32
// CHECK-NEXT:       %87 = "arith.extf"(%arg146) : (f16) -> f32
// CHECK-NEXT:       %88 = "arith.mulf"(%86, %87) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %89 = "arith.addf"(%arg147, %88) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%89) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map67, #map68, #map69]} : (tensor<2x11x14x5xf16>, tensor<7x8x5x6xf16>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x5xi8>, tensor<7x8x5x6xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> (), sym_name = "depthwise_conv_2d_nhwc_hwcm_q"}> ({
// CHECK-NEXT:   ^bb0(%arg132: tensor<2x11x14x5xi8>, %arg133: tensor<7x8x5x6xi8>, %arg134: i32, %arg135: i32, %arg136: tensor<2x3x4x5x6xi32>):
// CHECK-NEXT:     %78 = "linalg.depthwise_conv_2d_nhwc_hwcm_q"(%arg132, %arg133, %arg134, %arg135, %arg136) <{operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg137: i8, %arg138: i8, %arg139: i32, %arg140: i32, %arg141: i32):
// CHECK-NEXT:       %79 = "arith.extsi"(%arg137) : (i8) -> i32
// CHECK-NEXT:       %80 = "arith.subi"(%79, %arg139) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %81 = "arith.extsi"(%arg138) : (i8) -> i32
// CHECK-NEXT:       %82 = "arith.subi"(%81, %arg140) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %83 = "arith.muli"(%80, %82) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %84 = "arith.addi"(%arg141, %83) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%84) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map67, #map68, #map38, #map38, #map69]} : (tensor<2x11x14x5xi8>, tensor<7x8x5x6xi8>, i32, i32, tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x5x6xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x16x9xf16>, tensor<6x7x8x9xf16>, tensor<2x3x4x5x9xf32>) -> (), sym_name = "depthwise_conv_3d_ndhwc_dhwc"}> ({
// CHECK-NEXT:   ^bb0(%arg126: tensor<2x10x13x16x9xf16>, %arg127: tensor<6x7x8x9xf16>, %arg128: tensor<2x3x4x5x9xf32>):
// CHECK-NEXT:     %73 = "linalg.depthwise_conv_3d_ndhwc_dhwc"(%arg126, %arg127, %arg128) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg129: f16, %arg130: f16, %arg131: f32):
// CHECK-NEXT:       %74 = "arith.extf"(%arg129) : (f16) -> f32
// CHECK-NEXT:       %75 = "arith.extf"(%arg130) : (f16) -> f32
// CHECK-NEXT:       %76 = "arith.mulf"(%74, %75) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %77 = "arith.addf"(%arg131, %76) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%77) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map70, #map71, #map72]} : (tensor<2x10x13x16x9xf16>, tensor<6x7x8x9xf16>, tensor<2x3x4x5x9xf32>) -> tensor<2x3x4x5x9xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x10x13x16xf16>, tensor<9x6x7x8xf16>, tensor<2x9x3x4x5xf32>) -> (), sym_name = "depthwise_conv_3d_ncdhw_cdhw"}> ({
// CHECK-NEXT:   ^bb0(%arg120: tensor<2x9x10x13x16xf16>, %arg121: tensor<9x6x7x8xf16>, %arg122: tensor<2x9x3x4x5xf32>):
// CHECK-NEXT:     %68 = "linalg.depthwise_conv_3d_ncdhw_cdhw"(%arg120, %arg121, %arg122) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg123: f16, %arg124: f16, %arg125: f32):
// CHECK-NEXT:       %69 = "arith.extf"(%arg123) : (f16) -> f32
// CHECK-NEXT:       %70 = "arith.extf"(%arg124) : (f16) -> f32
// CHECK-NEXT:       %71 = "arith.mulf"(%69, %70) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %72 = "arith.addf"(%arg125, %71) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%72) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map73, #map74, #map75]} : (tensor<2x9x10x13x16xf16>, tensor<9x6x7x8xf16>, tensor<2x9x3x4x5xf32>) -> tensor<2x9x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>, tensor<2x3x4x5x10x6xf32>) -> (), sym_name = "depthwise_conv_3d_ndhwc_dhwcm"}> ({
// CHECK-NEXT:   ^bb0(%arg114: tensor<2x11x14x17x10xf16>, %arg115: tensor<7x8x9x10x6xf16>, %arg116: tensor<2x3x4x5x10x6xf32>):
// CHECK-NEXT:     %63 = "linalg.depthwise_conv_3d_ndhwc_dhwcm"(%arg114, %arg115, %arg116) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg117: f16, %arg118: f16, %arg119: f32):
// CHECK-NEXT:       %64 = "arith.extf"(%arg117) : (f16) -> f32
// CHECK-NEXT:       %65 = "arith.extf"(%arg118) : (f16) -> f32
// CHECK-NEXT:       %66 = "arith.mulf"(%64, %65) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       %67 = "arith.addf"(%arg119, %66) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%67) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map48, #map49, #map76]} : (tensor<2x11x14x17x10xf16>, tensor<7x8x9x10x6xf16>, tensor<2x3x4x5x10x6xf32>) -> tensor<2x3x4x5x10x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x5xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> (), sym_name = "pooling_nhwc_sum"}> ({
// CHECK-NEXT:   ^bb0(%arg108: tensor<2x10x13x5xf32>, %arg109: tensor<6x7xf32>, %arg110: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %61 = "linalg.pooling_nhwc_sum"(%arg108, %arg109, %arg110) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg111: f32, %arg112: f32, %arg113: f32):
// CHECK-NEXT:       %62 = "arith.addf"(%arg113, %arg111) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%62) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map61, #map77, #map63]} : (tensor<2x10x13x5xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x12x15xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> (), sym_name = "pooling_nchw_sum"}> ({
// CHECK-NEXT:   ^bb0(%arg102: tensor<2x3x12x15xf32>, %arg103: tensor<6x7xf32>, %arg104: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %59 = "linalg.pooling_nchw_sum"(%arg102, %arg103, %arg104) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg105: f32, %arg106: f32, %arg107: f32):
// CHECK-NEXT:       %60 = "arith.addf"(%arg107, %arg105) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%60) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map78, #map77, #map63]} : (tensor<2x3x12x15xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x5xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> (), sym_name = "pooling_nhwc_max"}> ({
// CHECK-NEXT:   ^bb0(%arg96: tensor<2x10x13x5xf32>, %arg97: tensor<6x7xf32>, %arg98: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %57 = "linalg.pooling_nhwc_max"(%arg96, %arg97, %arg98) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg99: f32, %arg100: f32, %arg101: f32):
// CHECK-NEXT:       %58 = "arith.maximumf"(%arg101, %arg99) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%58) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map61, #map77, #map63]} : (tensor<2x10x13x5xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x5xi32>, tensor<6x7xi32>, tensor<2x3x4x5xi32>) -> (), sym_name = "pooling_nhwc_max_unsigned"}> ({
// CHECK-NEXT:   ^bb0(%arg90: tensor<2x10x13x5xi32>, %arg91: tensor<6x7xi32>, %arg92: tensor<2x3x4x5xi32>):
// CHECK-NEXT:     %55 = "linalg.pooling_nhwc_max_unsigned"(%arg90, %arg91, %arg92) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg93: i32, %arg94: i32, %arg95: i32):
// CHECK-NEXT:       %56 = "arith.maxui"(%arg95, %arg93) : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%56) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map61, #map77, #map63]} : (tensor<2x10x13x5xi32>, tensor<6x7xi32>, tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x12x15xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> (), sym_name = "pooling_nchw_max"}> ({
// CHECK-NEXT:   ^bb0(%arg84: tensor<2x3x12x15xf32>, %arg85: tensor<6x7xf32>, %arg86: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %53 = "linalg.pooling_nchw_max"(%arg84, %arg85, %arg86) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg87: f32, %arg88: f32, %arg89: f32):
// CHECK-NEXT:       %54 = "arith.maximumf"(%arg89, %arg87) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%54) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map78, #map77, #map63]} : (tensor<2x3x12x15xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x5xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> (), sym_name = "pooling_nhwc_min"}> ({
// CHECK-NEXT:   ^bb0(%arg78: tensor<2x10x13x5xf32>, %arg79: tensor<6x7xf32>, %arg80: tensor<2x3x4x5xf32>):
// CHECK-NEXT:     %51 = "linalg.pooling_nhwc_min"(%arg78, %arg79, %arg80) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg81: f32, %arg82: f32, %arg83: f32):
// CHECK-NEXT:       %52 = "arith.minimumf"(%arg83, %arg81) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%52) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map61, #map77, #map63]} : (tensor<2x10x13x5xf32>, tensor<6x7xf32>, tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x10x13x5xi32>, tensor<6x7xi32>, tensor<2x3x4x5xi32>) -> (), sym_name = "pooling_nhwc_min_unsigned"}> ({
// CHECK-NEXT:   ^bb0(%arg72: tensor<2x10x13x5xi32>, %arg73: tensor<6x7xi32>, %arg74: tensor<2x3x4x5xi32>):
// CHECK-NEXT:     %49 = "linalg.pooling_nhwc_min_unsigned"(%arg72, %arg73, %arg74) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<2xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg75: i32, %arg76: i32, %arg77: i32):
// CHECK-NEXT:       %50 = "arith.minui"(%arg77, %arg75) : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%50) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map61, #map77, #map63]} : (tensor<2x10x13x5xi32>, tensor<6x7xi32>, tensor<2x3x4x5xi32>) -> tensor<2x3x4x5xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x4xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> (), sym_name = "pooling_nwc_sum"}> ({
// CHECK-NEXT:   ^bb0(%arg66: tensor<2x9x4xf32>, %arg67: tensor<5xf32>, %arg68: tensor<2x3x4xf32>):
// CHECK-NEXT:     %47 = "linalg.pooling_nwc_sum"(%arg66, %arg67, %arg68) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg69: f32, %arg70: f32, %arg71: f32):
// CHECK-NEXT:       %48 = "arith.addf"(%arg71, %arg69) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%48) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map54, #map79, #map13]} : (tensor<2x9x4xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x11xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> (), sym_name = "pooling_ncw_sum"}> ({
// CHECK-NEXT:   ^bb0(%arg60: tensor<2x3x11xf32>, %arg61: tensor<5xf32>, %arg62: tensor<2x3x4xf32>):
// CHECK-NEXT:     %45 = "linalg.pooling_ncw_sum"(%arg60, %arg61, %arg62) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg63: f32, %arg64: f32, %arg65: f32):
// CHECK-NEXT:       %46 = "arith.addf"(%arg65, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%46) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map80, #map79, #map13]} : (tensor<2x3x11xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x4xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> (), sym_name = "pooling_nwc_max"}> ({
// CHECK-NEXT:   ^bb0(%arg54: tensor<2x9x4xf32>, %arg55: tensor<5xf32>, %arg56: tensor<2x3x4xf32>):
// CHECK-NEXT:     %43 = "linalg.pooling_nwc_max"(%arg54, %arg55, %arg56) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg57: f32, %arg58: f32, %arg59: f32):
// CHECK-NEXT:       %44 = "arith.maximumf"(%arg59, %arg57) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%44) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map54, #map79, #map13]} : (tensor<2x9x4xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x4xi32>, tensor<5xi32>, tensor<2x3x4xi32>) -> (), sym_name = "pooling_nwc_max_unsigned"}> ({
// CHECK-NEXT:   ^bb0(%arg48: tensor<2x9x4xi32>, %arg49: tensor<5xi32>, %arg50: tensor<2x3x4xi32>):
// CHECK-NEXT:     %41 = "linalg.pooling_nwc_max_unsigned"(%arg48, %arg49, %arg50) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg51: i32, %arg52: i32, %arg53: i32):
// CHECK-NEXT:       %42 = "arith.maxui"(%arg53, %arg51) : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%42) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map54, #map79, #map13]} : (tensor<2x9x4xi32>, tensor<5xi32>, tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x3x11xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> (), sym_name = "pooling_ncw_max"}> ({
// CHECK-NEXT:   ^bb0(%arg42: tensor<2x3x11xf32>, %arg43: tensor<5xf32>, %arg44: tensor<2x3x4xf32>):
// CHECK-NEXT:     %39 = "linalg.pooling_ncw_max"(%arg42, %arg43, %arg44) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg45: f32, %arg46: f32, %arg47: f32):
// CHECK-NEXT:       %40 = "arith.maximumf"(%arg47, %arg45) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%40) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map80, #map79, #map13]} : (tensor<2x3x11xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x4xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> (), sym_name = "pooling_nwc_min"}> ({
// CHECK-NEXT:   ^bb0(%arg36: tensor<2x9x4xf32>, %arg37: tensor<5xf32>, %arg38: tensor<2x3x4xf32>):
// CHECK-NEXT:     %37 = "linalg.pooling_nwc_min"(%arg36, %arg37, %arg38) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg39: f32, %arg40: f32, %arg41: f32):
// CHECK-NEXT:       %38 = "arith.minimumf"(%arg41, %arg39) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%38) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map54, #map79, #map13]} : (tensor<2x9x4xf32>, tensor<5xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x9x4xi32>, tensor<5xi32>, tensor<2x3x4xi32>) -> (), sym_name = "pooling_nwc_min_unsigned"}> ({
// CHECK-NEXT:   ^bb0(%arg30: tensor<2x9x4xi32>, %arg31: tensor<5xi32>, %arg32: tensor<2x3x4xi32>):
// CHECK-NEXT:     %35 = "linalg.pooling_nwc_min_unsigned"(%arg30, %arg31, %arg32) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<1xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg33: i32, %arg34: i32, %arg35: i32):
// CHECK-NEXT:       %36 = "arith.minui"(%arg35, %arg33) : (i32, i32) -> i32
// CHECK-NEXT:       "linalg.yield"(%36) : (i32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map54, #map79, #map13]} : (tensor<2x9x4xi32>, tensor<5xi32>, tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "pooling_ndhwc_sum"}> ({
// CHECK-NEXT:   ^bb0(%arg24: tensor<2x11x14x17x6xf32>, %arg25: tensor<7x8x9xf32>, %arg26: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %33 = "linalg.pooling_ndhwc_sum"(%arg24, %arg25, %arg26) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg27: f32, %arg28: f32, %arg29: f32):
// CHECK-NEXT:       %34 = "arith.addf"(%arg29, %arg27) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%34) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map81, #map82, #map43]} : (tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "pooling_ndhwc_max"}> ({
// CHECK-NEXT:   ^bb0(%arg18: tensor<2x11x14x17x6xf32>, %arg19: tensor<7x8x9xf32>, %arg20: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %31 = "linalg.pooling_ndhwc_max"(%arg18, %arg19, %arg20) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg21: f32, %arg22: f32, %arg23: f32):
// CHECK-NEXT:       %32 = "arith.maximumf"(%arg23, %arg21) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%32) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map81, #map82, #map43]} : (tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>, tensor<2x3x4x5x6xf32>) -> (), sym_name = "pooling_ndhwc_min"}> ({
// CHECK-NEXT:   ^bb0(%arg12: tensor<2x11x14x17x6xf32>, %arg13: tensor<7x8x9xf32>, %arg14: tensor<2x3x4x5x6xf32>):
// CHECK-NEXT:     %29 = "linalg.pooling_ndhwc_min"(%arg12, %arg13, %arg14) <{operandSegmentSizes = array<i32: 2, 1>, strides = dense<2> : tensor<3xi64>}> ({
// CHECK-NEXT:     ^bb0(%arg15: f32, %arg16: f32, %arg17: f32):
// CHECK-NEXT:       %30 = "arith.minimumf"(%arg17, %arg15) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// CHECK-NEXT:       "linalg.yield"(%30) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map81, #map82, #map43]} : (tensor<2x11x14x17x6xf32>, tensor<7x8x9xf32>, tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x5x6xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (f32, memref<4x?xf32>) -> (), sym_name = "fill"}> ({
// CHECK-NEXT:   ^bb0(%arg8: f32, %arg9: memref<4x?xf32>):
// CHECK-NEXT:     "linalg.fill"(%arg8, %arg9) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg10: f32, %arg11: f32):
// CHECK-NEXT:       "linalg.yield"(%arg10) : (f32) -> ()
// CHECK-NEXT:     }) : (f32, memref<4x?xf32>) -> ()
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT:   "func.func"() <{function_type = (f64, f64, i32, tensor<2x3xf32>) -> (), sym_name = "fill_rng_2d"}> ({
// CHECK-NEXT:   ^bb0(%arg0: f64, %arg1: f64, %arg2: i32, %arg3: tensor<2x3xf32>):
// CHECK-NEXT:     %0 = "linalg.fill_rng_2d"(%arg0, %arg1, %arg2, %arg3) <{operandSegmentSizes = array<i32: 3, 1>}> ({
// CHECK-NEXT:     ^bb0(%arg4: f64, %arg5: f64, %arg6: i32, %arg7: f32):
// CHECK-NEXT:       %1 = "arith.constant"() <{value = 2147483647 : i64}> : () -> i64
// CHECK-NEXT:       %2 = "arith.sitofp"(%1) : (i64) -> f64
// CHECK-NEXT:       %3 = "linalg.index"() <{dim = 1 : i64}> : () -> index
// CHECK-NEXT:       %4 = "arith.index_cast"(%3) : (index) -> i32
// CHECK-NEXT:       %5 = "linalg.index"() <{dim = 0 : i64}> : () -> index
// CHECK-NEXT:       %6 = "arith.index_cast"(%5) : (index) -> i32
// CHECK-NEXT:       %7 = "arith.addi"(%6, %arg6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %8 = "arith.constant"() <{value = 1103515245 : i64}> : () -> i64
// CHECK-NEXT:       %9 = "arith.trunci"(%8) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
// CHECK-NEXT:       %10 = "arith.muli"(%7, %9) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %11 = "arith.constant"() <{value = 12345 : i64}> : () -> i64
// CHECK-NEXT:       %12 = "arith.trunci"(%11) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
// CHECK-NEXT:       %13 = "arith.addi"(%10, %12) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %14 = "arith.addi"(%4, %13) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %15 = "arith.constant"() <{value = 1103515245 : i64}> : () -> i64
// CHECK-NEXT:       %16 = "arith.trunci"(%15) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
// CHECK-NEXT:       %17 = "arith.muli"(%14, %16) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %18 = "arith.constant"() <{value = 12345 : i64}> : () -> i64
// CHECK-NEXT:       %19 = "arith.trunci"(%18) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
// CHECK-NEXT:       %20 = "arith.addi"(%17, %19) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT:       %21 = "arith.sitofp"(%20) : (i32) -> f64
// CHECK-NEXT:       %22 = "arith.addf"(%2, %21) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
// CHECK-NEXT:       %23 = "arith.subf"(%arg5, %arg4) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
// CHECK-NEXT:       %24 = "arith.constant"() <{value = 2.3283063999999999E-10 : f64}> : () -> f64
// CHECK-NEXT:       %25 = "arith.mulf"(%23, %24) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
// CHECK-NEXT:       %26 = "arith.mulf"(%22, %25) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
// CHECK-NEXT:       %27 = "arith.addf"(%26, %arg4) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
// CHECK-NEXT:       %28 = "arith.truncf"(%27) : (f64) -> f32
// CHECK-NEXT:       "linalg.yield"(%28) : (f32) -> ()
// CHECK-NEXT:     }) {linalg.memoized_indexing_maps = [#map83, #map83, #map83, #map14]} : (f64, f64, i32, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     "func.return"() : () -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT: }) : () -> ()
