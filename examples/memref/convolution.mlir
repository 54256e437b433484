// A 3 by 3 convolution over an image with three channels, on buffers. The same numbers as examples/convolution.mlir.
//
//   terrace run examples/memref/convolution.mlir

memref.global "private" constant @filter : memref<3x3x3x8xf32> = dense<1.250000e-01>

func.func private @image(%t: memref<1x34x34x3xf32>) {
  %half = arith.constant 5.000000e-01 : f32
  %m = arith.constant 9 : index
  affine.for %h = 0 to 34 {
    affine.for %w = 0 to 34 {
      affine.for %c = 0 to 3 {
        %0 = arith.muli %h, %w : index
        %1 = arith.addi %0, %c : index
        %2 = arith.remui %1, %m : index
        %3 = arith.index_cast %2 : index to i32
        %4 = arith.sitofp %3 : i32 to f32
        %5 = arith.mulf %4, %half : f32
        affine.store %5, %t[0, %h, %w, %c] : memref<1x34x34x3xf32>
      }
    }
  }
  return
}

// The caller owns the first result.
func.func @main() -> (memref<1x1x4x8xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %image = memref.alloc() : memref<1x34x34x3xf32>
  call @image(%image) : (memref<1x34x34x3xf32>) -> ()
  %filter = memref.get_global @filter : memref<3x3x3x8xf32>
  %out = memref.alloc() : memref<1x32x32x8xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<1x32x32x8xf32>)
  linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%image, %filter : memref<1x34x34x3xf32>, memref<3x3x3x8xf32>) outs(%out : memref<1x32x32x8xf32>)
  %view = memref.subview %out[0, 5, 0, 0] [1, 1, 4, 8] [1, 1, 1, 1]
      : memref<1x32x32x8xf32> to memref<1x1x4x8xf32, strided<[8192, 256, 8, 1], offset: 1280>>
  %pixels = memref.alloc() : memref<1x1x4x8xf32>
  memref.copy %view, %pixels
      : memref<1x1x4x8xf32, strided<[8192, 256, 8, 1], offset: 1280>> to memref<1x1x4x8xf32>
  %best = memref.alloca() : memref<f32>
  %least = arith.constant 0xFF800000 : f32
  memref.store %least, %best[] : memref<f32>
  linalg.reduce { arith.maximumf } ins(%out : memref<1x32x32x8xf32>) outs(%best : memref<f32>)
      dimensions = [0, 1, 2, 3]
  %largest = memref.load %best[] : memref<f32>
  memref.dealloc %image : memref<1x34x34x3xf32>
  memref.dealloc %out : memref<1x32x32x8xf32>
  return %pixels, %largest : memref<1x1x4x8xf32>, f32
}
