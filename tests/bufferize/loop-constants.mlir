// A loop that carries a constant and whose result is written carries a copy of it; one whose result is read alone does not.
// mlir-opt writes to the constant.
// RUN: terrace-opt %s --one-shot-bufferize=allow-return-allocs-from-loops | FileCheck %s

func.func @written(%t: tensor<2xi32>, %n: index, %x: i32, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%arg = %t) -> (tensor<2xi32>) {
    %constant = arith.constant dense<[1, 2]> : tensor<2xi32>
    scf.yield %constant : tensor<2xi32>
  }
  %1 = tensor.insert %x into %0[%i] : tensor<2xi32>
  %2 = tensor.extract %1[%c0] : tensor<2xi32>
  return %2 : i32
}
func.func @read(%t: tensor<2xi32>, %n: index, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%arg = %t) -> (tensor<2xi32>) {
    %constant = arith.constant dense<[1, 2]> : tensor<2xi32>
    scf.yield %constant : tensor<2xi32>
  }
  %1 = tensor.extract %0[%i] : tensor<2xi32>
  return %1 : i32
}
func.func @while(%n: i32, %x: f32, %i: index) -> f32 {
  %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.while (%k = %c0, %arg = %constant) : (i32, tensor<2xf32>) -> (i32, f32) {
    %1 = tensor.insert %x into %arg[%i] : tensor<2xf32>
    %2 = tensor.extract %1[%i] : tensor<2xf32>
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k, %2 : i32, f32
  } do {
  ^bb0(%k: i32, %y: f32):
    %next = arith.addi %k, %c1 : i32
    scf.yield %next, %constant : i32, tensor<2xf32>
  }
  return %0#1 : f32
}

// CHECK:      module {
// CHECK-NEXT:   memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
// CHECK-NEXT:   memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK-NEXT:   func.func @written(%arg0: tensor<2xi32>, %arg1: index, %arg2: i32, %arg3: index) -> i32 {
// CHECK-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:     memref.copy %0, %alloc : memref<2xi32, strided<[?], offset: ?>> to memref<2xi32>
// CHECK-NEXT:     %1 = scf.for %arg4 = %c0 to %arg1 step %c1 iter_args(%arg5 = %alloc) -> (memref<2xi32>) {
// CHECK-NEXT:       %3 = memref.get_global @__constant_2xi32 : memref<2xi32>
// CHECK-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:       memref.copy %3, %alloc_0 : memref<2xi32> to memref<2xi32>
// CHECK-NEXT:       scf.yield %alloc_0 : memref<2xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.store %arg2, %1[%arg3] : memref<2xi32>
// CHECK-NEXT:     %2 = memref.load %1[%c0] : memref<2xi32>
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @read(%arg0: tensor<2xi32>, %arg1: index, %arg2: index) -> i32 {
// CHECK-NEXT:     %0 = bufferization.to_buffer %arg0 : tensor<2xi32> to memref<2xi32, strided<[?], offset: ?>>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
// CHECK-NEXT:     memref.copy %0, %alloc : memref<2xi32, strided<[?], offset: ?>> to memref<2xi32>
// CHECK-NEXT:     %1 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %alloc) -> (memref<2xi32>) {
// CHECK-NEXT:       %3 = memref.get_global @__constant_2xi32 : memref<2xi32>
// CHECK-NEXT:       scf.yield %3 : memref<2xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = memref.load %1[%arg2] : memref<2xi32>
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @while(%arg0: i32, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT:     %0 = memref.get_global @__constant_2xf32 : memref<2xf32>
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// CHECK-NEXT:     memref.copy %0, %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     %1:2 = scf.while (%arg3 = %c0_i32, %arg4 = %alloc) : (i32, memref<2xf32>) -> (i32, f32) {
// CHECK-NEXT:       memref.store %arg1, %arg4[%arg2] : memref<2xf32>
// CHECK-NEXT:       %2 = memref.load %arg4[%arg2] : memref<2xf32>
// CHECK-NEXT:       %3 = arith.cmpi slt, %arg3, %arg0 : i32
// CHECK-NEXT:       scf.condition(%3) %arg3, %2 : i32, f32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg3: i32, %arg4: f32):
// CHECK-NEXT:       %2 = arith.addi %arg3, %c1_i32 : i32
// CHECK-NEXT:       %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// CHECK-NEXT:       memref.copy %0, %alloc_0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       scf.yield %2, %alloc_0 : i32, memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1#1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
