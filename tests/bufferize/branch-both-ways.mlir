// Both ways of a branch may go to one block with different tensors. mlir-opt bufferizes one of them, which is not valid.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

func.func @both(%flag: i1, %x: i32, %y: i32, %i: index) -> i32 {
  %0 = tensor.splat %x : tensor<2xi32>
  %1 = tensor.splat %y : tensor<2xi32>
  cf.cond_br %flag, ^bb1(%0 : tensor<2xi32>), ^bb1(%1 : tensor<2xi32>)
^bb1(%t: tensor<2xi32>):
  %2 = tensor.extract %t[%i] : tensor<2xi32>
  return %2 : i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @both(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: index) -> i32 {
// CHECK-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:     linalg.map outs(%alloc : memref<2xi32>)
// CHECK-NEXT:       (%init: i32) {
// CHECK-NEXT:         linalg.yield %arg1 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:     %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:     linalg.map outs(%alloc_0 : memref<2xi32>)
// CHECK-NEXT:       (%init: i32) {
// CHECK-NEXT:         linalg.yield %arg2 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1(%alloc : memref<2xi32>), ^bb1(%alloc_0 : memref<2xi32>)
// CHECK-NEXT:   ^bb1(%0: memref<2xi32>):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:     %1 = memref.load %0[%arg3] : memref<2xi32>
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
