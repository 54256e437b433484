// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -O2 -S -w %S/Inputs/sums.c -o %t.0.s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static %t.0.s -o %t.0
// RUN: FileCheck %s --check-prefix=NEON < %t.0.s
// RUN: %qemu-aarch64 %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv8.2-a+dotprod -fuse-ld=lld -static -O2 -w %S/Inputs/sums.c -o %t.1
// RUN: %qemu-aarch64 -cpu max %t.1 | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv8.2-a+dotprod+i8mm -O2 -S -w %S/Inputs/sums.c -o %t.2.s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv8.2-a+dotprod+i8mm -fuse-ld=lld -static %t.2.s -o %t.2
// RUN: FileCheck %s --check-prefix=DOT < %t.2.s
// RUN: %qemu-aarch64 -cpu max %t.2 | FileCheck %s

// Sums of which only the total is used, with the instructions of AArch64.

// CHECK: {{^}}0 wrong

// NEON-LABEL: products_ss:
// NEON: sadalp
// NEON-LABEL: bytes:
// NEON: uadalp
// NEON-LABEL: differences:
// NEON: uabd
// NEON: uadalp
// NEON-LABEL: count:
// NEON: cmeq
// NEON: uadalp

// DOT-LABEL: products_us:
// DOT: usdot
// DOT-LABEL: products_ss:
// DOT: sdot
// DOT-LABEL: products_uu:
// DOT: udot
// DOT-LABEL: bytes:
// DOT: udot
// DOT-LABEL: signed_bytes:
// DOT: sdot
