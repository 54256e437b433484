// The log of passes, for all ops and for those at places in files, and the trace.
// RUN: terrace-test-opt %s --log-actions-to=- --pass-pipeline='builtin.module(func.func(test-stats-pass))' -o %t --mlir-disable-threading | FileCheck %s
// RUN: terrace-test-opt %s --log-mlir-actions-filter=%s:19 --log-actions-to=%t.log --pass-pipeline='builtin.module(func.func(test-stats-pass))'
// RUN: FileCheck %s --input-file=%t.log --check-prefix=SECOND
// RUN: terrace-test-opt %s --profile-actions-to=- --pass-pipeline='builtin.module(func.func(test-stats-pass))' -o %t | FileCheck %s --check-prefix=TRACE

// CHECK-LABEL: begins (no breakpoint) Action `pass-execution` running `{{.*}}TestStatisticPass` on Operation `func.func` (func.func @first() {...})`
// CHECK-NEXT: completed `pass-execution`
// CHECK-NEXT: begins (no breakpoint) Action `pass-execution` running `{{.*}}TestStatisticPass` on Operation `func.func` (func.func @second() {...})`
// CHECK-NEXT: completed `pass-execution`

// SECOND-NOT: @first
// SECOND: @second

// TRACE: {"name": "pass-execution", "cat": "PERF", "ph": "B", {{.*}}"args": {"desc": "`pass-execution` running `{{.*}}TestStatisticPass` on Operation `func.func`"}},
// TRACE: {"name": "pass-execution", "cat": "PERF", "ph": "E", {{.*}}}]
func.func @first() { return }

func.func @second() { return }
