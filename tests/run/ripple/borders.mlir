// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/borders.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/borders.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -mavx2 -DLANES=40 -w %S/Inputs/borders.c -o %t.40
// RUN: %t.40 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/borders.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -S -w %S/Inputs/borders.c -o - | FileCheck %s --check-prefix=AVX2

// What elements at borders need is computed at borders: the loop tests whether it is at one, and goes on.

// CHECK: 0 wrong

// AVX2-LABEL: {{^}}clamped:
// AVX2-NOT: cmov
// AVX2: vpavgb
// AVX2-LABEL: {{^}}clamped_plain:
