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
    transform.structured.vectorize %0 vector_sizes [4,[4],16,2] : !transform.any_op
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

// CHECK: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<32x8x16xf32>, %arg1: tensor<4x1x32x16x2xf32>) -> tensor<4x1x32x16x2xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : f32
// CHECK-NEXT:     %1 = vector.transfer_read %arg0[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<32x8x16xf32>, vector<32x8x16xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %1 : vector<32x8x16xf32> to vector<32x4x2x1x16xf32>
// CHECK-NEXT:     %3 = vector.transpose %2, [1, 3, 0, 4, 2] : vector<32x4x2x1x16xf32> to vector<4x1x32x16x2xf32>
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %4 = vector.transfer_write %3, %arg1[%c0_0, %c0_0, %c0_0, %c0_0, %c0_0] {in_bounds = [true, true, true, true, true]} : vector<4x1x32x16x2xf32>, tensor<4x1x32x16x2xf32>
// CHECK-NEXT:     return %4 : tensor<4x1x32x16x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.pack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<32x8x16xf32>, %arg1: tensor<4x1x32x16x2xf32>) -> tensor<4x1x32x16x2xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : f32
// CHECK-NEXT:     %1 = vector.transfer_read %arg0[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<32x8x16xf32>, vector<32x8x16xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %1 : vector<32x8x16xf32> to vector<32x4x2x1x16xf32>
// CHECK-NEXT:     %3 = vector.transpose %2, [1, 3, 0, 4, 2] : vector<32x4x2x1x16xf32> to vector<4x1x32x16x2xf32>
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %4 = vector.transfer_write %3, %arg1[%c0_0, %c0_0, %c0_0, %c0_0, %c0_0] {in_bounds = [true, true, true, true, true]} : vector<4x1x32x16x2xf32>, tensor<4x1x32x16x2xf32>
// CHECK-NEXT:     return %4 : tensor<4x1x32x16x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.pack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [4, 1, 32, 16, 2] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<32x7x15xf32>, %arg1: tensor<32x4x1x16x2xf32>) -> tensor<32x4x1x16x2xf32> {
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c32 = arith.constant 32 : index
// CHECK-NEXT:     %c7 = arith.constant 7 : index
// CHECK-NEXT:     %c15 = arith.constant 15 : index
// CHECK-NEXT:     %0 = vector.create_mask %c32, %c7, %c15 : vector<32x8x16xi1>
// CHECK-NEXT:     %1 = vector.mask %0 { vector.transfer_read %arg0[%c0, %c0, %c0], %cst {in_bounds = [true, true, true]} : tensor<32x7x15xf32>, vector<32x8x16xf32> } : vector<32x8x16xi1> -> vector<32x8x16xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %1 : vector<32x8x16xf32> to vector<32x4x2x1x16xf32>
// CHECK-NEXT:     %3 = vector.transpose %2, [0, 1, 3, 4, 2] : vector<32x4x2x1x16xf32> to vector<32x4x1x16x2xf32>
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %4 = vector.transfer_write %3, %arg1[%c0_0, %c0_0, %c0_0, %c0_0, %c0_0] {in_bounds = [true, true, true, true, true]} : vector<32x4x1x16x2xf32>, tensor<32x4x1x16x2xf32>
// CHECK-NEXT:     return %4 : tensor<32x4x1x16x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.pack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [32, 4, 1, 16, 2] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?x16x2xf32>) -> tensor<?x?x16x2xf32> {
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0_0 : tensor<?x?xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
// CHECK-NEXT:     %0 = vector.create_mask %dim, %dim_1 : vector<8x16xi1>
// CHECK-NEXT:     %1 = vector.mask %0 { vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
// CHECK-NEXT:     %2 = vector.shape_cast %1 : vector<8x16xf32> to vector<4x2x1x16xf32>
// CHECK-NEXT:     %3 = vector.transpose %2, [0, 2, 3, 1] : vector<4x2x1x16xf32> to vector<4x1x16x2xf32>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %dim_4 = tensor.dim %arg1, %c0_3 : tensor<?x?x16x2xf32>
// CHECK-NEXT:     %c1_5 = arith.constant 1 : index
// CHECK-NEXT:     %dim_6 = tensor.dim %arg1, %c1_5 : tensor<?x?x16x2xf32>
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %4 = vector.create_mask %dim_4, %dim_6, %c16, %c2 : vector<4x1x16x2xi1>
// CHECK-NEXT:     %5 = vector.mask %4 { vector.transfer_write %3, %arg1[%c0_2, %c0_2, %c0_2, %c0_2] {in_bounds = [true, true, true, true]} : vector<4x1x16x2xf32>, tensor<?x?x16x2xf32> } : vector<4x1x16x2xi1> -> tensor<?x?x16x2xf32>
// CHECK-NEXT:     return %5 : tensor<?x?x16x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.pack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [4, 1, 16, 2] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<8x8x32x16xf32>, %arg1: tensor<256x128xf32>) -> tensor<256x128xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : f32
// CHECK-NEXT:     %1 = vector.transfer_read %arg0[%c0, %c0, %c0, %c0], %0 {in_bounds = [true, true, true, true]} : tensor<8x8x32x16xf32>, vector<8x8x32x16xf32>
// CHECK-NEXT:     %2 = vector.transpose %1, [0, 2, 1, 3] : vector<8x8x32x16xf32> to vector<8x32x8x16xf32>
// CHECK-NEXT:     %3 = vector.shape_cast %2 : vector<8x32x8x16xf32> to vector<256x128xf32>
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %4 = vector.transfer_write %3, %arg1[%c0_0, %c0_0] {in_bounds = [true, true]} : vector<256x128xf32>, tensor<256x128xf32>
// CHECK-NEXT:     return %4 : tensor<256x128xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.unpack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [8, 8, 32, 16] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<?x?x16x2xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : f32
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0_0 : tensor<?x?x16x2xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg0, %c1 : tensor<?x?x16x2xf32>
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %1 = vector.create_mask %dim, %dim_1, %c16, %c2 : vector<4x1x16x2xi1>
// CHECK-NEXT:     %2 = vector.mask %1 { vector.transfer_read %arg0[%c0, %c0, %c0, %c0], %0 {in_bounds = [true, true, true, true]} : tensor<?x?x16x2xf32>, vector<4x1x16x2xf32> } : vector<4x1x16x2xi1> -> vector<4x1x16x2xf32>
// CHECK-NEXT:     %3 = vector.transpose %2, [1, 3, 0, 2] : vector<4x1x16x2xf32> to vector<1x2x4x16xf32>
// CHECK-NEXT:     %4 = vector.shape_cast %3 : vector<1x2x4x16xf32> to vector<2x64xf32>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %dim_4 = tensor.dim %arg1, %c0_3 : tensor<?x?xf32>
// CHECK-NEXT:     %c1_5 = arith.constant 1 : index
// CHECK-NEXT:     %dim_6 = tensor.dim %arg1, %c1_5 : tensor<?x?xf32>
// CHECK-NEXT:     %5 = vector.create_mask %dim_4, %dim_6 : vector<2x64xi1>
// CHECK-NEXT:     %6 = vector.mask %5 { vector.transfer_write %4, %arg1[%c0_2, %c0_2] {in_bounds = [true, true]} : vector<2x64xf32>, tensor<?x?xf32> } : vector<2x64xi1> -> tensor<?x?xf32>
// CHECK-NEXT:     return %6 : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.unpack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [4, 1, 16, 2] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<?x?x16x2xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = ub.poison : f32
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0_0 : tensor<?x?x16x2xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg0, %c1 : tensor<?x?x16x2xf32>
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %1 = vector.create_mask %dim, %dim_1, %c16, %c2 : vector<4x[4]x16x2xi1>
// CHECK-NEXT:     %2 = vector.mask %1 { vector.transfer_read %arg0[%c0, %c0, %c0, %c0], %0 {in_bounds = [true, true, true, true]} : tensor<?x?x16x2xf32>, vector<4x[4]x16x2xf32> } : vector<4x[4]x16x2xi1> -> vector<4x[4]x16x2xf32>
// CHECK-NEXT:     %3 = vector.transpose %2, [1, 3, 0, 2] : vector<4x[4]x16x2xf32> to vector<[4]x2x4x16xf32>
// CHECK-NEXT:     %4 = vector.shape_cast %3 : vector<[4]x2x4x16xf32> to vector<[8]x64xf32>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %dim_4 = tensor.dim %arg1, %c0_3 : tensor<?x?xf32>
// CHECK-NEXT:     %c1_5 = arith.constant 1 : index
// CHECK-NEXT:     %dim_6 = tensor.dim %arg1, %c1_5 : tensor<?x?xf32>
// CHECK-NEXT:     %5 = vector.create_mask %dim_4, %dim_6 : vector<[8]x64xi1>
// CHECK-NEXT:     %6 = vector.mask %5 { vector.transfer_write %4, %arg1[%c0_2, %c0_2] {in_bounds = [true, true]} : vector<[8]x64xf32>, tensor<?x?xf32> } : vector<[8]x64xi1> -> tensor<?x?xf32>
// CHECK-NEXT:     return %6 : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["linalg.unpack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [4, [4], 16, 2] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<?x?xf32>, %arg1: index) -> tensor<2x4xf32> {
// CHECK-NEXT:     %cst = arith.constant 4.243000e+01 : f32
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0_1 : tensor<?x?xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_2 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
// CHECK-NEXT:     %0 = vector.create_mask %dim, %dim_2 : vector<2x4xi1>
// CHECK-NEXT:     %1 = vector.mask %0 { vector.transfer_read %arg0[%c0_0, %c0_0], %cst {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
// CHECK-NEXT:     %2 = tensor.empty() : tensor<2x4xf32>
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %3 = vector.transfer_write %1, %2[%c0_3, %c0_3] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x4xf32>
// CHECK-NEXT:     return %3 : tensor<2x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["tensor.pad"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [2, 4] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<?x3xi32>, %arg1: i32, %arg2: index, %arg3: index) -> tensor<5x3xi32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<5x3xi32>
// CHECK-NEXT:     %1 = linalg.fill ins(%arg1 : i32) outs(%0 : tensor<5x3xi32>) -> tensor<5x3xi32>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0_1 : tensor<?x3xi32>
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %2 = vector.create_mask %dim, %c3 : vector<5x3xi1>
// CHECK-NEXT:     %3 = vector.mask %2 { vector.transfer_read %arg0[%c0_0, %c0_0], %arg1 {in_bounds = [true, true]} : tensor<?x3xi32>, vector<5x3xi32> } : vector<5x3xi1> -> vector<5x3xi32>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %4 = vector.transfer_write %3, %1[%c0_2, %arg3] {in_bounds = [true, true]} : vector<5x3xi32>, tensor<5x3xi32>
// CHECK-NEXT:     return %4 : tensor<5x3xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["tensor.insert_slice"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 vector_sizes [5, 3] : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // part
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<1x2x3xf32>, %arg1: tensor<9x8x7x1x2x3xf32>, %arg2: index) -> tensor<9x8x7x1x2x3xf32> {
// CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = vector.transfer_read %arg0[%c0_0, %c0_0, %c0_0], %cst {in_bounds = [true, true, true]} : tensor<1x2x3xf32>, vector<1x2x3xf32>
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %c0_4 = arith.constant 0 : index
// CHECK-NEXT:     %c0_5 = arith.constant 0 : index
// CHECK-NEXT:     %c0_6 = arith.constant 0 : index
// CHECK-NEXT:     %1 = vector.transfer_write %0, %arg1[%c0_1, %c0_2, %c0_3, %c0_4, %c0_5, %c0_6] {in_bounds = [true, true, true]} : vector<1x2x3xf32>, tensor<9x8x7x1x2x3xf32>
// CHECK-NEXT:     return %1 : tensor<9x8x7x1x2x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["tensor.insert_slice"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.structured.vectorize %0 : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
