// What was a tensor between two buffers goes.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(finalizing-bufferize))' | FileCheck %s

// CHECK-LABEL: func.func @same
// CHECK-SAME:    (%[[M:.*]]: memref<f32>)
// CHECK-NEXT:    return %[[M]]
func.func @same(%m: memref<f32>) -> memref<f32> {
  %0 = bufferization.to_tensor %m : memref<f32> to tensor<f32>
  %1 = bufferization.to_buffer %0 : tensor<f32> to memref<f32>
  return %1 : memref<f32>
}

// CHECK-LABEL: func.func @another_layout
// CHECK-SAME:    (%[[M:.*]]: memref<?xf32, strided<[?], offset: ?>>)
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[DIM:.*]] = memref.dim %[[M]], %[[C0]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:    %[[ALLOC:.*]] = memref.alloc(%[[DIM]]) : memref<?xf32>
// CHECK-NEXT:    memref.copy %[[M]], %[[ALLOC]] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
// CHECK-NEXT:    return %[[ALLOC]] : memref<?xf32>
func.func @another_layout(%m: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32> {
  %0 = bufferization.to_tensor %m : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @unranked
// CHECK-SAME:    (%[[M:.*]]: memref<*xf32>)
// CHECK-NEXT:    return %[[M]]
func.func @unranked(%m: memref<*xf32>) -> memref<*xf32> {
  %0 = bufferization.to_tensor %m : memref<*xf32> to tensor<*xf32>
  %1 = bufferization.to_buffer %0 : tensor<*xf32> to memref<*xf32>
  return %1 : memref<*xf32>
}

// An argument has no buffer yet.
// CHECK-LABEL: func.func @argument
// CHECK-NEXT:    bufferization.to_buffer
func.func @argument(%t: tensor<3xf32>) -> memref<3xf32> {
  %0 = bufferization.to_buffer %t : tensor<3xf32> to memref<3xf32>
  return %0 : memref<3xf32>
}

// -----

func.func @made() -> memref<f32> {
  // expected-error @below {{failed to legalize operation 'test.source'}}
  %0 = "test.source"() : () -> tensor<f32>
  %1 = bufferization.to_buffer %0 : tensor<f32> to memref<f32>
  return %1 : memref<f32>
}

// -----

func.func @used(%m: memref<f32>) {
  %0 = bufferization.to_tensor %m : memref<f32> to tensor<f32>
  // expected-error @below {{failed to legalize operation 'test.sink'}}
  "test.sink"(%0) : (tensor<f32>) -> ()
  return
}

// -----

func.func @returned(%m: memref<3xf32>) -> tensor<3xf32> {
  %0 = bufferization.to_tensor %m : memref<3xf32> to tensor<3xf32>
  // expected-error @below {{failed to legalize operation 'func.return'}}
  return %0 : tensor<3xf32>
}

// -----

func.func @passed_on(%m: memref<3xf32>) -> memref<3xf32> {
  %0 = bufferization.to_tensor %m : memref<3xf32> to tensor<3xf32>
  // expected-error @below {{failed to legalize operation 'cf.br'}}
  cf.br ^bb1(%0 : tensor<3xf32>)
^bb1(%x: tensor<3xf32>):
  %1 = bufferization.to_buffer %x : tensor<3xf32> to memref<3xf32>
  return %1 : memref<3xf32>
}

// -----

// A new buffer would be in row-major order.
func.func @no_such_buffer(%m: memref<?xf32, strided<[2], offset: ?>>) -> memref<?xf32, strided<[1], offset: ?>> {
  %0 = bufferization.to_tensor %m : memref<?xf32, strided<[2], offset: ?>> to tensor<?xf32>
  // expected-error @below {{failed to legalize operation 'bufferization.to_buffer'}}
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %1 : memref<?xf32, strided<[1], offset: ?>>
}
