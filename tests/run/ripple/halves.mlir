// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/halves.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 %S/Inputs/halves.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=cooperlake -ffreestanding -O2 -c %S/Inputs/odd-bfloat.c -o %t.o

// Neither the target's back end nor its library need to convert to bfloat.

// CHECK: failures: 0
