// RUN: terrace-test-opt %s --split-input-file --verify-diagnostics

func.func @no_operand() {
  // expected-error@below {{expected 1 operand, but had 0}}
  "test.dynamic_one_operand_two_results"() : () -> ()
  return
}

// -----

func.func @no_results(%x: i32) {
  // expected-error@below {{expected 2 results, but had 0}}
  "test.dynamic_one_operand_two_results"(%x) : (i32) -> ()
  return
}

// -----

// expected-error@below {{expected 2 type arguments, but had 1}}
func.func @half_a_pair(%x: !test.dynamic_pair<i32>) { return }

// -----

// expected-error@below {{expected 0 type arguments, but had 1}}
func.func @no_singleton(%x: !test.dynamic_singleton<i32>) { return }

// -----

func.func @wrong_keyword() {
  // expected-error@below {{custom op 'test.dynamic_custom_parser_printer' expected 'custom_keyword'}}
  test.dynamic_custom_parser_printer wrong
  return
}

// -----

// expected-error@below {{expected ':'}}
func.func @no_colon(%x: !test.dynamic_custom_assembly_format<i32>) { return }

// -----

// expected-error@below {{expected 2 attribute arguments, but had 1}}
"test.g"() {a = #test.dynamic_pair<i32>} : () -> ()

// -----

// expected-error@below {{expected 0 attribute arguments, but had 1}}
"test.g"() {a = #test.dynamic_singleton<i32>} : () -> ()
