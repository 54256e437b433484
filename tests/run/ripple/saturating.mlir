// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/saturating.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/saturating.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -DLANES=40 -w %S/Inputs/saturating.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/saturating.c -o - | FileCheck %s --check-prefix=SSE

// CHECK: 0 wrong

// SSE-LABEL: {{^}}add8:
// SSE: paddsb
// SSE-LABEL: {{^}}add8_plain:

// SSE-LABEL: {{^}}sub8:
// SSE: psubsb
// SSE-LABEL: {{^}}sub8_plain:

// SSE-LABEL: {{^}}other8:
// SSE-NOT: paddsb
// SSE-LABEL: {{^}}other8_plain:
