// Integers of attributes in brackets are signed.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @shuffle_past_the_range(%a: vector<4xf32>) {
  // expected-error@+1 {{custom op 'vector.shuffle' integer value too large}}
  %x = vector.shuffle %a, %a [0, 9223372036854775808] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @mask_past_the_range() {
  // expected-error@+1 {{custom op 'vector.constant_mask' integer value too large}}
  %x = vector.constant_mask [0xffffffffffffffff] : vector<4xi1>
  return
}

// -----

func.func @zero_may_have_a_sign() {
  %x = vector.constant_mask [-0] : vector<4xi1>
  return
}
