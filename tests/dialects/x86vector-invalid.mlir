// RUN: terrace-opt --verify-diagnostics --split-input-file %s

// Vectors have the lengths of the instructions, and masks a bit for each element.

func.func @compress_mask_length_unsupported(%k: vector<4xi1>, %a: vector<16xf32>) {
  // expected-error @below {{'x86vector.avx512.mask.compress' op operand #0 must be vector of 1-bit signless integer values of length 16/8, but got 'vector<4xi1>'}}
  %0 = "x86vector.avx512.mask.compress"(%k, %a) : (vector<4xi1>, vector<16xf32>) -> vector<16xf32>
  return
}

// -----

func.func @compress_vector_length_unsupported(%k: vector<16xi1>, %a: vector<4xf32>) {
  // expected-error @below {{'x86vector.avx512.mask.compress' op operand #1 must be vector of 32-bit float or 32-bit signless integer or 64-bit float or 64-bit signless integer values of length 16/8, but got 'vector<4xf32>'}}
  %0 = "x86vector.avx512.mask.compress"(%k, %a) : (vector<16xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @compress_mask_length_mismatch(%k: vector<8xi1>, %a: vector<16xf32>) {
  // expected-error @below {{'x86vector.avx512.mask.compress' op failed to verify that `k` has the same number of bits as elements in `dst`}}
  %0 = "x86vector.avx512.mask.compress"(%k, %a) : (vector<8xi1>, vector<16xf32>) -> vector<16xf32>
  return
}

// -----

func.func @compress_source_type_mismatch(%k: vector<16xi1>, %a: vector<16xf32>, %s: vector<16xi32>) {
  // expected-error @below {{failed to verify that src and dst have same type}}
  %0 = "x86vector.avx512.mask.compress"(%k, %a, %s) : (vector<16xi1>, vector<16xf32>, vector<16xi32>) -> vector<16xf32>
  return
}

// -----

func.func @compress_two_sources(%k: vector<16xi1>, %a: vector<16xf32>, %s: vector<16xf32>) {
  // expected-error @below {{cannot use both src and constant_src}}
  %0 = "x86vector.avx512.mask.compress"(%k, %a, %s) {constant_src = dense<1.0> : vector<16xf32>}: (vector<16xi1>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  return
}

// -----

func.func @compress_constant_source_type_mismatch(%k: vector<16xi1>, %a: vector<16xf32>, %s: vector<16xf32>) {
  // expected-error @below {{failed to verify that constant_src and dst have same type}}
  %0 = "x86vector.avx512.mask.compress"(%k, %a) {constant_src = dense<1.0> : vector<8xf32>}: (vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  return
}

// -----

func.func @rndscale_mask_type_unsupported(%a: vector<4x4xf32>, %i: i32, %m: i4) {
  // expected-error @below {{'x86vector.avx512.mask.rndscale' op operand #3 must be 16-bit signless integer or 8-bit signless integer, but got 'i4'}}
  %0 = "x86vector.avx512.mask.rndscale"(%a, %i, %a, %m, %i) : (vector<4x4xf32>, i32, vector<4x4xf32>, i4, i32) -> vector<4x4xf32>
  return
}

// -----

func.func @rndscale_mask_width_mismatch(%a: vector<16xf32>, %i: i32, %m: i8) {
  // expected-error @below {{'x86vector.avx512.mask.rndscale' op failed to verify that imm has the same number of bits as elements in dst}}
  %0 = "x86vector.avx512.mask.rndscale"(%a, %i, %a, %m, %i) : (vector<16xf32>, i32, vector<16xf32>, i8, i32) -> vector<16xf32>
  return
}

// -----

func.func @scalef_mask_width_mismatch(%a: vector<16xf32>, %i: i32, %m: i8) {
  // expected-error @below {{'x86vector.avx512.mask.scalef' op failed to verify that k has the same number of bits as elements in dst}}
  %0 = "x86vector.avx512.mask.scalef"(%a, %a, %a, %m, %i) : (vector<16xf32>, vector<16xf32>, vector<16xf32>, i8, i32) -> vector<16xf32>
  return
}

// -----

func.func @vp2intersect_mask_length_mismatch(%a: vector<16xi32>) {
  // expected-error @below {{'x86vector.avx512.vp2intersect' op failed to verify that k2 has the same number of bits as elements in b}}
  %0:2 = "x86vector.avx512.vp2intersect"(%a, %a) : (vector<16xi32>, vector<16xi32>) -> (vector<16xi1>, vector<8xi1>)
  return
}

// -----

func.func @vp2intersect_element_type_unsupported(%a: vector<16xi8>) {
  // expected-error @below {{'x86vector.avx512.vp2intersect' op operand #0 must be vector of 32-bit signless integer or 64-bit signless integer values of length 16/8, but got 'vector<16xi8>'}}
  %0:2 = "x86vector.avx512.vp2intersect"(%a, %a) : (vector<16xi8>, vector<16xi8>) -> (vector<16xi1>, vector<8xi1>)
  return
}

// -----

func.func @dot_operand_too_long(%s: vector<4xf32>, %a: vector<16xbf16>) {
  // expected-error @below {{'x86vector.avx512.dot' op failed to verify that `a` has twice an many elements as `src`}}
  %0 = "x86vector.avx512.dot"(%s, %a, %a) : (vector<4xf32>, vector<16xbf16>, vector<16xbf16>) -> vector<4xf32>
  return
}

// -----

func.func @dot_operand_too_short(%s: vector<4xf32>, %a: vector<4xbf16>) {
  // expected-error @below {{'x86vector.avx512.dot' op operand #1 must be vector of bfloat16 type values of length 8/16/32, but got 'vector<4xbf16>'}}
  %0 = "x86vector.avx512.dot"(%s, %a, %a) : (vector<4xf32>, vector<4xbf16>, vector<4xbf16>) -> vector<4xf32>
  return
}

// -----

func.func @cvt_packed_result_too_long(%s: vector<8xf32>) {
  // expected-error @below {{'x86vector.avx512.cvt.packed.f32_to_bf16' op failed to verify that all of {a, dst} have same element count}}
  %0 = "x86vector.avx512.cvt.packed.f32_to_bf16"(%s) : (vector<8xf32>) -> vector<16xbf16>
  return
}

// -----

func.func @rsqrt_vector_too_short(%s: vector<4xf32>) {
  // expected-error @below {{'x86vector.avx.rsqrt' op operand #0 must be vector of 32-bit float values of length 8, but got 'vector<4xf32>'}}
  %0 = "x86vector.avx.rsqrt"(%s) : (vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @dot_result_too_short(%s: vector<8xf32>, %b: vector<4xf32>) {
  // expected-error @below {{'x86vector.avx.intr.dot' op result #0 must be vector of 32-bit float values of length 8, but got 'vector<4xf32>'}}
  %0 = "x86vector.avx.intr.dot"(%s, %s) : (vector<8xf32>, vector<8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @dot_i8_operand_too_long(%w: vector<4xi32>, %b: vector<32xi8>) {
  // expected-error @below {{'x86vector.avx.dot.i8' op failed to verify that `a` has four times elements as `w`}}
  %0 = "x86vector.avx.dot.i8"(%w, %b, %b) : (vector<4xi32>, vector<32xi8>, vector<32xi8>) -> vector<4xi32>
  return
}

// -----

func.func @dot_i8_operand_too_short(%w: vector<4xi32>, %b: vector<8xi8>) {
  // expected-error @below {{'x86vector.avx.dot.i8' op operand #1 must be vector of 8-bit signless integer values of length 16/32, but got 'vector<8xi8>'}}
  %0 = "x86vector.avx.dot.i8"(%w, %b, %b) : (vector<4xi32>, vector<8xi8>, vector<8xi8>) -> vector<4xi32>
  return
}

// -----

func.func @bcst_from_single_precision(%m: memref<4xf32>) {
  // expected-error @below {{'x86vector.avx.bcst_to_f32.packed' op operand #0 must be memref of bfloat16 type or 16-bit float values, but got 'memref<4xf32>'}}
  %0 = "x86vector.avx.bcst_to_f32.packed"(%m) : (memref<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @cvt_even_indexed_result_too_long(%m: memref<4xf16>) {
  // expected-error @below {{'x86vector.avx.cvt.packed.even.indexed_to_f32' op result #0 must be vector of 32-bit float values of length 4/8, but got 'vector<16xf32>'}}
  %0 = "x86vector.avx.cvt.packed.even.indexed_to_f32"(%m) : (memref<4xf16>) -> vector<16xf32>
  return
}

// -----

func.func @cvt_odd_indexed_unranked_memref(%m: memref<*xf16>) {
  // expected-error @below {{'x86vector.avx.cvt.packed.odd.indexed_to_f32' op operand #0 must be memref of bfloat16 type or 16-bit float values, but got 'memref<*xf16>'}}
  %0 = "x86vector.avx.cvt.packed.odd.indexed_to_f32"(%m) : (memref<*xf16>) -> vector<8xf32>
  return
}
