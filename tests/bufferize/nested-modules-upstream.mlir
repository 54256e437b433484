// With `--match-upstream`, functions of nested modules stay as they are.
// RUN: terrace-opt %s --match-upstream --one-shot-bufferize='bufferize-function-boundaries' | FileCheck %s

// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %{{.*}}: memref<5xf32
func.func @outer(%t: tensor<5xf32>) -> tensor<5xf32> {
  return %t : tensor<5xf32>
}
module @inner {
  // CHECK-LABEL: func.func @inner(
  // CHECK-SAME: %[[T:.*]]: tensor<5xf32> {bufferization.writable = false}) -> tensor<5xf32>
  func.func @inner(%t: tensor<5xf32> {bufferization.writable = false}) -> tensor<5xf32> {
    // CHECK-NEXT: return %[[T]]
    return %t : tensor<5xf32>
  }
}
