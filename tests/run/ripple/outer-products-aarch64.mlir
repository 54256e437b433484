// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme+sme-f64f64+sme-i16i64 -fuse-ld=lld -static -O2 -w %S/Inputs/outer-products.c -o %t
// RUN: %qemu-aarch64 -cpu max,sme128=on,sme_fa64=off %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: %qemu-aarch64 -cpu max,sme256=on,sme_fa64=off %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: %qemu-aarch64 -cpu max,sme1024=on,sme_fa64=off %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: %qemu-aarch64 -cpu max,sme2048=on,sme_fa64=off %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -msve-streaming-vector-bits=512 -fuse-ld=lld -static -O1 -w %S/Inputs/outer-products.c -o %t
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static -O2 -w %S/Inputs/outer-products.c -o %t
// RUN: %qemu-aarch64 %t | FileCheck %s --check-prefix=PRODUCTS
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -fuse-ld=lld -static -O2 -w %S/Inputs/transposes.cpp -o %t
// RUN: %qemu-aarch64 -cpu max,sme128=on,sme_fa64=off %t | FileCheck %s --check-prefix=TRANSPOSES
// RUN: %qemu-aarch64 -cpu max,sme256=on,sme_fa64=off %t | FileCheck %s --check-prefix=TRANSPOSES
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s --check-prefix=TRANSPOSES
// RUN: %qemu-aarch64 -cpu max,sme1024=on,sme_fa64=off %t | FileCheck %s --check-prefix=TRANSPOSES
// RUN: %qemu-aarch64 -cpu max,sme2048=on,sme_fa64=off %t | FileCheck %s --check-prefix=TRANSPOSES

// Programs that use tiles compute the same with vectors of any length.

// PRODUCTS: outer products are right
// TRANSPOSES: transposes are right
