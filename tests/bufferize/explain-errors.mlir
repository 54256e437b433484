// Why something cannot be bufferized, for those who ask: notes beside the error.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize='bufferize-function-boundaries explain'

func.func @unknown(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{op was not bufferized}}
  // expected-note @below {{nobody has told what 'arith.addf' does with buffers}}
  // expected-note @below {{rule: where unknown ops are not allowed, no tensors are left}}
  // expected-note @below {{edit: run --convert-elementwise-to-linalg before; it is bufferized then: nothing is copied and nothing is allocated}}
  // expected-note @below {{edit: set the option allow-unknown-ops; then unknown ops keep their tensors, made of buffers:}}
  %0 = arith.addf %t, %t : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @lowered_before(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{op was not bufferized}}
  // expected-note @below {{ops of tosa are lowered before tensors are bufferized: run --tosa-to-scf --tosa-to-linalg-pipeline --tosa-to-tensor --tosa-to-arith=include-apply-rescale before}}
  // expected-note @below {{rule: where unknown ops are not allowed, no tensors are left}}
  // expected-note @below {{edit: run --tosa-to-scf --tosa-to-linalg-pipeline --tosa-to-tensor --tosa-to-arith=include-apply-rescale before; it is bufferized then: nothing is copied, 1 allocation (16 bytes)}}
  %0 = tosa.abs %t : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @below {{%u is read-only: the argument has bufferization.writable = false}}
func.func @read_only(%t: tensor<5xf32>, %u: tensor<5xf32> {bufferization.writable = false}) -> tensor<5xf32> {
  // expected-error @below {{would write to read-only buffer}}
  // expected-note @below {{rule: a read-only buffer is not written}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// expected-note @below {{%u is defined here}}
func.func @still_read(%t: tensor<5xf32>, %u: tensor<5xf32>, %i: index) -> (tensor<5xf32>, f32) {
  // expected-error @below {{cannot avoid RaW conflict}}
  // expected-note @below {{it is overwritten here, by operand #1 of 'bufferization.materialize_in_destination'}}
  // expected-note @below {{rule: a read sees its definition, and no write after that}}
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  // expected-note @below {{it is read here, by operand #0 of 'tensor.extract'}}
  %1 = tensor.extract %u[%i] : tensor<5xf32>
  return %0, %1 : tensor<5xf32>, f32
}

// -----

func.func @perhaps_shared(%m: memref<5xf32>) -> tensor<5xf32> {
  // expected-error @below {{to_tensor ops without `restrict` are not supported by One-Shot Analysis}}
  // expected-note @below {{the buffer may be that of another tensor, which the analysis would not see}}
  // expected-note @below {{edit: say `restrict` on %t, if no other tensor has the buffer; it is bufferized then:}}
  %t = bufferization.to_tensor %m : memref<5xf32> to tensor<5xf32>
  return %t : tensor<5xf32>
}

// -----

// expected-error @below {{cannot bufferize func.func without func.return}}
// expected-note @below {{rule: the results of a function are what its returns give}}
func.func @endless(%t: tensor<5xf32>) -> tensor<5xf32> {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}

// -----

func.func @another_buffer(%t: tensor<5xf32>, %n: index, %f: f32) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the loop goes on with this one, %a}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<5xf32>) {
    %e = tensor.empty() : tensor<5xf32>
    // expected-note @below {{%x, made by 'linalg.fill', has a buffer of its own, or perhaps another one}}
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-error @below {{Yield operand #0 is not equivalent to the corresponding iter bbArg}}
    // expected-note @below {{rule: a loop gives back the buffer that it was given}}
    // expected-note @below {{edit: set the option allow-return-allocs-from-loops; it is bufferized then: nothing is copied, 1 allocation (20 bytes)}}
    scf.yield %x : tensor<5xf32>
  }
  return %0 : tensor<5xf32>
}

// -----

func.func @two_yields(%t: tensor<5xf32>, %u: tensor<5xf32>, %c: i1) -> tensor<5xf32> {
  // expected-error @below {{op without unique scf.yield is not supported}}
  // expected-note @below {{rule: the buffer of a result is what one yield gives, whichever way control goes}}
  // expected-note @below {{edit: run --lift-cf-to-scf before; it is bufferized then: nothing is copied and nothing is allocated}}
  %0 = scf.execute_region -> tensor<5xf32> {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %t : tensor<5xf32>
  ^bb2:
    scf.yield %u : tensor<5xf32>
  }
  return %0 : tensor<5xf32>
}

// -----

func.func @spaces(%c: i1) -> tensor<4xf32> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %b = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  // expected-error @below {{inconsistent memory space on then/else branches}}
  // expected-note @below {{rule: a buffer has one memory space, whichever way control goes}}
  %0 = scf.if %c -> tensor<4xf32> {
    // expected-error @below {{failed to bufferize op}}
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @swaps(%t: tensor<5xf32>, %u: tensor<5xf32>, %n: index) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the loop swaps its buffers: %b is what came in as another argument}}
  // expected-note @below {{the loop goes on with this one, %a}}
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<5xf32>, tensor<5xf32>) {
    // expected-error @below {{Yield operand #0 is not equivalent to the corresponding iter bbArg}}
    // expected-note @below {{rule: a loop gives back the buffer that it was given}}
    // expected-note @below {{edit: set the option allow-return-allocs-from-loops; it is bufferized then: 2 copies}}
    scf.yield %b, %a : tensor<5xf32>, tensor<5xf32>
  }
  return %0#0 : tensor<5xf32>
}
