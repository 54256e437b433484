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

// CHECK:      module {
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
// CHECK-NEXT: }
