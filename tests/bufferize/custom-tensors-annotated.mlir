// Decisions are recorded of builtin tensors alone.
// RUN: terrace-test-opt %s --one-shot-bufferize='bufferize-function-boundaries test-analysis-only dump-alias-sets' | FileCheck %s

// CHECK-LABEL: func.func @visited(
// CHECK-SAME: %[[A:.*]]: !test.test_tensor<[21], f64>, %{{.*}}: tensor<4xf32> {bufferization.access = "read"})
// CHECK-SAME: attributes {__bbarg_alias_set_attr__ = {{\[\[\[\["%}}[[B:[^"]*]]"]]]]}
// CHECK-NEXT: "test.dummy_tensor_op"(%[[A]]) : (!test.test_tensor<[21], f64>)
// CHECK-NEXT: return {{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @visited(%a: !test.test_tensor<[21], f64>, %b: tensor<4xf32>) -> (!test.test_tensor<[8], f64>, tensor<4xf32>) {
  %out = "test.dummy_tensor_op"(%a) : (!test.test_tensor<[21], f64>) -> !test.test_tensor<[8], f64>
  return %out, %b : !test.test_tensor<[8], f64>, tensor<4xf32>
}
