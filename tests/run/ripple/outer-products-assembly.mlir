// REQUIRES: clang
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme+sme-f64f64+sme-i16i64 -ffreestanding -DASSEMBLY -O2 -S %S/Inputs/outer-products.c -o %t.s -Rpass=ripple 2> %t.remarks
// RUN: FileCheck %s --check-prefix=PRODUCTS --implicit-check-not='s[#' < %t.s
// RUN: FileCheck %s --check-prefix=REMARKS < %t.remarks
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -ffreestanding -fno-exceptions -DASSEMBLY -O2 -S %S/Inputs/transposes.cpp -o - | FileCheck %s --check-prefix=TRANSPOSES
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a+sme -msve-streaming-vector-bits=512 -ffreestanding -DASSEMBLY -DSEED -O2 -S -w %S/Inputs/outer-products.c -o - | FileCheck %s --check-prefix=FIXED
// RUN: terrace ripple-cc --target=aarch64-linux-gnu -march=armv9.2-a -ffreestanding -DASSEMBLY -DSEED -O2 -S -w %S/Inputs/outer-products.c -o - | FileCheck %s --check-prefix=PLAIN
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v4 -ffreestanding -DASSEMBLY -DSEED -O2 -S -w %S/Inputs/outer-products.c -o - | FileCheck %s --check-prefix=WIDE

// Outer products are accumulated in tiles: those of four tiles in each iteration, rows are written under predicates.

// PRODUCTS-LABEL: matmul_arg.outer_product.3:
// PRODUCTS: smstart za
// PRODUCTS: smstart sm
// PRODUCTS: bl matmul_arg.outer_product.3.streaming
// PRODUCTS: smstop sm
// PRODUCTS: smstop za
// PRODUCTS-LABEL: matmul_arg.outer_product.3.streaming:
// PRODUCTS: zero {za}
// PRODUCTS: ld1w { [[A0:z[0-9]+]].s }
// PRODUCTS: fmopa za0.s, p{{[0-9]+}}/m, p{{[0-9]+}}/m
// PRODUCTS-NEXT: fmopa za1.s
// PRODUCTS-NEXT: fmopa za2.s
// PRODUCTS-NEXT: fmopa za3.s
// PRODUCTS: psel
// PRODUCTS: st1w {za{{[0-3]}}h.s[w{{[0-9]+}}, 0]}, p{{[0-9]+}}, [x{{[0-9]+}}
// PRODUCTS: st1w {za3h.s
// PRODUCTS-LABEL: spmd.outer_product.0.streaming:
// PRODUCTS: fmopa za3.s
// PRODUCTS-LABEL: dgemm.outer_product.{{[0-9]}}.streaming:
// PRODUCTS: ld1d {za0h.d
// PRODUCTS: fmopa za7.d
// PRODUCTS-LABEL: bytes_ss.outer_product.{{[0-9]}}.streaming:
// PRODUCTS: smopa za0.s, p{{[0-9]+}}/m, p{{[0-9]+}}/m, z{{[0-9]+}}.b, z{{[0-9]+}}.b
// PRODUCTS-LABEL: bytes_uu.outer_product.{{[0-9]}}.streaming:
// PRODUCTS: umopa za0.s
// PRODUCTS-LABEL: bytes_su.outer_product.{{[0-9]}}.streaming:
// PRODUCTS: sumopa za0.s
// PRODUCTS-LABEL: bytes_us.outer_product.{{[0-9]}}.streaming:
// PRODUCTS: usmopa za0.s
// PRODUCTS-LABEL: words_ss.outer_product.{{[0-9]}}.streaming:
// PRODUCTS: smopa za0.d, p{{[0-9]+}}/m, p{{[0-9]+}}/m, z{{[0-9]+}}.h, z{{[0-9]+}}.h
// PRODUCTS-LABEL: half.outer_product.0.streaming:
// PRODUCTS: fmopa za0.s, p{{[0-9]+}}/m, p{{[0-9]+}}/m, z{{[0-9]+}}.h, z{{[0-9]+}}.h
// PRODUCTS-LABEL: brain.outer_product.0.streaming:
// PRODUCTS: bfmopa za0.s, p{{[0-9]+}}/m, p{{[0-9]+}}/m, z{{[0-9]+}}.h, z{{[0-9]+}}.h

// REMARKS: outer-products.c:[[#]]:{{.*}} remark: outer products are accumulated in tiles [ripple-outer-product]
// REMARKS: outer products are accumulated without tiles: it is executed under a condition that is not a bound of rows or columns [ripple-outer-product]

// TRANSPOSES-LABEL: transpose_ripple.transpose.0.streaming:
// TRANSPOSES: ld1w {za0h.s
// TRANSPOSES: st1w {za0v.s

// With the length of vectors known, a block is one part.

// FIXED-LABEL: matmul_arg.outer_product.3.streaming:
// FIXED: fmopa za3.s
// FIXED: st1w {za3h.s
// FIXED-NOT: ld1w
// FIXED: ret


// Without tiles, parts are accumulated in registers.

// PLAIN-NOT: mopa
// PLAIN-LABEL: matmul_arg:
// PLAIN: fmla
// PLAIN-NOT: mopa

// WIDE: vfmadd231ps {{.*}}{1to16}, %zmm
// WIDE-NOT: rsp
// WIDE: vfmadd231ps {{.*}}{1to16}, %zmm
