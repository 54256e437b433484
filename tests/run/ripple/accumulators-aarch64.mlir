// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -fuse-ld=lld -static -O2 %S/Inputs/accumulators.c -o %t
// RUN: %qemu-aarch64 -cpu max,sme128=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme2048=on,sme_fa64=off %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -fuse-ld=lld -static -O2 -DSTREAMING %S/Inputs/accumulators.c -o %t
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static -O2 %S/Inputs/accumulators.c -o %t
// RUN: %qemu-aarch64 %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -O2 -S %S/Inputs/accumulators.c -o %t.s
// RUN: FileCheck %s --check-prefix=TILES --input-file=%t.s

// Accumulators of the library's names are in tiles.

// CHECK-NOT: FAIL
// CHECK: PASS
// TILES: fmopa
