// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w %S/Inputs/narrow-compares.c -lm -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -w %S/Inputs/narrow-compares.c -lm -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O3 -w -mavx2 -S %S/Inputs/narrow-compares.c -o %t.s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.s

// Comparisons are done in the type of their operands, and the greatest float is found by halves.

// CHECK: PASS
// CODE-LABEL: gt_uint8_t_uint8_t:
// CODE-NOT: vpmovzxbd
// CODE: {{vpminub|vpmaxub|vpsubusb}}
// CODE-LABEL: max_float_16:
// CODE-COUNT-2: {{vmaxps|vcmp}}
// CODE: ret
