// RUN: terrace-opt %s --pass-pipeline='builtin.module()' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: terrace-opt %s --pass-pipeline='any()' | FileCheck %s
// RUN: not terrace-opt %s --pass-pipeline='func.func()' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not terrace-opt %s --pass-pipeline='nothing' 2>&1 | FileCheck %s --check-prefix=WRAP
// RUN: not terrace-opt %s --pass-pipeline='builtin.module(nothing)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// DUMP: Pass Manager with 0 passes:
// DUMP-NEXT: builtin.module(
// DUMP-EMPTY:
// DUMP-NEXT: )
// CHECK: func.func private @declaration()
// OTHER: :0:0: error: can't run 'func.func' pass manager on 'builtin.module' op
// WRAP: <unknown>:0: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
// UNKNOWN: <unknown>:0: error: MLIR Textual PassPipeline Parser:1:1: error: 'nothing' does not refer to a registered pass or pass pipeline
func.func private @declaration()
