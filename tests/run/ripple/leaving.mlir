// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -Wno-ripple %S/Inputs/leaving.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -Wno-ripple %S/Inputs/leaving.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O0 -w %S/Inputs/masked-exits.c -o %t.m
// RUN: %t.m | FileCheck %s
// RUN: not terrace ripple-cc -c %S/Inputs/leaving-changed.c -o %t.o 2>&1 | FileCheck %s --check-prefix=CHANGED

// What elements assign to a variable that exists once, on their way out of a loop, is what it is afterwards.

// CHECK: PASS
// CHANGED: leaving-changed.c:7:{{[0-9]+}}: error: a variable of shape Scalar is assigned where elements leave a loop at different times, and is changed by those that stay
