// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/wraps.c -o %t.0
// RUN: %t.0 | FileCheck %s
// CHECK: failures: 0
