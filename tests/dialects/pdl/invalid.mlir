// RUN: terrace-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@below {{expected body to terminate with `pdl.rewrite`}}
pdl.pattern @ends_with_other_op : benefit(1) {
  // expected-note@below {{see terminator defined here}}
  "other.end"() : () -> ()
}

// -----

// expected-error@below {{expected only `pdl` operations within the pattern body}}
pdl.pattern @has_op_of_other_dialect : benefit(1) {
  %root = pdl.operation "any.op"
  // expected-note@below {{see non-`pdl` operation defined here}}
  "other.op"() : () -> ()
  pdl.rewrite %root with "rewriter"
}
