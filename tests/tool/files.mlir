// RUN: not terrace-opt %t.missing 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not terrace-opt %s -o %t.missing/out 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace-opt < %s | FileCheck %s
// RUN: terrace-opt %s -o %t.out && FileCheck %s < %t.out
// RUN: terrace-opt %s --print-ir -o %t.both 2>&1 | FileCheck %s --check-prefix=PRINTED
// RUN: terrace-test-opt %s --test-print-nesting -o %t.nesting | FileCheck %s --check-prefix=NESTING
// RUN: FileCheck %s < %t.nesting
// RUN: terrace-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: terrace-opt %s --verify-roundtrip | FileCheck %s
// RUN: not terrace-opt %s --no-implicit-module 2>&1 | FileCheck %s --check-prefix=EXPLICIT

// INPUT: cannot open input file '{{.*}}.missing': No such file or directory
// OUTPUT: cannot open output file '{{.*}}.missing/out': No such file or directory
// NESTING: visiting op: 'builtin.module' with 0 operands and 0 results
// NESTING-NOT: func.func private
// PRINTED: IR Dump
// DIALECTS: Available Dialects: {{.*}}builtin,cf,
// EXPLICIT: error: source must contain a single top-level operation, found: 2
// CHECK: func.func private @first()
func.func private @first()
func.func private @second()
