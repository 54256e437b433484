// Memory spaces that must be inferred, but cannot be.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize=must-infer-memory-space

func.func @constant() -> tensor<4xf32> {
  // expected-error @below {{could not infer memory space}}
  // expected-error @below {{failed to bufferize op}}
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{could not infer memory space}}
func.func @shape(%t: tensor<2x10xf32>, %s: tensor<1xindex>) -> tensor<20xf32> {
  // expected-error @below {{failed to bufferize op}}
  %0 = tensor.reshape %t(%s) : (tensor<2x10xf32>, tensor<1xindex>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}
