// Planted bugs of values: each is reported at the op that has it.
// RUN: not terrace run %s --entry=division_by_zero_in_tensor --arg="[1, 2, 0, 3]" 2>&1 | FileCheck %s --check-prefix=DIVISION-BY-ZERO-IN-TENSOR
// RUN: not terrace run %s --entry=remainder_by_zero --arg=7 --arg=3 2>&1 | FileCheck %s --check-prefix=REMAINDER-BY-ZERO
// RUN: not terrace run %s --entry=quotient_that_overflows --arg=-2147483648 2>&1 | FileCheck %s --check-prefix=QUOTIENT-THAT-OVERFLOWS
// RUN: not terrace run %s --entry=branch_on_shift_too_far --arg=7 --arg=32 2>&1 | FileCheck %s --check-prefix=BRANCH-ON-SHIFT-TOO-FAR
// RUN: not terrace run %s --entry=index_from_wrapped_sum --arg=100 --arg=0 2>&1 | FileCheck %s --check-prefix=INDEX-FROM-WRAPPED-SUM
// RUN: not terrace run %s --entry=bound_of_loop_is_poison --arg=1 2>&1 | FileCheck %s --check-prefix=BOUND-OF-LOOP-IS-POISON
// RUN: not terrace run %s --entry=float_too_large_for_integer --arg=300.0 2>&1 | FileCheck %s --check-prefix=FLOAT-TOO-LARGE-FOR-INTEGER
// RUN: not terrace run %s --entry=inexact_shift_that_is_said_to_be_exact --arg=7 2>&1 | FileCheck %s --check-prefix=INEXACT-SHIFT-THAT-IS-SAID-TO-BE-EXACT
// RUN: not terrace run %s --entry=truncation_that_loses_bits --arg=300 2>&1 | FileCheck %s --check-prefix=TRUNCATION-THAT-LOSES-BITS
// RUN: not terrace run %s --entry=modulo_zero --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=MODULO-ZERO
// RUN: not terrace run %s --entry=modulo_negative --arg=7 --arg=3 2>&1 | FileCheck %s --check-prefix=MODULO-NEGATIVE
// RUN: not terrace run %s --entry=floordiv_negative_in_subscript --arg=1 --arg=4 --arg=-2 2>&1 | FileCheck %s --check-prefix=FLOORDIV-NEGATIVE-IN-SUBSCRIPT
// RUN: not terrace run %s --entry=ceildiv_zero_in_bound --arg=4 --arg=0 2>&1 | FileCheck %s --check-prefix=CEILDIV-ZERO-IN-BOUND
// RUN: not terrace run %s --entry=basis_that_is_zero --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=BASIS-THAT-IS-ZERO
// RUN: not terrace run %s --entry=unreachable_is_reached --arg=false 2>&1 | FileCheck %s --check-prefix=UNREACHABLE-IS-REACHED
// RUN: not terrace run %s --entry=step_of_zero --arg=0 2>&1 | FileCheck %s --check-prefix=STEP-OF-ZERO
// RUN: not terrace run %s --entry=vector_index_outside --arg=4 2>&1 | FileCheck %s --check-prefix=VECTOR-INDEX-OUTSIDE
// RUN: not terrace run %s --entry=choice_by_poison --arg=3 2>&1 | FileCheck %s --check-prefix=CHOICE-BY-POISON
// RUN: not terrace run %s --entry=call_of_no_function 2>&1 | FileCheck %s --check-prefix=CALL-OF-NO-FUNCTION
// RUN: not terrace run %s --entry=linear_index_that_overflows --arg=4000000000 --arg=4000000000 2>&1 | FileCheck %s --check-prefix=LINEAR-INDEX-THAT-OVERFLOWS
// RUN: not terrace run %s --entry=parts_that_are_not_disjoint --arg=5 2>&1 | FileCheck %s --check-prefix=PARTS-THAT-ARE-NOT-DISJOINT
// RUN: not terrace run %s --entry=extent_that_is_not_there --arg="[1, 2]" --arg=2 2>&1 | FileCheck %s --check-prefix=EXTENT-THAT-IS-NOT-THERE
// RUN: not terrace run %s --entry=shapes_that_do_not_fit --arg=[2] --arg=[3] 2>&1 | FileCheck %s --check-prefix=SHAPES-THAT-DO-NOT-FIT
// RUN: not terrace run %s --entry=sum_that_is_no_number --arg=inf --arg=-inf 2>&1 | FileCheck %s --check-prefix=SUM-THAT-IS-NO-NUMBER
// RUN: terrace run %s --entry=sum_that_is_no_number --arg=inf --arg=1.0 2>&1 | FileCheck %s --check-prefix=SUM-THAT-IS-ONE
// RUN: terrace run %s --entry=infinite_product --arg="[1.0e300, 2.0]" 2>&1 | FileCheck %s --check-prefix=INFINITE-PRODUCT
// RUN: not terrace run %s --entry=comparison_with_nan --arg=nan 2>&1 | FileCheck %s --check-prefix=COMPARISON-WITH-NAN
// RUN: not terrace run %s --entry=size_below_zero --arg=-1 2>&1 | FileCheck %s --check-prefix=SIZE-BELOW-ZERO

