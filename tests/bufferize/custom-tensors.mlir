// Types of other dialects that are tensors to bufferization get the buffer types that their interface returns: in bodies, at
// the boundaries of functions, through calls, selections and loops, and beside builtin tensors.
// RUN: terrace-test-opt %s --one-shot-bufferize='bufferize-function-boundaries allow-return-allocs-from-loops' --split-input-file | FileCheck %s
// RUN: terrace-test-opt %s --one-shot-bufferize='allow-unknown-ops allow-return-allocs-from-loops' --split-input-file | FileCheck %s --check-prefix=BODY

// CHECK-LABEL: func.func @ops(
// CHECK-SAME: %[[ARG:.*]]: !test.test_memref<[4], f64>) -> !test.test_memref<[8], f64>
// CHECK-NEXT: %[[MADE:.*]] = "test.create_memref_op"() : () -> !test.test_memref<[4], f64>
// CHECK-NEXT: "test.dummy_memref_op"(%[[ARG]]) : (!test.test_memref<[4], f64>) -> !test.test_memref<[8], f64>
// CHECK-NEXT: %[[OUT:.*]] = "test.dummy_memref_op"(%[[MADE]])
// CHECK-NEXT: return %[[OUT]]
// BODY-LABEL: func.func @ops(
// BODY-SAME: %[[ARG:.*]]: !test.test_tensor<[4], f64>) -> !test.test_tensor<[8], f64>
// BODY: %[[BUFFER:.*]] = bufferization.to_buffer %[[ARG]] : !test.test_tensor<[4], f64> to !test.test_memref<[4], f64>
// BODY: "test.dummy_memref_op"(%[[BUFFER]])
// BODY: %[[OUT:.*]] = bufferization.to_tensor %{{.*}} : !test.test_memref<[8], f64> to !test.test_tensor<[8], f64>
// BODY: return %[[OUT]]
func.func @ops(%arg: !test.test_tensor<[4], f64>) -> !test.test_tensor<[8], f64> {
  %made = "test.create_tensor_op"() : () -> !test.test_tensor<[4], f64>
  %unused = "test.dummy_tensor_op"(%arg) : (!test.test_tensor<[4], f64>) -> !test.test_tensor<[8], f64>
  %out = "test.dummy_tensor_op"(%made) : (!test.test_tensor<[4], f64>) -> !test.test_tensor<[8], f64>
  return %out : !test.test_tensor<[8], f64>
}

// -----

// The result of a call is the callee's argument.

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: !test.test_memref<[4], f64>) -> !test.test_memref<[4], f64>
func.func private @callee(%arg: !test.test_tensor<[4], f64>) -> !test.test_tensor<[4], f64> {
  return %arg : !test.test_tensor<[4], f64>
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[ARG:.*]]: !test.test_memref<[4], f64>, %{{.*}}: memref<4xf64
// CHECK: %[[RESULT:.*]] = call @callee(%[[ARG]]) : (!test.test_memref<[4], f64>) -> !test.test_memref<[4], f64>
// CHECK: "test.dummy_memref_op"(%[[RESULT]])
func.func @caller(%arg: !test.test_tensor<[4], f64>, %t: tensor<4xf64>) -> (!test.test_tensor<[4], f64>, tensor<4xf64>) {
  %0 = call @callee(%arg) : (!test.test_tensor<[4], f64>) -> !test.test_tensor<[4], f64>
  %1 = "test.dummy_tensor_op"(%0) : (!test.test_tensor<[4], f64>) -> !test.test_tensor<[4], f64>
  return %1, %t : !test.test_tensor<[4], f64>, tensor<4xf64>
}

// -----

// CHECK-LABEL: func.func @control_flow(
// CHECK: scf.for {{.*}} iter_args(%[[ITER:.*]] = %{{.*}}) -> (!test.test_memref<[4], f64>)
// CHECK:   scf.if {{.*}} -> (!test.test_memref<[4], f64>)
// CHECK:     "test.dummy_memref_op"(%[[ITER]])
// CHECK:     scf.yield %{{.*}} : !test.test_memref<[4], f64>
func.func @control_flow(%c: i1, %lb: index, %ub: index, %step: index) -> !test.test_tensor<[4], f64> {
  %init = "test.create_tensor_op"() : () -> !test.test_tensor<[4], f64>
  %0 = scf.for %i = %lb to %ub step %step iter_args(%iter = %init) -> !test.test_tensor<[4], f64> {
    %1 = scf.if %c -> !test.test_tensor<[4], f64> {
      %2 = "test.dummy_tensor_op"(%iter) : (!test.test_tensor<[4], f64>) -> !test.test_tensor<[4], f64>
      scf.yield %2 : !test.test_tensor<[4], f64>
    } else {
      scf.yield %iter : !test.test_tensor<[4], f64>
    }
    scf.yield %1 : !test.test_tensor<[4], f64>
  }
  return %0 : !test.test_tensor<[4], f64>
}

// -----

// The ops take builtin tensors, too.

// CHECK-LABEL: func.func @builtin(
// CHECK: %[[MADE:.*]] = "test.create_memref_op"() : () -> memref<4xf64, strided<[?], offset: ?>>
// CHECK: "test.dummy_memref_op"(%[[MADE]]) : (memref<4xf64, strided<[?], offset: ?>>) -> memref<8xf64, strided<[?], offset: ?>>
func.func @builtin() -> tensor<8xf64> {
  %made = "test.create_tensor_op"() : () -> tensor<4xf64>
  %out = "test.dummy_tensor_op"(%made) : (tensor<4xf64>) -> tensor<8xf64>
  return %out : tensor<8xf64>
}
