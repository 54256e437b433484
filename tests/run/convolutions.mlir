// Convolutions, and what they are converted to, compute the same.

// RUN: terrace run %s | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=img2col --canonicalize | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=winograd_2_3 --canonicalize | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=winograd_4_3 --canonicalize | FileCheck %s
// RUN: terrace run %s --transform-interpreter=entry-point=split_reductions --canonicalize | FileCheck %s
// RUN: terrace-opt %s --transform-interpreter=entry-point=img2col | FileCheck %s --check-prefix=IMG2COL
// RUN: terrace-opt %s --transform-interpreter=entry-point=winograd_2_3 | FileCheck %s --check-prefix=WINOGRAD

// CHECK{LITERAL}: [[[[71, 32, -14], [-19, 10, -3], [-13, 1, -20], [19, 47, 33], [-35, -20, 23]], [[-37, -29, 14], [13, -2, -24], [26, 17, -6], [-33, -35, -9], [18, -4, -26]], [[16, -13, -35], [3, 0, 11], [2, -16, -6], [34, 37, -9], [-13, 26, 37]], [[-15, 10, 77], [0, -5, -3], [13, 0, -13], [-25, -24, 12], [-16, -28, -33]], [[-25, -37, -35], [4, 11, -3], [-11, -12, 22], [21, -8, -30], [30, 37, 23]], [[28, 77, 14], [-20, -8, 18], [-14, -10, 1], [-3, 15, 33], [-36, -31, -5]]], [[[28, 77, 14], [-20, -8, 18], [-14, -10, 1], [-3, 15, 33], [-36, -31, -5]], [[-38, -40, -21], [19, -6, 4], [-3, 20, 22], [-13, -32, -30], [52, 20, -19]], [[71, 32, -14], [-19, 10, -3], [-13, 1, -20], [19, 47, 33], [-35, -20, 23]], [[-37, -29, 14], [13, -2, -24], [26, 17, -6], [-33, -35, -9], [18, -4, -26]], [[16, -13, -35], [3, 0, 11], [2, -16, -6], [34, 37, -9], [-13, 26, 37]], [[-15, 10, 77], [0, -5, -3], [13, 0, -13], [-25, -24, 12], [-16, -28, -33]]]] : tensor<?x?x?x?xi32>
// CHECK-NEXT{LITERAL}: [[[[25, 9, -7], [7, 16, -10], [-9, 2, -1], [-9, 2, 20], [-14, -12, 11]], [[-14, -12, 4], [10, -5, 1], [8, 16, 3], [-13, -12, -11], [10, -5, -6]], [[10, -5, -13], [-1, 16, -2], [4, -19, 0], [25, 9, -14], [-1, 16, -9]], [[-8, 2, 26], [-5, -12, 9], [-7, 2, -3], [-7, 2, 11], [-5, -12, -5]], [[-5, -12, -12], [-16, 2, -8], [3, -19, 1], [24, 9, -13], [5, 30, 13]], [[5, 30, 6], [-6, -12, 10], [-8, 2, -2], [-8, 2, 19], [-6, -12, 3]]], [[[5, 30, 6], [-6, -12, 10], [-8, 2, -2], [-8, 2, 19], [-6, -12, 3]], [[-13, -12, -4], [11, -5, 0], [9, 16, 2], [-12, -12, -12], [11, -5, -7]], [[25, 9, -7], [7, 16, -10], [-9, 2, -1], [-9, 2, 20], [-14, -12, 11]], [[-14, -12, 4], [10, -5, 1], [8, 16, 3], [-13, -12, -11], [10, -5, -6]], [[10, -5, -13], [-1, 16, -2], [4, -19, 0], [25, 9, -14], [-1, 16, -9]], [[-8, 2, 26], [-5, -12, 9], [-7, 2, -3], [-7, 2, 11], [-5, -12, -5]]]] : tensor<?x?x?x?xi32>
// CHECK-NEXT{LITERAL}: [[[[3, -1, -5], [5, -3, -4], [2, -6, 14]], [[-1, 12, -17], [1, 10, -23], [-9, 14, 2]], [[-5, -17, 13], [11, 2, -14], [8, -1, 11]]], [[[4, 25, 4], [-15, -19, 5], [3, 6, -5]], [[7, -4, -8], [9, -6, -7], [-1, -2, 18]], [[-4, 16, -20], [-2, 14, -19], [-5, 11, -1]]]] : tensor<?x?x?x?xi32>
// CHECK-NEXT{LITERAL}: [[[[182, -48], [-8, 14]], [[54, -97], [5, 8]], [[-32, -97], [4, 2]], [[-97, -48], [24, -18]], [[-99, 36], [16, -38]], [[-52, 204], [-6, 5]]], [[[52, 46], [-33, 10]], [[182, -46], [-7, 10]], [[53, -89], [5, 3]], [[-55, -97], [24, 17]], [[-93, -56], [22, -4]], [[-96, 48], [6, -25]]]] : tensor<?x?x?x?xi32>
// CHECK-NEXT{LITERAL}: [[[[10, -11], [-3, 6], [-3, 21], [10, -15], [-6, -11]], [[-23, 7], [20, 10], [13, -3], [-16, 10], [17, 7]], [[-7, -17], [1, 7], [-13, 8], [-7, -14], [-9, 4]], [[9, -20], [10, 4], [3, -9], [9, 4], [0, 1]], [[-3, 19], [-23, 1], [-9, -19], [4, 1], [9, -2]], [[13, 9], [-7, -30], [-7, 6], [6, 12], [-10, 9]]], [[[13, 9], [-7, -30], [-7, 6], [6, 12], [-10, 9]], [[1, 13], [2, 2], [16, -4], [-6, 2], [-1, -8]], [[10, -11], [-3, 6], [-3, 21], [10, -15], [-6, -11]], [[-23, 7], [20, 10], [13, -3], [-16, 10], [17, 7]], [[-7, -17], [1, 7], [-13, 8], [-7, -14], [-9, 4]], [[9, -20], [10, 4], [3, -9], [9, 4], [0, 1]]]] : tensor<?x?x?x?xi32>

