// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static -O0 -w %S/Inputs/longer-vectors.c -o %t
// RUN: %qemu-aarch64 -cpu max,sve256=on %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static -O2 -w %S/Inputs/longer-vectors.c -o %t
// RUN: %qemu-aarch64 -cpu max,sve128=on %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve256=on %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sve512=on %t | FileCheck %s

// Functions for lengths of vectors avoid what LLVM's code generator fails at.

// CHECK-NOT: FAIL
// CHECK: PASS
