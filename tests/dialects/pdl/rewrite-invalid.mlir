// RUN: terrace-opt %s --verify-diagnostics

pdl.pattern @empty : benefit(1) {
  %root = operation
  // expected-error @+1 {{'pdl.rewrite' op expected rewrite region to be non-empty if external name is not specified}}
  rewrite %root {
  }
}
