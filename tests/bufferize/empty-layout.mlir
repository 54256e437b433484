// A new buffer has no layout; what a function takes is a cast of it.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries=true | FileCheck %s

func.func private @callee(%t: tensor<4xi32>, %v: i32, %i: index) -> tensor<4xi32> {
  %r = tensor.insert %v into %t[%i] : tensor<4xi32>
  return %r : tensor<4xi32>
}
// CHECK-LABEL: func.func private @callee
// CHECK-SAME: memref<4xi32, strided<[?], offset: ?>>

func.func @caller() -> i32 {
  %c = arith.constant 1 : index
  %v = arith.constant 7 : i32
  %e = tensor.empty() : tensor<4xi32>
  %r = call @callee(%e, %v, %c) : (tensor<4xi32>, i32, index) -> tensor<4xi32>
  %x = tensor.extract %r[%c] : tensor<4xi32>
  return %x : i32
}
// CHECK-LABEL: func.func @caller
// CHECK: %[[NEW:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xi32>
// CHECK: %[[CAST:.*]] = memref.cast %[[NEW]] : memref<4xi32> to memref<4xi32, strided<[?], offset: ?>>
// CHECK: call @callee(%[[CAST]],
