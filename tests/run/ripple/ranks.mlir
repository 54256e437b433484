// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/ranks.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/ranks.c -o %t.2.s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu %t.2.s -o %t.2
// RUN: FileCheck %s --check-prefix=SSE < %t.2.s
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/ranks.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=x86-64-v3 -S -w %S/Inputs/ranks.c -o - | FileCheck %s --check-prefix=V3
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=icelake-server -S -w %S/Inputs/ranks.c -o - | FileCheck %s --check-prefix=V4
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=icelake-server -mprefer-vector-width=256 -S -w %S/Inputs/ranks.c -o - | FileCheck %s --check-prefix=V4

// What is accessed at ranks is contiguous: elements are moved together and apart in registers, and conditions are the bits of a word.

// CHECK: 0 wrong

// V3-LABEL: f32_8_keep:
// V3: pextq
// V3: vpermd
// V3: vmaskmovps
// V3-LABEL: f32_8_spread:
// V3: pdepq
// V3: vperm{{d|ps}}
// V3-LABEL: f32_8_bits:
// V3: vmovmskps

// V4-LABEL: u8_64_keep:
// V4: vpcompressb
// V4-LABEL: u8_64_spread:
// V4: vpexpandb
// V4-LABEL: u8_64_bits:
// V4: vpcmp{{.*}}ub
// V4: kmov
// V4-LABEL: f32_8_keep:
// V4: vcompressps

// Without such instructions there is a branch for each element, and no sum.
// SSE-LABEL: f32_8_sums:
// SSE-NOT: paddd
// SSE: pmovmskb
// SSE-LABEL: f32_8_bits:
