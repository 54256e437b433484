// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static -O2 -w %S/Inputs/outer-products.c -o %t
// RUN: %qemu-aarch64 %t | FileCheck %s

// Without tiles, the same is computed in registers.

// CHECK: outer products are right
