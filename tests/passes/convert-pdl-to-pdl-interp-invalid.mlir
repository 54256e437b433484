// RUN: terrace-opt %s --convert-pdl-to-pdl-interp --split-input-file --verify-diagnostics

// What only a native constraint sees is nowhere in what is matched.

pdl.pattern : benefit(1) {
  // expected-error @below {{'pdl.operand' op is not determined by what the pattern matches}}
  %v = operand
  %op = operation "a.b"
  apply_native_constraint "c"(%v, %op : !pdl.value, !pdl.operation)
  rewrite %op with "r"
}

// -----

pdl.pattern : benefit(1) {
  // expected-error @below {{'pdl.type' op is not determined by what the pattern matches}}
  %t = type
  %op = operation "a.b"
  apply_native_constraint "c"(%t, %op : !pdl.type, !pdl.operation)
  rewrite %op with "r"
}
