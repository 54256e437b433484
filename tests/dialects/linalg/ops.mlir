// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s

// Each op, with and without what may be left out.

#id = affine_map<(i, j) -> (i, j)>

func.func @generic(%t: tensor<4x?xf32>, %m: memref<4x?xf32>, %f: f32) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"], doc = "text", library_call = "call"}
    ins(%t : tensor<4x?xf32>) outs(%t : tensor<4x?xf32>) attrs = {a} {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 1 : index
    linalg.yield %x {b} : f32
  } -> tensor<4x?xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x?xf32>) {
  ^bb0(%y: f32):
    linalg.yield %f : f32
  }
  return
}

func.func @payload(%t: tensor<4x8xf32>, %v: tensor<4xf32>, %m: memref<4x8xi32>, %n: memref<8xi32>) {
  %0 = linalg.map { arith.addf } ins(%t, %t : tensor<4x8xf32>, tensor<4x8xf32>) outs(%t : tensor<4x8xf32>)
  linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%m, %m : memref<4x8xi32>, memref<4x8xi32>) outs(%m : memref<4x8xi32>) {a}
  %1 = linalg.map ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) (%x: f32, %y: f32) {
    %e = math.exp %x : f32
    %g = arith.addf %e, %x : f32
    linalg.yield %g : f32
  }
  %2 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%t : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  linalg.reduce { arith.maxsi } ins(%m : memref<4x8xi32>) outs(%n : memref<8xi32>) dimensions = [0] {a}
  %3:2 = linalg.reduce ins(%t, %t : tensor<4x8xf32>, tensor<4x8xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32, %c: f32, %d: f32) {
      linalg.yield %a, %d : f32, f32
    }
  return
}

func.func @reorder(%t: tensor<4x8xf32>, %u: tensor<8x4xf32>, %v: tensor<4xf32>, %m: memref<f32>, %n: memref<2xf32>) {
  %0 = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%u : tensor<8x4xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%u : tensor<8x4xf32>) dimensions = [0] {a}
  linalg.broadcast ins(%m : memref<f32>) outs(%n : memref<2xf32>) dimensions = [0]
  return
}

