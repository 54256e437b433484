// Tensors that are new: not filled, filled with elements, computed, or put together.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE

func.func @empty(%n: index, %f: f32, %i: index) -> (tensor<?x3xf32>, tensor<4xf32>) {
  %0 = tensor.empty(%n) : tensor<?x3xf32>
  %1 = tensor.empty() : tensor<4xf32>
  %2 = tensor.insert %f into %1[%i] : tensor<4xf32>
  %3 = tensor.empty() : tensor<4xf32>
  return %0, %2 : tensor<?x3xf32>, tensor<4xf32>
}
func.func @from_elements_0(%a: f32) -> tensor<f32> {
  %0 = tensor.from_elements %a : tensor<f32>
  return %0 : tensor<f32>
}
func.func @from_elements_1(%a: f32, %b: f32) -> tensor<2xf32> {
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @from_elements_2(%a: f32, %b: f32) -> tensor<2x3xf32> {
  %0 = tensor.from_elements %a, %b, %a, %b, %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @from_elements_none() -> tensor<0xf32> {
  %0 = tensor.from_elements : tensor<0xf32>
  return %0 : tensor<0xf32>
}
func.func @from_elements_none2() -> tensor<3x0xf32> {
  %0 = tensor.from_elements : tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}
func.func @generate(%a: tensor<*xf32>, %n: index) -> tensor<?xindex> {
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %e = tensor.dim %a, %i : tensor<*xf32>
    tensor.yield %e : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}
func.func @generate2(%n: index) -> tensor<16x?xindex> {
  %r = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    tensor.yield %s : index
  } : tensor<16x?xindex>
  return %r : tensor<16x?xindex>
}
func.func @generate_unknown_op(%n: index, %x: tensor<3xf32>) -> tensor<?xf32> {
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %e = tensor.extract %x[%i] : tensor<3xf32>
    tensor.yield %e : f32
  } : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @pad(%t: tensor<?x10xindex>, %l2: index, %h1: index, %h2: index) -> tensor<?x?xindex> {
  %0 = tensor.pad %t low[5, %l2] high[%h1, %h2] {
  ^bb0(%a: index, %b: index):
    %m = arith.muli %a, %b : index
    tensor.yield %m : index
  } : tensor<?x10xindex> to tensor<?x?xindex>
  return %0 : tensor<?x?xindex>
}
func.func @pad_static(%t: tensor<4x10xf32>, %f: f32) -> tensor<7x12xf32> {
  %0 = tensor.pad %t low[1, 2] high[2, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<4x10xf32> to tensor<7x12xf32>
  return %0 : tensor<7x12xf32>
}
func.func @splat(%f: f32, %m: index) -> tensor<10x2x?xf32> {
  %t = tensor.splat %f[%m] : tensor<10x2x?xf32>
  return %t : tensor<10x2x?xf32>
}
func.func @splat_static(%f: f32) -> tensor<10x2xf32> {
  %t = tensor.splat %f : tensor<10x2xf32>
  return %t : tensor<10x2xf32>
}
func.func @concat(%a: tensor<?x4xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @concat_static(%a: tensor<8x4xf32>, %b: tensor<8x1xf32>, %c: tensor<8x2xf32>) -> tensor<8x7xf32> {
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<8x4xf32>, tensor<8x1xf32>, tensor<8x2xf32>) -> tensor<8x7xf32>
  return %0 : tensor<8x7xf32>
}
func.func @concat_dynamic_all(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @concat_mixed(%a: tensor<?x?xf32>, %b: tensor<?x8xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x?xf32>, tensor<?x8xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// DONE: #map = affine_map<()[s0, s1, s2] -> (s0 + s1 + s2)>
// DONE-NEXT: #map1 = affine_map<()[s0, s1] -> (s0 + s1 + 5)>
// DONE-NEXT: #map2 = affine_map<()[s0, s1] -> (s0 + s1 + 10)>
// DONE-NEXT: #map3 = affine_map<()[s0] -> (s0 + 3)>
// DONE-NEXT: #map4 = affine_map<()[s0, s1] -> (s0 + s1)>
// DONE-NEXT: module {
// DONE-NEXT:   func.func @empty(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?x3xf32>, tensor<4xf32>) {
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x3xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<?x3xf32> to tensor<?x3xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.store %arg1, %alloc_0[%arg2] : memref<4xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc_0 : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     return %0, %1 : tensor<?x3xf32>, tensor<4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @from_elements_0(%arg0: f32) -> tensor<f32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<f32>
// DONE-NEXT:     memref.store %arg0, %alloc[] : memref<f32>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<f32> to tensor<f32>
// DONE-NEXT:     return %0 : tensor<f32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @from_elements_1(%arg0: f32, %arg1: f32) -> tensor<2xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     memref.store %arg0, %alloc[%c0] : memref<2xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%c1] : memref<2xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<2xf32> to tensor<2xf32>
// DONE-NEXT:     return %0 : tensor<2xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @from_elements_2(%arg0: f32, %arg1: f32) -> tensor<2x3xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x3xf32>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %c2 = arith.constant 2 : index
// DONE-NEXT:     memref.store %arg0, %alloc[%c0, %c0] : memref<2x3xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%c0, %c1] : memref<2x3xf32>
// DONE-NEXT:     memref.store %arg0, %alloc[%c0, %c2] : memref<2x3xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%c1, %c0] : memref<2x3xf32>
// DONE-NEXT:     memref.store %arg0, %alloc[%c1, %c1] : memref<2x3xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%c1, %c2] : memref<2x3xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<2x3xf32> to tensor<2x3xf32>
// DONE-NEXT:     return %0 : tensor<2x3xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @from_elements_none() -> tensor<0xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<0xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<0xf32> to tensor<0xf32>
// DONE-NEXT:     return %0 : tensor<0xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @from_elements_none2() -> tensor<3x0xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<3x0xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<3x0xf32> to tensor<3x0xf32>
// DONE-NEXT:     return %0 : tensor<3x0xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @generate(%arg0: tensor<*xf32>, %arg1: index) -> tensor<?xindex> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<*xf32> to memref<*xf32>
// DONE-NEXT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xindex>
// DONE-NEXT:     linalg.map outs(%alloc : memref<?xindex>)
// DONE-NEXT:       (%init: index) {
// DONE-NEXT:         %2 = linalg.index 0 : index
// DONE-NEXT:         %dim = memref.dim %0, %2 : memref<*xf32>
// DONE-NEXT:         linalg.yield %dim : index
// DONE-NEXT:       }
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<?xindex> to tensor<?xindex>
// DONE-NEXT:     return %1 : tensor<?xindex>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @generate2(%arg0: index) -> tensor<16x?xindex> {
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<16x?xindex>
// DONE-NEXT:     linalg.map outs(%alloc : memref<16x?xindex>)
// DONE-NEXT:       (%init: index) {
// DONE-NEXT:         %1 = linalg.index 0 : index
// DONE-NEXT:         %2 = linalg.index 1 : index
// DONE-NEXT:         %3 = arith.addi %1, %2 : index
// DONE-NEXT:         linalg.yield %3 : index
// DONE-NEXT:       }
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<16x?xindex> to tensor<16x?xindex>
// DONE-NEXT:     return %0 : tensor<16x?xindex>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @generate_unknown_op(%arg0: index, %arg1: tensor<3xf32>) -> tensor<?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<3xf32> to memref<3xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     linalg.map outs(%alloc : memref<?xf32>)
// DONE-NEXT:       (%init: f32) {
// DONE-NEXT:         %2 = linalg.index 0 : index
// DONE-NEXT:         %3 = memref.load %0[%2] : memref<3xf32, strided<[?], offset: ?>>
// DONE-NEXT:         linalg.yield %3 : f32
// DONE-NEXT:       }
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %1 : tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @pad(%arg0: tensor<?x10xindex>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?x?xindex> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x10xindex> to memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x10xindex> to memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<?x10xindex> to memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %3 = bufferization.to_buffer %arg0 : tensor<?x10xindex> to memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %4 = bufferization.to_buffer %arg0 : tensor<?x10xindex> to memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %4, %c0 : memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c5 = arith.constant 5 : index
// DONE-NEXT:     %5 = affine.apply #map()[%dim, %c5, %arg2]
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim_0 = memref.dim %3, %c1 : memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %6 = affine.apply #map()[%dim_0, %arg1, %arg3]
// DONE-NEXT:     %c0_1 = arith.constant 0 : index
// DONE-NEXT:     %dim_2 = memref.dim %2, %c0_1 : memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %7 = affine.apply #map1()[%dim_2, %arg2]
// DONE-NEXT:     %c1_3 = arith.constant 1 : index
// DONE-NEXT:     %c10 = arith.constant 10 : index
// DONE-NEXT:     %8 = affine.apply #map2()[%arg1, %arg3]
// DONE-NEXT:     %alloc = memref.alloc(%7, %8) {alignment = 64 : i64} : memref<?x?xindex>
// DONE-NEXT:     linalg.map outs(%alloc : memref<?x?xindex>)
// DONE-NEXT:       (%init: index) {
// DONE-NEXT:         %10 = linalg.index 0 : index
// DONE-NEXT:         %11 = linalg.index 1 : index
// DONE-NEXT:         %12 = arith.muli %10, %11 : index
// DONE-NEXT:         linalg.yield %12 : index
// DONE-NEXT:       }
// DONE-NEXT:     %c0_4 = arith.constant 0 : index
// DONE-NEXT:     %dim_5 = memref.dim %1, %c0_4 : memref<?x10xindex, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %alloc[5, %arg1] [%dim_5, 10] [1, 1] : memref<?x?xindex> to memref<?x10xindex, strided<[?, 1], offset: ?>>
// DONE-NEXT:     memref.copy %0, %subview : memref<?x10xindex, strided<[?, ?], offset: ?>> to memref<?x10xindex, strided<[?, 1], offset: ?>>
// DONE-NEXT:     %9 = bufferization.to_tensor %alloc : memref<?x?xindex> to tensor<?x?xindex>
// DONE-NEXT:     return %9 : tensor<?x?xindex>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @pad_static(%arg0: tensor<4x10xf32>, %arg1: f32) -> tensor<7x12xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<4x10xf32> to memref<4x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<7x12xf32>
// DONE-NEXT:     linalg.map outs(%alloc : memref<7x12xf32>)
// DONE-NEXT:       (%init: f32) {
// DONE-NEXT:         %2 = linalg.index 0 : index
// DONE-NEXT:         %3 = linalg.index 1 : index
// DONE-NEXT:         linalg.yield %arg1 : f32
// DONE-NEXT:       }
// DONE-NEXT:     %subview = memref.subview %alloc[1, 2] [4, 10] [1, 1] : memref<7x12xf32> to memref<4x10xf32, strided<[12, 1], offset: 14>>
// DONE-NEXT:     memref.copy %0, %subview : memref<4x10xf32, strided<[?, ?], offset: ?>> to memref<4x10xf32, strided<[12, 1], offset: 14>>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<7x12xf32> to tensor<7x12xf32>
// DONE-NEXT:     return %1 : tensor<7x12xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @splat(%arg0: f32, %arg1: index) -> tensor<10x2x?xf32> {
// DONE-NEXT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<10x2x?xf32>
// DONE-NEXT:     linalg.map outs(%alloc : memref<10x2x?xf32>)
// DONE-NEXT:       (%init: f32) {
// DONE-NEXT:         linalg.yield %arg0 : f32
// DONE-NEXT:       }
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<10x2x?xf32> to tensor<10x2x?xf32>
// DONE-NEXT:     return %0 : tensor<10x2x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @splat_static(%arg0: f32) -> tensor<10x2xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10x2xf32>
// DONE-NEXT:     linalg.map outs(%alloc : memref<10x2xf32>)
// DONE-NEXT:       (%init: f32) {
// DONE-NEXT:         linalg.yield %arg0 : f32
// DONE-NEXT:       }
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<10x2xf32> to tensor<10x2xf32>
// DONE-NEXT:     return %0 : tensor<10x2xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @concat(%arg0: tensor<?x4xf32>, %arg1: tensor<3x4xf32>) -> tensor<?x4xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<3x4xf32> to memref<3x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %0, %c0 : memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0_0 = arith.constant 0 : index
// DONE-NEXT:     %c3 = arith.constant 3 : index
// DONE-NEXT:     %3 = affine.apply #map3()[%dim]
// DONE-NEXT:     %alloc = memref.alloc(%3) {alignment = 64 : i64} : memref<?x4xf32>
// DONE-NEXT:     %c0_1 = arith.constant 0 : index
// DONE-NEXT:     %dim_2 = memref.dim %alloc, %c0_1 : memref<?x4xf32>
// DONE-NEXT:     %c0_3 = arith.constant 0 : index
// DONE-NEXT:     %dim_4 = memref.dim %2, %c0_3 : memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %alloc[0, 0] [%dim_4, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
// DONE-NEXT:     memref.copy %2, %subview : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[4, 1]>>
// DONE-NEXT:     %subview_5 = memref.subview %alloc[%dim_4, 0] [3, 4] [1, 1] : memref<?x4xf32> to memref<3x4xf32, strided<[4, 1], offset: ?>>
// DONE-NEXT:     memref.copy %1, %subview_5 : memref<3x4xf32, strided<[?, ?], offset: ?>> to memref<3x4xf32, strided<[4, 1], offset: ?>>
// DONE-NEXT:     %4 = affine.apply #map3()[%dim_4]
// DONE-NEXT:     %5 = bufferization.to_tensor %alloc : memref<?x4xf32> to tensor<?x4xf32>
// DONE-NEXT:     return %5 : tensor<?x4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @concat_static(%arg0: tensor<8x4xf32>, %arg1: tensor<8x1xf32>, %arg2: tensor<8x2xf32>) -> tensor<8x7xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg2 : tensor<8x2xf32> to memref<8x2xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<8x1xf32> to memref<8x1xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<8x4xf32> to memref<8x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<8x7xf32>
// DONE-NEXT:     %subview = memref.subview %alloc[0, 0] [8, 4] [1, 1] : memref<8x7xf32> to memref<8x4xf32, strided<[7, 1]>>
// DONE-NEXT:     memref.copy %2, %subview : memref<8x4xf32, strided<[?, ?], offset: ?>> to memref<8x4xf32, strided<[7, 1]>>
// DONE-NEXT:     %subview_0 = memref.subview %alloc[0, 4] [8, 1] [1, 1] : memref<8x7xf32> to memref<8x1xf32, strided<[7, 1], offset: 4>>
// DONE-NEXT:     memref.copy %1, %subview_0 : memref<8x1xf32, strided<[?, ?], offset: ?>> to memref<8x1xf32, strided<[7, 1], offset: 4>>
// DONE-NEXT:     %subview_1 = memref.subview %alloc[0, 5] [8, 2] [1, 1] : memref<8x7xf32> to memref<8x2xf32, strided<[7, 1], offset: 5>>
// DONE-NEXT:     memref.copy %0, %subview_1 : memref<8x2xf32, strided<[?, ?], offset: ?>> to memref<8x2xf32, strided<[7, 1], offset: 5>>
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<8x7xf32> to tensor<8x7xf32>
// DONE-NEXT:     return %3 : tensor<8x7xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @concat_dynamic_all(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %3 = bufferization.to_buffer %arg1 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %4 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim = memref.dim %2, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim_0 = memref.dim %1, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0_1 = arith.constant 0 : index
// DONE-NEXT:     %dim_2 = memref.dim %0, %c0_1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %5 = affine.apply #map4()[%dim_0, %dim_2]
// DONE-NEXT:     %alloc = memref.alloc(%5, %dim) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     %c0_3 = arith.constant 0 : index
// DONE-NEXT:     %dim_4 = memref.dim %alloc, %c0_3 : memref<?x?xf32>
// DONE-NEXT:     %c1_5 = arith.constant 1 : index
// DONE-NEXT:     %dim_6 = memref.dim %alloc, %c1_5 : memref<?x?xf32>
// DONE-NEXT:     %c0_7 = arith.constant 0 : index
// DONE-NEXT:     %dim_8 = memref.dim %4, %c0_7 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %alloc[0, 0] [%dim_8, %dim_6] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
// DONE-NEXT:     memref.copy %4, %subview : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, 1]>>
// DONE-NEXT:     %c0_9 = arith.constant 0 : index
// DONE-NEXT:     %dim_10 = memref.dim %3, %c0_9 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview_11 = memref.subview %alloc[%dim_8, 0] [%dim_10, %dim_6] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// DONE-NEXT:     memref.copy %3, %subview_11 : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// DONE-NEXT:     %6 = affine.apply #map4()[%dim_8, %dim_10]
// DONE-NEXT:     %7 = bufferization.to_tensor %alloc : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %7 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @concat_mixed(%arg0: tensor<?x?xf32>, %arg1: tensor<?x8xf32>) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg1 : tensor<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %3 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c8 = arith.constant 8 : index
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %1, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0_0 = arith.constant 0 : index
// DONE-NEXT:     %dim_1 = memref.dim %0, %c0_0 : memref<?x8xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %4 = affine.apply #map4()[%dim, %dim_1]
// DONE-NEXT:     %alloc = memref.alloc(%4, %c8) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     %c0_2 = arith.constant 0 : index
// DONE-NEXT:     %dim_3 = memref.dim %alloc, %c0_2 : memref<?x?xf32>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim_4 = memref.dim %alloc, %c1 : memref<?x?xf32>
// DONE-NEXT:     %c0_5 = arith.constant 0 : index
// DONE-NEXT:     %dim_6 = memref.dim %3, %c0_5 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %alloc[0, 0] [%dim_6, %dim_4] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
// DONE-NEXT:     memref.copy %3, %subview : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, 1]>>
// DONE-NEXT:     %c0_7 = arith.constant 0 : index
// DONE-NEXT:     %dim_8 = memref.dim %2, %c0_7 : memref<?x8xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview_9 = memref.subview %alloc[%dim_6, 0] [%dim_8, %dim_4] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// DONE-NEXT:     memref.copy %2, %subview_9 : memref<?x8xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// DONE-NEXT:     %5 = affine.apply #map4()[%dim_6, %dim_8]
// DONE-NEXT:     %6 = bufferization.to_tensor %alloc : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %6 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT: }
