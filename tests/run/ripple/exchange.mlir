// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/exchange.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/exchange.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O3 -march=native -w %S/Inputs/exchange.c -o %t.3
// RUN: %t.3 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/unconditional.c -o %t.u
// RUN: %t.u | FileCheck %s

// A masked load is done where the program does it, before stores to the same memory; calls are done under their conditions.

// CHECK: PASS
