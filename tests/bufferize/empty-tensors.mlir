// What is computed on an empty tensor and then written to a part of another tensor is computed in that part.
// RUN: terrace-opt %s --eliminate-empty-tensors | FileCheck %s
// RUN: terrace-opt %s --eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s --check-prefix=BUFFERS

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @part(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32) -> tensor<16xf32> {
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][3] [4] [2] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V1]] into %[[ARG0]][3] [4] [2] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @part(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3] [4] [2] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][3] [4] [2] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @part(%t: tensor<16xf32>, %f: f32) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[3] [4] [2] : tensor<4xf32> into tensor<16xf32>
  return %1 : tensor<16xf32>
}

// CHECK-LABEL: func.func @rank_reduced(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x?xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> tensor<4x?xf32> {
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][%[[ARG2]], 0] [1, %[[ARG3]]] [1, 1] : tensor<4x?xf32> to tensor<?xf32>
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty(%[[ARG3]]) : tensor<?xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V1]] into %[[ARG0]][%[[ARG2]], 0] [1, %[[ARG3]]] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<4x?xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @rank_reduced(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<4x?xf32, strided<[?, ?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> memref<4x?xf32, strided<[?, ?], offset: ?>> {
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG2]], 0] [1, %[[ARG3]]] [1, 1] : memref<4x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<?xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][%[[ARG2]], 0] [1, %[[ARG3]]] [1, 1] : memref<4x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<4x?xf32, strided<[?, ?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @rank_reduced(%t: tensor<4x?xf32>, %f: f32, %i: index, %n: index) -> tensor<4x?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.insert_slice %0 into %t[%i, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @two_parts_of_one(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> tensor<8xf32> {
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][0] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V1]] into %[[ARG0]][0] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK-NEXT:  %[[EXTRACTED_SLICE_0:.*]] = tensor.extract_slice %[[INSERTED_SLICE]][4] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = linalg.fill ins(%[[ARG2]] : f32) outs(%[[EXTRACTED_SLICE_0]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE_1:.*]] = tensor.insert_slice %[[V2]] into %[[INSERTED_SLICE]][4] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE_1]] : tensor<8xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @two_parts_of_one(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<8xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> memref<8xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0] [4] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][0] [4] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  %[[SUBVIEW_1:.*]] = memref.subview %[[ARG0]][4] [4] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG2]] : f32) outs(%[[SUBVIEW_1]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_2:.*]] = memref.subview %[[ARG0]][4] [4] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW_1]], %[[SUBVIEW_2]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<8xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @two_parts_of_one(%t: tensor<8xf32>, %f: f32, %g: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %0 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %3 = tensor.insert_slice %1 into %2[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: func.func @type_changes(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32) -> tensor<16xf32> {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<2x2xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[V0]] : tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT:  %[[COLLAPSED:.*]] = tensor.collapse_shape %[[V1]] {{\[\[}}0, 1]] : tensor<2x2xf32> into tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[COLLAPSED]] into %[[ARG0]][3] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @type_changes(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2x2xf32>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[ALLOC]] : memref<2x2xf32>)
// BUFFERS-NEXT:  %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[ALLOC]] {{\[\[}}0, 1]] : memref<2x2xf32> into memref<4xf32>
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[COLLAPSE_SHAPE]], %[[SUBVIEW]] : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @type_changes(%t: tensor<16xf32>, %f: f32) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[3] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %2 : tensor<16xf32>
}

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> tensor<16xf32> {
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][3] [4] [1] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[CAST:.*]] = tensor.cast %[[EXTRACTED_SLICE]] : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty(%[[ARG2]]) : tensor<?xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[CAST]] : tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  %[[CAST_0:.*]] = tensor.cast %[[V1]] : tensor<?xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[CAST_0]] into %[[ARG0]][3] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @cast(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][3] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @cast(%t: tensor<16xf32>, %f: f32, %n: index) -> tensor<16xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[3] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %2 : tensor<16xf32>
}

