// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/counters.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O3 %S/Inputs/counters.c -o %t.3
// RUN: %t.3 | FileCheck %s
// RUN: terrace ripple-cc -O0 %S/Inputs/nests.c -o %t.n0
// RUN: %t.n0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -mavx2 %S/Inputs/nests.c -o %t.n2 -fenable-ripple
// RUN: %t.n2 | FileCheck %s

// Annotated loops compute what sequential ones do.

// CHECK-NOT: differs
// CHECK-NOT: want
// CHECK: PASS
