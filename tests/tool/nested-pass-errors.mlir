// Errors of passes in nested pipelines name the pipelines, innermost first.
// RUN: not terrace-opt %s --pass-pipeline='builtin.module(builtin.module(llvm.func(affine-loop-coalescing)))' 2>&1 | FileCheck %s
// RUN: not terrace-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{test-x}))' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not terrace-opt %s --pass-pipeline='builtin.module(func.func(convert-tensor-to-linalg))' 2>&1 | FileCheck %s --check-prefix=MODULE

// CHECK: error: Can't add pass 'LoopCoalescing' restricted to 'func.func' on a PassManager intended to run on 'llvm.func', did you intend to nest?
// CHECK-NEXT: failed to add `affine-loop-coalescing` with options ``
// CHECK-NEXT: failed to add `llvm.func` with options `` to inner pipeline
// CHECK-NEXT: failed to add `builtin.module` with options `` to inner pipeline

// OPTION: error: no such option test-x in pass 'canonicalize', which has {{.*}}max-iterations
// OPTION: failed to add `canonicalize` with options `test-x`
// OPTION-NEXT: failed to add `func.func` with options `` to inner pipeline

// MODULE: error: Can't add pass 'ConvertTensorToLinalgPass' restricted to 'builtin.module' on a PassManager intended to run on 'func.func', did you intend to nest?
