// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/scalable.c -o %t -lm && %t | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/scalable.c -o %t -lm && %t | FileCheck %s

// Where the length of vectors is known, a size that grows with it is a constant.

// CHECK-NOT: FAIL
// CHECK: PASS
