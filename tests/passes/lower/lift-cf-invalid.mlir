// What cannot be lifted is told.
// RUN: terrace-opt %s --lift-cf-to-scf --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @unreachable() {
  return
^bb1:
  // expected-error@+1 {{'func.return' op transformation does not support unreachable blocks}}
  return
}

// -----

func.func @unknown() {
  // expected-error@+1 {{'foo.br' op transformation does not support terminators with successors not implementing BranchOpInterface}}
  "foo.br"()[^bb1] : () -> ()
^bb1:
  return
}
