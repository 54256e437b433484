// RUN: terrace-opt %s --linalg-fuse-elementwise-ops --split-input-file | FileCheck %s

// Reshapes change places with structured ops, pads and other reshapes, so that ops fuse. mlir-opt prints the same.

#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#t2 = affine_map<(d0, d1) -> (d1, d0)>
func.func @dyn(%a: tensor<?x?xf32>, %b: tensor<?xf32>, %s: index, %z: index) -> tensor<?x4x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#id2, affine_map<(d0, d1) -> (d1)>, #id2], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %m = arith.sitofp %l : i32 to f32
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %p, %m : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%s, 4, %z] : tensor<?x?xf32> into tensor<?x4x?xf32>
  return %1 : tensor<?x4x?xf32>
}
func.func @collapse(%a: tensor<2x3x4xf32>, %b: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%c, %b : tensor<6x4xf32>, tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
func.func @reduce(%a: tensor<2x3x4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [#id2, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%c : tensor<6x4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.addf %x, %o : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @named(%a: tensor<6x4xf32>, %e: tensor<6x4xf32>) -> tensor<2x3x4xf32> {
  %0 = linalg.add ins(%a, %a : tensor<6x4xf32>, tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}
func.func @fill(%x: f32) -> tensor<2x3x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}
func.func @matmul(%a: tensor<6x8xf32>, %b: tensor<8x4xf32>, %e: tensor<6x4xf32>) -> tensor<2x3x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<6x8xf32>, tensor<8x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}
func.func @transpose(%a: tensor<6x4xf32>, %e: tensor<4x6xf32>) -> tensor<4x2x3xf32> {
  %0 = linalg.transpose ins(%a : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) permutation = [1, 0]
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf32> into tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}
func.func @transposed(%a: tensor<6x4xf32>, %e: tensor<4x6xf32>) -> tensor<4x2x3xf32> {
  %0 = linalg.generic {indexing_maps = [#t2, #id2], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.addf %x, %o : f32
    linalg.yield %p : f32
  } -> tensor<4x6xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf32> into tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}
func.func @parallel_reshapes(%a: tensor<4x2x6xf32>) -> tensor<2x2x12xf32> {
  %c = tensor.collapse_shape %a [[0], [1, 2]] : tensor<4x2x6xf32> into tensor<4x12xf32>
  %1 = tensor.expand_shape %c [[0, 1], [2]] output_shape [2, 2, 12] : tensor<4x12xf32> into tensor<2x2x12xf32>
  return %1 : tensor<2x2x12xf32>
}
func.func @two_results(%a: tensor<6x4xf32>, %e: tensor<6x4xf32>) -> (tensor<2x3x4xf32>, tensor<6x4xf32>) {
  %0:2 = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<6x4xf32>) outs(%e, %e : tensor<6x4xf32>, tensor<6x4xf32>) {
  ^bb0(%x: f32, %o: f32, %u: f32):
    %p = arith.addf %x, %o : f32
    linalg.yield %p, %x : f32, f32
  } -> (tensor<6x4xf32>, tensor<6x4xf32>)
  %1 = tensor.expand_shape %0#0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  return %1, %0#1 : tensor<2x3x4xf32>, tensor<6x4xf32>
}

// -----

func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %e: tensor<?x?xf32>, %s: index, %z: index) -> tensor<?x3x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%s, 3, %z] : tensor<?x?xf32> into tensor<?x3x?xf32>
  return %1 : tensor<?x3x?xf32>
}
func.func @collapse(%a: tensor<?x3x?xf32>, %b: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x3x?xf32> into tensor<?x?xf32>
  %0 = linalg.matmul ins(%c, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @late(%a: tensor<?x4xf32>, %e: tensor<?x4xf32>) -> tensor<?x3x4xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = linalg.exp ins(%a : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %d = tensor.dim %a, %c0 : tensor<?x4xf32>
  %s = arith.divsi %d, %c3 : index
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%s, 3, 4] : tensor<?x4xf32> into tensor<?x3x4xf32>
  return %1 : tensor<?x3x4xf32>
}
func.func @pad(%a: tensor<2x3x4xf32>, %p: f32) -> tensor<6x9xf32> {
  %c = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %0 = tensor.pad %c low[0, 2] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %p : f32
  } : tensor<6x4xf32> to tensor<6x9xf32>
  return %0 : tensor<6x9xf32>
}
func.func @bubble_dyn(%a: tensor<?x2x?xf32>, %s: index, %z: index) -> tensor<?x2x?xf32> {
  %c = tensor.collapse_shape %a [[0], [1, 2]] : tensor<?x2x?xf32> into tensor<?x?xf32>
  %1 = tensor.expand_shape %c [[0, 1], [2]] output_shape [%s, 2, %z] : tensor<?x?xf32> into tensor<?x2x?xf32>
  return %1 : tensor<?x2x?xf32>
}
func.func @extract(%a: tensor<12xf32>) -> tensor<2x3xf32> {
  %c = tensor.extract_slice %a[0] [6] [1] : tensor<12xf32> to tensor<6xf32>
  %1 = tensor.expand_shape %c [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// A producer, a reshape and a consumer are one op.
func.func @chain(%a: tensor<6xf32>, %b: tensor<1x6x16xf32>) -> tensor<1x6x16xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.sqrt ins(%a : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %x = tensor.expand_shape %0 [[0, 1]] output_shape [6, 1] : tensor<6xf32> into tensor<6x1xf32>
  %f = tensor.empty() : tensor<1x6x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b, %x : tensor<1x6x16xf32>, tensor<6x1xf32>) outs(%f : tensor<1x6x16xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %2 = arith.mulf %in, %scale : f32
    linalg.yield %2 : f32
  } -> tensor<1x6x16xf32>
  return %1 : tensor<1x6x16xf32>
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-NEXT: #map2 = affine_map<()[s0, s1] -> (s0 + s1 * 4)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-NEXT: #map4 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-NEXT: #map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-NEXT: #map6 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-NEXT: #map7 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @dyn(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: index) -> tensor<?x4x?xf32> {
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
// CHECK-NEXT:     %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
// CHECK-NEXT:     %0 = tensor.empty(%dim, %dim_0) : tensor<?x?xf32>
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [%arg2, 4, %arg3] : tensor<?x?xf32> into tensor<?x4x?xf32>
// CHECK-NEXT{LITERAL}:     %expanded_1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%arg2, 4, %arg3] : tensor<?x?xf32> into tensor<?x4x?xf32>
// CHECK-NEXT:     %dim_2 = tensor.dim %expanded_1, %c0 : tensor<?x4x?xf32>
// CHECK-NEXT:     %dim_3 = tensor.dim %expanded_1, %c2 : tensor<?x4x?xf32>
// CHECK-NEXT:     %1 = tensor.empty(%dim_2, %dim_3) : tensor<?x4x?xf32>
// CHECK-NEXT:     %2 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg1 : tensor<?x4x?xf32>, tensor<?xf32>) outs(%1 : tensor<?x4x?xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_4: f32, %out: f32):
// CHECK-NEXT:       %3 = linalg.index 1 : index
// CHECK-NEXT:       %4 = linalg.index 0 : index
// CHECK-NEXT:       %5 = affine.apply #map2()[%3, %4]
// CHECK-NEXT:       %6 = linalg.index 2 : index
// CHECK-NEXT:       %7 = arith.addi %5, %6 : index
// CHECK-NEXT:       %8 = arith.index_cast %7 : index to i32
// CHECK-NEXT:       %9 = arith.sitofp %8 : i32 to f32
// CHECK-NEXT:       %10 = arith.mulf %in, %in_4 : f32
// CHECK-NEXT:       %11 = arith.addf %10, %9 : f32
// CHECK-NEXT:       linalg.yield %11 : f32
// CHECK-NEXT:     } -> tensor<?x4x?xf32>
// CHECK-NEXT:     return %2 : tensor<?x4x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @collapse(%arg0: tensor<2x3x4xf32>, %arg1: tensor<6x4xf32>) -> tensor<6x4xf32> {
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg1 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT:     %0 = tensor.empty() : tensor<2x3x4xf32>
// CHECK-NEXT:     %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%0 : tensor<2x3x4xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK-NEXT:       %2 = arith.mulf %in, %in_0 : f32
// CHECK-NEXT:       linalg.yield %2 : f32
// CHECK-NEXT:     } -> tensor<2x3x4xf32>
// CHECK-NEXT{LITERAL}:     %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
// CHECK-NEXT:     return %collapsed : tensor<6x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reduce(%arg0: tensor<2x3x4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "parallel"]} ins(%arg0 : tensor<2x3x4xf32>) outs(%arg1 : tensor<4xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       %1 = arith.addf %in, %out : f32
// CHECK-NEXT:       linalg.yield %1 : f32
// CHECK-NEXT:     } -> tensor<4xf32>
// CHECK-NEXT:     return %0 : tensor<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @named(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>) -> tensor<2x3x4xf32> {
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT{LITERAL}:     %expanded_0 = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT:     %0 = tensor.empty() : tensor<2x3x4xf32>
// CHECK-NEXT:     %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %expanded_0 : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%0 : tensor<2x3x4xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_1: f32, %out: f32):
// CHECK-NEXT:       %2 = arith.addf %in, %in_1 : f32
// CHECK-NEXT:       linalg.yield %2 : f32
// CHECK-NEXT:     } -> tensor<2x3x4xf32>
// CHECK-NEXT:     return %1 : tensor<2x3x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @fill(%arg0: f32) -> tensor<2x3x4xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<6x4xf32>
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT:     %1 = linalg.fill ins(%arg0 : f32) outs(%expanded : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:     return %1 : tensor<2x3x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @matmul(%arg0: tensor<6x8xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<6x4xf32>) -> tensor<2x3x4xf32> {
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
// CHECK-NEXT{LITERAL}:     %expanded_0 = tensor.expand_shape %arg2 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT:     %0 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %arg1 : tensor<2x3x8xf32>, tensor<8x4xf32>) outs(%expanded_0 : tensor<2x3x4xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_1: f32, %out: f32):
// CHECK-NEXT:       %1 = arith.mulf %in, %in_1 : f32
// CHECK-NEXT:       %2 = arith.addf %out, %1 : f32
// CHECK-NEXT:       linalg.yield %2 : f32
// CHECK-NEXT:     } -> tensor<2x3x4xf32>
// CHECK-NEXT:     return %0 : tensor<2x3x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transpose(%arg0: tensor<6x4xf32>, %arg1: tensor<4x6xf32>) -> tensor<4x2x3xf32> {
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT{LITERAL}:     %expanded_0 = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf32> into tensor<4x2x3xf32>
// CHECK-NEXT:     %transposed = linalg.transpose ins(%expanded : tensor<2x3x4xf32>) outs(%expanded_0 : tensor<4x2x3xf32>) permutation = [2, 0, 1]
// CHECK-NEXT:     return %transposed : tensor<4x2x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transposed(%arg0: tensor<6x4xf32>, %arg1: tensor<4x6xf32>) -> tensor<4x2x3xf32> {
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT{LITERAL}:     %expanded_0 = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf32> into tensor<4x2x3xf32>
// CHECK-NEXT:     %0 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x3x4xf32>) outs(%expanded_0 : tensor<4x2x3xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       %1 = arith.addf %in, %out : f32
// CHECK-NEXT:       linalg.yield %1 : f32
// CHECK-NEXT:     } -> tensor<4x2x3xf32>
// CHECK-NEXT:     return %0 : tensor<4x2x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @parallel_reshapes(%arg0: tensor<4x2x6xf32>) -> tensor<2x2x12xf32> {
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2], [3]] output_shape [2, 2, 2, 6] : tensor<4x2x6xf32> into tensor<2x2x2x6xf32>
// CHECK-NEXT{LITERAL}:     %collapsed = tensor.collapse_shape %expanded [[0], [1], [2, 3]] : tensor<2x2x2x6xf32> into tensor<2x2x12xf32>
// CHECK-NEXT:     return %collapsed : tensor<2x2x12xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @two_results(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>) -> (tensor<2x3x4xf32>, tensor<6x4xf32>) {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<6x4xf32>
// CHECK-NEXT:     %1:2 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x4xf32>) outs(%arg1, %0 : tensor<6x4xf32>, tensor<6x4xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32, %out_0: f32):
// CHECK-NEXT:       %2 = arith.addf %in, %out : f32
// CHECK-NEXT:       linalg.yield %2, %in : f32, f32
// CHECK-NEXT:     } -> (tensor<6x4xf32>, tensor<6x4xf32>)
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %1#0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT:     return %expanded, %1#1 : tensor<2x3x4xf32>, tensor<6x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // -----
// CHECK-NEXT: #map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @matmul(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>, %arg3: index, %arg4: index) -> tensor<?x3x?xf32> {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c1 : tensor<?x?xf32>
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [%arg3, 3, %dim] : tensor<?x?xf32> into tensor<?x3x?xf32>
// CHECK-NEXT{LITERAL}:     %expanded_0 = tensor.expand_shape %arg2 [[0, 1], [2]] output_shape [%arg3, 3, %arg4] : tensor<?x?xf32> into tensor<?x3x?xf32>
// CHECK-NEXT:     %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %arg1 : tensor<?x3x?xf32>, tensor<?x?xf32>) outs(%expanded_0 : tensor<?x3x?xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_1: f32, %out: f32):
// CHECK-NEXT:       %1 = arith.mulf %in, %in_1 : f32
// CHECK-NEXT:       %2 = arith.addf %out, %1 : f32
// CHECK-NEXT:       linalg.yield %2 : f32
// CHECK-NEXT:     } -> tensor<?x3x?xf32>
// CHECK-NEXT:     return %0 : tensor<?x3x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @collapse(%arg0: tensor<?x3x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x3x?xf32>
// CHECK-NEXT:     %dim_0 = tensor.dim %arg1, %c1 : tensor<?x?xf32>
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg2 [[0, 1], [2]] output_shape [%dim, 3, %dim_0] : tensor<?x?xf32> into tensor<?x3x?xf32>
// CHECK-NEXT:     %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<?x3x?xf32>, tensor<?x?xf32>) outs(%expanded : tensor<?x3x?xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_1: f32, %out: f32):
// CHECK-NEXT:       %1 = arith.mulf %in, %in_1 : f32
// CHECK-NEXT:       %2 = arith.addf %out, %1 : f32
// CHECK-NEXT:       linalg.yield %2 : f32
// CHECK-NEXT:     } -> tensor<?x3x?xf32>
// CHECK-NEXT{LITERAL}:     %collapsed = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x3x?xf32> into tensor<?x?xf32>
// CHECK-NEXT:     return %collapsed : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @late(%arg0: tensor<?x4xf32>, %arg1: tensor<?x4xf32>) -> tensor<?x3x4xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x4xf32>
// CHECK-NEXT:     %0 = arith.divsi %dim, %c3 : index
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [%0, 3, 4] : tensor<?x4xf32> into tensor<?x3x4xf32>
// CHECK-NEXT{LITERAL}:     %expanded_0 = tensor.expand_shape %arg1 [[0, 1], [2]] output_shape [%0, 3, 4] : tensor<?x4xf32> into tensor<?x3x4xf32>
// CHECK-NEXT:     %dim_1 = tensor.dim %expanded_0, %c0 : tensor<?x3x4xf32>
// CHECK-NEXT:     %1 = tensor.empty(%dim_1) : tensor<?x3x4xf32>
// CHECK-NEXT:     %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<?x3x4xf32>) outs(%1 : tensor<?x3x4xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       %3 = math.exp %in : f32
// CHECK-NEXT:       linalg.yield %3 : f32
// CHECK-NEXT:     } -> tensor<?x3x4xf32>
// CHECK-NEXT:     return %2 : tensor<?x3x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @pad(%arg0: tensor<2x3x4xf32>, %arg1: f32) -> tensor<6x9xf32> {
// CHECK-NEXT:     %padded = tensor.pad %arg0 low[0, 0, 2] high[0, 0, 3] {
// CHECK-NEXT:     ^bb0(%arg2: index, %arg3: index, %arg4: index):
// CHECK-NEXT:       tensor.yield %arg1 : f32
// CHECK-NEXT:     } : tensor<2x3x4xf32> to tensor<2x3x9xf32>
// CHECK-NEXT{LITERAL}:     %collapsed = tensor.collapse_shape %padded [[0, 1], [2]] : tensor<2x3x9xf32> into tensor<6x9xf32>
// CHECK-NEXT:     return %collapsed : tensor<6x9xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @bubble_dyn(%arg0: tensor<?x2x?xf32>, %arg1: index, %arg2: index) -> tensor<?x2x?xf32> {
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c2 : tensor<?x2x?xf32>
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1], [2], [3]] output_shape [%arg1, 2, 2, %dim] : tensor<?x2x?xf32> into tensor<?x2x2x?xf32>
// CHECK-NEXT{LITERAL}:     %collapsed = tensor.collapse_shape %expanded [[0], [1], [2, 3]] : tensor<?x2x2x?xf32> into tensor<?x2x?xf32>
// CHECK-NEXT:     return %collapsed : tensor<?x2x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @extract(%arg0: tensor<12xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0] [6] [1] : tensor<12xf32> to tensor<6xf32>
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %extracted_slice [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
// CHECK-NEXT:     return %expanded : tensor<2x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // -----
// CHECK-NEXT: #map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d1, 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @chain(%arg0: tensor<6xf32>, %arg1: tensor<1x6x16xf32>) -> tensor<1x6x16xf32> {
// CHECK-NEXT{LITERAL}:     %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [6, 1] : tensor<6xf32> into tensor<6x1xf32>
// CHECK-NEXT:     %0 = tensor.empty() : tensor<1x6x16xf32>
// CHECK-NEXT:     %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %expanded : tensor<1x6x16xf32>, tensor<6x1xf32>) outs(%0 : tensor<1x6x16xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK-NEXT:       %2 = math.sqrt %in_0 : f32
// CHECK-NEXT:       %3 = arith.mulf %in, %2 : f32
// CHECK-NEXT:       linalg.yield %3 : f32
// CHECK-NEXT:     } -> tensor<1x6x16xf32>
// CHECK-NEXT:     return %1 : tensor<1x6x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