// DIVISION-BY-ZERO-IN-TENSOR: :[[@LINE+3]]:8: error: division by zero
func.func @division_by_zero_in_tensor(%a: tensor<4xi32>) -> tensor<4xi32> {
  %c = arith.constant dense<12> : tensor<4xi32>
  %q = arith.divui %c, %a : tensor<4xi32>
  return %q : tensor<4xi32>
}

// REMAINDER-BY-ZERO: :[[@LINE+3]]:8: error: division by zero
func.func @remainder_by_zero(%a: index, %b: index) -> index {
  %c = index.sub %b, %b
  %q = index.rems %a, %c
  return %q : index
}

// QUOTIENT-THAT-OVERFLOWS: :[[@LINE+3]]:8: error: overflow in a signed division
func.func @quotient_that_overflows(%a: i32) -> i32 {
  %m1 = arith.constant -1 : i32
  %q = arith.floordivsi %a, %m1 : i32
  return %q : i32
}

// BRANCH-ON-SHIFT-TOO-FAR: :[[@LINE+6]]:8: error: use of a poison value
// BRANCH-ON-SHIFT-TOO-FAR: :[[@LINE+2]]:8: note: poison comes from here: a shift by the width of the integer or more
func.func @branch_on_shift_too_far(%a: i32, %n: i32) -> i32 {
  %s = arith.shrui %a, %n : i32
  %z = arith.constant 0 : i32
  %c = arith.cmpi eq, %s, %z : i32
  %r = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %n : i32
  }
  return %r : i32
}

// INDEX-FROM-WRAPPED-SUM: :[[@LINE+5]]:8: error: use of a poison value
// INDEX-FROM-WRAPPED-SUM: :[[@LINE+2]]:8: note: poison comes from here: signed overflow in an op with nsw
func.func @index_from_wrapped_sum(%a: i8, %m: memref<4xi32>) -> i32 {
  %s = arith.addi %a, %a overflow<nsw> : i8
  %i = arith.index_cast %s : i8 to index
  %x = memref.load %m[%i] : memref<4xi32>
  return %x : i32
}

// BOUND-OF-LOOP-IS-POISON: :[[@LINE+5]]:3: error: use of a poison value
func.func @bound_of_loop_is_poison(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = ub.poison : index
  scf.for %i = %c0 to %p step %c1 {
    func.call @nothing() : () -> ()
  }
  return
}
func.func private @nothing() {
  return
}

// FLOAT-TOO-LARGE-FOR-INTEGER: :[[@LINE+5]]:8: error: use of a poison value
// FLOAT-TOO-LARGE-FOR-INTEGER: :[[@LINE+2]]:8: note: poison comes from here: a float that does not fit into the integer it is converted to
func.func @float_too_large_for_integer(%f: f32) -> i8 {
  %i = arith.fptosi %f : f32 to i8
  %one = arith.constant 1 : i8
  %q = arith.divsi %one, %i : i8
  return %q : i8
}

// INEXACT-SHIFT-THAT-IS-SAID-TO-BE-EXACT: :[[@LINE+2]]:1: error: the program returns a poison value
// INEXACT-SHIFT-THAT-IS-SAID-TO-BE-EXACT: :[[@LINE+3]]:8: note: poison comes from here: an inexact result of an op that is exact
func.func @inexact_shift_that_is_said_to_be_exact(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %s = arith.shrui %a, %one exact : i32
  return %s : i32
}

// TRUNCATION-THAT-LOSES-BITS: :[[@LINE+2]]:1: error: the program returns a poison value
// TRUNCATION-THAT-LOSES-BITS: :[[@LINE+2]]:8: note: poison comes from here: unsigned overflow in an op with nuw
func.func @truncation_that_loses_bits(%a: i32) -> i8 {
  %s = arith.trunci %a overflow<nuw> : i32 to i8
  return %s : i8
}

// MODULO-ZERO: :[[@LINE+2]]:8: error: mod by 0, which is not positive
func.func @modulo_zero(%i: index, %n: index) -> index {
  %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%n]
  return %r : index
}

// MODULO-NEGATIVE: :[[@LINE+2]]:8: error: mod by -5, which is not positive
func.func @modulo_negative(%i: index, %n: index) -> index {
  %r = affine.apply affine_map<(d0)[s0] -> (d0 mod (s0 - 8))>(%i)[%n]
  return %r : index
}

