// RUN: terrace-opt %s --tosa-attach-target="profiles=pro_int,pro_fp" --tosa-validate="strict-op-spec-alignment" --split-input-file --verify-diagnostics

func.func @ranks(%a: tensor<1x1x1x1x1x1x2xf32>) -> tensor<1x1x1x1x1x1x2xf32> {
  // expected-error @+1 {{'tosa.abs' op failed level check: operand rank(shape) <= MAX_RANK}}
  %0 = tosa.abs %a : (tensor<1x1x1x1x1x1x2xf32>) -> tensor<1x1x1x1x1x1x2xf32>
  return %0 : tensor<1x1x1x1x1x1x2xf32>
}

// -----

func.func @types(%a: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error @+1 {{'tosa.abs' op illegal: requires [int64] but not enabled in target}}
  %0 = tosa.abs %a : (tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @constants(%a: tensor<2xi8>, %z: tensor<1xi8>) -> tensor<2xi8> {
  // expected-error @+1 {{'tosa.negate' op expected compile time resolvable constant, but got variable value for operand #1}}
  %0 = tosa.negate %a, %z, %z : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @extensions(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  // expected-error @+1 {{'tosa.abs' op illegal: requires [bf16] but not enabled in target}}
  %0 = tosa.abs %a : (tensor<2xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// -----

func.func @extents(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'tosa.abs' op failed level check: operand shape dimension cannot be dynamic when targeting TOSA specification version 1.0 or below}}
  %0 = tosa.abs %a : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
