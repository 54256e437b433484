// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static -O2 -w %S/Inputs/sizes.c -o %t
// RUN: %qemu-aarch64 -cpu max,sve128=on %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve512=on %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve1024=on,sve-default-vector-length=128 %t | FileCheck %s

// Sizes that functions and conditions compute, for each length of vectors.

// CHECK-NOT: FAIL
// CHECK: PASS
