// RUN: terrace-opt %s --eliminate-empty-tensors | FileCheck %s

// The destination is the result of the op that the empty tensor is in: it is not there yet.

// CHECK-LABEL: func @result_of_the_op_around(
// CHECK: scf.execute_region
// CHECK: tensor.empty
// CHECK: tensor.insert_slice
func.func @result_of_the_op_around() -> tensor<1xi64> {
  %0 = scf.execute_region -> tensor<1xi64> {
    %1 = tensor.empty() : tensor<1xi64>
    scf.yield %1 : tensor<1xi64>
  }
  %2 = tensor.insert_slice %0 into %0[0] [1] [1] : tensor<1xi64> into tensor<1xi64>
  return %2 : tensor<1xi64>
}
