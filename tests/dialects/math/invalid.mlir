// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @sqrt_result_shape_mismatch(%x: tensor<4xf32>) {
  // expected-error @below {{'math.sqrt' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error @below {{'math.sqrt' op failed to infer returned types}}
  %0 = "math.sqrt"(%x) : (tensor<4xf32>) -> tensor<?xf32>
}

// -----

func.func @isnan_result_shape_mismatch(%x: tensor<4xf32>) {
  // expected-error @below {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%x) : (tensor<4xf32>) -> tensor<?xi1>
}

// -----

func.func @fpowi_operand_shapes_differ(%x: tensor<4xf32>, %y: i32) {
  // expected-error @below {{'math.fpowi' op requires the same shape for all operands and results}}
  %0 = math.fpowi %x, %y : tensor<4xf32>, i32
}

// -----

func.func @sqrt_of_memref(%x: memref<4xf32>, %y: i32) {
  // expected-error @below {{'math.sqrt' op operand #0 must be floating-point-like, but got 'memref<4xf32>'}}
  %0 = math.sqrt %x : memref<4xf32>
}

// -----

func.func @absf_integer_fastmath(%t: f32, %n: index) {
  // expected-error @below {{custom op 'math.absf' 'math.absf' op attribute 'fastmath' failed to satisfy constraint: Floating point fast math flags}}
  %0 = math.absf %t {fastmath = 3} : f32
  return
}

// -----

func.func @absf_fastmath_without_flags(%t: f32, %n: index) {
  // expected-error @below {{expected '<'}}
  %0 = math.absf %t fastmath : f32
  return
}

// -----

func.func @isnan_of_complex(%t: f32, %n: complex<f32>) {
  // expected-error @below {{custom op 'math.isnan' 'operand' must be floating-point-like, but got 'complex<f32>'}}
  %0 = math.isnan %n : complex<f32>
  return
}

// -----

func.func @sincos_of_complex(%t: f32, %n: complex<f32>) {
  // expected-error @below {{'math.sincos' op operand #0 must be floating-point-like, but got 'complex<f32>'}}
  %0, %1 = math.sincos %n : complex<f32>
  return
}
