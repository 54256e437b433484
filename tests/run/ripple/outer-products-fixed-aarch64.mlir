// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -msve-streaming-vector-bits=512 -fuse-ld=lld -static -O1 -w %S/Inputs/outer-products.c -o %t
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s

// Programs that use tiles of a promised length compute the same.

// CHECK: outer products are right
