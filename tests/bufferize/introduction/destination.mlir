// Results take the buffers of their destinations: written in place where nobody needs what was there, copied elsewhere.
// What has no destination is allocated.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

// CHECK-LABEL: func.func @insert(
// CHECK-SAME:    %[[ARG0:.*]]: memref<5xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> memref<5xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<5xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[ARG0]] : memref<5xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @insert(%t: tensor<5xf32>, %f: f32, %idx: index) -> tensor<5xf32> {
  %r = tensor.insert %f into %t[%idx] : tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK-LABEL: func.func @insert_and_still_needed(
// CHECK-SAME:    %[[ARG0:.*]]: memref<5xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (memref<5xf32>, f32) {
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<5xf32>
// CHECK-NEXT:  memref.copy %[[ARG0]], %[[ALLOC]] : memref<5xf32, strided<[?], offset: ?>> to memref<5xf32>
// CHECK-NEXT:  memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]] : memref<5xf32>
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG2]]] : memref<5xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<5xf32> to memref<5xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[ALLOC]], %[[V0]] : memref<5xf32>, f32
// CHECK-NEXT:  }
func.func @insert_and_still_needed(%t: tensor<5xf32>, %f: f32, %idx: index) -> (tensor<5xf32>, f32) {
  %r = tensor.insert %f into %t[%idx] : tensor<5xf32>
  %e = tensor.extract %t[%idx] : tensor<5xf32>
  return %r, %e : tensor<5xf32>, f32
}

// CHECK-LABEL: func.func @generate(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> memref<?xf32> {
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT:  linalg.map outs(%[[ALLOC]] : memref<?xf32>)
// CHECK-NEXT:  (%[[INIT:.*]]: f32) {
// CHECK-NEXT:  %[[V0:.*]] = linalg.index 0 : index
// CHECK-NEXT:  %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  linalg.yield %[[CST]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[ALLOC]] : memref<?xf32>
// CHECK-NEXT:  }
func.func @generate(%sz: index) -> tensor<?xf32> {
  %0 = tensor.generate %sz {
  ^bb0(%i : index):
    %cst = arith.constant 0.0 : f32
    tensor.yield %cst : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}

#map = affine_map<(i) -> (i)>
// CHECK-LABEL: func.func @generic(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%[[ARG0]] : memref<?xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT:  ^bb0(%[[OUT:.*]]: f32):
// CHECK-NEXT:  %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  linalg.yield %[[CST]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  return %[[ARG0]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @generic(%t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]}
      outs(%t : tensor<?xf32>) {
  ^bb0(%arg0 : f32):
    %cst = arith.constant 0.0 : f32
    linalg.yield %cst : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:  %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%[[ARG1]]] [%[[ARG2]]] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%[[SUBVIEW]] : memref<?xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT:  ^bb0(%[[OUT:.*]]: f32):
// CHECK-NEXT:  %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  linalg.yield %[[CST]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[SUBVIEW_0:.*]] = memref.subview %[[ARG0]][%[[ARG1]]] [%[[ARG2]]] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  memref.copy %[[SUBVIEW]], %[[SUBVIEW_0]] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  return %[[ARG0]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:  }
func.func @slice(%s: tensor<?xf32>, %idx: index, %sz: index) -> tensor<?xf32> {
  %t = tensor.extract_slice %s [%idx] [%sz] [1] : tensor<?xf32> to tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]}
      outs(%t : tensor<?xf32>) {
  ^bb0(%arg0 : f32):
    %cst = arith.constant 0.0 : f32
    linalg.yield %cst : f32
  } -> tensor<?xf32>
  %1 = tensor.insert_slice %0 into %s [%idx] [%sz] [1]
      : tensor<?xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}
