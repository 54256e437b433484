// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/control.c -o %t.0 -lm
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/control.c -o %t.2 -lm
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O0 -w %S/Inputs/values.c -o %t.v0 -lm
// RUN: %t.v0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/values.c -o %t.v2 -lm
// RUN: %t.v2 | FileCheck %s

// Vector code computes what sequential code does, at every level.

// CHECK-NOT: FAIL
// CHECK: PASS
