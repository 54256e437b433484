// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/sizes.c -o %t && %t | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/sizes.c -o %t && %t | FileCheck %s

// A size is constant if functions and conditions compute it with constants.

// CHECK-NOT: FAIL
// CHECK: PASS
