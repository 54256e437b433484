// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/casts-in-chain.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/casts-in-chain.c -o %t.native
// RUN: %t.native | FileCheck %s

// A truncation of a truncation has an operand of its own.

// CHECK: 0 wrong
