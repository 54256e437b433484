// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @no_encoding(%a: tensor<4xf32>) {
  // expected-error @below {{'sparse_tensor.load' op operand #0 must be sparse tensor of any type values, but got 'tensor<4xf32>'}}
  %0 = "sparse_tensor.load"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

#v = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @same_encoding(%a: tensor<4xf32, #v>) {
  // expected-error @below {{'sparse_tensor.load' op requires the same type for all operands and results}}
  %0 = "sparse_tensor.load"(%a) : (tensor<4xf32, #v>) -> tensor<8xf32>
  return
}

// -----

func.func @no_tensor(%a: i32) {
  // expected-error @below {{'sparse_tensor.new' op result #0 must be sparse tensor of any type values, but got 'tensor<4xf32>'}}
  %0 = "sparse_tensor.new"(%a) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @unranked(%a: tensor<*xf32>) {
  // expected-error @below {{'sparse_tensor.convert' op operand #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = "sparse_tensor.convert"(%a) : (tensor<*xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @rank(%a: tensor<4x5xf32>) {
  // expected-error @below {{unexpected conversion mismatch in rank}}
  %0 = sparse_tensor.convert %a : tensor<4x5xf32> to tensor<4xf32>
  return
}

// -----

func.func @extent(%a: tensor<4x?xf32>) {
  // expected-error @below {{unexpected conversion mismatch in dimension 1}}
  %0 = sparse_tensor.convert %a : tensor<4x?xf32> to tensor<?x5xf32>
  return
}

// -----

#s = #sparse_tensor.encoding<{ map = (i : #sparse_tensor<slice(0, 4, 1)>) -> (i : compressed) }>
func.func @slice(%a: tensor<4xf32>) {
  // expected-error @below {{cannot convert to a sparse tensor slice}}
  %0 = sparse_tensor.convert %a : tensor<4xf32> to tensor<4xf32, #s>
  return
}
