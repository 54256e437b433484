// A note has the stack trace of where the tool created a diagnostic.
// RUN: not terrace-opt %s --mlir-print-stacktrace-on-diagnostic 2>&1 | FileCheck %s
// RUN: not terrace-opt %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// CONFIRMED: mlir-opt shows its own stack the same way.

// CHECK-LABEL: error: 'func.return' op has 0 operands, but enclosing function (@returns_nothing) returns 1
// CHECK: note: diagnostic emitted with trace:
// CHECK-NEXT: {{^ *0: }}
// PLAIN: error:
// PLAIN-NOT: emitted with trace
func.func @returns_nothing() -> i32 {
  return
}
