// Buffers hold less than tensors do: types of unknown dialects are no elements of memrefs.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops"

// expected-error@below {{cannot bufferize value of type 'tensor<2x!foo.bar>': element type '!foo.bar' is not a valid memref element type}}
func.func @argument(%t: tensor<2x!foo.bar>) {
  return
}

// -----

// expected-error@below {{cannot bufferize value of type 'tensor<*x!foo.bar>'}}
func.func private @declared() -> tensor<*x!foo.bar>

// -----

func.func @passed_to_a_block(%c: i1) {
  %0 = "foo.make"() : () -> tensor<2x!foo.bar>
  // expected-error@below {{cannot bufferize value of type 'tensor<2x!foo.bar>'}}
  // expected-error@below {{failed to bufferize op}}
  cf.br ^bb1(%0 : tensor<2x!foo.bar>)
^bb1(%a: tensor<2x!foo.bar>):
  return
}

// -----

func.func @carried_by_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = "foo.make"() : () -> tensor<2x!foo.bar>
  // expected-error@below {{cannot bufferize value of type 'tensor<2x!foo.bar>'}}
  // expected-error@below {{failed to bufferize op}}
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> (tensor<2x!foo.bar>) {
    "foo.use"(%a) : (tensor<2x!foo.bar>) -> ()
    scf.yield %a : tensor<2x!foo.bar>
  }
  return
}

// -----

// What stays a tensor may hold anything.
func.func @left_alone() {
  %0 = "foo.make"() : () -> tensor<2x!foo.bar>
  "foo.use"(%0) : (tensor<2x!foo.bar>) -> ()
  return
}
