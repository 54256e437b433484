// RUN: terrace-test-opt %s --test-one-shot-module-bufferize 2>&1 | FileCheck %s
// CONFIRMED: mlir-opt prints the same.

// CHECK: Running TestOneShotModuleBufferize on: builtin.module
// CHECK-LABEL: func.func @callee(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> f32
// CHECK-NEXT: memref.store
func.func @callee(%a: tensor<4xf32>, %v: f32, %i: index) -> f32 {
  %0 = tensor.insert %v into %a[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @calls(%arg0: f32, %arg1: index, %arg2: memref<4xf32>) -> f32
// CHECK-NEXT: call @callee(%arg2, %arg0, %arg1)
func.func @calls(%v: f32, %i: index, %a: tensor<4xf32>) -> f32 {
  %0 = call @callee(%a, %v, %i) : (tensor<4xf32>, f32, index) -> f32
  return %0 : f32
}
