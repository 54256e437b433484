// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-scf-tiling{tile-sizes=4,8,16},test-scf-tiling{attribute=tile_1 tile-sizes=4,8,16 interchange=1,2,0},test-scf-tiling{attribute=tile_2 tile-sizes=8,0,4},test-scf-tiling{attribute=tile_3 tile-sizes=2,4,8,16},test-scf-tiling{attribute=tile_4 tile-sizes=0,8,12,4},test-scf-tiling{attribute=tile_5 tile-sizes=8,16},test-scf-tiling{attribute=tile_6 tile-sizes=8,0},test-scf-tiling{attribute=tile_7 tile-sizes=4,8},test-scf-tiling{attribute=tile_8 tile-sizes=0,0,0}))' | FileCheck %s

// Loops of scf.for around structured ops: dynamic and static extents, tiles that divide them and tiles that do not.

func.func @mm_dyn_4_8_16(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {tile} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @mm_odd_ic(%a: tensor<130x62xf32>, %b: tensor<62x70xf32>, %c: tensor<130x70xf32>) -> tensor<130x70xf32> {
  %0 = linalg.matmul {tile_1} ins(%a, %b : tensor<130x62xf32>, tensor<62x70xf32>) outs(%c : tensor<130x70xf32>) -> tensor<130x70xf32>
  return %0 : tensor<130x70xf32>
}

func.func @mm_div_4_8_16(%a: tensor<128x64xf32>, %b: tensor<64x32xf32>, %c: tensor<128x32xf32>) -> tensor<128x32xf32> {
  %0 = linalg.matmul {tile} ins(%a, %b : tensor<128x64xf32>, tensor<64x32xf32>) outs(%c : tensor<128x32xf32>) -> tensor<128x32xf32>
  return %0 : tensor<128x32xf32>
}

func.func @mm_odd_8_0_4(%a: tensor<130x62xf32>, %b: tensor<62x70xf32>, %c: tensor<130x70xf32>) -> tensor<130x70xf32> {
  %0 = linalg.matmul {tile_2} ins(%a, %b : tensor<130x62xf32>, tensor<62x70xf32>) outs(%c : tensor<130x70xf32>) -> tensor<130x70xf32>
  return %0 : tensor<130x70xf32>
}

func.func @bmm_s(%a: tensor<5x33x65xf32>, %b: tensor<5x65x17xf32>, %c: tensor<5x33x17xf32>) -> tensor<5x33x17xf32> {
  %0 = linalg.batch_matmul {tile_3} ins(%a, %b : tensor<5x33x65xf32>, tensor<5x65x17xf32>) outs(%c : tensor<5x33x17xf32>) -> tensor<5x33x17xf32>
  return %0 : tensor<5x33x17xf32>
}

func.func @conv_stride(%a: tensor<1x129x129x8xf32>, %b: tensor<3x3x8x16xf32>, %c: tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {tile_4, strides = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<1x129x129x8xf32>, tensor<3x3x8x16xf32>) outs(%c : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
  return %0 : tensor<1x64x64x16xf32>
}

func.func @memref(%a: memref<?x?xf32>, %b: memref<?x64xf32, strided<[?, 1], offset: ?>>, %c: memref<?x64xf32>) {
  linalg.matmul {tile} ins(%a, %b : memref<?x?xf32>, memref<?x64xf32, strided<[?, 1], offset: ?>>) outs(%c : memref<?x64xf32>)
  return
}

func.func @tr_mix(%a0: tensor<?x40xf32>, %o: tensor<40x?xf32>) -> tensor<40x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d1,d0)>, affine_map<(d0,d1)->(d0,d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<?x40xf32>) outs(%o : tensor<40x?xf32>) attrs = {tile_5} {
  ^bb0(%x0: f32, %x1: f32):
    %s = arith.addf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<40x?xf32>
  return %0 : tensor<40x?xf32>
}

func.func @index_mix(%a0: tensor<40x?xf32>, %o: tensor<40x?xf32>) -> tensor<40x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0,d1)->(d0,d1)>, affine_map<(d0,d1)->(d0,d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<40x?xf32>) outs(%o : tensor<40x?xf32>) attrs = {tile_5} {
  ^bb0(%x0: f32, %x1: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %m = arith.sitofp %l : i32 to f32
    linalg.yield %m : f32
  } -> tensor<40x?xf32>
  return %0 : tensor<40x?xf32>
}

func.func @sc_mix(%a0: tensor<f32>, %o: tensor<40x?xf32>) -> tensor<40x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0,d1)->()>, affine_map<(d0,d1)->(d0,d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<f32>) outs(%o : tensor<40x?xf32>) attrs = {tile_6} {
  ^bb0(%x0: f32, %x1: f32):
    %s = arith.addf %x0, %x1 : f32
    linalg.yield %s : f32
  } -> tensor<40x?xf32>
  return %0 : tensor<40x?xf32>
}

