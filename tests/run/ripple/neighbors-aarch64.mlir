// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static -O2 -fwrapv -w %S/Inputs/neighbors.c -o %t.0
// RUN: %qemu-aarch64 %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv8.2-a+dotprod+i8mm -O2 -fwrapv -S -w %S/Inputs/neighbors.c -o %t.1.s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv8.2-a+dotprod+i8mm -fuse-ld=lld -static %t.1.s -o %t.1
// RUN: FileCheck %s --check-prefix=DOT < %t.1.s
// RUN: %qemu-aarch64 -cpu max %t.1 | FileCheck %s

// Neighbors in memory whose products are added are read together, where an instruction adds the products.

// CHECK: {{^}}0 wrong

// DOT-LABEL: bytes_us:
// DOT: usdot
// DOT-LABEL: bytes_ss:
// DOT: sdot
// DOT-LABEL: bytes_uu:
// DOT: udot
