// Accesses of buffers with several dimensions access casts of them with one.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --flatten-memref | FileCheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0, s1] -> (s0 * 8 + s1)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (s0 * 8, 8)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<()[s0] -> (s0 * 9)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<()[s0] -> (s0 * 6)>



// CHECK-LABEL: func.func @accesses(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: vector<4xi1>, %[[ARG4:.*]]: vector<4xf32>) -> (f32, vector<4xf32>) {
// CHECK-NEXT: %[[BASE_BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V1:.*]] = affine.max #[[MAP1]]()[%[[SIZES]]#0]
// CHECK-NEXT: %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[V1]]], strides: [1] : memref<?x8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: %[[V2:.*]] = memref.load %[[REINTERPRET_CAST]][%[[V0]]] {nontemporal = true} : memref<?xf32, strided<[1]>>
// CHECK-NEXT: %[[BASE_BUFFER_0:.*]], %[[OFFSET_1:.*]], %[[SIZES_2:.*]]:2, %[[STRIDES_3:.*]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V3:.*]] = affine.apply #[[MAP]]()[%[[ARG2]], %[[ARG1]]]
// CHECK-NEXT: %[[V4:.*]] = affine.max #[[MAP1]]()[%[[SIZES_2]]#0]
// CHECK-NEXT: %[[REINTERPRET_CAST_4:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[V4]]], strides: [1] : memref<?x8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: memref.store %[[V2]], %[[REINTERPRET_CAST_4]][%[[V3]]] : memref<?xf32, strided<[1]>>
// CHECK-NEXT: %[[BASE_BUFFER_5:.*]], %[[OFFSET_6:.*]], %[[SIZES_7:.*]]:2, %[[STRIDES_8:.*]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V5:.*]] = affine.apply #[[MAP]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V6:.*]] = affine.max #[[MAP1]]()[%[[SIZES_7]]#0]
// CHECK-NEXT: %[[REINTERPRET_CAST_9:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[V6]]], strides: [1] : memref<?x8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: %[[V7:.*]] = vector.load %[[REINTERPRET_CAST_9]][%[[V5]]] : memref<?xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT: %[[BASE_BUFFER_10:.*]], %[[OFFSET_11:.*]], %[[SIZES_12:.*]]:2, %[[STRIDES_13:.*]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V8:.*]] = affine.apply #[[MAP]]()[%[[ARG2]], %[[ARG1]]]
// CHECK-NEXT: %[[V9:.*]] = affine.max #[[MAP1]]()[%[[SIZES_12]]#0]
// CHECK-NEXT: %[[REINTERPRET_CAST_14:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[V9]]], strides: [1] : memref<?x8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: vector.store %[[V7]], %[[REINTERPRET_CAST_14]][%[[V8]]] : memref<?xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT: %[[BASE_BUFFER_15:.*]], %[[OFFSET_16:.*]], %[[SIZES_17:.*]]:2, %[[STRIDES_18:.*]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V10:.*]] = affine.apply #[[MAP]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V11:.*]] = affine.max #[[MAP1]]()[%[[SIZES_17]]#0]
// CHECK-NEXT: %[[REINTERPRET_CAST_19:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[V11]]], strides: [1] : memref<?x8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: %[[V12:.*]] = vector.maskedload %[[REINTERPRET_CAST_19]][%[[V10]]], %[[ARG3]], %[[ARG4]] : memref<?xf32, strided<[1]>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %[[BASE_BUFFER_20:.*]], %[[OFFSET_21:.*]], %[[SIZES_22:.*]]:2, %[[STRIDES_23:.*]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V13:.*]] = affine.apply #[[MAP2]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V14:.*]] = affine.max #[[MAP1]]()[%[[SIZES_22]]#0]
// CHECK-NEXT: %[[REINTERPRET_CAST_24:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[V14]]], strides: [1] : memref<?x8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: vector.maskedstore %[[REINTERPRET_CAST_24]][%[[V13]]], %[[ARG3]], %[[V12]] : memref<?xf32, strided<[1]>>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %[[V2]], %[[V7]] : f32, vector<4xf32>
func.func @accesses(%m: memref<?x8xf32>, %i: index, %j: index, %mask: vector<4xi1>, %v: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = memref.load %m[%i, %j] {nontemporal = true} : memref<?x8xf32>
  memref.store %0, %m[%j, %i] : memref<?x8xf32>
  %1 = vector.load %m[%i, %j] : memref<?x8xf32>, vector<4xf32>
  vector.store %1, %m[%j, %i] : memref<?x8xf32>, vector<4xf32>
  %2 = vector.maskedload %m[%i, %j], %mask, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %2 : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}

// CHECK-LABEL: func.func @allocated(
// CHECK-SAME: %[[ARG0:.*]]: index) -> memref<3x5xf32> {
// CHECK-NEXT: %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<15xf32, strided<[1]>>
// CHECK-NEXT: %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [3, 5], strides: [5, 1] : memref<15xf32, strided<[1]>> to memref<3x5xf32>
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP3]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V1:.*]] = memref.load %[[ALLOC]][%[[V0]]] : memref<15xf32, strided<[1]>>
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP3]]()[%[[ARG0]]]
// CHECK-NEXT: memref.store %[[V1]], %[[ALLOC]][%[[V2]]] : memref<15xf32, strided<[1]>>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<3x5xf32>
func.func @allocated(%i: index) -> memref<3x5xf32> {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<3x5xf32>
  %1 = memref.load %0[%i, %i] : memref<3x5xf32>
  memref.store %1, %0[%i, %i] : memref<3x5xf32>
  return %0 : memref<3x5xf32>
}
