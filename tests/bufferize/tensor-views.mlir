// Tensors under another type or shape, parts of them, and single elements.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE

func.func @cast(%t: tensor<?xf32>) -> tensor<10xf32> {
  %0 = tensor.cast %t : tensor<?xf32> to tensor<10xf32>
  return %0 : tensor<10xf32>
}
func.func @cast_from_unranked(%t: tensor<*xf32>) -> tensor<2xf32> {
  %0 = tensor.cast %t : tensor<*xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @cast_to_unranked(%t: tensor<2xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %t : tensor<2xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func @cast_empty(%s: index) -> tensor<?x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = tensor.cast %e : tensor<4x4xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @dim(%t: tensor<*xf32>, %i: index, %u: tensor<?x4xf32>) -> (index, index, index) {
  %0 = tensor.dim %t, %i : tensor<*xf32>
  %1 = tensor.dim %u, %i : tensor<?x4xf32>
  %2 = tensor.rank %t : tensor<*xf32>
  return %0, %1, %2 : index, index, index
}
func.func @extract(%t: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<?xf32>
  return %0 : f32
}
func.func @extract_slices(%t: tensor<?x20xf32>, %a: index, %b: index, %c: index) -> (tensor<?x10xf32>, tensor<?xf32>, tensor<5x?xf32>) {
  %0 = tensor.extract_slice %t[5, %a] [%b, 10] [1, 1] : tensor<?x20xf32> to tensor<?x10xf32>
  %1 = tensor.extract_slice %t[%a, 4] [1, %b] [1, 2] : tensor<?x20xf32> to tensor<?xf32>
  %2 = tensor.extract_slice %t[%a, 4] [5, %b] [%c, 2] : tensor<?x20xf32> to tensor<5x?xf32>
  return %0, %1, %2 : tensor<?x10xf32>, tensor<?xf32>, tensor<5x?xf32>
}
func.func @extract_slice_of_empty(%f: f32, %i: index) -> (tensor<2xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %2 = tensor.insert %f into %e[%i, %i] : tensor<4x4xf32>
  %0 = tensor.extract_slice %2[1, 2] [1, 2] [1, 1] : tensor<4x4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @insert_slice(%a: tensor<?x?xf32>, %b: tensor<?x10xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.insert_slice %b into %a[%i, 5] [%n, 10] [1, 1] : tensor<?x10xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @insert_slice_reduced(%a: tensor<?x?xf32>, %b: tensor<f32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.insert_slice %b into %a[%i, 5] [1, 1] [1, 1] : tensor<f32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @expand(%t: tensor<?x10xf32>, %n: index) -> tensor<2x?x10xf32> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, %n, 10] : tensor<?x10xf32> into tensor<2x?x10xf32>
  return %0 : tensor<2x?x10xf32>
}
func.func @expand_slice(%t: tensor<?x20xf32>, %o: index) -> tensor<1x1x2x5xf32> {
  %0 = tensor.extract_slice %t[%o, 5] [1, 10] [1, 1] : tensor<?x20xf32> to tensor<1x10xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3]] output_shape [1, 1, 2, 5] : tensor<1x10xf32> into tensor<1x1x2x5xf32>
  return %1 : tensor<1x1x2x5xf32>
}
func.func @expand_scalar(%t: tensor<f32>) -> tensor<1x1xf32> {
  %0 = tensor.expand_shape %t [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
func.func @collapse(%t: tensor<2x?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x?x?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @collapse_scalar(%t: tensor<1x1x1xf32>) -> tensor<f32> {
  %0 = tensor.collapse_shape %t [] : tensor<1x1x1xf32> into tensor<f32>
  return %0 : tensor<f32>
}
func.func @collapse_slice_scalar(%t: tensor<1x1x1xf32>, %o: index) -> tensor<f32> {
  %0 = tensor.extract_slice %t[%o, 0, 0] [1, 1, 1] [1, 1, 1] : tensor<1x1x1xf32> to tensor<1x1xf32>
  %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
  return %1 : tensor<f32>
}
func.func @collapse_slice(%t: tensor<3x?x?x?xf32>, %o1: index, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %t[%o1, %o1, 0, 0] [1, %n, %m, 4] [1, 1, 1, 1] : tensor<3x?x?x?xf32> to tensor<1x?x?x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2, 3]] : tensor<1x?x?x4xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @collapse_made(%f: f32, %i: index, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %x = tensor.insert %f into %e[%i, %i] : tensor<?x4xf32>
  %1 = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @reshape(%t: tensor<2x10xf32>, %s: tensor<1xindex>) -> tensor<20xf32> {
  %0 = tensor.reshape %t(%s) : (tensor<2x10xf32>, tensor<1xindex>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}
func.func @reshape_dyn(%t: tensor<?x10xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %t(%s) : (tensor<?x10xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @reshape_unranked(%t: tensor<?x10xf32>, %s: tensor<?xi32>) -> tensor<*xf32> {
  %0 = tensor.reshape %t(%s) : (tensor<?x10xf32>, tensor<?xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// DONE: module {
// DONE-NEXT:   func.func @cast(%arg0: tensor<?xf32>) -> tensor<10xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %cast = memref.cast %0 : memref<?xf32, strided<[?], offset: ?>> to memref<10xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<10xf32>
// DONE-NEXT:     memref.copy %cast, %alloc : memref<10xf32, strided<[?], offset: ?>> to memref<10xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<10xf32> to tensor<10xf32>
// DONE-NEXT:     return %1 : tensor<10xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @cast_from_unranked(%arg0: tensor<*xf32>) -> tensor<2xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<*xf32> to memref<*xf32>
// DONE-NEXT:     %cast = memref.cast %0 : memref<*xf32> to memref<2xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_tensor %cast : memref<2xf32, strided<[?], offset: ?>> to tensor<2xf32>
// DONE-NEXT:     return %1 : tensor<2xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @cast_to_unranked(%arg0: tensor<2xf32>) -> tensor<*xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<2xf32> to memref<2xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// DONE-NEXT:     memref.copy %0, %alloc : memref<2xf32, strided<[?], offset: ?>> to memref<2xf32>
// DONE-NEXT:     %cast = memref.cast %alloc : memref<2xf32> to memref<*xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %cast : memref<*xf32> to tensor<*xf32>
// DONE-NEXT:     return %1 : tensor<*xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @cast_empty(%arg0: index) -> tensor<?x4xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4x4xf32>
// DONE-NEXT:     %cast = memref.cast %alloc : memref<4x4xf32> to memref<?x4xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %cast : memref<?x4xf32> to tensor<?x4xf32>
// DONE-NEXT:     return %0 : tensor<?x4xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @dim(%arg0: tensor<*xf32>, %arg1: index, %arg2: tensor<?x4xf32>) -> (index, index, index) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<*xf32> to memref<*xf32>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg2 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<*xf32> to memref<*xf32>
// DONE-NEXT:     %dim = memref.dim %2, %arg1 : memref<*xf32>
// DONE-NEXT:     %dim_0 = memref.dim %1, %arg1 : memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %3 = memref.rank %0 : memref<*xf32>
// DONE-NEXT:     return %dim, %dim_0, %3 : index, index, index
// DONE-NEXT:   }
// DONE-NEXT:   func.func @extract(%arg0: tensor<?xf32>, %arg1: index) -> f32 {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = memref.load %0[%arg1] : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     return %1 : f32
// DONE-NEXT:   }
// DONE-NEXT:   func.func @extract_slices(%arg0: tensor<?x20xf32>, %arg1: index, %arg2: index, %arg3: index) -> (tensor<?x10xf32>, tensor<?xf32>, tensor<5x?xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x20xf32> to memref<?x20xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x20xf32> to memref<?x20xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<?x20xf32> to memref<?x20xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %2[5, %arg1] [%arg2, 10] [1, 1] : memref<?x20xf32, strided<[?, ?], offset: ?>> to memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %subview, %c0 : memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?x10xf32>
// DONE-NEXT:     memref.copy %subview, %alloc : memref<?x10xf32, strided<[?, ?], offset: ?>> to memref<?x10xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<?x10xf32> to tensor<?x10xf32>
// DONE-NEXT:     %subview_0 = memref.subview %1[%arg1, 4] [1, %arg2] [1, 2] : memref<?x20xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %c0_1 = arith.constant 0 : index
// DONE-NEXT:     %dim_2 = memref.dim %subview_0, %c0_1 : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc_3 = memref.alloc(%dim_2) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.copy %subview_0, %alloc_3 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
// DONE-NEXT:     %4 = bufferization.to_tensor %alloc_3 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %subview_4 = memref.subview %0[%arg1, 4] [5, %arg2] [%arg3, 2] : memref<?x20xf32, strided<[?, ?], offset: ?>> to memref<5x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim_5 = memref.dim %subview_4, %c1 : memref<5x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc_6 = memref.alloc(%dim_5) {alignment = 64 : i64} : memref<5x?xf32>
// DONE-NEXT:     memref.copy %subview_4, %alloc_6 : memref<5x?xf32, strided<[?, ?], offset: ?>> to memref<5x?xf32>
// DONE-NEXT:     %5 = bufferization.to_tensor %alloc_6 : memref<5x?xf32> to tensor<5x?xf32>
// DONE-NEXT:     return %3, %4, %5 : tensor<?x10xf32>, tensor<?xf32>, tensor<5x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @extract_slice_of_empty(%arg0: f32, %arg1: index) -> tensor<2xf32> {
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4x4xf32>
// DONE-NEXT:     memref.store %arg0, %alloc[%arg1, %arg1] : memref<4x4xf32>
// DONE-NEXT:     %subview = memref.subview %alloc[1, 2] [1, 2] [1, 1] : memref<4x4xf32> to memref<2xf32, strided<[1], offset: 6>>
// DONE-NEXT:     %0 = bufferization.to_tensor %subview : memref<2xf32, strided<[1], offset: 6>> to tensor<2xf32>
// DONE-NEXT:     return %0 : tensor<2xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @insert_slice(%arg0: tensor<?x?xf32>, %arg1: tensor<?x10xf32>, %arg2: index, %arg3: index) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<?x10xf32> to memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %1, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim_0 = memref.dim %1, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     memref.copy %1, %alloc : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
// DONE-NEXT:     %subview = memref.subview %alloc[%arg2, 5] [%arg3, 10] [1, 1] : memref<?x?xf32> to memref<?x10xf32, strided<[?, 1], offset: ?>>
// DONE-NEXT:     memref.copy %0, %subview : memref<?x10xf32, strided<[?, ?], offset: ?>> to memref<?x10xf32, strided<[?, 1], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %2 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @insert_slice_reduced(%arg0: tensor<?x?xf32>, %arg1: tensor<f32>, %arg2: index, %arg3: index) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<f32> to memref<f32, strided<[], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %1, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim_0 = memref.dim %1, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     memref.copy %1, %alloc : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
// DONE-NEXT:     %subview = memref.subview %alloc[%arg2, 5] [1, 1] [1, 1] : memref<?x?xf32> to memref<f32, strided<[], offset: ?>>
// DONE-NEXT:     memref.copy %0, %subview : memref<f32, strided<[], offset: ?>> to memref<f32, strided<[], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %2 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @expand(%arg0: tensor<?x10xf32>, %arg1: index) -> tensor<2x?x10xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x10xf32> to memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %expand_shape = memref.expand_shape %0 {{\[\[}}0, 1], [2]] output_shape [2, %arg1, 10] : memref<?x10xf32, strided<[?, ?], offset: ?>> into memref<2x?x10xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim = memref.dim %expand_shape, %c1 : memref<2x?x10xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<2x?x10xf32>
// DONE-NEXT:     memref.copy %expand_shape, %alloc : memref<2x?x10xf32, strided<[?, ?, ?], offset: ?>> to memref<2x?x10xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<2x?x10xf32> to tensor<2x?x10xf32>
// DONE-NEXT:     return %1 : tensor<2x?x10xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @expand_slice(%arg0: tensor<?x20xf32>, %arg1: index) -> tensor<1x1x2x5xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x20xf32> to memref<?x20xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %0[%arg1, 5] [1, 10] [1, 1] : memref<?x20xf32, strided<[?, ?], offset: ?>> to memref<1x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<1x10xf32>
// DONE-NEXT:     memref.copy %subview, %alloc : memref<1x10xf32, strided<[?, ?], offset: ?>> to memref<1x10xf32>
// DONE-NEXT:     %expand_shape = memref.expand_shape %alloc {{\[\[}}0, 1], [2, 3]] output_shape [1, 1, 2, 5] : memref<1x10xf32> into memref<1x1x2x5xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %expand_shape : memref<1x1x2x5xf32> to tensor<1x1x2x5xf32>
// DONE-NEXT:     return %1 : tensor<1x1x2x5xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @expand_scalar(%arg0: tensor<f32>) -> tensor<1x1xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<f32> to memref<f32, strided<[], offset: ?>>
// DONE-NEXT:     %expand_shape = memref.expand_shape %0 [] output_shape [1, 1] : memref<f32, strided<[], offset: ?>> into memref<1x1xf32, strided<[1, 1], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<1x1xf32>
// DONE-NEXT:     memref.copy %expand_shape, %alloc : memref<1x1xf32, strided<[1, 1], offset: ?>> to memref<1x1xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<1x1xf32> to tensor<1x1xf32>
// DONE-NEXT:     return %1 : tensor<1x1xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @collapse(%arg0: tensor<2x?x?xf32>) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<2x?x?xf32> to memref<2x?x?xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<2x?x?xf32> to memref<2x?x?xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim = memref.dim %0, %c1 : memref<2x?x?xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %c2 = arith.constant 2 : index
// DONE-NEXT:     %dim_0 = memref.dim %0, %c2 : memref<2x?x?xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<2x?x?xf32>
// DONE-NEXT:     memref.copy %0, %alloc : memref<2x?x?xf32, strided<[?, ?, ?], offset: ?>> to memref<2x?x?xf32>
// DONE-NEXT:     %collapse_shape = memref.collapse_shape %alloc {{\[\[}}0, 1], [2]] : memref<2x?x?xf32> into memref<?x?xf32>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim_1 = memref.dim %collapse_shape, %c0 : memref<?x?xf32>
// DONE-NEXT:     %c1_2 = arith.constant 1 : index
// DONE-NEXT:     %dim_3 = memref.dim %collapse_shape, %c1_2 : memref<?x?xf32>
// DONE-NEXT:     %alloc_4 = memref.alloc(%dim_1, %dim_3) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     memref.copy %collapse_shape, %alloc_4 : memref<?x?xf32> to memref<?x?xf32>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc_4 : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %2 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @collapse_scalar(%arg0: tensor<1x1x1xf32>) -> tensor<f32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<1x1x1xf32> to memref<1x1x1xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %collapse_shape = memref.collapse_shape %0 [] : memref<1x1x1xf32, strided<[?, ?, ?], offset: ?>> into memref<f32, strided<[], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<f32>
// DONE-NEXT:     memref.copy %collapse_shape, %alloc : memref<f32, strided<[], offset: ?>> to memref<f32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<f32> to tensor<f32>
// DONE-NEXT:     return %1 : tensor<f32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @collapse_slice_scalar(%arg0: tensor<1x1x1xf32>, %arg1: index) -> tensor<f32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<1x1x1xf32> to memref<1x1x1xf32, strided<[?, ?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %0[%arg1, 0, 0] [1, 1, 1] [1, 1, 1] : memref<1x1x1xf32, strided<[?, ?, ?], offset: ?>> to memref<1x1xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<1x1xf32>
// DONE-NEXT:     memref.copy %subview, %alloc : memref<1x1xf32, strided<[?, ?], offset: ?>> to memref<1x1xf32>
// DONE-NEXT:     %collapse_shape = memref.collapse_shape %alloc [] : memref<1x1xf32> into memref<f32>
// DONE-NEXT:     %1 = bufferization.to_tensor %collapse_shape : memref<f32> to tensor<f32>
// DONE-NEXT:     return %1 : tensor<f32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @collapse_slice(%arg0: tensor<3x?x?x?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<3x?x?x?xf32> to memref<3x?x?x?xf32, strided<[?, ?, ?, ?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %0[%arg1, %arg1, 0, 0] [1, %arg2, %arg3, 4] [1, 1, 1, 1] : memref<3x?x?x?xf32, strided<[?, ?, ?, ?], offset: ?>> to memref<1x?x?x4xf32, strided<[?, ?, ?, ?], offset: ?>>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim = memref.dim %subview, %c1 : memref<1x?x?x4xf32, strided<[?, ?, ?, ?], offset: ?>>
// DONE-NEXT:     %c2 = arith.constant 2 : index
// DONE-NEXT:     %dim_0 = memref.dim %subview, %c2 : memref<1x?x?x4xf32, strided<[?, ?, ?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<1x?x?x4xf32>
// DONE-NEXT:     memref.copy %subview, %alloc : memref<1x?x?x4xf32, strided<[?, ?, ?, ?], offset: ?>> to memref<1x?x?x4xf32>
// DONE-NEXT:     %collapse_shape = memref.collapse_shape %alloc {{\[\[}}0, 1], [2, 3]] : memref<1x?x?x4xf32> into memref<?x?xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %collapse_shape : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %1 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @collapse_made(%arg0: f32, %arg1: index, %arg2: index) -> tensor<?xf32> {
// DONE-NEXT:     %alloc = memref.alloc(%arg2) {alignment = 64 : i64} : memref<?x4xf32>
// DONE-NEXT:     memref.store %arg0, %alloc[%arg1, %arg1] : memref<?x4xf32>
// DONE-NEXT:     %collapse_shape = memref.collapse_shape %alloc {{\[\[}}0, 1]] : memref<?x4xf32> into memref<?xf32>
// DONE-NEXT:     %0 = bufferization.to_tensor %collapse_shape : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %0 : tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @reshape(%arg0: tensor<2x10xf32>, %arg1: tensor<1xindex>) -> tensor<20xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<2x10xf32> to memref<2x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<1xindex> to memref<1xindex, strided<[?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<2x10xf32> to memref<2x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x10xf32>
// DONE-NEXT:     memref.copy %0, %alloc : memref<2x10xf32, strided<[?, ?], offset: ?>> to memref<2x10xf32>
// DONE-NEXT:     %reshape = memref.reshape %alloc(%1) : (memref<2x10xf32>, memref<1xindex, strided<[?], offset: ?>>) -> memref<20xf32>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<20xf32>
// DONE-NEXT:     memref.copy %reshape, %alloc_0 : memref<20xf32> to memref<20xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc_0 : memref<20xf32> to tensor<20xf32>
// DONE-NEXT:     return %3 : tensor<20xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @reshape_dyn(%arg0: tensor<?x10xf32>, %arg1: tensor<2xindex>) -> tensor<?x?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?x10xf32> to memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg1 : tensor<2xindex> to memref<2xindex, strided<[?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg0 : tensor<?x10xf32> to memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %0, %c0 : memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?x10xf32>
// DONE-NEXT:     memref.copy %0, %alloc : memref<?x10xf32, strided<[?, ?], offset: ?>> to memref<?x10xf32>
// DONE-NEXT:     %reshape = memref.reshape %alloc(%1) : (memref<?x10xf32>, memref<2xindex, strided<[?], offset: ?>>) -> memref<?x?xf32>
// DONE-NEXT:     %c0_0 = arith.constant 0 : index
// DONE-NEXT:     %dim_1 = memref.dim %reshape, %c0_0 : memref<?x?xf32>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %dim_2 = memref.dim %reshape, %c1 : memref<?x?xf32>
// DONE-NEXT:     %alloc_3 = memref.alloc(%dim_1, %dim_2) {alignment = 64 : i64} : memref<?x?xf32>
// DONE-NEXT:     memref.copy %reshape, %alloc_3 : memref<?x?xf32> to memref<?x?xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc_3 : memref<?x?xf32> to tensor<?x?xf32>
// DONE-NEXT:     return %3 : tensor<?x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @reshape_unranked(%arg0: tensor<?x10xf32>, %arg1: tensor<?xi32>) -> tensor<*xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?x10xf32> to memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %1, %c0 : memref<?x10xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?x10xf32>
// DONE-NEXT:     memref.copy %1, %alloc : memref<?x10xf32, strided<[?, ?], offset: ?>> to memref<?x10xf32>
// DONE-NEXT:     %reshape = memref.reshape %alloc(%0) : (memref<?x10xf32>, memref<?xi32, strided<[?], offset: ?>>) -> memref<*xf32>
// DONE-NEXT:     %2 = bufferization.to_tensor %reshape : memref<*xf32> to tensor<*xf32>
// DONE-NEXT:     return %2 : tensor<*xf32>
// DONE-NEXT:   }
// DONE-NEXT: }
