// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/cleanups.c -o %t.0
// RUN: not %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/cleanups.c -o %t.2
// RUN: not %t.2 | FileCheck %s
// RUN: terrace ripple-c++ -std=c++17 -O0 -w %S/Inputs/cleanups.cpp -o %t.c0
// RUN: %t.c0 | FileCheck %s
// RUN: terrace ripple-c++ -std=c++17 -O2 -w %S/Inputs/cleanups.cpp -o %t.c2
// RUN: %t.c2 | FileCheck %s

// Annotated loops may have locals, ways that end, and ways out of scopes, under conditions with a shape.

// CHECK: PASS