func.func @products(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %d: tensor<8xi8>, %p: tensor<2x4x8xf32>, %q: tensor<2x8x16xf32>, %r: tensor<2x4x16xf32>, %i: tensor<4x16xi32>, %j: tensor<4x8xi8>, %k: tensor<16x8xi8>, %z: tensor<8x4xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
    {cast = #linalg.type_fn<cast_unsigned>} ins(%j, %k : tensor<4x8xi8>, tensor<16x8xi8>) outs(%i : tensor<4x16xi32>) -> tensor<4x16xi32>
  %2 = linalg.batch_matmul ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) {a} -> tensor<2x4x16xf32>
  %3 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%a, %q : tensor<4x8xf32>, tensor<2x8x16xf32>) outs(%r : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %4 = linalg.batch_reduce_matmul ins(%p, %q : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %5 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %6 = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = linalg.elementwise kind=#linalg.elementwise_kind<erf> indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>]
    ins(%a : tensor<4x8xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

func.func @others(%t: tensor<4x8xf32>, %m: memref<4x8xf32>, %f: f32, %n: index, %p: tensor<2x2x2x4xf32>, %u: tensor<?x2x?x3xf32>,
                  %g: tensor<2x3x3x5xf32>, %h: tensor<6x6x5x2xf32>, %i: tensor<2x14x14x5xf32>, %j: tensor<6x6x3x3x2x5xf32>, %o: tensor<2x12x12x5xf32>) {
  %0 = linalg.softmax dimension(1) ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  linalg.softmax {a} dimension(0) ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>)
  %1 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %p : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  %2 = linalg.pack %t padding_value(%f : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%n, 3] into %u : tensor<4x8xf32> -> tensor<?x2x?x3xf32>
  %3 = linalg.unpack %p outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %t : tensor<2x2x2x4xf32> -> tensor<4x8xf32>
  %4 = linalg.winograd_filter_transform fmr(F_4_3) ins(%g : tensor<2x3x3x5xf32>) outs(%h : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %5 = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<2x14x14x5xf32>) outs(%j : tensor<6x6x3x3x2x5xf32>) -> tensor<6x6x3x3x2x5xf32>
  %6 = linalg.winograd_output_transform fmr(F_4_3) ins(%j : tensor<6x6x3x3x2x5xf32>) outs(%o : tensor<2x12x12x5xf32>) -> tensor<2x12x12x5xf32>
  return
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-NEXT: #map4 = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK-NEXT: #map5 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-NEXT: #map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-NEXT: #map7 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map8 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @generic(%arg0: tensor<4x?xf32>, %arg1: memref<4x?xf32>, %arg2: f32) {
// CHECK-NEXT:     %0 = linalg.generic {doc = "text", indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"], library_call = "call"} ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) attrs =  {a} {
// CHECK-NEXT:     ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:       %1 = linalg.index 1 : index
// CHECK-NEXT:       linalg.yield %in {b} : f32
// CHECK-NEXT:     } -> tensor<4x?xf32>
// CHECK-NEXT:     linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%arg1 : memref<4x?xf32>) {
// CHECK-NEXT:     ^bb0(%out: f32):
// CHECK-NEXT:       linalg.yield %arg2 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @payload(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32>, %arg2: memref<4x8xi32>, %arg3: memref<8xi32>) {
// CHECK-NEXT:     %mapped = linalg.map { arith.addf } ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>)
// CHECK-NEXT:     linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%arg2, %arg2 : memref<4x8xi32>, memref<4x8xi32>) outs(%arg2 : memref<4x8xi32>) {a}
// CHECK-NEXT:     %mapped_0 = linalg.map ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>)
// CHECK-NEXT:       (%in: f32, %init: f32) {
// CHECK-NEXT:         %0 = math.exp %in : f32
// CHECK-NEXT:         %1 = arith.addf %0, %in : f32
// CHECK-NEXT:         linalg.yield %1 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:     %reduced = linalg.reduce { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:     linalg.reduce { arith.maxsi } ins(%arg2 : memref<4x8xi32>) outs(%arg3 : memref<8xi32>) dimensions = [0]  {a}
// CHECK-NEXT:     %reduced_1:2 = linalg.reduce ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1, %arg1 : tensor<4xf32>, tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:       (%in: f32, %in_2: f32, %init: f32, %init_3: f32) {
// CHECK-NEXT:         linalg.yield %in, %init_3 : f32, f32
// CHECK-NEXT:       }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reorder(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4xf32>, %arg3: memref<f32>, %arg4: memref<2xf32>) {
// CHECK-NEXT:     %transposed = linalg.transpose ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<8x4xf32>) permutation = [1, 0]
// CHECK-NEXT:     %broadcasted = linalg.broadcast ins(%arg2 : tensor<4xf32>) outs(%arg1 : tensor<8x4xf32>) dimensions = [0]  {a}
// CHECK-NEXT:     linalg.broadcast ins(%arg3 : memref<f32>) outs(%arg4 : memref<2xf32>) dimensions = [0]
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @products(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x16xf32>, %arg3: tensor<8xi8>, %arg4: tensor<2x4x8xf32>, %arg5: tensor<2x8x16xf32>, %arg6: tensor<2x4x16xf32>, %arg7: tensor<4x16xi32>, %arg8: tensor<4x8xi8>, %arg9: tensor<16x8xi8>, %arg10: tensor<8x4xf32>) {
// CHECK-NEXT:     %0 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:     %1 = linalg.matmul indexing_maps = [#map1, #map2, #map3] {cast = #linalg.type_fn<cast_unsigned>} ins(%arg8, %arg9 : tensor<4x8xi8>, tensor<16x8xi8>) outs(%arg7 : tensor<4x16xi32>) -> tensor<4x16xi32>
// CHECK-NEXT:     %2 = linalg.batch_matmul {a} ins(%arg4, %arg5 : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%arg6 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
// CHECK-NEXT:     %3 = linalg.batch_matmul indexing_maps = [#map4, #map5, #map6] ins(%arg0, %arg5 : tensor<4x8xf32>, tensor<2x8x16xf32>) outs(%arg6 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
// CHECK-NEXT:     %4 = linalg.batch_reduce_matmul ins(%arg4, %arg5 : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:     %5 = linalg.contract indexing_maps = [#map1, #map7, #map3] ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:     %6 = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     %7 = linalg.elementwise kind=#linalg.elementwise_kind<erf> indexing_maps = [#map8, #map] ins(%arg0 : tensor<4x8xf32>) outs(%arg10 : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @others(%arg0: tensor<4x8xf32>, %arg1: memref<4x8xf32>, %arg2: f32, %arg3: index, %arg4: tensor<2x2x2x4xf32>, %arg5: tensor<?x2x?x3xf32>, %arg6: tensor<2x3x3x5xf32>, %arg7: tensor<6x6x5x2xf32>, %arg8: tensor<2x14x14x5xf32>, %arg9: tensor<6x6x3x3x2x5xf32>, %arg10: tensor<2x12x12x5xf32>) {
// CHECK-NEXT:     %0 = linalg.softmax dimension(1) ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     linalg.softmax {a} dimension(0) ins(%arg1 : memref<4x8xf32>) outs(%arg1 : memref<4x8xf32>)
// CHECK-NEXT:     %pack = linalg.pack %arg0 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %arg4 : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
// CHECK-NEXT:     %pack_0 = linalg.pack %arg0 padding_value(%arg2 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%arg3, 3] into %arg5 : tensor<4x8xf32> -> tensor<?x2x?x3xf32>
// CHECK-NEXT:     %unpack = linalg.unpack %arg4 outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %arg0 : tensor<2x2x2x4xf32> -> tensor<4x8xf32>
// CHECK-NEXT:     %1 = linalg.winograd_filter_transform fmr(F_4_3) ins(%arg6 : tensor<2x3x3x5xf32>) outs(%arg7 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
// CHECK-NEXT:     %2 = linalg.winograd_input_transform fmr(F_4_3) ins(%arg8 : tensor<2x14x14x5xf32>) outs(%arg9 : tensor<6x6x3x3x2x5xf32>) -> tensor<6x6x3x3x2x5xf32>
// CHECK-NEXT:     %3 = linalg.winograd_output_transform fmr(F_4_3) ins(%arg9 : tensor<6x6x3x3x2x5xf32>) outs(%arg10 : tensor<2x12x12x5xf32>) -> tensor<2x12x12x5xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
