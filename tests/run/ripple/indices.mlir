// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/indices.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 %S/Inputs/indices.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=x86-64-v4 --target=x86_64-linux-gnu -ffreestanding -Rpass=ripple -S %S/Inputs/index-kinds.c -o %t.s 2>&1 | FileCheck %s --check-prefix=KINDS --allow-empty

// Indices that may wrap are right where they do, and take no gathers where they do not.

// CHECK: failures: 0
// KINDS-NOT: ripple-gather