func.func @reduce(%a: tensor<?x64xf32>, %c: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<?x64xf32>) outs(%c : tensor<64xf32>) dimensions = [0] {tile_7}
  return %0 : tensor<64xf32>
}

func.func @map(%a: tensor<?x64xf32>, %c: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = linalg.map { math.exp } ins(%a : tensor<?x64xf32>) outs(%c : tensor<?x64xf32>) {tile_7}
  return %0 : tensor<?x64xf32>
}

func.func @transpose(%a: tensor<?x64xf32>, %c: tensor<64x?xf32>) -> tensor<64x?xf32> {
  %0 = linalg.transpose ins(%a : tensor<?x64xf32>) outs(%c : tensor<64x?xf32>) permutation = [1, 0] {tile_7}
  return %0 : tensor<64x?xf32>
}

func.func @mm_zero(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul {tile_8} ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// AUTOGENERATED CHECKS

// CHECK: #map = affine_map<(d0)[s0] -> (-d0 + s0, 4)>
// CHECK-NEXT: #map1 = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 - 1)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (-d0 + 70, 8)>
// CHECK-NEXT: #map5 = affine_map<(d0) -> (-d0 + 62, 16)>
// CHECK-NEXT: #map6 = affine_map<(d0) -> (-d0 + 130, 4)>
// CHECK-NEXT: #map7 = affine_map<(d0) -> (-d0 + 130, 8)>
// CHECK-NEXT: #map8 = affine_map<(d0) -> (-d0 + 62, 4)>
// CHECK-NEXT: #map9 = affine_map<(d0) -> (-d0 + 5, 2)>
// CHECK-NEXT: #map10 = affine_map<(d0) -> (-d0 + 33, 4)>
// CHECK-NEXT: #map11 = affine_map<(d0) -> (-d0 + 17, 8)>
// CHECK-NEXT: #map12 = affine_map<(d0) -> (-d0 + 65, 16)>
// CHECK-NEXT: #map13 = affine_map<(d0) -> (-d0 + 64, 12)>
// CHECK-NEXT: #map14 = affine_map<(d0) -> (d0 * 2)>
// CHECK-NEXT: #map15 = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK-NEXT: #map16 = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: #map17 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: #map18 = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-NEXT: #map19 = affine_map<()[s0] -> (s0 - 1)>
// CHECK-NEXT: #map20 = affine_map<(d0, d1) -> ()>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @mm_dyn_4_8_16(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %dim_2 = tensor.dim %arg1, %c0_1 : tensor<?x?xf32>
// CHECK-NEXT:     %c1_3 = arith.constant 1 : index
// CHECK-NEXT:     %dim_4 = tensor.dim %arg1, %c1_3 : tensor<?x?xf32>
// CHECK-NEXT:     %c0_5 = arith.constant 0 : index
// CHECK-NEXT:     %dim_6 = tensor.dim %arg2, %c0_5 : tensor<?x?xf32>
// CHECK-NEXT:     %c1_7 = arith.constant 1 : index
// CHECK-NEXT:     %dim_8 = tensor.dim %arg2, %c1_7 : tensor<?x?xf32>
// CHECK-NEXT:     %c0_9 = arith.constant 0 : index
// CHECK-NEXT:     %c0_10 = arith.constant 0 : index
// CHECK-NEXT:     %c0_11 = arith.constant 0 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0_9 to %dim step %c4 iter_args(%arg4 = %arg2) -> (tensor<?x?xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg5 = %c0_10 to %dim_4 step %c8 iter_args(%arg6 = %arg4) -> (tensor<?x?xf32>) {
// CHECK-NEXT:         %2 = scf.for %arg7 = %c0_11 to %dim_0 step %c16 iter_args(%arg8 = %arg6) -> (tensor<?x?xf32>) {
// CHECK-NEXT:           %3 = affine.min #map(%arg3)[%dim]
// CHECK-NEXT:           %4 = affine.min #map1(%arg5)[%dim_4]
// CHECK-NEXT:           %5 = affine.min #map2(%arg7)[%dim_0]
// CHECK-NEXT:           %6 = affine.apply #map3(%3)
// CHECK-NEXT:           %7 = affine.apply #map3(%4)
// CHECK-NEXT:           %8 = affine.apply #map3(%5)
// CHECK-NEXT:           %9 = affine.apply #map3(%3)
// CHECK-NEXT:           %10 = affine.apply #map3(%5)
// CHECK-NEXT:           %11 = affine.apply #map3(%5)
// CHECK-NEXT:           %12 = affine.apply #map3(%4)
// CHECK-NEXT:           %13 = affine.apply #map3(%3)
// CHECK-NEXT:           %14 = affine.apply #map3(%4)
// CHECK-NEXT:           %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg7] [%3, %5] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:           %extracted_slice_12 = tensor.extract_slice %arg1[%arg7, %arg5] [%5, %4] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:           %extracted_slice_13 = tensor.extract_slice %arg8[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:           %15 = linalg.matmul {tile} ins(%extracted_slice, %extracted_slice_12 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_13 : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:           %16 = affine.apply #map3(%3)
// CHECK-NEXT:           %17 = affine.apply #map3(%4)
// CHECK-NEXT:           %18 = affine.apply #map3(%5)
// CHECK-NEXT:           %19 = affine.apply #map3(%3)
// CHECK-NEXT:           %20 = affine.apply #map3(%4)
// CHECK-NEXT:           %inserted_slice = tensor.insert_slice %15 into %arg8[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
// CHECK-NEXT:           scf.yield %inserted_slice : tensor<?x?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %2 : tensor<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mm_odd_ic(%arg0: tensor<130x62xf32>, %arg1: tensor<62x70xf32>, %arg2: tensor<130x70xf32>) -> tensor<130x70xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c70 = arith.constant 70 : index
// CHECK-NEXT:     %c62 = arith.constant 62 : index
// CHECK-NEXT:     %c130 = arith.constant 130 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %c70 step %c8 iter_args(%arg4 = %arg2) -> (tensor<130x70xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg5 = %c0_0 to %c62 step %c16 iter_args(%arg6 = %arg4) -> (tensor<130x70xf32>) {
// CHECK-NEXT:         %2 = scf.for %arg7 = %c0_1 to %c130 step %c4 iter_args(%arg8 = %arg6) -> (tensor<130x70xf32>) {
// CHECK-NEXT:           %c70_2 = arith.constant 70 : index
// CHECK-NEXT:           %3 = affine.min #map4(%arg3)
// CHECK-NEXT:           %c62_3 = arith.constant 62 : index
// CHECK-NEXT:           %4 = affine.min #map5(%arg5)
// CHECK-NEXT:           %c130_4 = arith.constant 130 : index
// CHECK-NEXT:           %5 = affine.min #map6(%arg7)
// CHECK-NEXT:           %6 = affine.apply #map3(%5)
// CHECK-NEXT:           %7 = affine.apply #map3(%3)
// CHECK-NEXT:           %8 = affine.apply #map3(%4)
// CHECK-NEXT:           %9 = affine.apply #map3(%5)
// CHECK-NEXT:           %10 = affine.apply #map3(%4)
// CHECK-NEXT:           %11 = affine.apply #map3(%4)
// CHECK-NEXT:           %12 = affine.apply #map3(%3)
// CHECK-NEXT:           %13 = affine.apply #map3(%5)
// CHECK-NEXT:           %14 = affine.apply #map3(%3)
// CHECK-NEXT:           %extracted_slice = tensor.extract_slice %arg0[%arg7, %arg5] [%5, %4] [1, 1] : tensor<130x62xf32> to tensor<?x?xf32>
// CHECK-NEXT:           %extracted_slice_5 = tensor.extract_slice %arg1[%arg5, %arg3] [%4, %3] [1, 1] : tensor<62x70xf32> to tensor<?x?xf32>
// CHECK-NEXT:           %extracted_slice_6 = tensor.extract_slice %arg8[%arg7, %arg3] [%5, %3] [1, 1] : tensor<130x70xf32> to tensor<?x?xf32>
// CHECK-NEXT:           %15 = linalg.matmul {tile_1} ins(%extracted_slice, %extracted_slice_5 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_6 : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:           %16 = affine.apply #map3(%5)
// CHECK-NEXT:           %17 = affine.apply #map3(%3)
// CHECK-NEXT:           %18 = affine.apply #map3(%4)
// CHECK-NEXT:           %19 = affine.apply #map3(%5)
// CHECK-NEXT:           %20 = affine.apply #map3(%3)
// CHECK-NEXT:           %inserted_slice = tensor.insert_slice %15 into %arg8[%arg7, %arg3] [%5, %3] [1, 1] : tensor<?x?xf32> into tensor<130x70xf32>
// CHECK-NEXT:           scf.yield %inserted_slice : tensor<130x70xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %2 : tensor<130x70xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<130x70xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<130x70xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mm_div_4_8_16(%arg0: tensor<128x64xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<128x32xf32>) -> tensor<128x32xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c128 = arith.constant 128 : index
// CHECK-NEXT:     %c32 = arith.constant 32 : index
// CHECK-NEXT:     %c64 = arith.constant 64 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %c128 step %c4 iter_args(%arg4 = %arg2) -> (tensor<128x32xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg5 = %c0_0 to %c32 step %c8 iter_args(%arg6 = %arg4) -> (tensor<128x32xf32>) {
// CHECK-NEXT:         %2 = scf.for %arg7 = %c0_1 to %c64 step %c16 iter_args(%arg8 = %arg6) -> (tensor<128x32xf32>) {
// CHECK-NEXT:           %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg7] [4, 16] [1, 1] : tensor<128x64xf32> to tensor<4x16xf32>
// CHECK-NEXT:           %extracted_slice_2 = tensor.extract_slice %arg1[%arg7, %arg5] [16, 8] [1, 1] : tensor<64x32xf32> to tensor<16x8xf32>
// CHECK-NEXT:           %extracted_slice_3 = tensor.extract_slice %arg8[%arg3, %arg5] [4, 8] [1, 1] : tensor<128x32xf32> to tensor<4x8xf32>
// CHECK-NEXT:           %3 = linalg.matmul {tile} ins(%extracted_slice, %extracted_slice_2 : tensor<4x16xf32>, tensor<16x8xf32>) outs(%extracted_slice_3 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:           %inserted_slice = tensor.insert_slice %3 into %arg8[%arg3, %arg5] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<128x32xf32>
// CHECK-NEXT:           scf.yield %inserted_slice : tensor<128x32xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %2 : tensor<128x32xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<128x32xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<128x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mm_odd_8_0_4(%arg0: tensor<130x62xf32>, %arg1: tensor<62x70xf32>, %arg2: tensor<130x70xf32>) -> tensor<130x70xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c130 = arith.constant 130 : index
// CHECK-NEXT:     %c62 = arith.constant 62 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %c130 step %c8 iter_args(%arg4 = %arg2) -> (tensor<130x70xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg5 = %c0_0 to %c62 step %c4 iter_args(%arg6 = %arg4) -> (tensor<130x70xf32>) {
// CHECK-NEXT:         %c130_1 = arith.constant 130 : index
// CHECK-NEXT:         %2 = affine.min #map7(%arg3)
// CHECK-NEXT:         %c62_2 = arith.constant 62 : index
// CHECK-NEXT:         %3 = affine.min #map8(%arg5)
// CHECK-NEXT:         %4 = affine.apply #map3(%2)
// CHECK-NEXT:         %5 = affine.apply #map3(%3)
// CHECK-NEXT:         %6 = affine.apply #map3(%2)
// CHECK-NEXT:         %7 = affine.apply #map3(%3)
// CHECK-NEXT:         %8 = affine.apply #map3(%3)
// CHECK-NEXT:         %9 = affine.apply #map3(%2)
// CHECK-NEXT:         %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg5] [%2, %3] [1, 1] : tensor<130x62xf32> to tensor<?x?xf32>
// CHECK-NEXT:         %extracted_slice_3 = tensor.extract_slice %arg1[%arg5, 0] [%3, 70] [1, 1] : tensor<62x70xf32> to tensor<?x70xf32>
// CHECK-NEXT:         %extracted_slice_4 = tensor.extract_slice %arg6[%arg3, 0] [%2, 70] [1, 1] : tensor<130x70xf32> to tensor<?x70xf32>
// CHECK-NEXT:         %10 = linalg.matmul {tile_2} ins(%extracted_slice, %extracted_slice_3 : tensor<?x?xf32>, tensor<?x70xf32>) outs(%extracted_slice_4 : tensor<?x70xf32>) -> tensor<?x70xf32>
// CHECK-NEXT:         %11 = affine.apply #map3(%2)
// CHECK-NEXT:         %12 = affine.apply #map3(%3)
// CHECK-NEXT:         %13 = affine.apply #map3(%2)
// CHECK-NEXT:         %inserted_slice = tensor.insert_slice %10 into %arg6[%arg3, 0] [%2, 70] [1, 1] : tensor<?x70xf32> into tensor<130x70xf32>
// CHECK-NEXT:         scf.yield %inserted_slice : tensor<130x70xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<130x70xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<130x70xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @bmm_s(%arg0: tensor<5x33x65xf32>, %arg1: tensor<5x65x17xf32>, %arg2: tensor<5x33x17xf32>) -> tensor<5x33x17xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c33 = arith.constant 33 : index
// CHECK-NEXT:     %c17 = arith.constant 17 : index
// CHECK-NEXT:     %c65 = arith.constant 65 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %c5 step %c2 iter_args(%arg4 = %arg2) -> (tensor<5x33x17xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg5 = %c0_0 to %c33 step %c4 iter_args(%arg6 = %arg4) -> (tensor<5x33x17xf32>) {
// CHECK-NEXT:         %2 = scf.for %arg7 = %c0_1 to %c17 step %c8 iter_args(%arg8 = %arg6) -> (tensor<5x33x17xf32>) {
// CHECK-NEXT:           %3 = scf.for %arg9 = %c0_2 to %c65 step %c16 iter_args(%arg10 = %arg8) -> (tensor<5x33x17xf32>) {
// CHECK-NEXT:             %c5_3 = arith.constant 5 : index
// CHECK-NEXT:             %4 = affine.min #map9(%arg3)
// CHECK-NEXT:             %c33_4 = arith.constant 33 : index
// CHECK-NEXT:             %5 = affine.min #map10(%arg5)
// CHECK-NEXT:             %c17_5 = arith.constant 17 : index
// CHECK-NEXT:             %6 = affine.min #map11(%arg7)
// CHECK-NEXT:             %c65_6 = arith.constant 65 : index
// CHECK-NEXT:             %7 = affine.min #map12(%arg9)
// CHECK-NEXT:             %8 = affine.apply #map3(%4)
// CHECK-NEXT:             %9 = affine.apply #map3(%5)
// CHECK-NEXT:             %10 = affine.apply #map3(%6)
// CHECK-NEXT:             %11 = affine.apply #map3(%7)
// CHECK-NEXT:             %12 = affine.apply #map3(%4)
// CHECK-NEXT:             %13 = affine.apply #map3(%5)
// CHECK-NEXT:             %14 = affine.apply #map3(%7)
// CHECK-NEXT:             %15 = affine.apply #map3(%4)
// CHECK-NEXT:             %16 = affine.apply #map3(%7)
// CHECK-NEXT:             %17 = affine.apply #map3(%6)
// CHECK-NEXT:             %18 = affine.apply #map3(%4)
// CHECK-NEXT:             %19 = affine.apply #map3(%5)
// CHECK-NEXT:             %20 = affine.apply #map3(%6)
// CHECK-NEXT:             %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg5, %arg9] [%4, %5, %7] [1, 1, 1] : tensor<5x33x65xf32> to tensor<?x?x?xf32>
// CHECK-NEXT:             %extracted_slice_7 = tensor.extract_slice %arg1[%arg3, %arg9, %arg7] [%4, %7, %6] [1, 1, 1] : tensor<5x65x17xf32> to tensor<?x?x?xf32>
// CHECK-NEXT:             %extracted_slice_8 = tensor.extract_slice %arg10[%arg3, %arg5, %arg7] [%4, %5, %6] [1, 1, 1] : tensor<5x33x17xf32> to tensor<?x?x?xf32>
// CHECK-NEXT:             %21 = linalg.batch_matmul {tile_3} ins(%extracted_slice, %extracted_slice_7 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%extracted_slice_8 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
// CHECK-NEXT:             %22 = affine.apply #map3(%4)
// CHECK-NEXT:             %23 = affine.apply #map3(%5)
// CHECK-NEXT:             %24 = affine.apply #map3(%6)
// CHECK-NEXT:             %25 = affine.apply #map3(%7)
// CHECK-NEXT:             %26 = affine.apply #map3(%4)
// CHECK-NEXT:             %27 = affine.apply #map3(%5)
// CHECK-NEXT:             %28 = affine.apply #map3(%6)
// CHECK-NEXT:             %inserted_slice = tensor.insert_slice %21 into %arg10[%arg3, %arg5, %arg7] [%4, %5, %6] [1, 1, 1] : tensor<?x?x?xf32> into tensor<5x33x17xf32>
// CHECK-NEXT:             scf.yield %inserted_slice : tensor<5x33x17xf32>
// CHECK-NEXT:           }
// CHECK-NEXT:           scf.yield %3 : tensor<5x33x17xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %2 : tensor<5x33x17xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<5x33x17xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<5x33x17xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @conv_stride(%arg0: tensor<1x129x129x8xf32>, %arg1: tensor<3x3x8x16xf32>, %arg2: tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c64 = arith.constant 64 : index
// CHECK-NEXT:     %c64_2 = arith.constant 64 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c12 = arith.constant 12 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %c64 step %c8 iter_args(%arg4 = %arg2) -> (tensor<1x64x64x16xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg5 = %c0_0 to %c64_2 step %c12 iter_args(%arg6 = %arg4) -> (tensor<1x64x64x16xf32>) {
// CHECK-NEXT:         %2 = scf.for %arg7 = %c0_1 to %c16 step %c4 iter_args(%arg8 = %arg6) -> (tensor<1x64x64x16xf32>) {
// CHECK-NEXT:           %c64_3 = arith.constant 64 : index
// CHECK-NEXT:           %3 = affine.min #map13(%arg5)
// CHECK-NEXT:           %4 = affine.apply #map3(%3)
// CHECK-NEXT:           %5 = affine.apply #map14(%arg3)
// CHECK-NEXT:           %6 = affine.apply #map14(%arg5)
// CHECK-NEXT:           %7 = affine.apply #map14(%3)
// CHECK-NEXT:           %8 = affine.apply #map15(%3)
// CHECK-NEXT:           %9 = affine.apply #map3(%3)
// CHECK-NEXT:           %extracted_slice = tensor.extract_slice %arg0[0, %5, %6, 0] [1, 17, %8, 8] [1, 1, 1, 1] : tensor<1x129x129x8xf32> to tensor<1x17x?x8xf32>
// CHECK-NEXT:           %extracted_slice_4 = tensor.extract_slice %arg1[0, 0, 0, %arg7] [3, 3, 8, 4] [1, 1, 1, 1] : tensor<3x3x8x16xf32> to tensor<3x3x8x4xf32>
// CHECK-NEXT:           %extracted_slice_5 = tensor.extract_slice %arg8[0, %arg3, %arg5, %arg7] [1, 8, %3, 4] [1, 1, 1, 1] : tensor<1x64x64x16xf32> to tensor<1x8x?x4xf32>
// CHECK-NEXT:           %10 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, tile_4} ins(%extracted_slice, %extracted_slice_4 : tensor<1x17x?x8xf32>, tensor<3x3x8x4xf32>) outs(%extracted_slice_5 : tensor<1x8x?x4xf32>) -> tensor<1x8x?x4xf32>
// CHECK-NEXT:           %11 = affine.apply #map3(%3)
// CHECK-NEXT:           %12 = affine.apply #map3(%3)
// CHECK-NEXT:           %inserted_slice = tensor.insert_slice %10 into %arg8[0, %arg3, %arg5, %arg7] [1, 8, %3, 4] [1, 1, 1, 1] : tensor<1x8x?x4xf32> into tensor<1x64x64x16xf32>
// CHECK-NEXT:           scf.yield %inserted_slice : tensor<1x64x64x16xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %2 : tensor<1x64x64x16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<1x64x64x16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<1x64x64x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @memref(%arg0: memref<?x?xf32>, %arg1: memref<?x64xf32, strided<[?, 1], offset: ?>>, %arg2: memref<?x64xf32>) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %dim_2 = memref.dim %arg1, %c0_1 : memref<?x64xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %dim_4 = memref.dim %arg2, %c0_3 : memref<?x64xf32>
// CHECK-NEXT:     %c0_5 = arith.constant 0 : index
// CHECK-NEXT:     %c0_6 = arith.constant 0 : index
// CHECK-NEXT:     %c0_7 = arith.constant 0 : index
// CHECK-NEXT:     %c64 = arith.constant 64 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     scf.for %arg3 = %c0_5 to %dim step %c4 {
// CHECK-NEXT:       scf.for %arg4 = %c0_6 to %c64 step %c8 {
// CHECK-NEXT:         scf.for %arg5 = %c0_7 to %dim_0 step %c16 {
// CHECK-NEXT:           %0 = affine.min #map(%arg3)[%dim]
// CHECK-NEXT:           %1 = affine.min #map2(%arg5)[%dim_0]
// CHECK-NEXT:           %2 = affine.apply #map3(%0)
// CHECK-NEXT:           %3 = affine.apply #map3(%1)
// CHECK-NEXT:           %4 = affine.apply #map3(%0)
// CHECK-NEXT:           %5 = affine.apply #map3(%1)
// CHECK-NEXT:           %6 = affine.apply #map3(%1)
// CHECK-NEXT:           %7 = affine.apply #map3(%0)
// CHECK-NEXT:           %subview = memref.subview %arg0[%arg3, %arg5] [%0, %1] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:           %subview_8 = memref.subview %arg1[%arg5, %arg4] [%1, 8] [1, 1] : memref<?x64xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:           %subview_9 = memref.subview %arg2[%arg3, %arg4] [%0, 8] [1, 1] : memref<?x64xf32> to memref<?x8xf32, strided<[64, 1], offset: ?>>
// CHECK-NEXT:           linalg.matmul {tile} ins(%subview, %subview_8 : memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x8xf32, strided<[?, 1], offset: ?>>) outs(%subview_9 : memref<?x8xf32, strided<[64, 1], offset: ?>>)
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @tr_mix(%arg0: tensor<?x40xf32>, %arg1: tensor<40x?xf32>) -> tensor<40x?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x40xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_0 = tensor.dim %arg1, %c1 : tensor<40x?xf32>
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c40 = arith.constant 40 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0_1 to %c40 step %c8 iter_args(%arg3 = %arg1) -> (tensor<40x?xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg4 = %c0_2 to %dim step %c16 iter_args(%arg5 = %arg3) -> (tensor<40x?xf32>) {
// CHECK-NEXT:         %2 = affine.min #map2(%arg4)[%dim]
// CHECK-NEXT:         %3 = affine.apply #map3(%2)
// CHECK-NEXT:         %4 = affine.apply #map3(%2)
// CHECK-NEXT:         %5 = affine.apply #map3(%2)
// CHECK-NEXT:         %extracted_slice = tensor.extract_slice %arg0[%arg4, %arg2] [%2, 8] [1, 1] : tensor<?x40xf32> to tensor<?x8xf32>
// CHECK-NEXT:         %extracted_slice_3 = tensor.extract_slice %arg5[%arg2, %arg4] [8, %2] [1, 1] : tensor<40x?xf32> to tensor<8x?xf32>
// CHECK-NEXT:         %6 = linalg.generic {indexing_maps = [#map16, #map17], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<?x8xf32>) outs(%extracted_slice_3 : tensor<8x?xf32>) attrs =  {tile_5} {
// CHECK-NEXT:         ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:           %9 = arith.addf %in, %out : f32
// CHECK-NEXT:           linalg.yield %9 : f32
// CHECK-NEXT:         } -> tensor<8x?xf32>
// CHECK-NEXT:         %7 = affine.apply #map3(%2)
// CHECK-NEXT:         %8 = affine.apply #map3(%2)
// CHECK-NEXT:         %inserted_slice = tensor.insert_slice %6 into %arg5[%arg2, %arg4] [8, %2] [1, 1] : tensor<8x?xf32> into tensor<40x?xf32>
// CHECK-NEXT:         scf.yield %inserted_slice : tensor<40x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<40x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<40x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @index_mix(%arg0: tensor<40x?xf32>, %arg1: tensor<40x?xf32>) -> tensor<40x?xf32> {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c1 : tensor<40x?xf32>
// CHECK-NEXT:     %c1_0 = arith.constant 1 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg1, %c1_0 : tensor<40x?xf32>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c40 = arith.constant 40 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c16 = arith.constant 16 : index
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0 to %c40 step %c8 iter_args(%arg3 = %arg1) -> (tensor<40x?xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg4 = %c0_2 to %dim step %c16 iter_args(%arg5 = %arg3) -> (tensor<40x?xf32>) {
// CHECK-NEXT:         %2 = affine.min #map2(%arg4)[%dim]
// CHECK-NEXT:         %3 = affine.apply #map3(%2)
// CHECK-NEXT:         %4 = affine.apply #map3(%2)
// CHECK-NEXT:         %5 = affine.apply #map3(%2)
// CHECK-NEXT:         %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg4] [8, %2] [1, 1] : tensor<40x?xf32> to tensor<8x?xf32>
// CHECK-NEXT:         %extracted_slice_3 = tensor.extract_slice %arg5[%arg2, %arg4] [8, %2] [1, 1] : tensor<40x?xf32> to tensor<8x?xf32>
// CHECK-NEXT:         %6 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<8x?xf32>) outs(%extracted_slice_3 : tensor<8x?xf32>) attrs =  {tile_5} {
// CHECK-NEXT:         ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:           %9 = linalg.index 0 : index
// CHECK-NEXT:           %10 = affine.apply #map18(%arg2)[%9]
// CHECK-NEXT:           %11 = linalg.index 1 : index
// CHECK-NEXT:           %12 = affine.apply #map18(%arg4)[%11]
// CHECK-NEXT:           %13 = arith.addi %10, %12 : index
// CHECK-NEXT:           %14 = arith.index_cast %13 : index to i32
// CHECK-NEXT:           %15 = arith.sitofp %14 : i32 to f32
// CHECK-NEXT:           linalg.yield %15 : f32
// CHECK-NEXT:         } -> tensor<8x?xf32>
// CHECK-NEXT:         %7 = affine.apply #map3(%2)
// CHECK-NEXT:         %8 = affine.apply #map3(%2)
// CHECK-NEXT:         %inserted_slice = tensor.insert_slice %6 into %arg5[%arg2, %arg4] [8, %2] [1, 1] : tensor<8x?xf32> into tensor<40x?xf32>
// CHECK-NEXT:         scf.yield %inserted_slice : tensor<40x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<40x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<40x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @sc_mix(%arg0: tensor<f32>, %arg1: tensor<40x?xf32>) -> tensor<40x?xf32> {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim = tensor.dim %arg1, %c1 : tensor<40x?xf32>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c40 = arith.constant 40 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0 to %c40 step %c8 iter_args(%arg3 = %arg1) -> (tensor<40x?xf32>) {
// CHECK-NEXT:       %1 = affine.apply #map19()[%dim]
// CHECK-NEXT:       %2 = affine.apply #map19()[%dim]
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg3[%arg2, 0] [8, %dim] [1, 1] : tensor<40x?xf32> to tensor<8x?xf32>
// CHECK-NEXT:       %3 = linalg.generic {indexing_maps = [#map20, #map17], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<f32>) outs(%extracted_slice : tensor<8x?xf32>) attrs =  {tile_6} {
// CHECK-NEXT:       ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:         %6 = arith.addf %in, %out : f32
// CHECK-NEXT:         linalg.yield %6 : f32
// CHECK-NEXT:       } -> tensor<8x?xf32>
// CHECK-NEXT:       %4 = affine.apply #map19()[%dim]
// CHECK-NEXT:       %5 = affine.apply #map19()[%dim]
// CHECK-NEXT:       %inserted_slice = tensor.insert_slice %3 into %arg3[%arg2, 0] [8, %dim] [1, 1] : tensor<8x?xf32> into tensor<40x?xf32>
// CHECK-NEXT:       scf.yield %inserted_slice : tensor<40x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<40x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reduce(%arg0: tensor<?x64xf32>, %arg1: tensor<64xf32>) -> tensor<64xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x64xf32>
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c64 = arith.constant 64 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0_0 to %dim step %c4 iter_args(%arg3 = %arg1) -> (tensor<64xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg4 = %c0_1 to %c64 step %c8 iter_args(%arg5 = %arg3) -> (tensor<64xf32>) {
// CHECK-NEXT:         %2 = affine.min #map(%arg2)[%dim]
// CHECK-NEXT:         %3 = affine.apply #map3(%2)
// CHECK-NEXT:         %4 = affine.apply #map3(%2)
// CHECK-NEXT:         %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg4] [%2, 8] [1, 1] : tensor<?x64xf32> to tensor<?x8xf32>
// CHECK-NEXT:         %extracted_slice_2 = tensor.extract_slice %arg5[%arg4] [8] [1] : tensor<64xf32> to tensor<8xf32>
// CHECK-NEXT:         %reduced = linalg.reduce { arith.addf } ins(%extracted_slice : tensor<?x8xf32>) outs(%extracted_slice_2 : tensor<8xf32>) dimensions = [0]  {tile_7}
// CHECK-NEXT:         %5 = affine.apply #map3(%2)
// CHECK-NEXT:         %inserted_slice = tensor.insert_slice %reduced into %arg5[%arg4] [8] [1] : tensor<8xf32> into tensor<64xf32>
// CHECK-NEXT:         scf.yield %inserted_slice : tensor<64xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<64xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @map(%arg0: tensor<?x64xf32>, %arg1: tensor<?x64xf32>) -> tensor<?x64xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x64xf32>
// CHECK-NEXT:     %c0_0 = arith.constant 0 : index
// CHECK-NEXT:     %dim_1 = tensor.dim %arg1, %c0_0 : tensor<?x64xf32>
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c0_3 = arith.constant 0 : index
// CHECK-NEXT:     %c64 = arith.constant 64 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0_2 to %dim step %c4 iter_args(%arg3 = %arg1) -> (tensor<?x64xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg4 = %c0_3 to %c64 step %c8 iter_args(%arg5 = %arg3) -> (tensor<?x64xf32>) {
// CHECK-NEXT:         %2 = affine.min #map(%arg2)[%dim]
// CHECK-NEXT:         %3 = affine.apply #map3(%2)
// CHECK-NEXT:         %4 = affine.apply #map3(%2)
// CHECK-NEXT:         %5 = affine.apply #map3(%2)
// CHECK-NEXT:         %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg4] [%2, 8] [1, 1] : tensor<?x64xf32> to tensor<?x8xf32>
// CHECK-NEXT:         %extracted_slice_4 = tensor.extract_slice %arg5[%arg2, %arg4] [%2, 8] [1, 1] : tensor<?x64xf32> to tensor<?x8xf32>
// CHECK-NEXT:         %mapped = linalg.map { math.exp } ins(%extracted_slice : tensor<?x8xf32>) outs(%extracted_slice_4 : tensor<?x8xf32>) {tile_7}
// CHECK-NEXT:         %6 = affine.apply #map3(%2)
// CHECK-NEXT:         %7 = affine.apply #map3(%2)
// CHECK-NEXT:         %inserted_slice = tensor.insert_slice %mapped into %arg5[%arg2, %arg4] [%2, 8] [1, 1] : tensor<?x8xf32> into tensor<?x64xf32>
// CHECK-NEXT:         scf.yield %inserted_slice : tensor<?x64xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<?x64xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<?x64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @transpose(%arg0: tensor<?x64xf32>, %arg1: tensor<64x?xf32>) -> tensor<64x?xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?x64xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %dim_0 = tensor.dim %arg1, %c1 : tensor<64x?xf32>
// CHECK-NEXT:     %c0_1 = arith.constant 0 : index
// CHECK-NEXT:     %c0_2 = arith.constant 0 : index
// CHECK-NEXT:     %c64 = arith.constant 64 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0_1 to %c64 step %c4 iter_args(%arg3 = %arg1) -> (tensor<64x?xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg4 = %c0_2 to %dim step %c8 iter_args(%arg5 = %arg3) -> (tensor<64x?xf32>) {
// CHECK-NEXT:         %2 = affine.min #map1(%arg4)[%dim]
// CHECK-NEXT:         %3 = affine.apply #map3(%2)
// CHECK-NEXT:         %4 = affine.apply #map3(%2)
// CHECK-NEXT:         %5 = affine.apply #map3(%2)
// CHECK-NEXT:         %extracted_slice = tensor.extract_slice %arg0[%arg4, %arg2] [%2, 4] [1, 1] : tensor<?x64xf32> to tensor<?x4xf32>
// CHECK-NEXT:         %extracted_slice_3 = tensor.extract_slice %arg5[%arg2, %arg4] [4, %2] [1, 1] : tensor<64x?xf32> to tensor<4x?xf32>
// CHECK-NEXT:         %transposed = linalg.transpose ins(%extracted_slice : tensor<?x4xf32>) outs(%extracted_slice_3 : tensor<4x?xf32>) permutation = [1, 0]  {tile_7}
// CHECK-NEXT:         %6 = affine.apply #map3(%2)
// CHECK-NEXT:         %7 = affine.apply #map3(%2)
// CHECK-NEXT:         %inserted_slice = tensor.insert_slice %transposed into %arg5[%arg2, %arg4] [4, %2] [1, 1] : tensor<4x?xf32> into tensor<64x?xf32>
// CHECK-NEXT:         scf.yield %inserted_slice : tensor<64x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : tensor<64x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : tensor<64x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @mm_zero(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:     %0 = linalg.matmul {tile_8} ins(%arg0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:     return %0 : tensor<4x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