// FLOORDIV-NEGATIVE-IN-SUBSCRIPT: :[[@LINE+2]]:8: error: floordiv by -2, which is not positive
func.func @floordiv_negative_in_subscript(%m: memref<8xi32>, %i: index, %n: index) -> i32 {
  %x = affine.load %m[%i floordiv symbol(%n)] : memref<8xi32>
  return %x : i32
}

// CEILDIV-ZERO-IN-BOUND: :[[@LINE+2]]:3: error: ceildiv by 0, which is not positive
func.func @ceildiv_zero_in_bound(%i: index, %n: index) {
  affine.for %k = 0 to affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%i)[%n] {
  }
  return
}

// BASIS-THAT-IS-ZERO: :[[@LINE+2]]:10: error: an element of a basis is 0, which is not positive
func.func @basis_that_is_zero(%i: index, %n: index) -> index {
  %x:2 = affine.delinearize_index %i into (4, %n) : index, index
  return %x#1 : index
}

// UNREACHABLE-IS-REACHED: :[[@LINE+7]]:3: error: execution of ub.unreachable
func.func @unreachable_is_reached(%c: i1) -> i32 {
  cf.cond_br %c, ^good, ^never
^good:
  %v = arith.constant 1 : i32
  return %v : i32
^never:
  ub.unreachable
}

// STEP-OF-ZERO: :[[@LINE+4]]:3: error: a loop with a step that is not positive
func.func @step_of_zero(%s: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%s) {
    scf.reduce
  }
  return
}

// VECTOR-INDEX-OUTSIDE: :[[@LINE+4]]:8: error: index 4 is outside of dimension 0 of size 4
func.func @vector_index_outside(%i: index) -> vector<4xf32> {
  %c = arith.constant 1.0 : f32
  %v = arith.constant dense<0.0> : vector<4xf32>
  %r = vector.insert %c, %v[%i] : f32 into vector<4xf32>
  return %r : vector<4xf32>
}

// CHOICE-BY-POISON: :[[@LINE+1]]:1: error: the program returns a poison value
func.func @choice_by_poison(%a: i8) -> i8 {
  %p = ub.poison : i1
  %r = arith.select %p, %a, %a : i8
  return %r : i8
}

// CALL-OF-NO-FUNCTION: :[[@LINE+4]]:8: error: use of a poison value
// CALL-OF-NO-FUNCTION: :[[@LINE+2]]:8: note: poison comes from here
func.func @call_of_no_function() -> i32 {
  %p = ub.poison : () -> i32
  %r = func.call_indirect %p() : () -> i32
  return %r : i32
}

// LINEAR-INDEX-THAT-OVERFLOWS: :[[@LINE+2]]:8: error: overflow in a linear index
func.func @linear_index_that_overflows(%i: index, %n: index) -> index {
  %r = affine.linearize_index [%i, %i] by (%n, %n) : index
  return %r : index
}

// PARTS-THAT-ARE-NOT-DISJOINT: :[[@LINE+2]]:8: error: index 5 is outside of its part 4 of a basis that is said to be disjoint
func.func @parts_that_are_not_disjoint(%i: index) -> index {
  %r = affine.linearize_index disjoint [%i, %i] by (4, 4) : index
  return %r : index
}

// EXTENT-THAT-IS-NOT-THERE: :[[@LINE+1]]:1: error: the program returns a poison value
func.func @extent_that_is_not_there(%s: tensor<2xindex>, %i: index) -> index {
  %r = shape.get_extent %s, %i : tensor<2xindex>, index -> index
  return %r : index
}

// SHAPES-THAT-DO-NOT-FIT: :[[@LINE+1]]:1: error: the program returns a poison value
func.func @shapes_that_do_not_fit(%a: tensor<1xindex>, %b: tensor<1xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %a, %b : tensor<1xindex>, tensor<1xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// SUM-THAT-IS-NO-NUMBER: :[[@LINE+3]]:1: error: the program returns a poison value
// SUM-THAT-IS-NO-NUMBER: note: poison comes from here: a NaN in an op with nnan
// SUM-THAT-IS-ONE: inf : f32
func.func @sum_that_is_no_number(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b fastmath<nnan> : f32
  return %0 : f32
}

// The element is poison, the others are not.
// INFINITE-PRODUCT: [?, 4.000000e+00] : tensor<2xf64>
func.func @infinite_product(%a: tensor<2xf64>) -> tensor<2xf64> {
  %0 = arith.mulf %a, %a fastmath<ninf> : tensor<2xf64>
  return %0 : tensor<2xf64>
}

// COMPARISON-WITH-NAN: note: poison comes from here: a NaN in an op with nnan
func.func @comparison_with_nan(%a: f64) -> i1 {
  %0 = arith.cmpf une, %a, %a fastmath<fast> : f64
  return %0 : i1
}

// SIZE-BELOW-ZERO: note: poison comes from here: a negative size
func.func @size_below_zero(%i: index) -> index {
  %0 = shape.index_to_size %i
  %1 = shape.size_to_index %0 : !shape.size
  return %1 : index
}
