// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/read-again.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/read-again.c -o %t.2
// RUN: %t.2 | FileCheck %s

// What was read is known as long as nothing that was written since may be there, on any path.

// CHECK: 0 wrong