// CHECK-LABEL: func.func @in_a_loop(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32) -> tensor<16xf32> {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = scf.for %[[ARG2:.*]] = %[[C0]] to %[[C16]] step %[[C4]] iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (tensor<16xf32>) {
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG3]][%[[ARG2]]] [4] [1] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V2]] into %[[ARG3]][%[[ARG2]]] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  scf.yield %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  return %[[V1]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @in_a_loop(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// BUFFERS-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// BUFFERS-NEXT:  %[[C16:.*]] = arith.constant 16 : index
// BUFFERS-NEXT:  scf.for %[[ARG2:.*]] = %[[C0]] to %[[C16]] step %[[C4]] {
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG2]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][%[[ARG2]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @in_a_loop(%t: tensor<16xf32>, %f: f32) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%a = %t) -> tensor<16xf32> {
    %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = tensor.insert_slice %0 into %a[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @in_parallel(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32) -> tensor<16xf32> {
// CHECK-NEXT:  %[[V0:.*]] = scf.forall (%[[ARG2:.*]]) = (0) to (16) step (4) shared_outs(%[[ARG3:.*]] = %[[ARG0]]) -> (tensor<16xf32>) {
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG3]][%[[ARG2]]] [4] [1] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  scf.forall.in_parallel {
// CHECK-NEXT:  tensor.parallel_insert_slice %[[V2]] into %[[ARG3]][%[[ARG2]]] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  return %[[V0]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @in_parallel(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  scf.forall (%[[ARG2:.*]]) = (0) to (16) step (4) {
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG2]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][%[[ARG2]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @in_parallel(%t: tensor<16xf32>, %f: f32) -> tensor<16xf32> {
  %r = scf.forall (%i) = (0) to (16) step (4) shared_outs(%a = %t) -> tensor<16xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %a[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    }
  }
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @either(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i1) -> tensor<16xf32> {
// CHECK-NEXT:  %[[V0:.*]] = scf.if %[[ARG2]] -> (tensor<4xf32>) {
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][3] [4] [1] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  scf.yield %[[V2]] : tensor<4xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:  %[[EXTRACTED_SLICE]] = tensor.extract_slice %[[ARG0]][3] [4] [1] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V1]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  scf.yield %[[EXTRACTED_SLICE]] : tensor<4xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V0]] into %[[ARG0]][3] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @either(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i1) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[V0:.*]] = scf.if %[[ARG2]] -> (memref<4xf32, strided<[?], offset: ?>>) {
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][3] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  scf.yield %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  } else {
// BUFFERS-NEXT:  %[[SUBVIEW_0]] = memref.subview %[[ARG0]][3] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  scf.yield %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[V0]], %[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @either(%t: tensor<16xf32>, %f: f32, %c: i1) -> tensor<16xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  %2 = tensor.insert_slice %0 into %t[3] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %2 : tensor<16xf32>
}

// CHECK-LABEL: func.func @offsets_move(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> tensor<16xf32> {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:  %[[V1:.*]] = arith.addi %[[ARG2]], %[[C2]] : index
// CHECK-NEXT:  %[[V2:.*]] = arith.muli %[[V1]], %[[V1]] : index
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][%[[V2]]] [4] [1] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V3:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V3]] into %[[ARG0]][%[[V2]]] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @offsets_move(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[C2:.*]] = arith.constant 2 : index
// BUFFERS-NEXT:  %[[V0:.*]] = arith.addi %[[ARG2]], %[[C2]] : index
// BUFFERS-NEXT:  %[[V1:.*]] = arith.muli %[[V0]], %[[V0]] : index
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[V1]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][%[[V1]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @offsets_move(%t: tensor<16xf32>, %f: f32, %i: index) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c2 = arith.constant 2 : index
  %a = arith.addi %i, %c2 : index
  %b = arith.muli %a, %a : index
  %1 = tensor.insert_slice %0 into %t[%b] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %1 : tensor<16xf32>
}

// CHECK-LABEL: func.func @effects_do_not_move(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: memref<index>) -> tensor<16xf32> {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[V0]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[ARG2]][] : memref<index>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V1]] into %[[ARG0]][%[[V2]]] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @effects_do_not_move(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: memref<index>) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[ALLOC]] : memref<4xf32>)
// BUFFERS-NEXT:  %[[V0:.*]] = memref.load %[[ARG2]][] : memref<index>
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[V0]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[ALLOC]], %[[SUBVIEW]] : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @effects_do_not_move(%t: tensor<16xf32>, %f: f32, %m: memref<index>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %i = memref.load %m[] : memref<index>
  %1 = tensor.insert_slice %0 into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %1 : tensor<16xf32>
}

// CHECK-LABEL: func.func @destination_needs_what_is_computed(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32) -> tensor<16xf32> {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[V0]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[EXTRACTED:.*]] = tensor.extract %[[V1]][%[[C0]]] : tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED:.*]] = tensor.insert %[[EXTRACTED]] into %[[ARG0]][%[[C0]]] : tensor<16xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V1]] into %[[INSERTED]][8] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  return %[[INSERTED_SLICE]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @destination_needs_what_is_computed(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// BUFFERS-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[ALLOC]] : memref<4xf32>)
// BUFFERS-NEXT:  %[[V0:.*]] = memref.load %[[ALLOC]][%[[C0]]] : memref<4xf32>
// BUFFERS-NEXT:  memref.store %[[V0]], %[[ARG0]][%[[C0]]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][8] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[ALLOC]], %[[SUBVIEW]] : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  return %[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @destination_needs_what_is_computed(%t: tensor<16xf32>, %f: f32) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c0 = arith.constant 0 : index
  %x = tensor.extract %0[%c0] : tensor<4xf32>
  %d = tensor.insert %x into %t[%c0] : tensor<16xf32>
  %1 = tensor.insert_slice %0 into %d[8] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %1 : tensor<16xf32>
}

