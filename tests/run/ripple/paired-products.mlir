// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/paired-products.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/paired-products.c -o %t.1.s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu %t.1.s -o %t.1
// RUN: FileCheck %s --check-prefix=SSE < %t.1.s
// RUN: %t.1 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/paired-products.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -DLANES=8 -w %S/Inputs/paired-products.c -o %t.small
// RUN: %t.small | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -DLANES=100 -w %S/Inputs/paired-products.c -o %t.odd
// RUN: %t.odd | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -S -w %S/Inputs/paired-products.c -o - | FileCheck %s --check-prefix=AVX2

// Two products of 16 bits are one multiplication.

// CHECK: 0 wrong

// AVX2-LABEL: filter8:
// AVX2-NOT: vpmulld
// AVX2: vpunpcklwd
// AVX2: vpmaddwd
// AVX2-LABEL: filter8_plain:

// SSE-LABEL: filter8:
// SSE-NOT: pmuludq
// SSE: pmaddwd
// SSE-LABEL: filter8_plain:
