// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// A slot for one value that the sizes of segments leave empty.
func.func @no_source(%i: index) {
  // expected-error@below {{'memref.subview' op operand group starting at #0 requires 1 element, but found 0}}
  %0 = "memref.subview"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 2>, static_strides = array<i64: 1>}> : (index) -> memref<2xf32>
  return
}

// -----

// The op whose operands are missing comes after one whose check looks at it.
func.func @used_before_it_is_verified(%c: i1) -> i64 {
  cf.br ^later
^early:
  %0 = arith.addi %1, %1 : i64
  return %0 : i64
^later:
  // expected-error@below {{'arith.extui' op requires a single operand}}
  %1 = "arith.extui"() : () -> i64
  cf.br ^early
}

// -----

// The error of a malformed op comes before those of checks that may look at it.
module {
  func.func @wrong_result() -> i32 {
    %0 = arith.constant 1 : i64
    // expected-error@below {{'arith.addi' op expected 2 operands, but found 1}}
    %1 = "arith.addi"(%0) : (i64) -> i64
    return %1 : i64
  }
  func.func @another_function() -> i32 {
    %0 = arith.constant 1 : i64
    // expected-error@below {{type of return operand 0 ('i64') doesn't match function result type ('i32')}}
    return %0 : i64
  }
}
