// What cannot be lowered is an error, and only the first is told.
// RUN: terrace-opt %s --convert-scf-to-cf --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @shared(%t: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{failed to legalize operation 'scf.forall' that was explicitly marked illegal}}
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<8xf32>
}

func.func @another(%t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<8xf32>
}
