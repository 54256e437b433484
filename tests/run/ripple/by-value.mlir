// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/by-value.c -o %t.0 -lm
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/by-value.c -o %t.2 -lm
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-c++ -std=c++17 -O2 -Werror %S/Inputs/by-value.cpp -o %t.c2
// RUN: %t.c2 | FileCheck %s

// Structures are passed and returned for each element.

// CHECK-NOT: FAIL
// CHECK: PASS
