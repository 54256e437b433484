// What ops of the dialects refuse.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize

func.func @masks(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.select' op only i1 condition values are supported}}
  // expected-error @below {{failed to bufferize op}}
  %0 = arith.select %c, %a, %b : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @on_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{op was not bufferized}}
  %0 = arith.addf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_room_below_mask(%v: vector<16xf32>, %i: index, %m: vector<16xi1>, %a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{'vector.mask' op body must bufferize in-place}}
  %0 = vector.mask %m { vector.transfer_write %v, %a[%i] : vector<16xf32>, tensor<?xf32> } : vector<16xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @read_only(%t: tensor<5xf32>, %u: tensor<5xf32>) -> tensor<5xf32> {
  // expected-error @below {{'bufferization.materialize_in_destination' op not bufferizable under the given constraints: would write to read-only buffer}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @spaces(%c: i1) -> tensor<4xf32> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %b = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  // expected-error @below {{inconsistent memory space on true/false operands}}
  // expected-error @below {{failed to bufferize op}}
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @aliases_unknown(%m: memref<5xf32>) -> tensor<5xf32> {
  // expected-error @below {{'bufferization.to_tensor' op to_tensor ops without `restrict` are not supported by One-Shot Analysis}}
  %t = bufferization.to_tensor %m : memref<5xf32> to tensor<5xf32>
  return %t : tensor<5xf32>
}

// -----

// The source would not fit into the new buffer.
func.func @negative_padding(%t: tensor<8xf32>, %c: f32) -> tensor<6xf32> {
  // expected-error @below {{negative padding is not bufferizable}}
  // expected-error @below {{failed to bufferize op}}
  %0 = tensor.pad %t low[-2] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<8xf32> to tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Nothing is known of an op that cannot be bufferized: its result may be either operand, and so one buffer with both.
func.func @may_be_either(%a: tensor<4xi32>) -> tensor<4xi32> {
  %t = tensor.empty() : tensor<4xi32>
  %d = tensor.empty() : tensor<4xi32>
  // expected-error @below {{cannot avoid RaW conflict if 'arith.addi' returns one of its operands}}
  %b = linalg.copy ins(%a : tensor<4xi32>) outs(%t : tensor<4xi32>) -> tensor<4xi32>
  %0 = bufferization.materialize_in_destination %a in %d : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = arith.addi %0, %b : tensor<4xi32>
  return %1 : tensor<4xi32>
}
