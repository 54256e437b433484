// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -g -fwrapv -w %S/Inputs/neighbors.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -fwrapv -w %S/Inputs/neighbors.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -mavx2 -fwrapv -w -S %S/Inputs/neighbors.c -o - | FileCheck %s --check-prefix=AVX2
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=znver5 -fwrapv -w -S %S/Inputs/neighbors.c -o - | FileCheck %s --check-prefix=VNNI

// Neighbors in memory whose products are added are read together.

// CHECK: {{^}}0 wrong

// AVX2-LABEL: bytes_us:
// AVX2-NOT: vpmovsxbd
// AVX2: vpmaddwd
// AVX2-LABEL: words:
// AVX2: vpmaddwd

// VNNI-LABEL: bytes_us:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: rows:
// VNNI-COUNT-16: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: more_rows:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: in_a_loop:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: one_by_one:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: two_words:
// VNNI: vpdpwssd {{.*}}%zmm
