// What is next to packs and unpacks becomes a part of them: slices at the origin, padding at the end, transpositions. As mlir-opt
// prints it.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s

func.func @slice_of_unpack(%src: tensor<4x3x8x4xf32>, %d: tensor<30x12xf32>) -> tensor<28x11xf32> {
  %0 = linalg.unpack %src inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<4x3x8x4xf32> -> tensor<30x12xf32>
  %1 = tensor.extract_slice %0[0, 0] [28, 11] [1, 1] : tensor<30x12xf32> to tensor<28x11xf32>
  return %1 : tensor<28x11xf32>
}
func.func @slice_of_unpack_outer(%src: tensor<3x4x8x4xf32>, %d: tensor<30x12xf32>) -> tensor<25x9xf32> {
  %0 = linalg.unpack %src outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<3x4x8x4xf32> -> tensor<30x12xf32>
  %1 = tensor.extract_slice %0[0, 0] [25, 9] [1, 1] : tensor<30x12xf32> to tensor<25x9xf32>
  return %1 : tensor<25x9xf32>
}
func.func @too_small(%src: tensor<4x3x8x4xf32>, %d: tensor<30x12xf32>) -> tensor<24x11xf32> {
  %0 = linalg.unpack %src inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<4x3x8x4xf32> -> tensor<30x12xf32>
  %1 = tensor.extract_slice %0[0, 0] [24, 11] [1, 1] : tensor<30x12xf32> to tensor<24x11xf32>
  return %1 : tensor<24x11xf32>
}
func.func @untiled(%src: tensor<4x12x8xf32>, %d: tensor<30x12xf32>) -> tensor<28x12xf32> {
  %0 = linalg.unpack %src inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<4x12x8xf32> -> tensor<30x12xf32>
  %1 = tensor.extract_slice %0[0, 0] [28, 12] [1, 1] : tensor<30x12xf32> to tensor<28x12xf32>
  return %1 : tensor<28x12xf32>
}
func.func @pad_pack(%src: tensor<13x10xf32>, %cst: f32) -> tensor<2x3x4x8xf32> {
  %padded = tensor.pad %src low[0, 0] high[1, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %cst : f32
  } : tensor<13x10xf32> to tensor<14x12xf32>
  %e = tensor.empty() : tensor<2x3x4x8xf32>
  %p = linalg.pack %padded padding_value(%cst : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 8] into %e : tensor<14x12xf32> -> tensor<2x3x4x8xf32>
  return %p : tensor<2x3x4x8xf32>
}
func.func @pack_transpose(%a: tensor<10x20x32xf32>) -> tensor<4x10x4x8x5xf32> {
  %e = tensor.empty() : tensor<10x4x4x5x8xf32>
  %p = linalg.pack %a outer_dims_perm = [0, 2, 1] inner_dims_pos = [1, 2] inner_tiles = [5, 8] into %e : tensor<10x20x32xf32> -> tensor<10x4x4x5x8xf32>
  %i = tensor.empty() : tensor<4x10x4x8x5xf32>
  %t = linalg.transpose ins(%p : tensor<10x4x4x5x8xf32>) outs(%i : tensor<4x10x4x8x5xf32>) permutation = [2, 0, 1, 4, 3]
  return %t : tensor<4x10x4x8x5xf32>
}
func.func @pack_transpose_mixed(%a: tensor<10x20xf32>) -> tensor<10x5x4xf32> {
  %e = tensor.empty() : tensor<10x4x5xf32>
  %p = linalg.pack %a inner_dims_pos = [1] inner_tiles = [5] into %e : tensor<10x20xf32> -> tensor<10x4x5xf32>
  %i = tensor.empty() : tensor<10x5x4xf32>
  %t = linalg.transpose ins(%p : tensor<10x4x5xf32>) outs(%i : tensor<10x5x4xf32>) permutation = [0, 2, 1]
  return %t : tensor<10x5x4xf32>
}
func.func @transpose_pack(%a: tensor<?x20x?xf32>, %t0: index, %e: tensor<?x?x?x?x4xf32>, %i: tensor<20x?x?xf32>, %c: f32) -> tensor<?x?x?x?x?xf32> {
  %t = linalg.transpose ins(%a : tensor<?x20x?xf32>) outs(%i : tensor<20x?x?xf32>) permutation = [1, 2, 0]
  %p = linalg.pack %t padding_value(%c : f32) outer_dims_perm = [2, 0, 1] inner_dims_pos = [0, 2] inner_tiles = [%t0, 4] into %e : tensor<20x?x?xf32> -> tensor<?x?x?x?x4xf32>
  %r = tensor.cast %p : tensor<?x?x?x?x4xf32> to tensor<?x?x?x?x?xf32>
  return %r : tensor<?x?x?x?x?xf32>
}
func.func @unpack_transpose(%a: tensor<4x2x3x5x8xf32>, %d: tensor<20x16x3xf32>, %i: tensor<3x20x16xf32>) -> tensor<3x20x16xf32> {
  %u = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [5, 8] into %d : tensor<4x2x3x5x8xf32> -> tensor<20x16x3xf32>
  %t = linalg.transpose ins(%u : tensor<20x16x3xf32>) outs(%i : tensor<3x20x16xf32>) permutation = [2, 0, 1]
  return %t : tensor<3x20x16xf32>
}
func.func @transpose_unpack(%a: tensor<3x4x2x8x5xf32>, %i: tensor<4x2x3x5x8xf32>, %d: tensor<20x16x3xf32>) -> tensor<20x16x3xf32> {
  %t = linalg.transpose ins(%a : tensor<3x4x2x8x5xf32>) outs(%i : tensor<4x2x3x5x8xf32>) permutation = [1, 2, 0, 4, 3]
  %u = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [5, 8] into %d : tensor<4x2x3x5x8xf32> -> tensor<20x16x3xf32>
  return %u : tensor<20x16x3xf32>
}
func.func @generic_transpose(%a: tensor<20x16xf32>, %i: tensor<16x20xf32>, %e: tensor<4x5x4x4xf32>) -> tensor<4x5x4x4xf32> {
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<20x16xf32>) outs(%i : tensor<16x20xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<16x20xf32>
  %p = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %e : tensor<16x20xf32> -> tensor<4x5x4x4xf32>
  return %p : tensor<4x5x4x4xf32>
}
func.func @generic_no_transpose(%a: tensor<20x16xf32>, %i: tensor<16x20xf32>, %e: tensor<4x5x4x4xf32>) -> tensor<4x5x4x4xf32> {
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<20x16xf32>) outs(%i : tensor<16x20xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.negf %x : f32
    linalg.yield %z : f32
  } -> tensor<16x20xf32>
  %p = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %e : tensor<16x20xf32> -> tensor<4x5x4x4xf32>
  return %p : tensor<4x5x4x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<()[s0] -> (20 ceildiv s0)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0 ceildiv 4)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @slice_of_unpack(%arg0: tensor<4x3x8x4xf32>, %arg1: tensor<30x12xf32>) -> tensor<28x11xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<28x11xf32>
