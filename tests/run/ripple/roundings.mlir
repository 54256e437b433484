// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/roundings.c -o %t.0 -lm
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/roundings.c -o %t.1.s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu %t.1.s -o %t.1 -lm
// RUN: FileCheck %s --check-prefix=SSE < %t.1.s
// RUN: %t.1 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/roundings.c -o %t.native -lm
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -S -w %S/Inputs/roundings.c -o - | FileCheck %s --check-prefix=AVX2

// Functions of libm that round, for all kinds of floats; conversions take an instruction for each register.

// CHECK: 0 wrong

// AVX2-LABEL: t_lrintf_i32:
// AVX2: vroundps $8
// AVX2: vcvtps2dq
// AVX2-LABEL: t_lrintf_clamped:
// AVX2: vcvtps2dq
// AVX2-NOT: vroundps
// AVX2-LABEL: t_lrintf_clamped_plain:

// SSE-LABEL: t_floorf:
// SSE-NOT: floorf@PLT
// SSE-LABEL: t_floorf_plain:
// SSE-LABEL: t_lrintf_clamped:
// SSE: cvtps2dq
