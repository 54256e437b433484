// Loops over elements.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s --one-shot-bufferize=test-analysis-only | FileCheck %s --check-prefix=DECIDED

#map0 = affine_map<(d0) -> (d0)>
#rev = affine_map<(d0) -> (3 - d0)>
#scalar = affine_map<(d0) -> ()>
func.func @basic(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#map0, #map0], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %e = math.exp %x : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @empty_out(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#map0, #map0], iterator_types = ["parallel"]} ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) attrs = {foo} {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %x : f32
    linalg.yield %z : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @two(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = linalg.generic {indexing_maps = [#map0, #map0, #map0], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a, %a : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %e = math.exp %x : f32
    linalg.yield %e, %e : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
func.func @elementwise(%f: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = bufferization.alloc_tensor() : tensor<4xf32>
  %b = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#map0, #map0], iterator_types = ["parallel"]} ins(%b : tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %e = math.exp %x : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#rev, #map0], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %e = math.exp %x : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#rev, #map0], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%1 : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func @matmul(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
func.func @fill_matmul(%a: tensor<?x5xf32>, %b: tensor<5x6xf32>, %n: index) -> tensor<?x6xf32> {
  %f = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x6xf32>
  %c = linalg.fill ins(%f : f32) outs(%e : tensor<?x6xf32>) -> tensor<?x6xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x5xf32>, tensor<5x6xf32>) outs(%c : tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<?x5xf32>, tensor<5x6xf32>) outs(%c : tensor<?x6xf32>) -> tensor<?x6xf32>
  %2 = linalg.add ins(%0, %1 : tensor<?x6xf32>, tensor<?x6xf32>) outs(%0 : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %2 : tensor<?x6xf32>
}
func.func @softmax(%a: tensor<2x16x32xf32>, %b: tensor<2x16x32xf32>) -> tensor<2x16x32xf32> {
  %0 = linalg.softmax {foo} dimension(2) ins(%a : tensor<2x16x32xf32>) outs(%b : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  return %0 : tensor<2x16x32xf32>
}
func.func @map(%a: tensor<64xf32>, %b: tensor<64xf32>, %i: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map { arith.addf } ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%i : tensor<64xf32>)
  return %0 : tensor<64xf32>
}
func.func @others(%a: tensor<16x32x64xf32>, %b: tensor<16x64xf32>, %t: tensor<64x16xf32>, %r: tensor<16x32x64xf32>) -> (tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x32x64xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<16x32x64xf32>) outs(%b : tensor<16x64xf32>) dimensions = [1]
  %1 = linalg.transpose ins(%b : tensor<16x64xf32>) outs(%t : tensor<64x16xf32>) permutation = [1, 0]
  %2 = linalg.broadcast ins(%b : tensor<16x64xf32>) outs(%r : tensor<16x32x64xf32>) dimensions = [1]
  return %0, %1, %2 : tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x32x64xf32>
}
func.func @elementwise_op(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
func.func @conv(%i: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>, %o: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) outs(%o : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}
func.func @region_tensor(%a: tensor<4xindex>, %t: tensor<?xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#map0, #map0], iterator_types = ["parallel"]} ins(%a : tensor<4xindex>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: index, %y: f32):
    %e = tensor.extract %t[%x] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @conflict_dyn(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.exp ins(%a : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func @scalar_in(%f: f32, %v: vector<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#scalar, #map0], iterator_types = ["parallel"]} ins(%f : f32) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// DONE: #map = affine_map<(d0) -> (d0)>
// DONE-NEXT: #map1 = affine_map<(d0) -> (-d0 + 3)>
// DONE-NEXT: #map2 = affine_map<(d0) -> ()>
// DONE-NEXT: module {
// DONE-NEXT:   func.func @basic(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%0 : memref<4xf32, strided<[?], offset: ?>>) outs(%alloc : memref<4xf32>) {
// DONE-NEXT:     ^bb0(%in: f32, %out: f32):
// DONE-NEXT:       %2 = math.exp %in : f32
// DONE-NEXT:       linalg.yield %2 : f32
// DONE-NEXT:     }
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %1 : tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @empty_out(%arg0: tensor<?xf32>, %arg1: index) -> tensor<?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%0 : memref<?xf32, strided<[?], offset: ?>>) outs(%alloc : memref<?xf32>) attrs =  {foo} {
// DONE-NEXT:     ^bb0(%in: f32, %out: f32):
// DONE-NEXT:       %2 = arith.addf %in, %in : f32
// DONE-NEXT:       linalg.yield %2 : f32
// DONE-NEXT:     }
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %1 : tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @two(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%0 : memref<4xf32, strided<[?], offset: ?>>) outs(%alloc, %alloc_0 : memref<4xf32>, memref<4xf32>) {
// DONE-NEXT:     ^bb0(%in: f32, %out: f32, %out_1: f32):
// DONE-NEXT:       %3 = math.exp %in : f32
// DONE-NEXT:       linalg.yield %3, %3 : f32, f32
// DONE-NEXT:     }
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc_0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %2, %1 : tensor<4xf32>, tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @elementwise(%arg0: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.fill ins(%arg0 : f32) outs(%alloc : memref<4xf32>)
// DONE-NEXT:     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%alloc : memref<4xf32>) outs(%alloc : memref<4xf32>) {
// DONE-NEXT:     ^bb0(%in: f32, %out: f32):
// DONE-NEXT:       %3 = math.exp %in : f32
// DONE-NEXT:       linalg.yield %3 : f32
// DONE-NEXT:     }
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%alloc : memref<4xf32>) outs(%alloc_0 : memref<4xf32>) {
// DONE-NEXT:     ^bb0(%in: f32, %out: f32):
// DONE-NEXT:       %3 = math.exp %in : f32
// DONE-NEXT:       linalg.yield %3 : f32
// DONE-NEXT:     }
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc_0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %alloc_1 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.copy %alloc_0, %alloc_1 : memref<4xf32> to memref<4xf32>
// DONE-NEXT:     linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%alloc_0 : memref<4xf32>) outs(%alloc_1 : memref<4xf32>) {
// DONE-NEXT:     ^bb0(%in: f32, %out: f32):
// DONE-NEXT:       linalg.yield %out : f32
// DONE-NEXT:     }
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc_1 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @matmul(%arg0: tensor<4x5xf32>, %arg1: tensor<5x6xf32>, %arg2: tensor<4x6xf32>) -> tensor<4x6xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<5x6xf32> to memref<5x6xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<4x5xf32> to memref<4x5xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg2 : tensor<4x6xf32> to memref<4x6xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4x6xf32>
// DONE-NEXT:     memref.copy %2, %alloc : memref<4x6xf32, strided<[?, ?], offset: ?>> to memref<4x6xf32>
// DONE-NEXT:     linalg.matmul ins(%1, %0 : memref<4x5xf32, strided<[?, ?], offset: ?>>, memref<5x6xf32, strided<[?, ?], offset: ?>>) outs(%alloc : memref<4x6xf32>)
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<4x6xf32> to tensor<4x6xf32>
// DONE-NEXT:     return %3 : tensor<4x6xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @fill_matmul(%arg0: tensor<?x5xf32>, %arg1: tensor<5x6xf32>, %arg2: index) -> tensor<?x6xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<5x6xf32> to memref<5x6xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x5xf32> to memref<?x5xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg1 : tensor<5x6xf32> to memref<5x6xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %3 = bufferization.to_buffer %arg0 : tensor<?x5xf32> to memref<?x5xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// DONE-NEXT:     %alloc = memref.alloc(%arg2) {alignment = 64 : i64} : memref<?x6xf32>
// DONE-NEXT:     linalg.fill ins(%cst : f32) outs(%alloc : memref<?x6xf32>)
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %alloc, %c0 : memref<?x6xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?x6xf32>
// DONE-NEXT:     memref.copy %alloc, %alloc_0 : memref<?x6xf32> to memref<?x6xf32>
// DONE-NEXT:     linalg.matmul ins(%3, %2 : memref<?x5xf32, strided<[?, ?], offset: ?>>, memref<5x6xf32, strided<[?, ?], offset: ?>>) outs(%alloc_0 : memref<?x6xf32>)
// DONE-NEXT:     linalg.matmul ins(%1, %0 : memref<?x5xf32, strided<[?, ?], offset: ?>>, memref<5x6xf32, strided<[?, ?], offset: ?>>) outs(%alloc : memref<?x6xf32>)
// DONE-NEXT:     linalg.add ins(%alloc_0, %alloc : memref<?x6xf32>, memref<?x6xf32>) outs(%alloc_0 : memref<?x6xf32>)
// DONE-NEXT:     %4 = bufferization.to_tensor %alloc_0 : memref<?x6xf32> to tensor<?x6xf32>
// DONE-NEXT:     return %4 : tensor<?x6xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @softmax(%arg0: tensor<2x16x32xf32>, %arg1: tensor<2x16x32xf32>) -> tensor<2x16x32xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<2x16x32xf32> to memref<2x16x32xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x16x32xf32>
// DONE-NEXT:     linalg.softmax dimension(2) ins(%0 : memref<2x16x32xf32, strided<[?, ?, ?], offset: ?>>) outs(%alloc : memref<2x16x32xf32>)
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<2x16x32xf32> to tensor<2x16x32xf32>
// DONE-NEXT:     return %1 : tensor<2x16x32xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @map(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>) -> tensor<64xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<64xf32> to memref<64xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<64xf32> to memref<64xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<64xf32>
// DONE-NEXT:     linalg.map { arith.addf } ins(%1, %0 : memref<64xf32, strided<[?], offset: ?>>, memref<64xf32, strided<[?], offset: ?>>) outs(%alloc : memref<64xf32>)
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<64xf32> to tensor<64xf32>
// DONE-NEXT:     return %2 : tensor<64xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @others(%arg0: tensor<16x32x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<64x16xf32>, %arg3: tensor<16x32x64xf32>) -> (tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x32x64xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<16x64xf32> to memref<16x64xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<16x64xf32> to memref<16x64xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<16x32x64xf32> to memref<16x32x64xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %3 = bufferization.to_buffer %arg1 : tensor<16x64xf32> to memref<16x64xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<16x64xf32>
// DONE-NEXT:     memref.copy %3, %alloc : memref<16x64xf32, strided<[?, ?], offset: ?>> to memref<16x64xf32>
// DONE-NEXT:     linalg.reduce { arith.addf } ins(%2 : memref<16x32x64xf32, strided<[?, ?, ?], offset: ?>>) outs(%alloc : memref<16x64xf32>) dimensions = [1] 
// DONE-NEXT:     %4 = bufferization.to_tensor %alloc : memref<16x64xf32> to tensor<16x64xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<64x16xf32>
// DONE-NEXT:     linalg.transpose ins(%1 : memref<16x64xf32, strided<[?, ?], offset: ?>>) outs(%alloc_0 : memref<64x16xf32>) permutation = [1, 0] 
// DONE-NEXT:     %5 = bufferization.to_tensor %alloc_0 : memref<64x16xf32> to tensor<64x16xf32>
// DONE-NEXT:     %alloc_1 = memref.alloc() {alignment = 64 : i64} : memref<16x32x64xf32>
// DONE-NEXT:     linalg.broadcast ins(%0 : memref<16x64xf32, strided<[?, ?], offset: ?>>) outs(%alloc_1 : memref<16x32x64xf32>) dimensions = [1] 
// DONE-NEXT:     %6 = bufferization.to_tensor %alloc_1 : memref<16x32x64xf32> to tensor<16x32x64xf32>
// DONE-NEXT:     return %4, %5, %6 : tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x32x64xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @elementwise_op(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%2, %1 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) outs(%alloc : memref<4xf32>)
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.exp ins(%0 : memref<4xf32, strided<[?], offset: ?>>) outs(%alloc_0 : memref<4xf32>)
// DONE-NEXT:     %4 = bufferization.to_tensor %alloc_0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %3, %4 : tensor<4xf32>, tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @conv(%arg0: tensor<1x4x4x1xf32>, %arg1: tensor<3x3x1x1xf32>, %arg2: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<3x3x1x1xf32> to memref<3x3x1x1xf32, strided<[?, ?, ?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<1x4x4x1xf32> to memref<1x4x4x1xf32, strided<[?, ?, ?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg2 : tensor<1x2x2x1xf32> to memref<1x2x2x1xf32, strided<[?, ?, ?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<1x2x2x1xf32>
// DONE-NEXT:     memref.copy %2, %alloc : memref<1x2x2x1xf32, strided<[?, ?, ?, ?], offset: ?>> to memref<1x2x2x1xf32>
// DONE-NEXT:     linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%1, %0 : memref<1x4x4x1xf32, strided<[?, ?, ?, ?], offset: ?>>, memref<3x3x1x1xf32, strided<[?, ?, ?, ?], offset: ?>>) outs(%alloc : memref<1x2x2x1xf32>)
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<1x2x2x1xf32> to tensor<1x2x2x1xf32>
// DONE-NEXT:     return %3 : tensor<1x2x2x1xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @region_tensor(%arg0: tensor<4xindex>, %arg1: tensor<?xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<4xindex> to memref<4xindex, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%0 : memref<4xindex, strided<[?], offset: ?>>) outs(%alloc : memref<4xf32>) {
// DONE-NEXT:     ^bb0(%in: index, %out: f32):
// DONE-NEXT:       %3 = memref.load %1[%in] : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:       linalg.yield %3 : f32
// DONE-NEXT:     }
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %2 : tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @conflict_dyn(%arg0: tensor<?xf32>, %arg1: index) -> (tensor<?xf32>, tensor<?xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     linalg.exp ins(%2 : memref<?xf32, strided<[?], offset: ?>>) outs(%alloc : memref<?xf32>)
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %1, %c0 : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %c0_0 = arith.constant 0 : index
// DONE-NEXT:     %dim_1 = memref.dim %alloc, %c0_0 : memref<?xf32>
// DONE-NEXT:     %alloc_2 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     linalg.exp ins(%0 : memref<?xf32, strided<[?], offset: ?>>) outs(%alloc_2 : memref<?xf32>)
// DONE-NEXT:     %4 = bufferization.to_tensor %alloc_2 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %3, %4 : tensor<?xf32>, tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @scalar_in(%arg0: f32, %arg1: vector<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel"]} ins(%arg0 : f32) outs(%alloc : memref<4xf32>) {
// DONE-NEXT:     ^bb0(%in: f32, %out: f32):
// DONE-NEXT:       linalg.yield %in : f32
// DONE-NEXT:     }
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %0 : tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT: }

// DECIDED: #map = affine_map<(d0) -> (d0)>
// DECIDED-NEXT: #map1 = affine_map<(d0) -> (-d0 + 3)>
// DECIDED-NEXT: #map2 = affine_map<(d0) -> ()>
// DECIDED-NEXT: module {
// DECIDED-NEXT:   func.func @basic(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// DECIDED-NEXT:     %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) attrs =  {__inplace_operands_attr__ = ["true", "false"]} {
// DECIDED-NEXT:     ^bb0(%in: f32, %out: f32):
// DECIDED-NEXT:       %1 = math.exp %in : f32
// DECIDED-NEXT:       linalg.yield %1 : f32
// DECIDED-NEXT:     } -> tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @empty_out(%arg0: tensor<?xf32>, %arg1: index) -> tensor<?xf32> {
// DECIDED-NEXT:     %0 = tensor.empty(%arg1) : tensor<?xf32>
// DECIDED-NEXT:     %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) attrs =  {__inplace_operands_attr__ = ["true", "true"], foo} {
// DECIDED-NEXT:     ^bb0(%in: f32, %out: f32):
// DECIDED-NEXT:       %2 = arith.addf %in, %in : f32
// DECIDED-NEXT:       linalg.yield %2 : f32
// DECIDED-NEXT:     } -> tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %1 : tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @two(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// DECIDED-NEXT:     %0:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%arg0, %arg0 : tensor<4xf32>, tensor<4xf32>) attrs =  {__inplace_operands_attr__ = ["true", "false", "false"]} {
// DECIDED-NEXT:     ^bb0(%in: f32, %out: f32, %out_0: f32):
// DECIDED-NEXT:       %1 = math.exp %in : f32
// DECIDED-NEXT:       linalg.yield %1, %1 : f32, f32
// DECIDED-NEXT:     } -> (tensor<4xf32>, tensor<4xf32>)
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true"]} %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @elementwise(%arg0: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor() : tensor<4xf32>
// DECIDED-NEXT:     %1 = linalg.fill {__inplace_operands_attr__ = ["none", "true"]} ins(%arg0 : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
// DECIDED-NEXT:     %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%1 : tensor<4xf32>) attrs =  {__inplace_operands_attr__ = ["true", "true"]} {
// DECIDED-NEXT:     ^bb0(%in: f32, %out: f32):
// DECIDED-NEXT:       %5 = math.exp %in : f32
// DECIDED-NEXT:       linalg.yield %5 : f32
// DECIDED-NEXT:     } -> tensor<4xf32>
// DECIDED-NEXT:     %3 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%2 : tensor<4xf32>) outs(%2 : tensor<4xf32>) attrs =  {__inplace_operands_attr__ = ["true", "false"]} {
// DECIDED-NEXT:     ^bb0(%in: f32, %out: f32):
// DECIDED-NEXT:       %5 = math.exp %in : f32
// DECIDED-NEXT:       linalg.yield %5 : f32
// DECIDED-NEXT:     } -> tensor<4xf32>
// DECIDED-NEXT:     %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%3 : tensor<4xf32>) outs(%3 : tensor<4xf32>) attrs =  {__inplace_operands_attr__ = ["true", "false"]} {
// DECIDED-NEXT:     ^bb0(%in: f32, %out: f32):
// DECIDED-NEXT:       linalg.yield %out : f32
// DECIDED-NEXT:     } -> tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true", "true"]} %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @matmul(%arg0: tensor<4x5xf32>, %arg1: tensor<5x6xf32>, %arg2: tensor<4x6xf32>) -> tensor<4x6xf32> {
// DECIDED-NEXT:     %0 = linalg.matmul {__inplace_operands_attr__ = ["true", "true", "false"]} ins(%arg0, %arg1 : tensor<4x5xf32>, tensor<5x6xf32>) outs(%arg2 : tensor<4x6xf32>) -> tensor<4x6xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<4x6xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @fill_matmul(%arg0: tensor<?x5xf32>, %arg1: tensor<5x6xf32>, %arg2: index) -> tensor<?x6xf32> {
// DECIDED-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// DECIDED-NEXT:     %0 = tensor.empty(%arg2) : tensor<?x6xf32>
// DECIDED-NEXT:     %1 = linalg.fill {__inplace_operands_attr__ = ["none", "true"]} ins(%cst : f32) outs(%0 : tensor<?x6xf32>) -> tensor<?x6xf32>
// DECIDED-NEXT:     %2 = linalg.matmul {__inplace_operands_attr__ = ["true", "true", "false"]} ins(%arg0, %arg1 : tensor<?x5xf32>, tensor<5x6xf32>) outs(%1 : tensor<?x6xf32>) -> tensor<?x6xf32>
// DECIDED-NEXT:     %3 = linalg.matmul {__inplace_operands_attr__ = ["true", "true", "true"]} ins(%arg0, %arg1 : tensor<?x5xf32>, tensor<5x6xf32>) outs(%1 : tensor<?x6xf32>) -> tensor<?x6xf32>
// DECIDED-NEXT:     %4 = linalg.add {__inplace_operands_attr__ = ["true", "true", "true"]} ins(%2, %3 : tensor<?x6xf32>, tensor<?x6xf32>) outs(%2 : tensor<?x6xf32>) -> tensor<?x6xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %4 : tensor<?x6xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @softmax(%arg0: tensor<2x16x32xf32>, %arg1: tensor<2x16x32xf32>) -> tensor<2x16x32xf32> {
// DECIDED-NEXT:     %0 = linalg.softmax {__inplace_operands_attr__ = ["true", "false"], foo} dimension(2) ins(%arg0 : tensor<2x16x32xf32>) outs(%arg1 : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<2x16x32xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @map(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>) -> tensor<64xf32> {
// DECIDED-NEXT:     %mapped = linalg.map { arith.addf } ins(%arg0, %arg1 : tensor<64xf32>, tensor<64xf32>) outs(%arg2 : tensor<64xf32>) {__inplace_operands_attr__ = ["true", "true", "false"]}
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %mapped : tensor<64xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @others(%arg0: tensor<16x32x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<64x16xf32>, %arg3: tensor<16x32x64xf32>) -> (tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x32x64xf32>) {
// DECIDED-NEXT:     %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<16x32x64xf32>) outs(%arg1 : tensor<16x64xf32>) dimensions = [1]  {__inplace_operands_attr__ = ["true", "false"]}
// DECIDED-NEXT:     %transposed = linalg.transpose ins(%arg1 : tensor<16x64xf32>) outs(%arg2 : tensor<64x16xf32>) permutation = [1, 0]  {__inplace_operands_attr__ = ["true", "false"]}
// DECIDED-NEXT:     %broadcasted = linalg.broadcast ins(%arg1 : tensor<16x64xf32>) outs(%arg3 : tensor<16x32x64xf32>) dimensions = [1]  {__inplace_operands_attr__ = ["true", "false"]}
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true", "true"]} %reduced, %transposed, %broadcasted : tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x32x64xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @elementwise_op(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// DECIDED-NEXT:     %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> {__inplace_operands_attr__ = ["true", "true", "false"]} ins(%arg0, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
// DECIDED-NEXT:     %1 = linalg.exp {__inplace_operands_attr__ = ["true", "false"]} ins(%arg0 : tensor<4xf32>) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true"]} %0, %1 : tensor<4xf32>, tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @conv(%arg0: tensor<1x4x4x1xf32>, %arg1: tensor<3x3x1x1xf32>, %arg2: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
// DECIDED-NEXT:     %0 = linalg.conv_2d_nhwc_hwcf {__inplace_operands_attr__ = ["true", "true", "false"], dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) outs(%arg2 : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<1x2x2x1xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @region_tensor(%arg0: tensor<4xindex>, %arg1: tensor<?xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// DECIDED-NEXT:     %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xindex>) outs(%arg2 : tensor<4xf32>) attrs =  {__inplace_operands_attr__ = ["true", "false"]} {
// DECIDED-NEXT:     ^bb0(%in: index, %out: f32):
// DECIDED-NEXT:       %extracted = tensor.extract %arg1[%in] {__inplace_operands_attr__ = ["true", "none"]} : tensor<?xf32>
// DECIDED-NEXT:       linalg.yield %extracted : f32
// DECIDED-NEXT:     } -> tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @conflict_dyn(%arg0: tensor<?xf32>, %arg1: index) -> (tensor<?xf32>, tensor<?xf32>) {
// DECIDED-NEXT:     %0 = tensor.empty(%arg1) : tensor<?xf32>
// DECIDED-NEXT:     %1 = linalg.exp {__inplace_operands_attr__ = ["true", "true"]} ins(%arg0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
// DECIDED-NEXT:     %2 = linalg.exp {__inplace_operands_attr__ = ["true", "false"]} ins(%arg0 : tensor<?xf32>) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true"]} %1, %2 : tensor<?xf32>, tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @scalar_in(%arg0: f32, %arg1: vector<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// DECIDED-NEXT:     %0 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel"]} ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) attrs =  {__inplace_operands_attr__ = ["none", "false"]} {
// DECIDED-NEXT:     ^bb0(%in: f32, %out: f32):
// DECIDED-NEXT:       linalg.yield %in : f32
// DECIDED-NEXT:     } -> tensor<4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %0 : tensor<4xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT: }
