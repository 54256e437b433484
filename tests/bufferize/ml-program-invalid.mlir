// RUN: terrace-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize

// expected-error@below {{global op must have a value}}
// expected-error@below {{failed to bufferize op}}
ml_program.global private mutable @g : tensor<2xi64>

// -----

// expected-error@below {{failed to bufferize op}}
ml_program.global private mutable @g(dense<1> : tensor<2xi64>) : tensor<?xi64>

// -----

ml_program.global private @g(dense<1> : tensor<2xi64>) : tensor<2xi64>
func.func @constant(%i: index) -> i64 {
  // expected-error@below {{op was not bufferized}}
  %0 = ml_program.global_load_const @g : tensor<2xi64>
  %1 = tensor.extract %0[%i] : tensor<2xi64>
  return %1 : i64
}