// IMG2COL-LABEL: func.func @main
// IMG2COL-NOT: = linalg.conv
// IMG2COL-NOT: = linalg.depthwise
// WINOGRAD-LABEL: func.func @main
// WINOGRAD-NOT: = linalg.conv_2d_nhwc_fhwc
// WINOGRAD-NOT: = linalg.winograd

#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// Numbers made of positions, from -3 to 3.
func.func private @numbers(%like: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = linalg.generic {indexing_maps = [#id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%like : tensor<?x?x?x?xf32>) {
  ^bb0(%out: f32):
    %a = linalg.index 0 : index
    %b = linalg.index 1 : index
    %c = linalg.index 2 : index
    %d = linalg.index 3 : index
    %1 = arith.muli %b, %c3 : index
    %2 = arith.muli %c, %c : index
    %3 = arith.muli %d, %c5 : index
    %4 = arith.addi %a, %1 : index
    %5 = arith.addi %2, %3 : index
    %6 = arith.addi %4, %5 : index
    %7 = arith.remui %6, %c7 : index
    %8 = arith.subi %7, %c3 : index
    %9 = arith.index_cast %8 : index to i32
    %10 = arith.sitofp %9 : i32 to f32
    linalg.yield %10 : f32
  } -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// The nearest integers.
func.func private @rounded(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x?x?xf32>
  %c = tensor.dim %x, %c2 : tensor<?x?x?x?xf32>
  %d = tensor.dim %x, %c3 : tensor<?x?x?x?xf32>
  %e = tensor.empty(%a, %b, %c, %d) : tensor<?x?x?x?xi32>
  %0 = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<?x?x?x?xf32>) outs(%e : tensor<?x?x?x?xi32>) {
  ^bb0(%in: f32, %out: i32):
    %1 = math.roundeven %in : f32
    %2 = arith.fptosi %1 : f32 to i32
    linalg.yield %2 : i32
  } -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}

func.func @main() -> (tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) {
  %i = tensor.empty() : tensor<2x8x7x2xf32>
  %id = tensor.cast %i : tensor<2x8x7x2xf32> to tensor<?x?x?x?xf32>
  %in = func.call @numbers(%id) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %input = tensor.cast %in : tensor<?x?x?x?xf32> to tensor<2x8x7x2xf32>

  // Filters of features, height, width and channels.
  %f = tensor.empty() : tensor<3x3x3x2xf32>
  %fd = tensor.cast %f : tensor<3x3x3x2xf32> to tensor<?x?x?x?xf32>
  %fn = func.call @numbers(%fd) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %fhwc = tensor.cast %fn : tensor<?x?x?x?xf32> to tensor<3x3x3x2xf32>
  %o = tensor.empty() : tensor<2x6x5x3xf32>
  %od = tensor.cast %o : tensor<2x6x5x3xf32> to tensor<?x?x?x?xf32>
  %on = func.call @numbers(%od) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %init = tensor.cast %on : tensor<?x?x?x?xf32> to tensor<2x6x5x3xf32>
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%input, %fhwc : tensor<2x8x7x2xf32>, tensor<3x3x3x2xf32>) outs(%init : tensor<2x6x5x3xf32>) -> tensor<2x6x5x3xf32>

  // In one dimension.
  %row = tensor.extract_slice %fhwc[0, 0, 0, 0] [3, 1, 3, 2] [1, 1, 1, 1] : tensor<3x3x3x2xf32> to tensor<3x1x3x2xf32>
  %rows = tensor.extract_slice %input[0, 0, 0, 0] [2, 6, 7, 2] [1, 1, 1, 1] : tensor<2x8x7x2xf32> to tensor<2x6x7x2xf32>
  %1 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%rows, %row : tensor<2x6x7x2xf32>, tensor<3x1x3x2xf32>) outs(%init : tensor<2x6x5x3xf32>) -> tensor<2x6x5x3xf32>

  // With strides, filters of height, width, channels and features.
  %g = tensor.empty() : tensor<3x2x2x3xf32>
  %gd = tensor.cast %g : tensor<3x2x2x3xf32> to tensor<?x?x?x?xf32>
  %gn = func.call @numbers(%gd) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %hwcf = tensor.cast %gn : tensor<?x?x?x?xf32> to tensor<3x2x2x3xf32>
  %half = tensor.extract_slice %init[0, 0, 0, 0] [2, 3, 3, 3] [1, 1, 1, 1] : tensor<2x6x5x3xf32> to tensor<2x3x3x3xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%input, %hwcf : tensor<2x8x7x2xf32>, tensor<3x2x2x3xf32>) outs(%half : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>

  // Channels first.
  %p = tensor.extract_slice %init[0, 0, 0, 0] [2, 6, 2, 2] [1, 1, 1, 1] : tensor<2x6x5x3xf32> to tensor<2x6x2x2xf32>
  %q = tensor.empty() : tensor<6x8x6x1xf32>
  %qd = tensor.cast %q : tensor<6x8x6x1xf32> to tensor<?x?x?x?xf32>
  %qn = func.call @numbers(%qd) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %fchw = tensor.cast %qn : tensor<?x?x?x?xf32> to tensor<6x8x6x1xf32>
  %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%input, %fchw : tensor<2x8x7x2xf32>, tensor<6x8x6x1xf32>) outs(%p : tensor<2x6x2x2xf32>) -> tensor<2x6x2x2xf32>

  // Each channel on its own.
  %h = tensor.extract_slice %fhwc[0, 0, 0, 0] [3, 3, 1, 2] [1, 1, 1, 1] : tensor<3x3x3x2xf32> to tensor<3x3x2xf32>
  %s = tensor.extract_slice %init[0, 0, 0, 0] [2, 6, 5, 2] [1, 1, 1, 1] : tensor<2x6x5x3xf32> to tensor<2x6x5x2xf32>
  %4 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%input, %h : tensor<2x8x7x2xf32>, tensor<3x3x2xf32>) outs(%s : tensor<2x6x5x2xf32>) -> tensor<2x6x5x2xf32>

  %d0 = tensor.cast %0 : tensor<2x6x5x3xf32> to tensor<?x?x?x?xf32>
  %d1 = tensor.cast %1 : tensor<2x6x5x3xf32> to tensor<?x?x?x?xf32>
  %d2 = tensor.cast %2 : tensor<2x3x3x3xf32> to tensor<?x?x?x?xf32>
  %d3 = tensor.cast %3 : tensor<2x6x2x2xf32> to tensor<?x?x?x?xf32>
  %d4 = tensor.cast %4 : tensor<2x6x5x2xf32> to tensor<?x?x?x?xf32>
  %r0 = func.call @rounded(%d0) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi32>
  %r1 = func.call @rounded(%d1) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi32>
  %r2 = func.call @rounded(%d2) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi32>
  %r3 = func.call @rounded(%d3) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi32>
  %r4 = func.call @rounded(%d4) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi32>
  return %r0, %r1, %r2, %r3, %r4 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>
}

module @scripts attributes {transform.with_named_sequence} {
  transform.named_sequence @img2col(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc", "linalg.conv_2d_nhwc_hwcf", "linalg.conv_2d_nchw_fchw", "linalg.depthwise_conv_2d_nhwc_hwc"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.convert_conv2d_to_img2col %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @decompose(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.decompose_winograd_op %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @winograd_2_3(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.winograd_conv2d %0 {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
    transform.include @decompose failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @winograd_4_3(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.winograd_conv2d %0 {fmr = 1 : i32} : (!transform.any_op) -> !transform.any_op
    transform.include @decompose failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @split_reductions(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nchw_fchw"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.split_reduction %0 {split_factor = 4, insert_split_dimension = 1, use_scaling_algorithm} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
