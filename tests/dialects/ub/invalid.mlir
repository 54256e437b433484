// RUN: terrace-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What the reader and the verifier reject.

func.func @poison_integer_value(%f: i32) {
  // expected-error @below {{custom op 'ub.poison' 'ub.poison' op attribute 'value' failed to satisfy constraint: PoisonAttrInterface instance}}
  %0 = ub.poison {value = 3} : i32
  return
}
