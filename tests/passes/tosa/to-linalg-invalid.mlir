// RUN: terrace-opt %s "--pass-pipeline=builtin.module(func.func(tosa-to-linalg))" --split-input-file --verify-diagnostics

func.func @without_a_rank(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.abs'}}
  %0 = tosa.abs %a : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @result_without_a_rank(%a: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.abs'}}
  %0 = tosa.abs %a : (tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @reduction_without_a_rank(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.reduce_max'}}
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @exponential_of_ints(%a: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.exp'}}
  %0 = tosa.exp %a : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @bits_of_floats(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.bitwise_and'}}
  %0 = tosa.bitwise_and %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @greatest_unsigned(%a: tensor<2xui8>) -> tensor<2xui8> {
  // expected-error@+1 {{failed to legalize operation 'tosa.maximum'}}
  %0 = tosa.maximum %a, %a : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

func.func @shifted_short_product(%a: tensor<2xi8>, %s: tensor<1xi8>) -> tensor<2xi8> {
  // expected-error@+1 {{failed to legalize operation 'tosa.mul'}}
  %0 = tosa.mul %a, %a, %s : (tensor<2xi8>, tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @all_of_ints(%a: tensor<2x3xi8>) -> tensor<2x1xi8> {
  // expected-error@+1 {{failed to legalize operation 'tosa.reduce_all'}}
  %0 = tosa.reduce_all %a {axis = 1 : i32} : (tensor<2x3xi8>) -> tensor<2x1xi8>
  return %0 : tensor<2x1xi8>
}

// -----

func.func @inexact_rescale(%a: tensor<2xi8>) -> tensor<2xi8> {
  %m = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{failed to legalize operation 'tosa.rescale'}}
  %0 = tosa.rescale %a, %m, %z, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = INEXACT_ROUND, scale32 = true} : (tensor<2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @double_round_of_short_scale(%a: tensor<2xi8>) -> tensor<2xi8> {
  %m = "tosa.const"() <{values = dense<1> : tensor<1xi16>}> : () -> tensor<1xi16>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{failed to legalize operation 'tosa.rescale'}}
  %0 = tosa.rescale %a, %m, %z, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = false} : (tensor<2xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @resize_of_dynamic_rows(%a: tensor<1x?x4x2xf32>) -> tensor<1x?x7x2xf32> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error@+1 {{failed to legalize operation 'tosa.resize'}}
  %0 = tosa.resize %a, %s, %o, %o {mode = BILINEAR} : (tensor<1x?x4x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x7x2xf32>
  return %0 : tensor<1x?x7x2xf32>
}

// -----

func.func @unknown_multiples(%a: tensor<2x3xi8>) -> tensor<4x?xi8> {
  %s = tosa.const_shape {values = dense<[2, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error@+1 {{failed to legalize operation 'tosa.tile'}}
  %0 = tosa.tile %a, %s : (tensor<2x3xi8>, !tosa.shape<2>) -> tensor<4x?xi8>
  return %0 : tensor<4x?xi8>
}

// -----

func.func @table_of_floats(%a: tensor<2xi8>, %t: tensor<256xi16>) -> tensor<2xi16> {
  // expected-error@+1 {{failed to legalize operation 'tosa.table'}}
  %0 = tosa.table %a, %t : (tensor<2xi8>, tensor<256xi16>) -> tensor<2xi16>
  return %0 : tensor<2xi16>
}

// -----

func.func @gather_without_a_rank(%v: tensor<*xf32>, %i: tensor<2x5xi32>) -> tensor<*xf32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.gather'}}
  %0 = tosa.gather %v, %i : (tensor<*xf32>, tensor<2x5xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @scatter(%v: tensor<2x3x4xf32>, %i: tensor<2x2xi32>, %w: tensor<2x2x4xf32>) -> tensor<2x3x4xf32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.scatter'}}
  %0 = tosa.scatter %v, %i, %w : (tensor<2x3x4xf32>, tensor<2x2xi32>, tensor<2x2x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
