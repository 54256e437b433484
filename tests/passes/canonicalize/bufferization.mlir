// RUN: terrace-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
// Canonicalization between tensors and buffers.

// A tensor whose buffer is asked for, and a buffer whose tensor is.
// CHECK-LABEL: func.func @there_and_back(%arg0: memref<?xf32>, %arg1: tensor<?xf32>) -> (memref<?xf32>, tensor<?xf32>, index) {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT:    return %arg0, %arg1, %dim : memref<?xf32>, tensor<?xf32>, index
// CHECK-NEXT:  }
func.func @there_and_back(%m: memref<?xf32>, %t: tensor<?xf32>) -> (memref<?xf32>, tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %a = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %b = bufferization.to_buffer %a : tensor<?xf32> to memref<?xf32>
  %c = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %d = bufferization.to_tensor %c : memref<?xf32> to tensor<?xf32>
  %e = tensor.dim %a, %c0 : tensor<?xf32>
  return %b, %d, %e : memref<?xf32>, tensor<?xf32>, index
}

// A copy is made where the layouts may differ.
// CHECK-LABEL: func.func @layouts(%arg0: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32> {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %dim = memref.dim %arg0, %c0 : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:    %alloc = memref.alloc(%dim) : memref<?xf32>
// CHECK-NEXT:    memref.copy %arg0, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
// CHECK-NEXT:    return %alloc : memref<?xf32>
// CHECK-NEXT:  }
func.func @layouts(%m: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32> {
  %a = bufferization.to_tensor %m : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
  %b = bufferization.to_buffer %a : tensor<?xf32> to memref<?xf32>
  return %b : memref<?xf32>
}

// A copy that is freed where its original lives on is the original.
// CHECK-LABEL: func.func @copies(%arg0: memref<8xf32>, %arg1: index) -> f32 {
// CHECK-NEXT:    %0 = memref.load %arg0[%arg1] : memref<8xf32>
// CHECK-NEXT:    return %0 : f32
// CHECK-NEXT:  }
func.func @copies(%m: memref<8xf32>, %i: index) -> f32 {
  %c = bufferization.clone %m : memref<8xf32> to memref<8xf32>
  %v = memref.load %c[%i] : memref<8xf32>
  memref.dealloc %c : memref<8xf32>
  return %v : f32
}

// Buffers are freed once, and not where that is known never to happen.
// CHECK-LABEL: func.func @frees(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: i1, %arg3: i1) -> (i1, i1) {
// CHECK-NEXT:    %0 = arith.ori %arg2, %arg3 : i1
// CHECK-NEXT:    %1 = bufferization.dealloc (%arg0 : memref<8xf32>) if (%0) retain (%arg1 : memref<8xf32>)
// CHECK-NEXT:    return %1, %1 : i1, i1
// CHECK-NEXT:  }
func.func @frees(%a: memref<8xf32>, %b: memref<8xf32>, %p: i1, %q: i1) -> (i1, i1) {
  %no = arith.constant false
  %0:2 = bufferization.dealloc (%a, %a, %b : memref<8xf32>, memref<8xf32>, memref<8xf32>) if (%p, %q, %no) retain (%b, %b : memref<8xf32>, memref<8xf32>)
  return %0#0, %0#1 : i1, i1
}

// A constant size goes into the type.
// CHECK-LABEL: func.func @sizes(%arg0: index) -> tensor<?x?xf32> {
// CHECK-NEXT:    %0 = bufferization.alloc_tensor(%arg0) : tensor<4x?xf32>
// CHECK-NEXT:    %cast = tensor.cast %0 : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:    return %cast : tensor<?x?xf32>
// CHECK-NEXT:  }
func.func @sizes(%n: index) -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : index
  %t = bufferization.alloc_tensor(%c4, %n) : tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}

// A new buffer of this type needs symbols that nobody gives: the ops stay. (Upstream makes an invalid one.)
// CHECK-LABEL: func.func @no_such_buffer
// CHECK: bufferization.to_tensor
// CHECK: bufferization.to_buffer
func.func @no_such_buffer(%m: memref<?xf32, strided<[2], offset: ?>>) -> memref<?xf32, strided<[1], offset: ?>> {
  %0 = bufferization.to_tensor %m : memref<?xf32, strided<[2], offset: ?>> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %1 : memref<?xf32, strided<[1], offset: ?>>
}
