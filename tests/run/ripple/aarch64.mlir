// REQUIRES: clang, aarch64
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -fuse-ld=lld -static -O2 -w %S/Inputs/calls.c -o %t
// RUN: %qemu-aarch64 %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static -O2 -w %S/Inputs/control.c -o %t -lm
// RUN: %qemu-aarch64 -cpu max %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -msve-vector-bits=512 -fuse-ld=lld -static -O2 -w %S/Inputs/values.c -o %t -lm
// RUN: %qemu-aarch64 -cpu max,sve512=on %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static -O2 -w %S/Inputs/nests.c -o %t
// RUN: %qemu-aarch64 -cpu max %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -msve-vector-bits=256 -fuse-ld=lld -static -O3 -w %S/Inputs/counters.c -o %t
// RUN: %qemu-aarch64 -cpu max,sve256=on %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv8-a -fuse-ld=lld -static -O2 -w %S/Inputs/structs.c -o %t -lm
// RUN: %qemu-aarch64 %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -fuse-ld=lld -static -O2 -w %S/Inputs/structs.c -o %t -lm
// RUN: %qemu-aarch64 -cpu max %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -msve-vector-bits=512 -O2 -w -S %S/Inputs/registers.c -o - | FileCheck %s --check-prefix=SVE
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9-a -O2 -S %S/Inputs/predicates.c -o - | FileCheck %s --check-prefix=PREDICATES

// Programs have the same results with NEON and with SVE, and fill registers of a length that the program promises.

// CHECK-NOT: FAIL
// CHECK: PASS

// SVE-LABEL: add:
// SVE: fadd {{.*}}z{{[0-9]+}}.s

// What fills no block is accessed under predicates, for vectors of any length.
// PREDICATES-LABEL: saxpy:
// PREDICATES: whilelo {{p[0-9]+}}.s
// PREDICATES: ld1w
// PREDICATES-NOT: tb{{n?}}z
// PREDICATES: st1w
// PREDICATES: .size{{.*}} saxpy