// CHECK-LABEL: func.func @whole(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: f32) -> tensor<4xf32> {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[ARG0]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = bufferization.materialize_in_destination %[[V1]] in %[[ARG0]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  return %[[V2]] : tensor<4xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @whole(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<4xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32) -> memref<4xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[ARG0]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  return %[[ARG0]] : memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @whole(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = bufferization.materialize_in_destination %0 in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @copied(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: f32) -> tensor<4xf32> {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[ARG0]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = linalg.copy ins(%[[V1]] : tensor<4xf32>) outs(%[[ARG0]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  return %[[V2]] : tensor<4xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @copied(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<4xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32) -> memref<4xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[ARG0]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  return %[[ARG0]] : memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @copied(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @to_a_buffer(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:  %[[V0:.*]] = bufferization.to_tensor %[[ARG0]] restrict writable : memref<?xf32> to tensor<?xf32>
// CHECK-NEXT:  %[[CAST:.*]] = tensor.cast %[[V0]] : tensor<?xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[CAST]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  bufferization.materialize_in_destination %[[V2]] in writable %[[ARG0]] : (tensor<4xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:  return
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @to_a_buffer(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: f32) {
// BUFFERS-NEXT:  %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<?xf32> to memref<4xf32>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[ARG0]] : memref<?xf32>)
// BUFFERS-NEXT:  memref.copy %[[CAST]], %[[ARG0]] : memref<4xf32> to memref<?xf32>
// BUFFERS-NEXT:  return
// BUFFERS-NEXT:  }
func.func @to_a_buffer(%m: memref<?xf32>, %f: f32) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<4xf32>, memref<?xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @to_a_shared_buffer(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  %[[V1:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[V0]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  bufferization.materialize_in_destination %[[V1]] in writable %[[ARG0]] : (tensor<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:  return
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @to_a_shared_buffer(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: f32) {
// BUFFERS-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[ALLOC]] : memref<4xf32>)
// BUFFERS-NEXT:  memref.copy %[[ALLOC]], %[[ARG0]] : memref<4xf32> to memref<4xf32>
// BUFFERS-NEXT:  return
// BUFFERS-NEXT:  }
func.func @to_a_shared_buffer(%m: memref<4xf32>, %f: f32) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %0 in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @in_blocks(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i1, %[[ARG3:.*]]: index) -> tensor<16xf32> {
// CHECK-NEXT:  %[[V0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:  cf.cond_br %[[ARG2]], ^bb1(%[[ARG0]] : tensor<16xf32>), ^bb2
// CHECK-NEXT:  ^bb1(%[[V1:.*]]: tensor<16xf32>):  // pred: ^bb0
// CHECK-NEXT:  %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[V1]][%[[ARG3]]] [4] [1] : tensor<16xf32> to tensor<4xf32>
// CHECK-NEXT:  %[[V2:.*]] = linalg.fill ins(%[[ARG1]] : f32) outs(%[[EXTRACTED_SLICE]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:  %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V2]] into %[[V1]][%[[ARG3]]] [4] [1] : tensor<4xf32> into tensor<16xf32>
// CHECK-NEXT:  cf.br ^bb3(%[[INSERTED_SLICE]] : tensor<16xf32>)
// CHECK-NEXT:  ^bb2:  // pred: ^bb0
// CHECK-NEXT:  cf.br ^bb3(%[[ARG0]] : tensor<16xf32>)
// CHECK-NEXT:  ^bb3(%[[V3:.*]]: tensor<16xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:  return %[[V3]] : tensor<16xf32>
// CHECK-NEXT:  }
// BUFFERS-LABEL: func.func @in_blocks(
// BUFFERS-SAME:    %[[ARG0:.*]]: memref<16xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i1, %[[ARG3:.*]]: index) -> memref<16xf32, strided<[?], offset: ?>> {
// BUFFERS-NEXT:  cf.cond_br %[[ARG2]], ^bb1(%[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>), ^bb2(%[[ARG0]] : memref<16xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  ^bb1(%[[V0:.*]]: memref<16xf32, strided<[?], offset: ?>>):  // pred: ^bb0
// BUFFERS-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG3]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  linalg.fill ins(%[[ARG1]] : f32) outs(%[[SUBVIEW]] : memref<4xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[V0]][%[[ARG3]]] [4] [1] : memref<16xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  cf.br ^bb2(%[[V0]] : memref<16xf32, strided<[?], offset: ?>>)
// BUFFERS-NEXT:  ^bb2(%[[V1:.*]]: memref<16xf32, strided<[?], offset: ?>>):  // 2 preds: ^bb0, ^bb1
// BUFFERS-NEXT:  return %[[V1]] : memref<16xf32, strided<[?], offset: ?>>
// BUFFERS-NEXT:  }
func.func @in_blocks(%t: tensor<16xf32>, %f: f32, %c: i1, %i: index) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<4xf32>
  cf.cond_br %c, ^bb1(%t : tensor<16xf32>), ^bb2
^bb1(%a: tensor<16xf32>):
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %a[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
  cf.br ^bb3(%1 : tensor<16xf32>)
^bb2:
  cf.br ^bb3(%t : tensor<16xf32>)
^bb3(%r: tensor<16xf32>):
  return %r : tensor<16xf32>
}
