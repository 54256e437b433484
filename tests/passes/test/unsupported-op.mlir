// Passes on functions, and on symbols, do not run on a module without a name.
// RUN: not terrace-test-opt %s --test-affine-reify-value-bounds 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: not terrace-test-opt %s --test-cfg-loop-info 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: not terrace-test-opt %s --test-print-dominance 2>&1 | FileCheck %s --check-prefix=DOMINANCE
// RUN: not terrace-test-opt %s --test-memref-stride-calculation 2>&1 | FileCheck %s --check-prefix=STRIDES
// RUN: not terrace-test-opt %s --test-recursive-types 2>&1 | FileCheck %s --check-prefix=TYPES

// BOUNDS: error: unable to schedule pass '{{.*}}TestReifyValueBounds' on a PassManager intended to run on 'builtin.module'!
// LOOPS: error: unable to schedule pass '{{.*}}TestCFGLoopInfo' on a PassManager intended to run on 'builtin.module'!
// DOMINANCE: error: 'builtin.module' op trying to schedule pass '{{.*}}TestDominancePass' on an unsupported operation
// STRIDES: error: 'builtin.module' op trying to schedule pass '{{.*}}TestMemRefStrideCalculation' on an unsupported operation
// TYPES: error: 'func.func' op unexpected function name
func.func @visited() {
  return
}

// Of passes on ops of a kind, pipelines on other ops are refused.
// RUN: not terrace-test-opt %s --pass-pipeline='builtin.module(test-scf-pipelining)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not terrace-test-opt %s --pass-pipeline='builtin.module(func.func(test-affine-walk))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(test-linalg-pad-fusion,test-multi-buffering)'
// ANCHOR: error: Can't add pass '{{.*}}' restricted to
