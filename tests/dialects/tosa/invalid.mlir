// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @rank(%a: tensor<2xf32>) {
  // expected-error @below {{'tosa.argmax' op specified axis is outside the rank of the tensor}}
  %0 = tosa.argmax %a {axis = 1 : i32} : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @empty(%a: tensor<0xf32>) {
  // expected-error @below {{'tosa.abs' op operand #0 must be tosa-conformant tensor of number values, but got 'tensor<0xf32>'}}
  %0 = tosa.abs %a : (tensor<0xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @broadcast(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error @below {{'tosa.add' op operands don't have broadcast-compatible shapes}}
  %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @windows(%image: tensor<1x4x5x2xf32>, %weight: tensor<3x2x2x2xf32>, %bias: tensor<3xf32>, %z: tensor<1xf32>) {
  // expected-error @below {{'tosa.conv2d' op expected input_height - 1 + pad_top + pad_bottom - (kernel_height - 1) * dilation_y to be wholly divisible by stride_y, got (4 - 1 + 0 + 0 - (2 - 1) * 2) / 2}}
  %0 = tosa.conv2d %image, %weight, %bias, %z, %z {acc_type = f32, dilation = array<i64: 2, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<1x4x5x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x4x3xf32>
  return
}

// -----

func.func @overflow(%image: tensor<1x4x5x2xf32>, %weight: tensor<3x2x2x2xf32>, %bias: tensor<3xf32>, %z: tensor<1xf32>) {
  // expected-error @below {{'tosa.conv2d' op calculated output height did not match expected: calculated=9223372036854775810, expected=3}}
  %0 = tosa.conv2d %image, %weight, %bias, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 9223372036854775807, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x5x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x4x3xf32>
  return
}

// -----

func.func @shape(%s: !tosa.shape<1>, %a: tensor<2xf32>) {
  // expected-error @below {{'tosa.reshape' op shape operand is not compile time resolvable}}
  %0 = tosa.reshape %a, %s : (tensor<2xf32>, !tosa.shape<1>) -> tensor<2xf32>
  return
}

// -----

func.func @inferred(%a: tensor<2x3xf32>) {
  // expected-error @below {{'tosa.concat' op requires sum of axis dimensions of input1 equal to output axis dimension, got 4 and 5}}
  %0 = tosa.concat %a, %a {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @zero_point(%a: tensor<2xi32>) {
  %z = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @below {{'tosa.negate' op input1 zero point must be zero for non-int8 integer types}}
  %0 = tosa.negate %a, %z, %z : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @bounds(%a: tensor<2xf32>) {
  // expected-error @below {{'tosa.clamp' op expected min_val <= max_val, got min_val=1.000000e+00 : f32, max_val=0.000000e+00 : f32}}
  %0 = tosa.clamp %a {max_val = 0.0 : f32, min_val = 1.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mode(%a: tensor<2xf32>) {
  // expected-error @below {{invalid nan_mode value: SOMETIMES}}
  %0 = tosa.maximum %a, %a {nan_mode = SOMETIMES} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-error @+2 {{expected ranked type}}
tosa.variable @v : tensor<*xf32>
func.func private @after()

// -----

func.func @undeclared() {
  // expected-error @below {{'tosa.variable_read' op 'v' has not been declared by 'tosa.variable'}}
  %0 = tosa.variable_read @v : tensor<f32>
  return
}

// -----

func.func @graphs(%c: tensor<i1>, %a: tensor<f32>) {
  // expected-error @below {{'tosa.cond_if' op require same number of values in 'else_graph' results (0) and 'output_list' (1)}}
  %0 = "tosa.cond_if"(%c) ({
    tosa.yield %a : tensor<f32>
  }, {
    "tosa.yield"() : () -> ()
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// expected-error @below {{invalid rank (must be >= 0): -1}}
func.func private @negative(!tosa.shape<-1>)

// -----

func.func @resize(%image: tensor<1x2x2x1xf32>) {
  %scale = tosa.const_shape {values = dense<[0, 0, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @below {{'tosa.resize' op expect all scale values to be > 0, got 0, 0, 2, 1}}
  %0 = tosa.resize %image, %scale, %zero, %zero {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x3x1xf32>
  return
}
