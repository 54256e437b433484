// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -w -march=native %S/Inputs/false-halves.c -o %t.native
// RUN: %t.native | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 -w -march=native -mno-avx512f %S/Inputs/false-halves.c -o %t.short
// RUN: %t.short | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 -w --target=x86_64-linux-gnu -march=x86-64-v3 -S -emit-llvm %S/Inputs/false-halves.c -o - | FileCheck %s

// LLVM reads all of a register of which it finds late that no element is active: masks of 64-bit numbers are hidden from it.

// OUTPUT: 0 wrong

// CHECK: call <4 x i64> asm "", "=x,0"(<4 x i64>
// CHECK: call <4 x i64> @llvm.masked.load.v4i64.p0(