// CHECK-NEXT:     %unpack = linalg.unpack %arg0 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %0 : tensor<4x3x8x4xf32> -> tensor<28x11xf32>
// CHECK-NEXT:     return %unpack : tensor<28x11xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @slice_of_unpack_outer(%arg0: tensor<3x4x8x4xf32>, %arg1: tensor<30x12xf32>) -> tensor<25x9xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<25x9xf32>
// CHECK-NEXT:     %unpack = linalg.unpack %arg0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %0 : tensor<3x4x8x4xf32> -> tensor<25x9xf32>
// CHECK-NEXT:     return %unpack : tensor<25x9xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @too_small(%arg0: tensor<4x3x8x4xf32>, %arg1: tensor<30x12xf32>) -> tensor<24x11xf32> {
// CHECK-NEXT:     %unpack = linalg.unpack %arg0 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %arg1 : tensor<4x3x8x4xf32> -> tensor<30x12xf32>
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %unpack[0, 0] [24, 11] [1, 1] : tensor<30x12xf32> to tensor<24x11xf32>
// CHECK-NEXT:     return %extracted_slice : tensor<24x11xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @untiled(%arg0: tensor<4x12x8xf32>, %arg1: tensor<30x12xf32>) -> tensor<28x12xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<28x12xf32>
// CHECK-NEXT:     %unpack = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %0 : tensor<4x12x8xf32> -> tensor<28x12xf32>
// CHECK-NEXT:     return %unpack : tensor<28x12xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @pad_pack(%arg0: tensor<13x10xf32>, %arg1: f32) -> tensor<2x3x4x8xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<2x3x4x8xf32>
// CHECK-NEXT:     %pack = linalg.pack %arg0 padding_value(%arg1 : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 8] into %0 : tensor<13x10xf32> -> tensor<2x3x4x8xf32>
// CHECK-NEXT:     return %pack : tensor<2x3x4x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @pack_transpose(%arg0: tensor<10x20x32xf32>) -> tensor<4x10x4x8x5xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<4x10x4x8x5xf32>
// CHECK-NEXT:     %pack = linalg.pack %arg0 outer_dims_perm = [1, 0, 2] inner_dims_pos = [2, 1] inner_tiles = [8, 5] into %0 : tensor<10x20x32xf32> -> tensor<4x10x4x8x5xf32>
// CHECK-NEXT:     return %pack : tensor<4x10x4x8x5xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @pack_transpose_mixed(%arg0: tensor<10x20xf32>) -> tensor<10x5x4xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<10x4x5xf32>
// CHECK-NEXT:     %pack = linalg.pack %arg0 inner_dims_pos = [1] inner_tiles = [5] into %0 : tensor<10x20xf32> -> tensor<10x4x5xf32>
// CHECK-NEXT:     %1 = tensor.empty() : tensor<10x5x4xf32>
// CHECK-NEXT:     %transposed = linalg.transpose ins(%pack : tensor<10x4x5xf32>) outs(%1 : tensor<10x5x4xf32>) permutation = [0, 2, 1]
// CHECK-NEXT:     return %transposed : tensor<10x5x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transpose_pack(%arg0: tensor<?x20x?xf32>, %arg1: index, %arg2: tensor<?x?x?x?x4xf32>, %arg3: tensor<20x?x?xf32>, %arg4: f32) -> tensor<?x?x?x?x?xf32> {
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x20x?xf32>
// CHECK-NEXT:     %dim_0 = tensor.dim %arg0, %c2 : tensor<?x20x?xf32>
// CHECK-NEXT:     %0 = affine.apply #map()[%arg1]
// CHECK-NEXT:     %1 = affine.apply #map1()[%dim]
// CHECK-NEXT:     %2 = tensor.empty(%1, %0, %dim_0, %arg1) : tensor<?x?x?x?x4xf32>
// CHECK-NEXT:     %pack = linalg.pack %arg0 padding_value(%arg4 : f32) outer_dims_perm = [0, 1, 2] inner_dims_pos = [1, 0] inner_tiles = [%arg1, 4] into %2 : tensor<?x20x?xf32> -> tensor<?x?x?x?x4xf32>
// CHECK-NEXT:     %cast = tensor.cast %pack : tensor<?x?x?x?x4xf32> to tensor<?x?x?x?x?xf32>
// CHECK-NEXT:     return %cast : tensor<?x?x?x?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unpack_transpose(%arg0: tensor<4x2x3x5x8xf32>, %arg1: tensor<20x16x3xf32>, %arg2: tensor<3x20x16xf32>) -> tensor<3x20x16xf32> {
// CHECK-NEXT:     %unpack = linalg.unpack %arg0 outer_dims_perm = [1, 2, 0] inner_dims_pos = [1, 2] inner_tiles = [5, 8] into %arg2 : tensor<4x2x3x5x8xf32> -> tensor<3x20x16xf32>
// CHECK-NEXT:     return %unpack : tensor<3x20x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transpose_unpack(%arg0: tensor<3x4x2x8x5xf32>, %arg1: tensor<4x2x3x5x8xf32>, %arg2: tensor<20x16x3xf32>) -> tensor<20x16x3xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<20x16x3xf32>
// CHECK-NEXT:     %unpack = linalg.unpack %arg0 outer_dims_perm = [2, 0, 1] inner_dims_pos = [1, 0] inner_tiles = [8, 5] into %0 : tensor<3x4x2x8x5xf32> -> tensor<20x16x3xf32>
// CHECK-NEXT:     return %unpack : tensor<20x16x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @generic_transpose(%arg0: tensor<20x16xf32>, %arg1: tensor<16x20xf32>, %arg2: tensor<4x5x4x4xf32>) -> tensor<4x5x4x4xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<4x5x4x4xf32>
// CHECK-NEXT:     %pack = linalg.pack %arg0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 4] into %0 : tensor<20x16xf32> -> tensor<4x5x4x4xf32>
// CHECK-NEXT:     return %pack : tensor<4x5x4x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @generic_no_transpose(%arg0: tensor<20x16xf32>, %arg1: tensor<16x20xf32>, %arg2: tensor<4x5x4x4xf32>) -> tensor<4x5x4x4xf32> {
// CHECK-NEXT:     %0 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<20x16xf32>) outs(%arg1 : tensor<16x20xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       %1 = arith.negf %in : f32
// CHECK-NEXT:       linalg.yield %1 : f32
// CHECK-NEXT:     } -> tensor<16x20xf32>
// CHECK-NEXT:     %pack = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %arg2 : tensor<16x20xf32> -> tensor<4x5x4x4xf32>
// CHECK-NEXT:     return %pack : tensor<4x5x4x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:       %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.apply_patterns to %0 {
// CHECK-NEXT:         transform.apply_patterns.tensor.fold_into_pack_and_unpack
// CHECK-NEXT:       } : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
