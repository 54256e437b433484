// A type that an op's format does not take is refused where it is written, in upstream's words and at its places.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics
// RUN: not terrace-opt %s --split-input-file 2>&1 | FileCheck %s

transform.named_sequence @no_handle(%r: i32) {
  // expected-error@below {{custom op 'transform.verify' invalid kind of type specified}}
  transform.verify %r : i32
}

// -----

// CHECK: :[[#@LINE+3]]:25: error: custom op 'affine.load' invalid kind of type specified: expected builtin.memref
func.func @at_the_colon(%m: i32) {
  // expected-error@below {{custom op 'affine.load' invalid kind of type specified: expected builtin.memref, but found 'i32'}}
  %0 = affine.load %m[] : i32
}

// -----

func.func @no_pdl_type(%v: !pdl.value) {
  // expected-error@below {{custom op 'pdl_interp.get_users' invalid kind of type specified}}
  %0 = pdl_interp.get_users of %v : i32
}

// -----

func.func @no_index() {
  // expected-error@below {{custom op 'linalg.index' invalid kind of type specified: expected builtin.index, but found 'i32'}}
  %0 = linalg.index 0 : i32
}

// -----

func.func @any_type_of_a_result(%m: memref<?x?xf32>) {
  // expected-error@below {{'memref.transpose' op result #0 must be strided memref of any type values, but got 'i32'}}
  %0 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<?x?xf32> to i32
  return
}

// -----

func.func @list_of_numbers(%v: vector<2xf32>) {
  // expected-error@below {{custom op 'vector.shuffle' expected integer value}}
  // expected-error@below {{expected ']'}}
  %0 = vector.shuffle %v, %v [0, x, 1] : vector<2xf32>, vector<2xf32>
  return
}
