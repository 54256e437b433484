// Passes run on ops that are like they have to be.
// RUN: not terrace-test-opt %s --pass-pipeline='any(test-function-pass)' 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not terrace-test-opt %s --pass-pipeline='builtin.module(affine-simplify-min-max)' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not terrace-test-opt %s --pass-pipeline='any(test-print-liveness)' 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not terrace-test-opt %s --pass-pipeline='builtin.module(test-function-pass)' 2>&1 | FileCheck %s --check-prefix=NEST
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(any(affine-simplify-min-max))' | FileCheck %s

// KIND: error: 'builtin.module' op trying to schedule pass '{{.*}}TestFunctionPass' on an unsupported operation
// NAME: <unknown>:0: error: unable to schedule pass '{{.*}}SimplifyAffineMinMaxPass' on a PassManager intended to run on 'builtin.module'!
// OP: error: 'builtin.module' op trying to schedule pass '{{.*}}TestLivenessPass' on an unsupported operation
// NEST: error: Can't add pass '{{.*}}TestFunctionPass' restricted to 'func.func' on a PassManager intended to run on 'builtin.module', did you intend to nest?
// NEST-NEXT: failed to add `test-function-pass` with options ``
// CHECK: func.func private @declaration()
func.func private @declaration()
