// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static -O2 -w %S/Inputs/roundings.c -o %t.0 -lm
// RUN: %qemu-aarch64 %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a+sve2 -fuse-ld=lld -static -O2 -w %S/Inputs/roundings.c -o %t.1 -lm
// RUN: %qemu-aarch64 -cpu max %t.1 | FileCheck %s

// Functions of libm that round, for all kinds of floats.

// CHECK: 0 wrong
