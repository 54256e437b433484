// A store reads what it stores, whatever becomes of that later. What is no tensor stays a global of its dialect.
// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

ml_program.global private mutable @g(dense<1> : tensor<2xi64>) : tensor<2xi64>
// CHECK: ml_program.global private @k(12 : i64) : i64
ml_program.global private @k(12 : i64) : i64

// CHECK-LABEL: func.func @store_then_write
// CHECK-SAME:    (%[[T:.*]]: memref<2xi64, strided<[?], offset: ?>>, %[[X:.*]]: i64, %[[I:.*]]: index)
// CHECK-NEXT:    %[[G:.*]] = memref.get_global @g
// CHECK-NEXT:    memref.copy %[[T]], %[[G]]
// CHECK-NEXT:    memref.store %[[X]], %[[T]][%[[I]]]
// CHECK-NEXT:    return %[[T]]
func.func @store_then_write(%t: tensor<2xi64>, %x: i64, %i: index) -> tensor<2xi64> {
  ml_program.global_store @g = %t : tensor<2xi64>
  %1 = tensor.insert %x into %t[%i] : tensor<2xi64>
  return %1 : tensor<2xi64>
}

// CHECK-LABEL: func.func @write_then_store
// CHECK-SAME:    (%[[T:.*]]: memref<2xi64, strided<[?], offset: ?>>, %[[X:.*]]: i64, %[[I:.*]]: index)
// CHECK-NEXT:    %[[COPY:.*]] = memref.alloc
// CHECK-NEXT:    memref.copy %[[T]], %[[COPY]]
// CHECK-NEXT:    memref.store %[[X]], %[[COPY]][%[[I]]]
// CHECK-NEXT:    %[[G:.*]] = memref.get_global @g
// CHECK-NEXT:    memref.copy %[[T]], %[[G]]
func.func @write_then_store(%t: tensor<2xi64>, %x: i64, %i: index) -> tensor<2xi64> {
  %1 = tensor.insert %x into %t[%i] : tensor<2xi64>
  ml_program.global_store @g = %t : tensor<2xi64>
  return %1 : tensor<2xi64>
}
