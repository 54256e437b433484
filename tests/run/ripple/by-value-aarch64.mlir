// REQUIRES: clang, aarch64-c++
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static -O2 -w %S/Inputs/by-value.c -o %t -lm
// RUN: %qemu-aarch64 %t | FileCheck %s
// RUN: terrace ripple-c++ --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static -std=c++17 -O2 -Werror %S/Inputs/by-value.cpp -o %t.c
// RUN: %qemu-aarch64 -cpu max %t.c | FileCheck %s

// Calling conventions have other ways for structures there.

// CHECK-NOT: FAIL
// CHECK: PASS
