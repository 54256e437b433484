// RUN: terrace-test-opt -test-linalg-transform-patterns=test-vector-transfer-forwarding-patterns -split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @read(
// CHECK-SAME:    %[[IN:.*]]: memref<?xf32>)
func.func @read(%in: memref<?xf32>) -> vector<32xf32> {
  // CHECK-NOT: memref.copy
  // CHECK:     vector.transfer_read %[[IN]][%{{.*}}], %{{.*}} : memref<?xf32>, vector<32xf32>
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %alloc = memref.alloc() : memref<32xf32>
  linalg.fill ins(%f0 : f32) outs(%alloc : memref<32xf32>)
  %part = memref.subview %alloc[0][16][1] : memref<32xf32> to memref<16xf32>
  memref.copy %in, %part : memref<?xf32> to memref<16xf32>
  %0 = vector.transfer_read %alloc[%c0], %f0 {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  memref.dealloc %alloc : memref<32xf32>
  return %0: vector<32xf32>
}

// -----

// The copy starts elsewhere.

// CHECK-LABEL: func.func @offset(
// CHECK:         memref.copy
// CHECK:         vector.transfer_read %[[ALLOC:.*]][
func.func @offset(%in: memref<16xf32>) -> vector<32xf32> {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %alloc = memref.alloc() : memref<32xf32>
  linalg.fill ins(%f0 : f32) outs(%alloc : memref<32xf32>)
  %part = memref.subview %alloc[8][16][1] : memref<32xf32> to memref<16xf32, strided<[1], offset: 8>>
  memref.copy %in, %part : memref<16xf32> to memref<16xf32, strided<[1], offset: 8>>
  %0 = vector.transfer_read %alloc[%c0], %f0 : memref<32xf32>, vector<32xf32>
  return %0: vector<32xf32>
}

// -----

// The source changes after it was copied.

// CHECK-LABEL: func.func @changed(
// CHECK:         memref.copy
func.func @changed(%in: memref<16xf32>, %v: f32) -> vector<32xf32> {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %alloc = memref.alloc() : memref<32xf32>
  linalg.fill ins(%f0 : f32) outs(%alloc : memref<32xf32>)
  %part = memref.subview %alloc[0][16][1] : memref<32xf32> to memref<16xf32>
  memref.copy %in, %part : memref<16xf32> to memref<16xf32>
  memref.store %v, %in[%c0] : memref<16xf32>
  %0 = vector.transfer_read %alloc[%c0], %f0 : memref<32xf32>, vector<32xf32>
  return %0: vector<32xf32>
}

// -----

// The buffer is read again.

// CHECK-LABEL: func.func @read_again(
// CHECK:         vector.transfer_write %{{.*}}, %[[ALLOC:.*]][
// CHECK:         memref.copy
func.func @read_again(%vec: vector<32xf32>, %out: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %alloc = memref.alloc() : memref<32xf32>
  %part = memref.subview %alloc[0][16][1] : memref<32xf32> to memref<16xf32>
  vector.transfer_write %vec, %alloc[%c0] : vector<32xf32>, memref<32xf32>
  memref.copy %part, %out : memref<16xf32> to memref<16xf32>
  %0 = memref.load %alloc[%c0] : memref<32xf32>
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @write(
// CHECK-SAME:    %[[VEC:.*]]: vector<32xf32>, %[[OUT:.*]]: memref<?xf32>)
func.func @write(%vec: vector<32xf32>, %out: memref<?xf32>) {
  // CHECK-NOT: memref.copy
  // CHECK:     vector.transfer_write %[[VEC]], %[[OUT]][%{{.*}}] : vector<32xf32>, memref<?xf32>
  %c0 = arith.constant 0 : index
  %alloc = memref.alloc() : memref<32xf32>
  %part = memref.subview %alloc[0][16][1] : memref<32xf32> to memref<16xf32>
  vector.transfer_write %vec, %alloc[%c0] : vector<32xf32>, memref<32xf32>
  memref.copy %part, %out : memref<16xf32> to memref<?xf32>
  memref.dealloc %alloc : memref<32xf32>
  return
}
