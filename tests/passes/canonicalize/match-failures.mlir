// With --print-match-failures, patterns say why they do not match an op; the output stays the same.
// RUN: terrace-opt %s --canonicalize --print-match-failures 2>&1 | FileCheck %s
// RUN: terrace-opt %s --canonicalize --print-match-failures --mlir-disable-threading 2>&1 | FileCheck %s
// RUN: terrace-opt %s --canonicalize 2>&1 | FileCheck %s --check-prefix=QUIET

// QUIET-NOT: remark

// CHECK: match-failures.mlir:[[#@LINE+3]]:8: remark: pattern '{{.*}}' does not match: not a self copy
// CHECK: func.func @a_copy_between_two_tensors_is_no_self_copy
func.func @a_copy_between_two_tensors_is_no_self_copy(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.copy ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
