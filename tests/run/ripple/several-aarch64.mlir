// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -fuse-ld=lld -static -O2 -Rpass=ripple %S/Inputs/several.c -o %t 2>&1 | FileCheck %s --check-prefix=SEVERAL --implicit-check-not="without tiles"
// RUN: %qemu-aarch64 -cpu max,sme128=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme512=on,sme_fa64=off %t | FileCheck %s
// RUN: %qemu-aarch64 -cpu max,sme1024=on,sme_fa64=off %t | FileCheck %s

// Loops with several accumulators use tiles for each.

// CHECK-NOT: FAIL
// CHECK: PASS

// SEVERAL-DAG: several.c:17:11: remark: outer products are accumulated in tiles
// SEVERAL-DAG: several.c:18:12: remark: outer products are accumulated in tiles
