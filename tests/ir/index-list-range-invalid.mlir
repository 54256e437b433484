// Numbers in lists of numbers and values are 64-bit integers, and none is the marker of a value.
// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @too_large_by_one(%a: tensor<?xf32>, %c: f32) {
  // expected-error@+2 {{custom op 'tensor.pad' integer value too large}}
  // expected-error@+1 {{custom op 'tensor.pad' expected SSA value or integer}}
  %p = tensor.pad %a low[0] high[9223372036854775808] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  return
}

// -----

func.func @largest_and_zero_with_a_sign(%a: tensor<?xf32>, %c: f32) {
  %p = tensor.pad %a low[-0] high[9223372036854775807] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  return
}

// -----

func.func @too_small(%a: tensor<?xf32>) {
  // expected-error@+2 {{custom op 'tensor.extract_slice' integer value too large}}
  // expected-error@+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %s = tensor.extract_slice %a[-9223372036854775809] [1] [1] : tensor<?xf32> to tensor<1xf32>
  return
}

// -----

func.func @all_bits(%a: memref<?xf32>) {
  // expected-error@+2 {{custom op 'memref.subview' integer value too large}}
  // expected-error@+1 {{custom op 'memref.subview' expected SSA value or integer}}
  %s = memref.subview %a[0] [0xffffffffffffffff] [1] : memref<?xf32> to memref<?xf32>
  return
}

// -----

// Upstream takes it for the marker: it crashes, or finds a value missing.
func.func @marker_in_vector_insert(%v: vector<4xf32>, %c: f32) {
  // expected-error@+2 {{custom op 'vector.insert' integer value too large}}
  // expected-error@+1 {{custom op 'vector.insert' expected SSA value or integer}}
  %r = vector.insert %c, %v[-9223372036854775808] : f32 into vector<4xf32>
  return
}

// -----

func.func @marker_beside_a_value(%a: tensor<?xf32>, %c: f32, %i: index) {
  // expected-error@+2 {{custom op 'tensor.pad' integer value too large}}
  // expected-error@+1 {{custom op 'tensor.pad' expected SSA value or integer}}
  %p = tensor.pad %a low[-0x8000000000000000] high[%i] {
  ^bb0(%q: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  return
}

// -----

func.func @marker_in_forall() {
  // expected-error@+2 {{custom op 'scf.forall' integer value too large}}
  // expected-error@+1 {{custom op 'scf.forall' expected SSA value or integer}}
  scf.forall (%a) in (-9223372036854775808) { }
  return
}

// -----

func.func @marker_in_basis(%i: index) {
  // expected-error@+2 {{custom op 'affine.delinearize_index' integer value too large}}
  // expected-error@+1 {{custom op 'affine.delinearize_index' expected SSA value or integer}}
  %x:2 = affine.delinearize_index %i into (-9223372036854775808, 3) : index, index
  return
}

// -----

func.func @marker_without_value_in_pad(%t: tensor<?xf32>, %c: f32) {
  // expected-error@+1 {{expected the number of 'low' to match the number of dynamic entries in 'static_low' (0 vs 1)}}
  %r = "tensor.pad"(%t) <{static_low = array<i64: -9223372036854775808>, static_high = array<i64: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^bb0(%q: index):
    tensor.yield %c : f32
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @value_without_marker_in_pad(%t: tensor<?xf32>, %c: f32, %i: index) {
  // expected-error@+1 {{expected the number of 'high' to match the number of dynamic entries in 'static_high' (1 vs 0)}}
  %r = "tensor.pad"(%t, %i) <{static_low = array<i64: 0>, static_high = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 1>}> ({
  ^bb0(%q: index):
    tensor.yield %c : f32
  }) : (tensor<?xf32>, index) -> tensor<?xf32>
  return
}

// -----

func.func @marker_without_value_in_insert(%t: vector<4xf32>, %c: f32) {
  // expected-error@+1 {{mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position)}}
  %r = "vector.insert"(%c, %t) <{static_position = array<i64: -9223372036854775808>}> : (f32, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @value_without_marker_in_insert(%t: vector<4xf32>, %c: f32, %i: index) {
  // expected-error@+1 {{mismatch between dynamic and static positions}}
  %r = "vector.insert"(%c, %t, %i) <{static_position = array<i64: 1>}> : (f32, vector<4xf32>, index) -> vector<4xf32>
  return
}

// -----

func.func @no_list(%a: tensor<4xf32>) {
  // expected-error@+2 {{expected '[' in dynamic index list}}
  // expected-error@+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %0 = tensor.extract_slice %a
  return
}

// -----

func.func @no_comma(%a: tensor<4x4xf32>) {
  // expected-error@+2 {{expected ']' in dynamic index list}}
  // expected-error@+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %0 = tensor.extract_slice %a[0 0] [1, 1] [1, 1] : tensor<4x4xf32> to tensor<1x1xf32>
  return
}
