// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O1 -w %S/Inputs/small-operands.c -o %t.1
// RUN: %t.1 | FileCheck %s
// RUN: terrace ripple-cc -O1 -march=native -DLANES=40 -w %S/Inputs/small-operands.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O1 -march=x86-64-v3 -S -w %S/Inputs/small-operands.c -o %t.s
// RUN: FileCheck %s --check-prefix=AVX2 < %t.s

// CHECK: 0 wrong

// AVX2-LABEL: {{^}}quotient8:
// AVX2-NOT: idiv
// AVX2: vdivps
// AVX2-LABEL: {{^}}quotient8_plain:

// AVX2-LABEL: {{^}}right8u:
// AVX2: vpsrlw
// AVX2-LABEL: {{^}}right8u_plain:

// AVX2-LABEL: {{^}}add16:
// AVX2: vpaddsw
// AVX2-LABEL: {{^}}add16_plain:

// The bits of a mask of bytes, from comparisons of words.
// AVX2-LABEL: {{^}}chosen8:
// AVX2-NOT: vpextrb
// AVX2: vpmovmskb
// AVX2-NOT: vpextrb
// AVX2-LABEL: {{^}}chosen8_plain:

// AVX2-LABEL: {{^}}greatest8:
// AVX2: vpmaxsb {{.*}}%ymm
// AVX2-LABEL: {{^}}greatest8_plain:
