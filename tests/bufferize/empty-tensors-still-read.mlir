// Empty tensors that are computed on and then materialized elsewhere, where what is computed is read later: a copy is made, where mlir-opt refuses
// what it made itself.
// RUN: terrace-opt %s --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries" --canonicalize | FileCheck %s
// RUN: not terrace-opt %s --match-upstream --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries" 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM: error: 'linalg.fill' op not bufferizable under the given constraints: cannot avoid RaW conflict

// The value that is materialized is another one than the one that is read.
// CHECK-LABEL: func.func @changed_before(
// CHECK-NEXT:    %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT:    %[[ALLOC:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    %[[ALLOC_0:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    linalg.fill ins(%arg0 : i32) outs(%[[ALLOC_0]] : memref<4xi32>)
// CHECK-NEXT:    %[[ALLOC_1:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    memref.copy %[[ALLOC_0]], %[[ALLOC_1]] : memref<4xi32> to memref<4xi32>
// CHECK-NEXT:    memref.store %[[C7_I32]], %[[ALLOC_1]][%arg1] : memref<4xi32>
// CHECK-NEXT:    memref.copy %[[ALLOC_1]], %[[ALLOC]] : memref<4xi32> to memref<4xi32>
// CHECK-NEXT:    %[[V0:.*]] = memref.load %[[ALLOC_0]][%arg1] : memref<4xi32>
// CHECK-NEXT:    return %[[V0]], %[[ALLOC]] : i32, memref<4xi32>
func.func @changed_before(%x: i32, %i: index) -> (i32, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %c = arith.constant 7 : i32
  %t = tensor.insert %c into %f[%i] : tensor<4xi32>
  %d = tensor.empty() : tensor<4xi32>
  %m = bufferization.materialize_in_destination %t in %d : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %r = tensor.extract %f[%i] : tensor<4xi32>
  return %r, %m : i32, tensor<4xi32>
}

// A part of a tensor that is read later.
// CHECK-LABEL: func.func @part_is_read(
// CHECK-NEXT:    %[[ALLOC:.*]] = memref.alloc(){{.*}} : memref<8xi32>
// CHECK-NEXT:    linalg.fill ins(%arg0 : i32) outs(%[[ALLOC]] : memref<8xi32>)
// CHECK-NEXT:    %[[ALLOC_0:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    memref.copy %arg1, %[[ALLOC_0]] : memref<4xi32, strided<[?], offset: ?>> to memref<4xi32>
// CHECK-NEXT:    %[[ALLOC_1:.*]] = memref.alloc(){{.*}} : memref<8xi32>
// CHECK-NEXT:    memref.copy %[[ALLOC]], %[[ALLOC_1]] : memref<8xi32> to memref<8xi32>
// CHECK-NEXT:    %[[SUBVIEW:.*]] = memref.subview %[[ALLOC_1]][2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
// CHECK-NEXT:    memref.copy %[[ALLOC_0]], %[[SUBVIEW]] : memref<4xi32> to memref<4xi32, strided<[1], offset: 2>>
// CHECK-NEXT:    %[[V0:.*]] = memref.load %[[ALLOC]][%arg2] : memref<8xi32>
// CHECK-NEXT:    return %[[V0]], %[[ALLOC_0]], %[[ALLOC_1]] : i32, memref<4xi32>, memref<8xi32>
func.func @part_is_read(%x: i32, %y: tensor<4xi32>, %i: index) -> (i32, tensor<4xi32>, tensor<8xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %m = bufferization.materialize_in_destination %y in %e : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %d = tensor.empty() : tensor<8xi32>
  %f = linalg.fill ins(%x : i32) outs(%d : tensor<8xi32>) -> tensor<8xi32>
  %r = tensor.insert_slice %m into %f[2] [4] [1] : tensor<4xi32> into tensor<8xi32>
  %z = tensor.extract %f[%i] : tensor<8xi32>
  return %z, %m, %r : i32, tensor<4xi32>, tensor<8xi32>
}

// Both must be in place, and cannot have one buffer: the empty tensor stays.
// CHECK-LABEL: func.func @both_in_place(
// CHECK-NEXT:    %[[ALLOC:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    %[[ALLOC_0:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    memref.copy %arg1, %[[ALLOC]] : memref<4xi32, strided<[?], offset: ?>> to memref<4xi32>
// CHECK-NEXT:    %[[ALLOC_1:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    memref.copy %[[ALLOC]], %[[ALLOC_1]] : memref<4xi32> to memref<4xi32>
// CHECK-NEXT:    memref.store %arg0, %[[ALLOC_1]][%arg2] : memref<4xi32>
// CHECK-NEXT:    memref.copy %[[ALLOC_1]], %[[ALLOC_0]] : memref<4xi32> to memref<4xi32>
// CHECK-NEXT:    %[[V0:.*]] = memref.load %[[ALLOC]][%arg2] : memref<4xi32>
// CHECK-NEXT:    return %[[V0]], %[[ALLOC_0]] : i32, memref<4xi32>
func.func @both_in_place(%x: i32, %y: tensor<4xi32>, %i: index) -> (i32, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %m = bufferization.materialize_in_destination %y in %e : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %t = tensor.insert %x into %m[%i] : tensor<4xi32>
  %d = tensor.empty() : tensor<4xi32>
  %n = bufferization.materialize_in_destination %t in %d : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %r = tensor.extract %m[%i] : tensor<4xi32>
  return %r, %n : i32, tensor<4xi32>
}

// Both must be in place, and can.
// CHECK-LABEL: func.func @both_in_one(
// CHECK-NEXT:    %[[ALLOC:.*]] = memref.alloc(){{.*}} : memref<4xi32>
// CHECK-NEXT:    memref.copy %arg0, %[[ALLOC]] : memref<4xi32, strided<[?], offset: ?>> to memref<4xi32>
// CHECK-NEXT:    %[[V0:.*]] = memref.load %[[ALLOC]][%arg1] : memref<4xi32>
// CHECK-NEXT:    return %[[V0]], %[[ALLOC]] : i32, memref<4xi32>
func.func @both_in_one(%y: tensor<4xi32>, %i: index) -> (i32, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %m = bufferization.materialize_in_destination %y in %e : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %d = tensor.empty() : tensor<4xi32>
  %n = bufferization.materialize_in_destination %m in %d : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %r = tensor.extract %m[%i] : tensor<4xi32>
  return %r, %n : i32, tensor<4xi32>
}
