// A tensor of a type of another dialect cannot be copied: its interface allocates none.
// RUN: terrace-test-opt %s --one-shot-bufferize='allow-unknown-ops allow-return-allocs-from-loops' --verify-diagnostics

func.func @copied(%arg: !test.test_tensor<[4], f64>, %lb: index, %ub: index, %step: index) -> !test.test_tensor<[4], f64> {
  // expected-error @below {{copying of tensors of type '!test.test_tensor<[4], f64>' is not implemented}}
  %0 = scf.for %i = %lb to %ub step %step iter_args(%iter = %arg) -> !test.test_tensor<[4], f64> {
    %1 = "test.dummy_tensor_op"(%iter) : (!test.test_tensor<[4], f64>) -> !test.test_tensor<[4], f64>
    scf.yield %1 : !test.test_tensor<[4], f64>
  }
  return %0 : !test.test_tensor<[4], f64>
}
