// An operand whose buffer is in another memory space than the callee takes is copied where the layout allows that.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries --verify-diagnostics
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

func.func private @callee(%t: tensor<4xf32>)

// CHECK-LABEL: func @caller
// CHECK: memref.copy %{{.*}}, %[[NEW:.*]] : memref<4xf32, 1> to memref<4xf32>
// CHECK-NEXT: call @callee(%[[NEW]])
func.func @caller() {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  // expected-error@below {{operand #0 is in a buffer of type 'memref<4xf32, 1>', which cannot be cast to the type that the callee takes, 'memref<4xf32, strided<[?], offset: ?>>', nor copied, since no buffer of that layout can be allocated}}
  // expected-error@below {{failed to bufferize op}}
  call @callee(%0) : (tensor<4xf32>) -> ()
  return
}
