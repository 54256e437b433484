// RUN: terrace-opt %s "--pass-pipeline=builtin.module(func.func(tosa-to-linalg-named))" --split-input-file --verify-diagnostics

func.func @unknown_zero_point(%a: tensor<1x5x3xi8>, %b: tensor<1x3x6xi8>, %z: tensor<1xi8>) -> tensor<1x5x6xi32> {
  // expected-error@+1 {{failed to legalize operation 'tosa.matmul'}}
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x5x3xi8>, tensor<1x3x6xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x6xi32>
  return %0 : tensor<1x5x6xi32>
}

// -----

func.func @without_a_rank(%a: tensor<*xf32>, %b: tensor<1x3x6xf32>) -> tensor<*xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-error@+1 {{failed to legalize operation 'tosa.matmul'}}
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<*xf32>, tensor<1x3x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @unknown_weight(%a: tensor<1x5x4x3xf32>, %w: tensor<7x?x2x3xf32>, %b: tensor<7xf32>) -> tensor<1x4x3x7xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-error@+1 {{failed to legalize operation 'tosa.conv2d'}}
  %0 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x4x3xf32>, tensor<7x?x2x3xf32>, tensor<7xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3x7xf32>
  return %0 : tensor<1x4x3x7xf32>
}

// -----

func.func @unknown_height(%a: tensor<1x?x34x62xf32>) -> tensor<1x?x33x62xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-error@+1 {{failed to legalize operation 'tosa.avg_pool2d'}}
  %0 = tosa.avg_pool2d %a, %z, %z {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, kernel = array<i64: 4, 4>, stride = array<i64: 1, 1>} : (tensor<1x?x34x62xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x33x62xf32>
  return %0 : tensor<1x?x33x62xf32>
}

// -----

func.func @no_least_number(%a: tensor<1x6x34x62xf8E5M2>) -> tensor<1x3x31x62xf8E5M2> {
  // expected-error@+1 {{failed to legalize operation 'tosa.max_pool2d'}}
  %0 = tosa.max_pool2d %a {pad = array<i64: 0, 0, 0, 0>, kernel = array<i64: 4, 4>, stride = array<i64: 1, 1>} : (tensor<1x6x34x62xf8E5M2>) -> tensor<1x3x31x62xf8E5M2>
  return %0 : tensor<1x3x31x62xf8E5M2>
}

// -----

func.func @quantized(%a: tensor<1x6x34x62x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<1x3x31x62x!quant.uniform<i8:f32, 0.1:3>> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{failed to legalize operation 'tosa.avg_pool2d'}}
  %0 = tosa.avg_pool2d %a, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, kernel = array<i64: 4, 4>, stride = array<i64: 1, 1>} : (tensor<1x6x34x62x!quant.uniform<i8:f32, 0.1:3>>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x31x62x!quant.uniform<i8:f32, 0.1:3>>
  return %0 : tensor<1x3x31x62x!quant.uniform<i8:f32, 0.1:3>>
}

// -----

func.func @wide_bias(%a: tensor<1x5x4x3xi8>, %w: tensor<7x2x2x3xi8>, %b: tensor<7xi64>) -> tensor<1x4x3x7xi32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{failed to legalize operation 'tosa.conv2d'}}
  %0 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x4x3xi8>, tensor<7x2x2x3xi8>, tensor<7xi64>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x3x7xi32>
  return %0 : tensor<1x4x3x7xi32>
}
