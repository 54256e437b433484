// Passes that a pass runs are observed like others.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(builtin.module(test-dynamic-pipeline{op-name=inner dynamic-pipeline=func.func(cse)}))' --mlir-disable-threading --mlir-print-ir-before-all 2>&1 | FileCheck %s
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(composite-fixed-point-pass{pipeline=any(cse)})' --mlir-disable-threading --mlir-print-ir-before=cse 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(builtin.module(test-dynamic-pipeline{op-name=inner dynamic-pipeline=no-such-pass run-on-parent=1}))' 2>&1 | FileCheck %s --check-prefix=PARENT

// CHECK-LABEL: IR Dump Before {{.*}}TestDynamicPipelinePass
// CHECK: Dynamic execute 'func.func(cse)' on builtin.module
// CHECK: IR Dump Before CSE (cse)
// CHECK: func.func @inside
// CHECK-NOT: IR Dump

// FIXED: IR Dump Before CSE (cse)

// PARENT: error: 'builtin.module' op Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation
module {
  module @inner {
    func.func @inside() {
      return
    }
  }
}
