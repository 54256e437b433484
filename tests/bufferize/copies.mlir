// Copies of tensors, made before anything is a buffer.
// RUN: terrace-test-opt %s --test-tensor-copy-insertion | FileCheck %s --check-prefix=INSIDE
// RUN: terrace-test-opt %s --test-tensor-copy-insertion=bufferize-function-boundaries | FileCheck %s --check-prefix=WHOLE

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
func.func @fill_matmul(%a: tensor<?x5xf32>, %b: tensor<5x6xf32>, %n: index) -> tensor<?x6xf32> {
  %f = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x6xf32>
  %c = linalg.fill ins(%f : f32) outs(%e : tensor<?x6xf32>) -> tensor<?x6xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x5xf32>, tensor<5x6xf32>) outs(%c : tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<?x5xf32>, tensor<5x6xf32>) outs(%c : tensor<?x6xf32>) -> tensor<?x6xf32>
  %2 = linalg.add ins(%0, %1 : tensor<?x6xf32>, tensor<?x6xf32>) outs(%0 : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %2 : tensor<?x6xf32>
}
func.func @conflict_dyn(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.exp ins(%a : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// INSIDE: #map = affine_map<()[s0] -> (s0 * 4)>
// INSIDE-NEXT: module {
// INSIDE-NEXT:   func.func @insert_slice_into_empty(%arg0: tensor<4xf32>, %arg1: index) -> tensor<?xf32> {
// INSIDE-NEXT:     %0 = tensor.empty(%arg1) : tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice = tensor.insert_slice %arg0 into %0[2] [4] [1] : tensor<4xf32> into tensor<?xf32>
// INSIDE-NEXT:     return %inserted_slice : tensor<?xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @conflict_of_slice(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: f32, %arg3: index) -> (tensor<4xf32>, f32) {
// INSIDE-NEXT:     %extracted_slice = tensor.extract_slice %arg0[%arg3] [4] [1] : tensor<?xf32> to tensor<4xf32>
// INSIDE-NEXT:     %0 = bufferization.alloc_tensor() copy(%extracted_slice) : tensor<4xf32>
// INSIDE-NEXT:     %inserted = tensor.insert %arg2 into %0[%arg3] : tensor<4xf32>
// INSIDE-NEXT:     %extracted = tensor.extract %arg0[%arg3] : tensor<?xf32>
// INSIDE-NEXT:     return %inserted, %extracted : tensor<4xf32>, f32
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @conflict_matching(%arg0: index, %arg1: f32, %arg2: index) -> tensor<?xf32> {
// INSIDE-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?xf32>
// INSIDE-NEXT:     %extracted_slice = tensor.extract_slice %0[%arg2] [4] [1] : tensor<?xf32> to tensor<4xf32>
// INSIDE-NEXT:     %1 = bufferization.alloc_tensor() : tensor<4xf32>
// INSIDE-NEXT:     %inserted = tensor.insert %arg1 into %1[%arg2] : tensor<4xf32>
// INSIDE-NEXT:     %inserted_slice = tensor.insert_slice %inserted into %0[%arg2] [4] [1] : tensor<4xf32> into tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice_0 = tensor.insert_slice %inserted into %inserted_slice[0] [4] [1] : tensor<4xf32> into tensor<?xf32>
// INSIDE-NEXT:     return %inserted_slice_0 : tensor<?xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @conflict_expand(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>) {
// INSIDE-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?x4xf32>
// INSIDE-NEXT:     %collapsed = tensor.collapse_shape %0 {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// INSIDE-NEXT:     %c0 = arith.constant 0 : index
// INSIDE-NEXT:     %dim = tensor.dim %0, %c0 : tensor<?x4xf32>
// INSIDE-NEXT:     %c1 = arith.constant 1 : index
// INSIDE-NEXT:     %c4 = arith.constant 4 : index
// INSIDE-NEXT:     %1 = affine.apply #map()[%dim]
// INSIDE-NEXT:     %2 = bufferization.alloc_tensor(%1) : tensor<?xf32>
// INSIDE-NEXT:     %inserted = tensor.insert %arg1 into %2[%arg2] : tensor<?xf32>
// INSIDE-NEXT:     %expanded = tensor.expand_shape %inserted {{\[\[}}0, 1]] output_shape [2, %arg0] : tensor<?xf32> into tensor<2x?xf32>
// INSIDE-NEXT:     %3 = bufferization.alloc_tensor() copy(%expanded) : tensor<2x?xf32>
// INSIDE-NEXT:     %inserted_0 = tensor.insert %arg1 into %3[%arg2, %arg2] : tensor<2x?xf32>
// INSIDE-NEXT:     %inserted_1 = tensor.insert %arg1 into %0[%arg2, %arg2] : tensor<?x4xf32>
// INSIDE-NEXT:     return %inserted_1, %inserted, %inserted_0 : tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @conflict_sizes(%arg0: index, %arg1: f32, %arg2: index, %arg3: tensor<?xf32>, %arg4: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// INSIDE-NEXT:     %padded = tensor.pad %arg3 low[%arg0] high[3] {
// INSIDE-NEXT:     ^bb0(%arg5: index):
// INSIDE-NEXT:       tensor.yield %arg1 : f32
// INSIDE-NEXT:     } : tensor<?xf32> to tensor<?xf32>
// INSIDE-NEXT:     %0 = bufferization.alloc_tensor() copy(%padded) : tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice = tensor.insert_slice %arg3 into %0[0] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice_0 = tensor.insert_slice %arg3 into %padded[1] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// INSIDE-NEXT:     %collapsed = tensor.collapse_shape %arg4 {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// INSIDE-NEXT:     %1 = bufferization.alloc_tensor() copy(%collapsed) : tensor<?xf32>
// INSIDE-NEXT:     %2 = bufferization.alloc_tensor() copy(%1) : tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice_1 = tensor.insert_slice %arg3 into %2[0] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice_2 = tensor.insert_slice %arg3 into %1[1] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// INSIDE-NEXT:     %splat = tensor.splat %arg1[%arg0] : tensor<?xf32>
// INSIDE-NEXT:     %3 = bufferization.alloc_tensor() copy(%splat) : tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice_3 = tensor.insert_slice %arg3 into %3[0] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// INSIDE-NEXT:     %inserted_slice_4 = tensor.insert_slice %arg3 into %splat[1] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// INSIDE-NEXT:     return %inserted_slice, %inserted_slice_0, %inserted_slice_1, %inserted_slice_2, %inserted_slice_3, %inserted_slice_4 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @fill_matmul(%arg0: tensor<?x5xf32>, %arg1: tensor<5x6xf32>, %arg2: index) -> tensor<?x6xf32> {
// INSIDE-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// INSIDE-NEXT:     %0 = tensor.empty(%arg2) : tensor<?x6xf32>
// INSIDE-NEXT:     %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?x6xf32>) -> tensor<?x6xf32>
// INSIDE-NEXT:     %2 = bufferization.alloc_tensor() copy(%1) : tensor<?x6xf32>
// INSIDE-NEXT:     %3 = linalg.matmul ins(%arg0, %arg1 : tensor<?x5xf32>, tensor<5x6xf32>) outs(%2 : tensor<?x6xf32>) -> tensor<?x6xf32>
// INSIDE-NEXT:     %4 = linalg.matmul ins(%arg0, %arg1 : tensor<?x5xf32>, tensor<5x6xf32>) outs(%1 : tensor<?x6xf32>) -> tensor<?x6xf32>
// INSIDE-NEXT:     %5 = linalg.add ins(%3, %4 : tensor<?x6xf32>, tensor<?x6xf32>) outs(%3 : tensor<?x6xf32>) -> tensor<?x6xf32>
// INSIDE-NEXT:     return %5 : tensor<?x6xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT:   func.func @conflict_dyn(%arg0: tensor<?xf32>, %arg1: index) -> (tensor<?xf32>, tensor<?xf32>) {
// INSIDE-NEXT:     %0 = tensor.empty(%arg1) : tensor<?xf32>
// INSIDE-NEXT:     %1 = linalg.exp ins(%arg0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
// INSIDE-NEXT:     %c0 = arith.constant 0 : index
// INSIDE-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
// INSIDE-NEXT:     %c0_0 = arith.constant 0 : index
// INSIDE-NEXT:     %dim_1 = tensor.dim %0, %c0_0 : tensor<?xf32>
// INSIDE-NEXT:     %2 = bufferization.alloc_tensor(%dim) : tensor<?xf32>
// INSIDE-NEXT:     %3 = linalg.exp ins(%arg0 : tensor<?xf32>) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
// INSIDE-NEXT:     return %1, %3 : tensor<?xf32>, tensor<?xf32>
// INSIDE-NEXT:   }
// INSIDE-NEXT: }

// WHOLE: #map = affine_map<()[s0] -> (s0 * 4)>
// WHOLE-NEXT: module {
// WHOLE-NEXT:   func.func @insert_slice_into_empty(%arg0: tensor<4xf32>, %arg1: index) -> tensor<?xf32> {
// WHOLE-NEXT:     %0 = tensor.empty(%arg1) : tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice = tensor.insert_slice %arg0 into %0[2] [4] [1] : tensor<4xf32> into tensor<?xf32>
// WHOLE-NEXT:     return %inserted_slice : tensor<?xf32>
// WHOLE-NEXT:   }
// WHOLE-NEXT:   func.func @conflict_of_slice(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: f32, %arg3: index) -> (tensor<4xf32>, f32) {
// WHOLE-NEXT:     %extracted_slice = tensor.extract_slice %arg0[%arg3] [4] [1] : tensor<?xf32> to tensor<4xf32>
// WHOLE-NEXT:     %0 = bufferization.alloc_tensor() copy(%extracted_slice) : tensor<4xf32>
// WHOLE-NEXT:     %inserted = tensor.insert %arg2 into %0[%arg3] : tensor<4xf32>
// WHOLE-NEXT:     %extracted = tensor.extract %arg0[%arg3] : tensor<?xf32>
// WHOLE-NEXT:     return %inserted, %extracted : tensor<4xf32>, f32
// WHOLE-NEXT:   }
// WHOLE-NEXT:   func.func @conflict_matching(%arg0: index, %arg1: f32, %arg2: index) -> tensor<?xf32> {
// WHOLE-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?xf32>
// WHOLE-NEXT:     %extracted_slice = tensor.extract_slice %0[%arg2] [4] [1] : tensor<?xf32> to tensor<4xf32>
// WHOLE-NEXT:     %1 = bufferization.alloc_tensor() : tensor<4xf32>
// WHOLE-NEXT:     %inserted = tensor.insert %arg1 into %1[%arg2] : tensor<4xf32>
// WHOLE-NEXT:     %inserted_slice = tensor.insert_slice %inserted into %0[%arg2] [4] [1] : tensor<4xf32> into tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice_0 = tensor.insert_slice %inserted into %inserted_slice[0] [4] [1] : tensor<4xf32> into tensor<?xf32>
// WHOLE-NEXT:     return %inserted_slice_0 : tensor<?xf32>
// WHOLE-NEXT:   }
// WHOLE-NEXT:   func.func @conflict_expand(%arg0: index, %arg1: f32, %arg2: index) -> (tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>) {
// WHOLE-NEXT:     %0 = bufferization.alloc_tensor(%arg0) : tensor<?x4xf32>
// WHOLE-NEXT:     %collapsed = tensor.collapse_shape %0 {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// WHOLE-NEXT:     %c0 = arith.constant 0 : index
// WHOLE-NEXT:     %dim = tensor.dim %0, %c0 : tensor<?x4xf32>
// WHOLE-NEXT:     %c1 = arith.constant 1 : index
// WHOLE-NEXT:     %c4 = arith.constant 4 : index
// WHOLE-NEXT:     %1 = affine.apply #map()[%dim]
// WHOLE-NEXT:     %2 = bufferization.alloc_tensor(%1) : tensor<?xf32>
// WHOLE-NEXT:     %inserted = tensor.insert %arg1 into %2[%arg2] : tensor<?xf32>
// WHOLE-NEXT:     %expanded = tensor.expand_shape %inserted {{\[\[}}0, 1]] output_shape [2, %arg0] : tensor<?xf32> into tensor<2x?xf32>
// WHOLE-NEXT:     %3 = bufferization.alloc_tensor() copy(%expanded) : tensor<2x?xf32>
// WHOLE-NEXT:     %inserted_0 = tensor.insert %arg1 into %3[%arg2, %arg2] : tensor<2x?xf32>
// WHOLE-NEXT:     %inserted_1 = tensor.insert %arg1 into %0[%arg2, %arg2] : tensor<?x4xf32>
// WHOLE-NEXT:     return %inserted_1, %inserted, %inserted_0 : tensor<?x4xf32>, tensor<?xf32>, tensor<2x?xf32>
// WHOLE-NEXT:   }
// WHOLE-NEXT:   func.func @conflict_sizes(%arg0: index, %arg1: f32, %arg2: index, %arg3: tensor<?xf32>, %arg4: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
// WHOLE-NEXT:     %padded = tensor.pad %arg3 low[%arg0] high[3] {
// WHOLE-NEXT:     ^bb0(%arg5: index):
// WHOLE-NEXT:       tensor.yield %arg1 : f32
// WHOLE-NEXT:     } : tensor<?xf32> to tensor<?xf32>
// WHOLE-NEXT:     %0 = bufferization.alloc_tensor() copy(%padded) : tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice = tensor.insert_slice %arg3 into %0[0] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice_0 = tensor.insert_slice %arg3 into %padded[1] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// WHOLE-NEXT:     %collapsed = tensor.collapse_shape %arg4 {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// WHOLE-NEXT:     %1 = bufferization.alloc_tensor() copy(%collapsed) : tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice_1 = tensor.insert_slice %arg3 into %1[0] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice_2 = tensor.insert_slice %arg3 into %collapsed[1] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// WHOLE-NEXT:     %splat = tensor.splat %arg1[%arg0] : tensor<?xf32>
// WHOLE-NEXT:     %2 = bufferization.alloc_tensor() copy(%splat) : tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice_3 = tensor.insert_slice %arg3 into %2[0] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// WHOLE-NEXT:     %inserted_slice_4 = tensor.insert_slice %arg3 into %splat[1] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
// WHOLE-NEXT:     return %inserted_slice, %inserted_slice_0, %inserted_slice_1, %inserted_slice_2, %inserted_slice_3, %inserted_slice_4 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// WHOLE-NEXT:   }
// WHOLE-NEXT:   func.func @fill_matmul(%arg0: tensor<?x5xf32>, %arg1: tensor<5x6xf32>, %arg2: index) -> tensor<?x6xf32> {
// WHOLE-NEXT:     %cst = arith.constant 0.000000e+00 : f32
// WHOLE-NEXT:     %0 = tensor.empty(%arg2) : tensor<?x6xf32>
// WHOLE-NEXT:     %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?x6xf32>) -> tensor<?x6xf32>
// WHOLE-NEXT:     %2 = bufferization.alloc_tensor() copy(%1) : tensor<?x6xf32>
// WHOLE-NEXT:     %3 = linalg.matmul ins(%arg0, %arg1 : tensor<?x5xf32>, tensor<5x6xf32>) outs(%2 : tensor<?x6xf32>) -> tensor<?x6xf32>
// WHOLE-NEXT:     %4 = linalg.matmul ins(%arg0, %arg1 : tensor<?x5xf32>, tensor<5x6xf32>) outs(%1 : tensor<?x6xf32>) -> tensor<?x6xf32>
// WHOLE-NEXT:     %5 = linalg.add ins(%3, %4 : tensor<?x6xf32>, tensor<?x6xf32>) outs(%3 : tensor<?x6xf32>) -> tensor<?x6xf32>
// WHOLE-NEXT:     return %5 : tensor<?x6xf32>
// WHOLE-NEXT:   }
// WHOLE-NEXT:   func.func @conflict_dyn(%arg0: tensor<?xf32>, %arg1: index) -> (tensor<?xf32>, tensor<?xf32>) {
// WHOLE-NEXT:     %0 = tensor.empty(%arg1) : tensor<?xf32>
// WHOLE-NEXT:     %1 = linalg.exp ins(%arg0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
// WHOLE-NEXT:     %c0 = arith.constant 0 : index
// WHOLE-NEXT:     %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
// WHOLE-NEXT:     %c0_0 = arith.constant 0 : index
// WHOLE-NEXT:     %dim_1 = tensor.dim %0, %c0_0 : tensor<?xf32>
// WHOLE-NEXT:     %2 = bufferization.alloc_tensor(%dim) : tensor<?xf32>
// WHOLE-NEXT:     %3 = linalg.exp ins(%arg0 : tensor<?xf32>) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
// WHOLE-NEXT:     return %1, %3 : tensor<?xf32>, tensor<?xf32>
// WHOLE-NEXT:   }
// WHOLE-NEXT: }
