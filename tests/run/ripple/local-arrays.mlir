// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/local-arrays.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 %S/Inputs/local-arrays.c -o %t.2
// RUN: %t.2 | FileCheck %s

// Each element of a block has its own copy of a local array that gets values with a shape.

// CHECK: failures: 0
