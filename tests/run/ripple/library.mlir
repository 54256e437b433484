// REQUIRES: clang
// RUN: env PATH=/usr/bin:/bin %clang -O1 -S -emit-llvm %S/Inputs/library.c -o %t.ll
// RUN: env PATH=/usr/bin:/bin %clang -O1 -c -emit-llvm %S/Inputs/library.c -o %t.bc
// RUN: terrace-translate --import-llvm %t.ll -o %t.mlir
// RUN: terrace ripple-cc -O2 -w -fripple-lib=%t.ll %S/Inputs/library-user.c -o %t.user -lm
// RUN: %t.user | FileCheck %s
// RUN: terrace ripple-cc -O0 -w -fripple-lib=%t.bc %S/Inputs/library-user.c -o %t.user -lm
// RUN: %t.user | FileCheck %s
// RUN: terrace ripple-cc -O2 -w -fripple-lib %t.mlir %S/Inputs/library-user.c -o %t.user -lm
// RUN: %t.user | FileCheck %s

// Functions of a library, in each form that it can have.

// CHECK: 0 1.5 3 4.5 6 7.5 9 10.5 12 13.5 15
// CHECK: 1 2 3 4 5 6 7 8 9 10 11
// CHECK: 1 2 3 4 5 6 7 8 9 12 13
// CHECK: 0 100 200
// CHECK: 0 2 1 3
// CHECK: 28
// CHECK: 0 10 20 30
// Nothing is active: the arguments were not computed.
// CHECK: 0 10 20 30 400 500 600 700 800 900 1000
