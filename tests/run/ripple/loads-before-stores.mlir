// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/loads-before-stores.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/loads-before-stores.c -o %t.2
// RUN: %t.2 | FileCheck %s

// Elements that are loaded under a condition, stored to, and used after it, are those from before the store.

// CHECK: 0 wrong
