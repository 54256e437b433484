// Globals of programs become globals of buffers; what is loaded is not written.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

ml_program.global private mutable @counter(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global public @table(dense<[1, 2]> : tensor<2xi64>) : tensor<2xi64>
// CHECK:       memref.global "private" @counter : memref<i64> = dense<0>
// CHECK:       memref.global "public" constant @table : memref<2xi64> = dense<[1, 2]>
// CHECK-LABEL: func.func @load_and_store() -> i64 {
// CHECK-NEXT:  %[[C127_I64:.*]] = arith.constant 127 : i64
// CHECK-NEXT:  %[[V0:.*]] = memref.get_global @counter : memref<i64>
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[V0]][] : memref<i64>
// CHECK-NEXT:  %[[V2:.*]] = arith.muli %[[V1]], %[[C127_I64]] : i64
// CHECK-NEXT:  %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<i64>
// CHECK-NEXT:  memref.copy %[[V0]], %[[ALLOC]] : memref<i64> to memref<i64>
// CHECK-NEXT:  memref.store %[[V2]], %[[ALLOC]][] : memref<i64>
// CHECK-NEXT:  %[[V3:.*]] = memref.get_global @counter : memref<i64>
// CHECK-NEXT:  memref.copy %[[ALLOC]], %[[V3]] : memref<i64> to memref<i64>
// CHECK-NEXT:  %[[V4:.*]] = memref.get_global @counter : memref<i64>
// CHECK-NEXT:  %[[V5:.*]] = memref.load %[[V4]][] : memref<i64>
// CHECK-NEXT:  return %[[V5]] : i64
// CHECK-NEXT:  }
func.func @load_and_store() -> i64 {
  %c = arith.constant 127 : i64
  %0 = ml_program.global_load @counter : tensor<i64>
  %e = tensor.extract %0[] : tensor<i64>
  %n = arith.muli %e, %c : i64
  %i = tensor.insert %n into %0[] : tensor<i64>
  ml_program.global_store @counter = %i : tensor<i64>
  %1 = ml_program.global_load @counter : tensor<i64>
  %r = tensor.extract %1[] : tensor<i64>
  return %r : i64
}

// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> i64 {
// CHECK-NEXT:  %[[V0:.*]] = memref.get_global @table : memref<2xi64>
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[V0]][%[[ARG0]]] : memref<2xi64>
// CHECK-NEXT:  return %[[V1]] : i64
// CHECK-NEXT:  }
func.func @constant(%i: index) -> i64 {
  %0 = ml_program.global_load @table : tensor<2xi64>
  %r = tensor.extract %0[%i] : tensor<2xi64>
  return %r : i64
}

// What is loaded is used after a store: it is a copy.
// CHECK-LABEL: func.func @exchange(
// CHECK-SAME:    %[[ARG0:.*]]: i64) -> i64 {
// CHECK:       %[[V0:.*]] = memref.get_global @counter : memref<i64>
// CHECK:       %[[OLD:.*]] = memref.alloc()
// CHECK:       memref.copy %[[V0]], %[[OLD]]
// CHECK:       memref.store %[[ARG0]], %[[NEW:.*]][]
// CHECK:       %[[V1:.*]] = memref.get_global @counter : memref<i64>
// CHECK:       memref.copy %[[NEW]], %[[V1]]
// CHECK:       %[[V2:.*]] = memref.load %[[OLD]][]
// CHECK:       return %[[V2]]
func.func @exchange(%x: i64) -> i64 {
  %0 = ml_program.global_load @counter : tensor<i64>
  %e = tensor.empty() : tensor<i64>
  %i = tensor.insert %x into %e[] : tensor<i64>
  ml_program.global_store @counter = %i : tensor<i64>
  %r = tensor.extract %0[] : tensor<i64>
  return %r : i64
}
