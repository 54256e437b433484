// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/wrapping.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/wrapping.c -o %t.2
// RUN: %t.2 | FileCheck %s

// Counters that begin anew at the end of their type have the values of a sequential loop.

// CHECK: PASS
