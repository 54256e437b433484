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

// -----

pdl.pattern : benefit(1) {
  %type = type
  %op = operation "a.b" -> (%type, %type : !pdl.type, !pdl.type)
  // expected-error @below {{'pdl.result' op requires an index that is not negative}}
  %result = result -1 of %op
  %root = operation "c.d" (%result : !pdl.value)
  rewrite %root { erase %root }
}
