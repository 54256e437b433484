// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v4 -O2 -w -S -emit-llvm %S/Inputs/ranges-of-bytes.c -o - | FileCheck %s

// LLVM stores the number before it is truncated if one element is active and it knows that.

// CHECK: llvm.masked.store.v8i8
// CHECK: %[[BITS:.*]] = tail call i8 asm "", "=r,0"(i8 1)
// CHECK: llvm.masked.store.v8i8
