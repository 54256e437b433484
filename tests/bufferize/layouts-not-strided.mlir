// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" --split-input-file --verify-diagnostics
// Buffers of a layout without strides have no parts, and are not cast to buffers with strides.

#turned = affine_map<(d0, d1) -> (d1, d0)>

func.func @slice(%t: tensor<4x4xf32> {bufferization.buffer_layout = #turned}) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{buffer of type 'memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>' is not strided}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %1 = tensor.extract %0[%c0, %c0] : tensor<2x2xf32>
  return %1 : f32
}

// -----

#turned = affine_map<(d0, d1) -> (d1, d0)>

func.func @insert(%t: tensor<4x4xf32> {bufferization.buffer_layout = #turned}, %s: tensor<2x2xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{buffer of type 'memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>' is not strided}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = tensor.insert_slice %s into %t[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
  %1 = tensor.extract %0[%c0, %c0] : tensor<4x4xf32>
  vector.print %1 : f32
  return
}

// -----

#turned = affine_map<(d0, d1) -> (d1, d0)>

func.func @expand(%t: tensor<4x4xf32> {bufferization.buffer_layout = #turned}) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{buffer of type 'memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>' is not strided}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>
  %1 = tensor.extract %0[%c0, %c0, %c0] : tensor<2x2x4xf32>
  return %1 : f32
}

// -----

#turned = affine_map<(d0, d1) -> (d1, d0)>

func.func @loop(%t: tensor<4x4xf32> {bufferization.buffer_layout = #turned}, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+2 {{buffer of type 'memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>' is needed as one of type 'memref<4x4xf32, strided<[?, ?], offset: ?>>', which has another layout}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<4x4xf32>) {
    %e = tensor.empty() : tensor<4x4xf32>
    %1 = linalg.fill ins(%x : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %1 : tensor<4x4xf32>
  }
  %2 = tensor.extract %0[%c0, %c0] : tensor<4x4xf32>
  return %2 : f32
}
