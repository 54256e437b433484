// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -w %S/Inputs/several-products.c -o %t
// RUN: %t | FileCheck %s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -ffreestanding -O2 -S %S/Inputs/bytes.c -o %t.s
// RUN: FileCheck %s --check-prefix=TILES --input-file=%t.s
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -ffreestanding -O2 -ffast-math -S %S/Inputs/bytes.c -o %t.s
// RUN: FileCheck %s --check-prefix=HALVES --input-file=%t.s

// Loops that add several products at once are right without tiles. With tiles, four bytes of each row and column that are
// next to each other are read by one load, and multiplied by one instruction for each tile; so are two halves where sums may
// be reassociated.

// CHECK: PASS

// TILES-LABEL: in_a_loop.outer_product{{.*}}.streaming:
// TILES-COUNT-4: ld1w
// TILES: sumopa za0.s
// TILES: sumopa za1.s
// TILES: sumopa za2.s
// TILES: sumopa za3.s
// TILES-NOT: mopa
// TILES-LABEL: as_a_sum.outer_product{{.*}}.streaming:
// TILES-COUNT-4: ld1w
// TILES: smopa za0.s
// TILES: smopa za1.s
// TILES: smopa za2.s
// TILES: smopa za3.s
// TILES-NOT: mopa
// TILES-LABEL: library.outer_product{{.*}}.streaming:
// TILES-COUNT-4: ld1w
// TILES: smopa za0.s
// TILES: smopa za1.s
// TILES: smopa za2.s
// TILES: smopa za3.s
// TILES-NOT: mopa

// HALVES-LABEL: halves.outer_product{{.*}}.streaming:
// HALVES-COUNT-4: ld1w
// HALVES: fmopa za0.s{{.*}}.h
// HALVES: fmopa za1.s{{.*}}.h
// HALVES: fmopa za2.s{{.*}}.h
// HALVES: fmopa za3.s{{.*}}.h
// HALVES-NOT: mopa
