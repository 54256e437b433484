// What is copied where views of tensors are in conflict, and how large the copies are.
// RUN: terrace-opt %s --one-shot-bufferize | FileCheck %s --check-prefix=DONE
// RUN: terrace-opt %s --one-shot-bufferize=test-analysis-only | FileCheck %s --check-prefix=DECIDED
// RUN: terrace-opt %s --one-shot-bufferize=copy-before-write | FileCheck %s --check-prefix=COPIED

func.func @insert_slice_whole(%a: tensor<4x5xf32>, %b: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = tensor.insert_slice %b into %a[0, 0] [4, 5] [1, 1] : tensor<4x5xf32> into tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
func.func @insert_slice_into_empty(%b: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = tensor.insert_slice %b into %e[2] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @conflict_of_slice(%t: tensor<?xf32>, %u: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %s = tensor.extract_slice %t[%i][4][1] : tensor<?xf32> to tensor<4xf32>
  %w = tensor.insert %f into %s[%i] : tensor<4xf32>
  %r = tensor.extract %t[%i] : tensor<?xf32>
  return %w, %r : tensor<4xf32>, f32
}
func.func @conflict_matching(%n: index, %f: f32, %i: index) -> (tensor<?xf32>) {
  %t = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %s = tensor.extract_slice %t[%i][4][1] : tensor<?xf32> to tensor<4xf32>
  %w = tensor.insert %f into %s[%i] : tensor<4xf32>
  %x = tensor.insert_slice %w into %t[%i][4][1] : tensor<4xf32> into tensor<?xf32>
  %y = tensor.insert_slice %w into %x[0][4][1] : tensor<4xf32> into tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @conflict_expand(%n: index, %f: f32, %i: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>) {
  %t = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
  %a = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %b = tensor.insert %f into %a[%i] : tensor<?xf32>
  %c = tensor.expand_shape %b [[0, 1]] output_shape [2, %n] : tensor<?xf32> into tensor<2x?xf32>
  %d = tensor.insert %f into %c[%i, %i] : tensor<2x?xf32>
  %e = tensor.insert %f into %t[%i, %i] : tensor<?x4xf32>
  return %e, %b, %d : tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>
}
func.func @conflict_sizes(%n: index, %f: f32, %i: index, %s: tensor<?xf32>, %t: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %p = tensor.pad %s low[%n] high[3] {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  %0 = tensor.insert_slice %s into %p[0][%n][1] : tensor<?xf32> into tensor<?xf32>
  %1 = tensor.insert_slice %s into %p[1][%n][1] : tensor<?xf32> into tensor<?xf32>
  %z = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %2 = tensor.insert_slice %s into %z[0][%n][1] : tensor<?xf32> into tensor<?xf32>
  %3 = tensor.insert_slice %s into %z[1][%n][1] : tensor<?xf32> into tensor<?xf32>
  %q = tensor.splat %f[%n] : tensor<?xf32>
  %4 = tensor.insert_slice %s into %q[0][%n][1] : tensor<?xf32> into tensor<?xf32>
  %5 = tensor.insert_slice %s into %q[1][%n][1] : tensor<?xf32> into tensor<?xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// DONE: #map = affine_map<()[s0] -> (s0 * 4)>
// DONE-NEXT: #map1 = affine_map<()[s0, s1, s2] -> (s0 + s1 + s2)>
// DONE-NEXT: #map2 = affine_map<()[s0, s1] -> (s0 + s1 + 3)>
// DONE-NEXT: module {
// DONE-NEXT:   func.func @insert_slice_whole(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xf32>) -> tensor<4x5xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<4x5xf32> to memref<4x5xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4x5xf32>
// DONE-NEXT:     %subview = memref.subview %alloc[0, 0] [4, 5] [1, 1] : memref<4x5xf32> to memref<4x5xf32, strided<[5, 1]>>
// DONE-NEXT:     memref.copy %0, %subview : memref<4x5xf32, strided<[?, ?], offset: ?>> to memref<4x5xf32, strided<[5, 1]>>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<4x5xf32> to tensor<4x5xf32>
// DONE-NEXT:     return %1 : tensor<4x5xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @insert_slice_into_empty(%arg0: tensor<4xf32>, %arg1: index) -> tensor<?xf32> {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     %subview = memref.subview %alloc[2] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: 2>>
// DONE-NEXT:     memref.copy %0, %subview : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1], offset: 2>>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %1 : tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @conflict_of_slice(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: f32, %arg3: index) -> (tensor<4xf32>, f32) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %1[%arg3] [4] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.copy %subview, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// DONE-NEXT:     memref.store %arg2, %alloc[%arg3] : memref<4xf32>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// DONE-NEXT:     %3 = memref.load %0[%arg3] : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     return %2, %3 : tensor<4xf32>, f32
// DONE-NEXT:   }
// DONE-NEXT:   func.func @conflict_matching(%arg0: index, %arg1: f32, %arg2: index) -> tensor<?xf32> {
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     %subview = memref.subview %alloc[%arg2] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
// DONE-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// DONE-NEXT:     memref.store %arg1, %alloc_0[%arg2] : memref<4xf32>
// DONE-NEXT:     %subview_1 = memref.subview %alloc[%arg2] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
// DONE-NEXT:     memref.copy %alloc_0, %subview_1 : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
// DONE-NEXT:     %subview_2 = memref.subview %alloc[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
// DONE-NEXT:     memref.copy %alloc_0, %subview_2 : memref<4xf32> to memref<4xf32, strided<[1]>>
// DONE-NEXT:     %0 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %0 : tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @conflict_expand(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>) {
// DONE-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x4xf32>
// DONE-NEXT:     %collapse_shape = memref.collapse_shape %alloc {{\[\[}}0, 1]] : memref<?x4xf32> into memref<?xf32>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %alloc, %c0 : memref<?x4xf32>
// DONE-NEXT:     %c1 = arith.constant 1 : index
// DONE-NEXT:     %c4 = arith.constant 4 : index
// DONE-NEXT:     %0 = affine.apply #map()[%dim]
// DONE-NEXT:     %alloc_0 = memref.alloc(%0) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.store %arg1, %alloc_0[%arg2] : memref<?xf32>
// DONE-NEXT:     %1 = bufferization.to_tensor %alloc_0 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %expand_shape = memref.expand_shape %alloc_0 {{\[\[}}0, 1]] output_shape [2, %arg0] : memref<?xf32> into memref<2x?xf32>
// DONE-NEXT:     %c1_1 = arith.constant 1 : index
// DONE-NEXT:     %dim_2 = memref.dim %expand_shape, %c1_1 : memref<2x?xf32>
// DONE-NEXT:     %alloc_3 = memref.alloc(%dim_2) {alignment = 64 : i64} : memref<2x?xf32>
// DONE-NEXT:     memref.copy %expand_shape, %alloc_3 : memref<2x?xf32> to memref<2x?xf32>
// DONE-NEXT:     memref.store %arg1, %alloc_3[%arg2, %arg2] : memref<2x?xf32>
// DONE-NEXT:     %2 = bufferization.to_tensor %alloc_3 : memref<2x?xf32> to tensor<2x?xf32>
// DONE-NEXT:     memref.store %arg1, %alloc[%arg2, %arg2] : memref<?x4xf32>
// DONE-NEXT:     %3 = bufferization.to_tensor %alloc : memref<?x4xf32> to tensor<?x4xf32>
// DONE-NEXT:     return %3, %1, %2 : tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>
// DONE-NEXT:   }
// DONE-NEXT:   func.func @conflict_sizes(%arg0: index, %arg1: f32, %arg2: index, %arg3: tensor<?xf32>, %arg4: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// DONE-NEXT:     %0 = bufferization.to_buffer %arg4 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %1 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %2 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %3 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %4 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %5 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %6 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %7 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %8 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %9 = bufferization.to_buffer %arg4 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %10 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %11 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %c0 = arith.constant 0 : index
// DONE-NEXT:     %dim = memref.dim %4, %c0 : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %c3 = arith.constant 3 : index
// DONE-NEXT:     %12 = affine.apply #map1()[%dim, %arg0, %c3]
// DONE-NEXT:     %c0_0 = arith.constant 0 : index
// DONE-NEXT:     %dim_1 = memref.dim %3, %c0_0 : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %13 = affine.apply #map2()[%dim_1, %arg0]
// DONE-NEXT:     %alloc = memref.alloc(%13) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     linalg.map outs(%alloc : memref<?xf32>)
// DONE-NEXT:       (%init: f32) {
// DONE-NEXT:         %20 = linalg.index 0 : index
// DONE-NEXT:         linalg.yield %arg1 : f32
// DONE-NEXT:       }
// DONE-NEXT:     %c0_2 = arith.constant 0 : index
// DONE-NEXT:     %dim_3 = memref.dim %2, %c0_2 : memref<?xf32, strided<[?], offset: ?>>
// DONE-NEXT:     %subview = memref.subview %alloc[%arg0] [%dim_3] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
// DONE-NEXT:     memref.copy %1, %subview : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// DONE-NEXT:     %c0_4 = arith.constant 0 : index
// DONE-NEXT:     %dim_5 = memref.dim %alloc, %c0_4 : memref<?xf32>
// DONE-NEXT:     %alloc_6 = memref.alloc(%dim_5) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.copy %alloc, %alloc_6 : memref<?xf32> to memref<?xf32>
// DONE-NEXT:     %subview_7 = memref.subview %alloc_6[0] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// DONE-NEXT:     memref.copy %11, %subview_7 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1]>>
// DONE-NEXT:     %14 = bufferization.to_tensor %alloc_6 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %subview_8 = memref.subview %alloc[1] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
// DONE-NEXT:     memref.copy %10, %subview_8 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: 1>>
// DONE-NEXT:     %15 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %c0_9 = arith.constant 0 : index
// DONE-NEXT:     %dim_10 = memref.dim %0, %c0_9 : memref<?x4xf32, strided<[?, ?], offset: ?>>
// DONE-NEXT:     %alloc_11 = memref.alloc(%dim_10) {alignment = 64 : i64} : memref<?x4xf32>
// DONE-NEXT:     memref.copy %0, %alloc_11 : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32>
// DONE-NEXT:     %collapse_shape = memref.collapse_shape %alloc_11 {{\[\[}}0, 1]] : memref<?x4xf32> into memref<?xf32>
// DONE-NEXT:     %c0_12 = arith.constant 0 : index
// DONE-NEXT:     %dim_13 = memref.dim %collapse_shape, %c0_12 : memref<?xf32>
// DONE-NEXT:     %alloc_14 = memref.alloc(%dim_13) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.copy %collapse_shape, %alloc_14 : memref<?xf32> to memref<?xf32>
// DONE-NEXT:     %c0_15 = arith.constant 0 : index
// DONE-NEXT:     %dim_16 = memref.dim %alloc_14, %c0_15 : memref<?xf32>
// DONE-NEXT:     %alloc_17 = memref.alloc(%dim_16) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.copy %alloc_14, %alloc_17 : memref<?xf32> to memref<?xf32>
// DONE-NEXT:     %subview_18 = memref.subview %alloc_17[0] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// DONE-NEXT:     memref.copy %8, %subview_18 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1]>>
// DONE-NEXT:     %16 = bufferization.to_tensor %alloc_17 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %subview_19 = memref.subview %alloc_14[1] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
// DONE-NEXT:     memref.copy %7, %subview_19 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: 1>>
// DONE-NEXT:     %17 = bufferization.to_tensor %alloc_14 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %alloc_20 = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     linalg.map outs(%alloc_20 : memref<?xf32>)
// DONE-NEXT:       (%init: f32) {
// DONE-NEXT:         linalg.yield %arg1 : f32
// DONE-NEXT:       }
// DONE-NEXT:     %c0_21 = arith.constant 0 : index
// DONE-NEXT:     %dim_22 = memref.dim %alloc_20, %c0_21 : memref<?xf32>
// DONE-NEXT:     %alloc_23 = memref.alloc(%dim_22) {alignment = 64 : i64} : memref<?xf32>
// DONE-NEXT:     memref.copy %alloc_20, %alloc_23 : memref<?xf32> to memref<?xf32>
// DONE-NEXT:     %subview_24 = memref.subview %alloc_23[0] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// DONE-NEXT:     memref.copy %6, %subview_24 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1]>>
// DONE-NEXT:     %18 = bufferization.to_tensor %alloc_23 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     %subview_25 = memref.subview %alloc_20[1] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
// DONE-NEXT:     memref.copy %5, %subview_25 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: 1>>
// DONE-NEXT:     %19 = bufferization.to_tensor %alloc_20 : memref<?xf32> to tensor<?xf32>
// DONE-NEXT:     return %14, %15, %16, %17, %18, %19 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// DONE-NEXT:   }
// DONE-NEXT: }

// DECIDED: module {
// DECIDED-NEXT:   func.func @insert_slice_whole(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xf32>) -> tensor<4x5xf32> {
// DECIDED-NEXT:     %inserted_slice = tensor.insert_slice %arg1 into %arg0[0, 0] [4, 5] [1, 1] {__inplace_operands_attr__ = ["true", "false"]} : tensor<4x5xf32> into tensor<4x5xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %inserted_slice : tensor<4x5xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @insert_slice_into_empty(%arg0: tensor<4xf32>, %arg1: index) -> tensor<?xf32> {
// DECIDED-NEXT:     %0 = tensor.empty(%arg1) : tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice = tensor.insert_slice %arg0 into %0[2] [4] [1] {__inplace_operands_attr__ = ["true", "true"]} : tensor<4xf32> into tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %inserted_slice : tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @conflict_of_slice(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: f32, %arg3: index) -> (tensor<4xf32>, f32) {
// DECIDED-NEXT:     %extracted_slice = tensor.extract_slice %arg0[%arg3] [4] [1] {__inplace_operands_attr__ = ["false", "none"]} : tensor<?xf32> to tensor<4xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg2 into %extracted_slice[%arg3] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<4xf32>
// DECIDED-NEXT:     %extracted = tensor.extract %arg0[%arg3] {__inplace_operands_attr__ = ["true", "none"]} : tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "none"]} %inserted, %extracted : tensor<4xf32>, f32
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @conflict_matching(%arg0: index, %arg1: f32, %arg2: index) -> tensor<?xf32> {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?xf32>
// DECIDED-NEXT:     %extracted_slice = tensor.extract_slice %0[%arg2] [4] [1] {__inplace_operands_attr__ = ["false", "none"]} : tensor<?xf32> to tensor<4xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %extracted_slice[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<4xf32>
// DECIDED-NEXT:     %inserted_slice = tensor.insert_slice %inserted into %0[%arg2] [4] [1] {__inplace_operands_attr__ = ["true", "true", "none"]} : tensor<4xf32> into tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice_0 = tensor.insert_slice %inserted into %inserted_slice[0] [4] [1] {__inplace_operands_attr__ = ["true", "true"]} : tensor<4xf32> into tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true"]} %inserted_slice_0 : tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @conflict_expand(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>) {
// DECIDED-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?x4xf32>
// DECIDED-NEXT:     %collapsed = tensor.collapse_shape %0 {{\[\[}}0, 1]] {__inplace_operands_attr__ = ["false"]} : tensor<?x4xf32> into tensor<?xf32>
// DECIDED-NEXT:     %inserted = tensor.insert %arg1 into %collapsed[%arg2] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<?xf32>
// DECIDED-NEXT:     %expanded = tensor.expand_shape %inserted {{\[\[}}0, 1]] output_shape [2, %arg0] {__inplace_operands_attr__ = ["false", "none"]} : tensor<?xf32> into tensor<2x?xf32>
// DECIDED-NEXT:     %inserted_0 = tensor.insert %arg1 into %expanded[%arg2, %arg2] {__inplace_operands_attr__ = ["none", "true", "none", "none"]} : tensor<2x?xf32>
// DECIDED-NEXT:     %inserted_1 = tensor.insert %arg1 into %0[%arg2, %arg2] {__inplace_operands_attr__ = ["none", "true", "none", "none"]} : tensor<?x4xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true", "true"]} %inserted_1, %inserted, %inserted_0 : tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT:   func.func @conflict_sizes(%arg0: index, %arg1: f32, %arg2: index, %arg3: tensor<?xf32>, %arg4: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// DECIDED-NEXT:     %padded = tensor.pad %arg3 low[%arg0] high[3] {
// DECIDED-NEXT:     ^bb0(%arg5: index):
// DECIDED-NEXT:       tensor.yield %arg1 : f32
// DECIDED-NEXT:     } {__inplace_operands_attr__ = ["true", "none"]} : tensor<?xf32> to tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice = tensor.insert_slice %arg3 into %padded[0] [%arg0] [1] {__inplace_operands_attr__ = ["true", "false", "none"]} : tensor<?xf32> into tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice_0 = tensor.insert_slice %arg3 into %padded[1] [%arg0] [1] {__inplace_operands_attr__ = ["true", "true", "none"]} : tensor<?xf32> into tensor<?xf32>
// DECIDED-NEXT:     %collapsed = tensor.collapse_shape %arg4 {{\[\[}}0, 1]] {__inplace_operands_attr__ = ["false"]} : tensor<?x4xf32> into tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice_1 = tensor.insert_slice %arg3 into %collapsed[0] [%arg0] [1] {__inplace_operands_attr__ = ["true", "false", "none"]} : tensor<?xf32> into tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice_2 = tensor.insert_slice %arg3 into %collapsed[1] [%arg0] [1] {__inplace_operands_attr__ = ["true", "true", "none"]} : tensor<?xf32> into tensor<?xf32>
// DECIDED-NEXT:     %splat = tensor.splat %arg1[%arg0] : tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice_3 = tensor.insert_slice %arg3 into %splat[0] [%arg0] [1] {__inplace_operands_attr__ = ["true", "false", "none"]} : tensor<?xf32> into tensor<?xf32>
// DECIDED-NEXT:     %inserted_slice_4 = tensor.insert_slice %arg3 into %splat[1] [%arg0] [1] {__inplace_operands_attr__ = ["true", "true", "none"]} : tensor<?xf32> into tensor<?xf32>
// DECIDED-NEXT:     return {__inplace_operands_attr__ = ["true", "true", "true", "true", "true", "true"]} %inserted_slice, %inserted_slice_0, %inserted_slice_1, %inserted_slice_2, %inserted_slice_3, %inserted_slice_4 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// DECIDED-NEXT:   }
// DECIDED-NEXT: }

// COPIED: #map = affine_map<()[s0, s1, s2] -> (s0 + s1 + s2)>
// COPIED-NEXT: #map1 = affine_map<()[s0, s1] -> (s0 + s1 + 3)>
// COPIED-NEXT: module {
// COPIED-NEXT:   func.func @insert_slice_whole(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xf32>) -> tensor<4x5xf32> {
// COPIED-NEXT:     %0 = bufferization.to_buffer %arg1 : tensor<4x5xf32> to memref<4x5xf32, strided<[?, ?], offset: ?>>
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4x5xf32>
// COPIED-NEXT:     %subview = memref.subview %alloc[0, 0] [4, 5] [1, 1] : memref<4x5xf32> to memref<4x5xf32, strided<[5, 1]>>
// COPIED-NEXT:     memref.copy %0, %subview : memref<4x5xf32, strided<[?, ?], offset: ?>> to memref<4x5xf32, strided<[5, 1]>>
// COPIED-NEXT:     %1 = bufferization.to_tensor %alloc : memref<4x5xf32> to tensor<4x5xf32>
// COPIED-NEXT:     return %1 : tensor<4x5xf32>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @insert_slice_into_empty(%arg0: tensor<4xf32>, %arg1: index) -> tensor<?xf32> {
// COPIED-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     %c0 = arith.constant 0 : index
// COPIED-NEXT:     %dim = memref.dim %alloc, %c0 : memref<?xf32>
// COPIED-NEXT:     %alloc_0 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %alloc, %alloc_0 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview = memref.subview %alloc_0[2] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: 2>>
// COPIED-NEXT:     memref.copy %0, %subview : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1], offset: 2>>
// COPIED-NEXT:     %1 = bufferization.to_tensor %alloc_0 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     return %1 : tensor<?xf32>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @conflict_of_slice(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: f32, %arg3: index) -> (tensor<4xf32>, f32) {
// COPIED-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %1 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %subview = memref.subview %1[%arg3] [4] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// COPIED-NEXT:     memref.copy %subview, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// COPIED-NEXT:     memref.store %arg2, %alloc[%arg3] : memref<4xf32>
// COPIED-NEXT:     %2 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// COPIED-NEXT:     %3 = memref.load %0[%arg3] : memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     return %2, %3 : tensor<4xf32>, f32
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @conflict_matching(%arg0: index, %arg1: f32, %arg2: index) -> tensor<?xf32> {
// COPIED-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     %subview = memref.subview %alloc[%arg2] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
// COPIED-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// COPIED-NEXT:     memref.copy %subview, %alloc_0 : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
// COPIED-NEXT:     memref.store %arg1, %alloc_0[%arg2] : memref<4xf32>
// COPIED-NEXT:     %c0 = arith.constant 0 : index
// COPIED-NEXT:     %dim = memref.dim %alloc, %c0 : memref<?xf32>
// COPIED-NEXT:     %alloc_1 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %alloc, %alloc_1 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_2 = memref.subview %alloc_1[%arg2] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
// COPIED-NEXT:     memref.copy %alloc_0, %subview_2 : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
// COPIED-NEXT:     %c0_3 = arith.constant 0 : index
// COPIED-NEXT:     %dim_4 = memref.dim %alloc_1, %c0_3 : memref<?xf32>
// COPIED-NEXT:     %alloc_5 = memref.alloc(%dim_4) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %alloc_1, %alloc_5 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_6 = memref.subview %alloc_5[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
// COPIED-NEXT:     memref.copy %alloc_0, %subview_6 : memref<4xf32> to memref<4xf32, strided<[1]>>
// COPIED-NEXT:     %0 = bufferization.to_tensor %alloc_5 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     return %0 : tensor<?xf32>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @conflict_expand(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>) {
// COPIED-NEXT:     %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x4xf32>
// COPIED-NEXT:     %collapse_shape = memref.collapse_shape %alloc {{\[\[}}0, 1]] : memref<?x4xf32> into memref<?xf32>
// COPIED-NEXT:     %c0 = arith.constant 0 : index
// COPIED-NEXT:     %dim = memref.dim %collapse_shape, %c0 : memref<?xf32>
// COPIED-NEXT:     %alloc_0 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %collapse_shape, %alloc_0 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     memref.store %arg1, %alloc_0[%arg2] : memref<?xf32>
// COPIED-NEXT:     %0 = bufferization.to_tensor %alloc_0 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     %expand_shape = memref.expand_shape %alloc_0 {{\[\[}}0, 1]] output_shape [2, %arg0] : memref<?xf32> into memref<2x?xf32>
// COPIED-NEXT:     %c1 = arith.constant 1 : index
// COPIED-NEXT:     %dim_1 = memref.dim %expand_shape, %c1 : memref<2x?xf32>
// COPIED-NEXT:     %alloc_2 = memref.alloc(%dim_1) {alignment = 64 : i64} : memref<2x?xf32>
// COPIED-NEXT:     memref.copy %expand_shape, %alloc_2 : memref<2x?xf32> to memref<2x?xf32>
// COPIED-NEXT:     memref.store %arg1, %alloc_2[%arg2, %arg2] : memref<2x?xf32>
// COPIED-NEXT:     %1 = bufferization.to_tensor %alloc_2 : memref<2x?xf32> to tensor<2x?xf32>
// COPIED-NEXT:     %c0_3 = arith.constant 0 : index
// COPIED-NEXT:     %dim_4 = memref.dim %alloc, %c0_3 : memref<?x4xf32>
// COPIED-NEXT:     %alloc_5 = memref.alloc(%dim_4) {alignment = 64 : i64} : memref<?x4xf32>
// COPIED-NEXT:     memref.copy %alloc, %alloc_5 : memref<?x4xf32> to memref<?x4xf32>
// COPIED-NEXT:     memref.store %arg1, %alloc_5[%arg2, %arg2] : memref<?x4xf32>
// COPIED-NEXT:     %2 = bufferization.to_tensor %alloc_5 : memref<?x4xf32> to tensor<?x4xf32>
// COPIED-NEXT:     return %2, %0, %1 : tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>
// COPIED-NEXT:   }
// COPIED-NEXT:   func.func @conflict_sizes(%arg0: index, %arg1: f32, %arg2: index, %arg3: tensor<?xf32>, %arg4: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// COPIED-NEXT:     %0 = bufferization.to_buffer %arg4 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// COPIED-NEXT:     %1 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %2 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %3 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %4 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %5 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %6 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %7 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %8 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %9 = bufferization.to_buffer %arg4 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// COPIED-NEXT:     %10 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %11 = bufferization.to_buffer %arg3 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %c0 = arith.constant 0 : index
// COPIED-NEXT:     %dim = memref.dim %4, %c0 : memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %c3 = arith.constant 3 : index
// COPIED-NEXT:     %12 = affine.apply #map()[%dim, %arg0, %c3]
// COPIED-NEXT:     %c0_0 = arith.constant 0 : index
// COPIED-NEXT:     %dim_1 = memref.dim %3, %c0_0 : memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %13 = affine.apply #map1()[%dim_1, %arg0]
// COPIED-NEXT:     %alloc = memref.alloc(%13) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     linalg.map outs(%alloc : memref<?xf32>)
// COPIED-NEXT:       (%init: f32) {
// COPIED-NEXT:         %20 = linalg.index 0 : index
// COPIED-NEXT:         linalg.yield %arg1 : f32
// COPIED-NEXT:       }
// COPIED-NEXT:     %c0_2 = arith.constant 0 : index
// COPIED-NEXT:     %dim_3 = memref.dim %2, %c0_2 : memref<?xf32, strided<[?], offset: ?>>
// COPIED-NEXT:     %subview = memref.subview %alloc[%arg0] [%dim_3] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
// COPIED-NEXT:     memref.copy %1, %subview : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// COPIED-NEXT:     %c0_4 = arith.constant 0 : index
// COPIED-NEXT:     %dim_5 = memref.dim %alloc, %c0_4 : memref<?xf32>
// COPIED-NEXT:     %alloc_6 = memref.alloc(%dim_5) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %alloc, %alloc_6 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_7 = memref.subview %alloc_6[0] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// COPIED-NEXT:     memref.copy %11, %subview_7 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1]>>
// COPIED-NEXT:     %14 = bufferization.to_tensor %alloc_6 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     %c0_8 = arith.constant 0 : index
// COPIED-NEXT:     %dim_9 = memref.dim %alloc, %c0_8 : memref<?xf32>
// COPIED-NEXT:     %alloc_10 = memref.alloc(%dim_9) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %alloc, %alloc_10 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_11 = memref.subview %alloc_10[1] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
// COPIED-NEXT:     memref.copy %10, %subview_11 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: 1>>
// COPIED-NEXT:     %15 = bufferization.to_tensor %alloc_10 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     %c0_12 = arith.constant 0 : index
// COPIED-NEXT:     %dim_13 = memref.dim %0, %c0_12 : memref<?x4xf32, strided<[?, ?], offset: ?>>
// COPIED-NEXT:     %alloc_14 = memref.alloc(%dim_13) {alignment = 64 : i64} : memref<?x4xf32>
// COPIED-NEXT:     memref.copy %0, %alloc_14 : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32>
// COPIED-NEXT:     %collapse_shape = memref.collapse_shape %alloc_14 {{\[\[}}0, 1]] : memref<?x4xf32> into memref<?xf32>
// COPIED-NEXT:     %c0_15 = arith.constant 0 : index
// COPIED-NEXT:     %dim_16 = memref.dim %collapse_shape, %c0_15 : memref<?xf32>
// COPIED-NEXT:     %alloc_17 = memref.alloc(%dim_16) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %collapse_shape, %alloc_17 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_18 = memref.subview %alloc_17[0] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// COPIED-NEXT:     memref.copy %8, %subview_18 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1]>>
// COPIED-NEXT:     %16 = bufferization.to_tensor %alloc_17 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     %c0_19 = arith.constant 0 : index
// COPIED-NEXT:     %dim_20 = memref.dim %collapse_shape, %c0_19 : memref<?xf32>
// COPIED-NEXT:     %alloc_21 = memref.alloc(%dim_20) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %collapse_shape, %alloc_21 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_22 = memref.subview %alloc_21[1] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
// COPIED-NEXT:     memref.copy %7, %subview_22 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: 1>>
// COPIED-NEXT:     %17 = bufferization.to_tensor %alloc_21 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     %alloc_23 = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     linalg.map outs(%alloc_23 : memref<?xf32>)
// COPIED-NEXT:       (%init: f32) {
// COPIED-NEXT:         linalg.yield %arg1 : f32
// COPIED-NEXT:       }
// COPIED-NEXT:     %c0_24 = arith.constant 0 : index
// COPIED-NEXT:     %dim_25 = memref.dim %alloc_23, %c0_24 : memref<?xf32>
// COPIED-NEXT:     %alloc_26 = memref.alloc(%dim_25) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %alloc_23, %alloc_26 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_27 = memref.subview %alloc_26[0] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// COPIED-NEXT:     memref.copy %6, %subview_27 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1]>>
// COPIED-NEXT:     %18 = bufferization.to_tensor %alloc_26 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     %c0_28 = arith.constant 0 : index
// COPIED-NEXT:     %dim_29 = memref.dim %alloc_23, %c0_28 : memref<?xf32>
// COPIED-NEXT:     %alloc_30 = memref.alloc(%dim_29) {alignment = 64 : i64} : memref<?xf32>
// COPIED-NEXT:     memref.copy %alloc_23, %alloc_30 : memref<?xf32> to memref<?xf32>
// COPIED-NEXT:     %subview_31 = memref.subview %alloc_30[1] [%arg0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
// COPIED-NEXT:     memref.copy %5, %subview_31 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: 1>>
// COPIED-NEXT:     %19 = bufferization.to_tensor %alloc_30 : memref<?xf32> to tensor<?xf32>
// COPIED-NEXT:     return %14, %15, %16, %17, %18, %19 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// COPIED-NEXT:   }
// COPIED-NEXT: }
