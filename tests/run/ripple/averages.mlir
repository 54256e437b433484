// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/averages.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/averages.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/averages.c -o - | FileCheck %s --check-prefix=SSE

// Averages of averages need no wider numbers.

// CHECK: 0 wrong

// SSE-LABEL: outer_u8:
// SSE: pavgb
// SSE: psubb
// SSE: pavgb
// SSE-LABEL: down_u16:
// SSE: pavgw
