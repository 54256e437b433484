// An op of the loop has no stage, or has lost its place to an op with the same number.
// RUN: terrace-test-opt %s --test-scf-pipelining --split-input-file --verify-diagnostics

func.func @no_stage(%m: memref<?xf32>, %lb: index, %ub: index, %step: index) {
  %c = arith.constant 1.0 : f32
  scf.for %i = %lb to %ub step %step {
    // expected-error @below {{'memref.load' op not assigned a pipeline stage}}
    %x = memref.load %m[%i] {__test_pipelining_op_order__ = 1} : memref<?xf32>
    memref.store %x, %m[%i] {__test_pipelining_stage__ = 1, __test_pipelining_op_order__ = 0} : memref<?xf32>
  } {__test_pipelining_loop__}
  return
}

// -----

func.func @same_number(%m: memref<?xf32>, %lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    // expected-error @below {{'memref.load' op not assigned a pipeline stage}}
    %x = memref.load %m[%i] {__test_pipelining_stage__ = 0, __test_pipelining_op_order__ = 0} : memref<?xf32>
    memref.store %x, %m[%i] {__test_pipelining_stage__ = 1, __test_pipelining_op_order__ = 0} : memref<?xf32>
  } {__test_pipelining_loop__}
  return
}
