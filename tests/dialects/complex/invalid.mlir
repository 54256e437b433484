// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @constant_element_type_mismatch() {
  // expected-error @below {{'complex.constant' op requires attribute's element types ('f32', 'f32') to match the element type of the op's return type ('f64')}}
  %0 = complex.constant [0.1 : f32, -1.0 : f32] : complex<f64>
}

// -----

func.func @constant_of_symbol() {
  // expected-error @below {{'complex.constant' op requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant [0.1 : f32, @constant_of_symbol] : complex<f64>
}

// -----

func.func @constant_of_array() {
  // expected-error @below {{'complex.constant' op requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant [0.1 : f32, [1]] : complex<f32>
}

// -----

func.func @constant_of_real_type() {
  // expected-error @below {{custom op 'complex.constant' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.constant [0.1 : f32, 1.0:f32] : f32
}

// -----

func.func @bitcast_bitwidth_mismatch(%x: i32, %c: complex<f32>) {
  // expected-error @below {{'complex.bitcast' op casting bitwidths do not match}}
  %0 = complex.bitcast %x : i32 to complex<f32>
}

// -----

func.func @bitcast_to_vector(%x: i32, %c: complex<f32>) {
  // expected-error @below {{'complex.bitcast' op result must be int/float/complex}}
  %0 = complex.bitcast %x : i32 to vector<2xf32>
}

// -----

func.func @bitcast_of_vector(%x: vector<2xi32>, %c: complex<f32>) {
  // expected-error @below {{'complex.bitcast' op operand must be int/float/complex}}
  %0 = complex.bitcast %x : vector<2xi32> to complex<f32>
}

// -----

func.func @re_result_type_mismatch(%x: f32, %c: complex<f32>) {
  // expected-error @below {{'complex.re' op failed to verify that complex element type matches result type}}
  %0 = "complex.re"(%c) : (complex<f32>) -> f64
}

// -----

func.func @create_element_type_mismatch(%x: f32, %c: complex<f32>) {
  // expected-error @below {{'complex.create' op failed to verify that complex element type matches real operand type}}
  %0 = "complex.create"(%x, %x) : (f32, f32) -> complex<f64>
}

// -----

func.func @generic_abs_of_integers(%x: f32, %c: complex<i32>) {
  // expected-error @below {{'complex.abs' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = "complex.abs"(%c) : (complex<i32>) -> f32
}

// -----

func.func @abs_of_integers(%x: f32, %c: complex<i32>) {
  // expected-error @below {{custom op 'complex.abs' 'complex' must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.abs %c : complex<i32>
}

// -----

func.func @abs_of_real(%x: f32, %c: complex<i32>) {
  // expected-error @below {{custom op 'complex.abs' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.abs %x : f32
}

// -----

// expected-error @below {{unexpected decimal integer literal for a floating point value}}
// expected-note @below {{add a trailing dot to make the literal a float}}
"foo.x"() {a = #complex.number<:f64 1, -2.5>} : () -> ()

// -----

// expected-error @below {{expected floating point literal}}
"foo.x"() {a = #complex.number<:f64 a, -2.5>} : () -> ()

// -----

func.func @create_real_type(%t: f32, %n: index) {
  // expected-error @below {{custom op 'complex.create' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.create %t, %t : f32
  return
}

// -----

func.func @create_of_integers(%t: f32, %n: index) {
  // expected-error @below {{custom op 'complex.create' 'complex' must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.create %t, %t : complex<i32>
  return
}

// -----

func.func @constant_is_integer(%t: f32, %n: index) {
  // expected-error @below {{integer literal not valid for specified type}}
  %0 = complex.constant 3 : complex<i32>
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @re_operand_type_mismatch(%t: f32, %n: complex<f32>) {
  // expected-error @below {{use of value '%n' expects different type than prior uses: 'complex<f64>' vs 'complex<f32>'}}
  %0 = complex.re %n : complex<f64>
  return
}

// -----

func.func @add_real_type(%t: f32, %n: complex<f32>) {
  // expected-error @below {{custom op 'complex.add' invalid kind of type specified: expected builtin.complex, but found 'f64'}}
  %0 = complex.add %n, %n : f64
  return
}

// -----

func.func @eq_real_type(%t: f32, %n: complex<f32>) {
  // expected-error @below {{custom op 'complex.eq' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.eq %n, %n : f32
  return
}

// -----

func.func @powi_float_exponent(%t: f32, %n: complex<f32>) {
  // expected-error @below {{custom op 'complex.powi' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  %0 = complex.powi %n, %n : complex<f32>, f32
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @eq_operand_type_mismatch(%t: f32, %n: complex<f32>) {
  // expected-error @below {{use of value '%t' expects different type than prior uses: 'complex<f32>' vs 'f32'}}
  %0 = complex.eq %n, %t : complex<f32>
  return
}
