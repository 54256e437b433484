// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -fuse-ld=lld -static -O2 -w %S/Inputs/transposes.cpp -o %t
// RUN: %qemu-aarch64 -cpu max,sme128=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme256=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme1024=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme2048=on,sme_fa64=off %t | FileCheck %s

// Blocks that are transposed in tiles are right with vectors of any length.

// CHECK: transposes are right
