// A 3 by 3 convolution over an image with three channels, on tensors; prints the first pixels of the result.
//
//   terrace run examples/convolution.mlir

func.func private @image() -> tensor<1x34x34x3xf32> {
  %half = arith.constant 5.000000e-01 : f32
  %m = arith.constant 9 : index
  %t = tensor.generate {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    %0 = arith.muli %h, %w : index
    %1 = arith.addi %0, %c : index
    %2 = arith.remui %1, %m : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %half : f32
    tensor.yield %5 : f32
  } : tensor<1x34x34x3xf32>
  return %t : tensor<1x34x34x3xf32>
}

func.func @main() -> (tensor<1x1x4x8xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %image = call @image() : () -> tensor<1x34x34x3xf32>
  %filter = arith.constant dense<1.250000e-01> : tensor<3x3x3x8xf32>
  %empty = tensor.empty() : tensor<1x32x32x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  %out = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x34x34x3xf32>, tensor<3x3x3x8xf32>)
      outs(%start : tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  %pixels = tensor.extract_slice %out[0, 5, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1]
      : tensor<1x32x32x8xf32> to tensor<1x1x4x8xf32>
  %one = tensor.empty() : tensor<f32>
  %least = arith.constant 0xFF800000 : f32
  %first = linalg.fill ins(%least : f32) outs(%one : tensor<f32>) -> tensor<f32>
  %reduced = linalg.reduce { arith.maximumf } ins(%out : tensor<1x32x32x8xf32>) outs(%first : tensor<f32>)
      dimensions = [0, 1, 2, 3]
  %largest = tensor.extract %reduced[] : tensor<f32>
  return %pixels, %largest : tensor<1x1x4x8xf32>, f32
}
