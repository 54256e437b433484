// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme+sme-i16i64 -fuse-ld=lld -static -O2 -w %S/Inputs/several-products.c -o %t
// RUN: %qemu-aarch64 -cpu max,sme128=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme2048=on,sme_fa64=off %t | FileCheck %s

// Loops that add several products at once are right with vectors of any length.

// CHECK: PASS
