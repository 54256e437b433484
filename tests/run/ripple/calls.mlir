// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/calls.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/calls.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O0 -w %S/Inputs/ranges.c -o %t.r0
// RUN: %t.r0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/ranges.c -o %t.r2
// RUN: %t.r2 | FileCheck %s
// RUN: terrace ripple-c++ -O0 -fvisibility=hidden %S/Inputs/exceptions.cpp -o %t.e0
// RUN: %t.e0 | FileCheck %s
// RUN: terrace ripple-c++ -O2 -fvisibility=hidden %S/Inputs/exceptions.cpp -o %t.e2
// RUN: %t.e2 | FileCheck %s

// RUN: terrace ripple-cc -O2 -w %S/Inputs/transposes.c -o %t.t2
// RUN: %t.t2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -mavx2 -w %S/Inputs/transposes.c -o %t.ta
// RUN: %t.ta | FileCheck %s

// RUN: terrace ripple-cc -O2 -w %S/Inputs/interleaved.c -o %t.i2
// RUN: %t.i2 | FileCheck %s

// RUN: terrace ripple-cc -O2 -w %S/Inputs/lookups.c -o %t.l2
// RUN: %t.l2 | FileCheck %s

// RUN: terrace ripple-cc -O2 -w %S/Inputs/shifts.c -o %t.s2
// RUN: %t.s2 | FileCheck %s

// RUN: terrace ripple-cc -O0 -w %S/Inputs/totals.c -o %t.a0
// RUN: %t.a0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/totals.c -o %t.a2
// RUN: %t.a2 | FileCheck %s

// RUN: terrace ripple-cc -O0 -Wno-ripple %S/Inputs/structs.c -o %t.m0 -lm
// RUN: %t.m0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -Wno-ripple %S/Inputs/structs.c -o %t.m2 -lm
// RUN: %t.m2 | FileCheck %s

// Functions of scalars and of vectors are called as in C; indices are right up to the limits of their types; what throws
// runs destructors; members of locals have shapes of their own.

// CHECK-NOT: FAIL
// CHECK: PASS
