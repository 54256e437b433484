// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @br_too_many_operands(%c: i1) {
  // expected-error @below {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^bb1(%c : i1)
^bb1:
  return
}

// -----

func.func @br_operand_type_mismatch(%c: i1) {
  // expected-error @below {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^bb1(%c : i1)
^bb1(%d: i32):
  return
}

// -----

func.func @switch_on_index(%f: index) {
  // expected-error @below {{custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'index'}}
  cf.switch %f : index, [
    default: ^bb1
  ]
^bb1:
  return
}

// -----

func.func @switch_more_values_than_destinations(%f: i32) {
  // expected-error @below {{'cf.switch' op number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%f)[^bb1, ^bb1] {case_operand_segments = array<i32: 0>, case_values = dense<[1,2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @switch_case_value_type_mismatch(%f: i32) {
  // expected-error @below {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%f)[^bb1, ^bb1] {case_operand_segments = array<i32: 0>, case_values = dense<[1]> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @switch_case_operand_count_mismatch(%f: i32) {
  // expected-error @below {{'cf.switch' op caseOperands count (0) does not match with the total size (1) specified in attribute 'case_operand_segments'}}
  "cf.switch"(%f)[^bb1, ^bb1] {case_operand_segments = array<i32: 0, 1>, case_values = dense<[1]> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @switch_without_operand_segments(%f: i32) {
  // expected-error @below {{'cf.switch' op requires attribute 'case_operand_segments'}}
  "cf.switch"(%f)[^bb1] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @cond_br_weights_are_integer(%t: i1, %n: index) {
  // expected-error @below {{custom op 'cf.cond_br' 'cf.cond_br' op attribute 'branch_weights' failed to satisfy constraint: i32 dense array attribute}}
  cf.cond_br %t, ^bb1, ^bb1 {branch_weights = 3}
 ^bb1:
  return
}

// -----

func.func @cond_br_too_few_weights(%t: i1, %n: index) {
  // expected-error @below {{expects number of branch weights to match number of successors: 1 vs 2}}
  cf.cond_br %t weights([3, 2]), ^bb1, ^bb1 {a, branch_weights = array<i32: 1>}
 ^bb1:
  return
}

// -----

func.func @assert_message_is_integer(%t: i1, %n: index) {
  // expected-error @below {{integer literal not valid for specified type}}
  cf.assert %t, 3
  return
}

// -----

func.func @generic_assert_message_is_integer(%t: i1, %n: index) {
  // expected-error @below {{'cf.assert' op attribute 'msg' failed to satisfy constraint: string attribute}}
  "cf.assert"(%t) {msg = 3} : (i1) -> ()
  return
}

// -----

func.func @assert_property_is_integer(%t: i1, %n: index) {
  // expected-error @below {{invalid properties {msg = 3 : i64} for op cf.assert: Invalid attribute `msg` in property conversion: 3 : i64}}
  "cf.assert"(%t) <{msg = 3}> : (i1) -> ()
  return
}
