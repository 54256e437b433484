// RUN: terrace-opt %s --transform-interpreter --split-input-file --output-split-marker="// part" | FileCheck %s

// Packs, unpacks, pads and insertions on vectors.

func.func @f(%a: tensor<32x8x16xf32>, %d: tensor<4x1x32x16x2xf32>) -> tensor<4x1x32x16x2xf32> {
  %p = linalg.pack %a outer_dims_perm = [1, 2, 0] inner_dims_pos = [2, 1] inner_tiles = [16, 2] into %d : tensor<32x8x16xf32> -> tensor<4x1x32x16x2xf32>
  return %p : tensor<4x1x32x16x2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0  : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<32x8x16xf32>, %d: tensor<4x1x32x16x2xf32>) -> tensor<4x1x32x16x2xf32> {
  %p = linalg.pack %a outer_dims_perm = [1, 2, 0] inner_dims_pos = [2, 1] inner_tiles = [16, 2] into %d : tensor<32x8x16xf32> -> tensor<4x1x32x16x2xf32>
  return %p : tensor<4x1x32x16x2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [4,1,32,16,2] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<32x7x15xf32>, %d: tensor<32x4x1x16x2xf32>) -> tensor<32x4x1x16x2xf32> {
  %z = arith.constant 0.0 : f32
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [2, 1] inner_tiles = [16, 2] into %d : tensor<32x7x15xf32> -> tensor<32x4x1x16x2xf32>
  return %p : tensor<32x4x1x16x2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [32,4,1,16,2] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<?x?xf32>, %d: tensor<?x?x16x2xf32>) -> tensor<?x?x16x2xf32> {
  %z = arith.constant 0.0 : f32
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [1, 0] inner_tiles = [16, 2] into %d : tensor<?x?xf32> -> tensor<?x?x16x2xf32>
  return %p : tensor<?x?x16x2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [4,1,16,2] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<8x8x32x16xf32>, %d: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %p = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [32, 16] into %d : tensor<8x8x32x16xf32> -> tensor<256x128xf32>
  return %p : tensor<256x128xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [8,8,32,16] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<?x?x16x2xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [16, 2] into %d : tensor<?x?x16x2xf32> -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [4,1,16,2] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<?x?x16x2xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [16, 2] into %d : tensor<?x?x16x2xf32> -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [4,[4],16,[2]] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<?x?xf32>, %h: index) -> tensor<2x4xf32> {
  %z = arith.constant 42.43 : f32
  %c0 = arith.constant 0 : index
  %p = tensor.pad %a low[0, %c0] high[%h, %h] { ^bb0(%i: index, %j: index): tensor.yield %z : f32 } : tensor<?x?xf32> to tensor<2x4xf32>
  return %p : tensor<2x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [2,4] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<?x3xi32>, %v: i32, %s: index, %i: index) -> (tensor<5x3xi32>) {
  %e = tensor.empty() : tensor<5x3xi32>
  %fi = linalg.fill ins(%v : i32) outs(%e : tensor<5x3xi32>) -> tensor<5x3xi32>
  %r = tensor.insert_slice %a into %fi[0, %i] [%s, 3] [1, 1] : tensor<?x3xi32> into tensor<5x3xi32>
  return %r : tensor<5x3xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.insert_slice"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [5,3] : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<1x2x3xf32>, %b: tensor<9x8x7x1x2x3xf32>, %i: index) -> tensor<9x8x7x1x2x3xf32> {
  %r = tensor.insert_slice %a into %b[0, 0, 0, 0, 0, 0] [1, 1, 1, 1, 2, 3] [1, 1, 1, 1, 1, 1] : tensor<1x2x3xf32> into tensor<9x8x7x1x2x3xf32>
  return %r : tensor<9x8x7x1x2x3xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.insert_slice"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0  : !transform.any_op
    transform.yield
  }
}

// AUTOGENERATED CHECKS
