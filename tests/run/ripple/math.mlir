// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/math.c -o %t.0 -lm
// RUN: %t.0 > %t.out.0
// RUN: FileCheck %s < %t.out.0
// RUN: terrace ripple-cc -O2 -w %S/Inputs/math.c -o %t.2 -lm
// RUN: %t.2 > %t.out.2
// RUN: terrace ripple-cc -O3 -w -fno-math-errno %S/Inputs/math.c -o %t.3 -lm
// RUN: %t.3 > %t.out.3
// RUN: diff %t.out.0 %t.out.2
// RUN: diff %t.out.0 %t.out.3
// RUN: terrace ripple-cc -O1 -S -emit-llvm -w -fno-ripple-math %S/Inputs/math.c -o - | FileCheck %s --check-prefix=OFF

// Functions of math on blocks are within one unit in the last place of libm's, and compute the same at every level.

// CHECK-NOT: FAIL
// CHECK: {{^[0-9a-f]+$}}

// OFF-NOT: __ripple_
// OFF: call float @expf
