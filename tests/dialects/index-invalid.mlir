// RUN: terrace-opt %s --split-input-file --verify-diagnostics

func.func @casts_index_to_index(%a: index) {
  // expected-error @below {{'index.casts' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = index.casts %a : index to index
  return
}

// -----

func.func @add_result_not_index(%a: index) {
  // expected-error @below {{'index.add' op result #0 must be index, but got 'i32'}}
  %0 = "index.add"(%a, %a) : (index, index) -> i32
  return
}
