// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -g -w %S/Inputs/sums.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -w %S/Inputs/sums.c -o %t.2.s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu %t.2.s -o %t.2
// RUN: FileCheck %s --check-prefix=SSE2 < %t.2.s
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -mavx2 -w -S %S/Inputs/sums.c -o - | FileCheck %s --check-prefix=AVX2
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -g -w -S -emit-llvm %S/Inputs/sums.c -o - | FileCheck %s --check-prefix=DEBUG
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=znver5 -w -S %S/Inputs/sums.c -o - | FileCheck %s --check-prefix=VNNI

// What is added to sums of which only the total is used is added up by instructions, whatever else it is added under.

// CHECK: {{^}}0 wrong

// SSE2-LABEL: products_us:
// SSE2: pmaddwd
// SSE2-LABEL: products_us64:
// SSE2: pmaddwd
// SSE2-LABEL: products_words64:
// SSE2: pmaddwd
// SSE2-LABEL: bytes:
// SSE2: psadbw
// SSE2-LABEL: signed_bytes:
// SSE2: psadbw
// SSE2-LABEL: count:
// SSE2: pcmpeqb
// SSE2: psadbw
// SSE2-LABEL: count_words:
// SSE2: pcmpgtw
// SSE2: pmaddwd

// AVX2-LABEL: products_us:
// AVX2-NOT: vpmov{{.}}xbd
// AVX2: vpmaddwd {{.*}}%ymm
// AVX2-LABEL: squares:
// AVX2: vpsubw
// AVX2: vpmaddwd
// AVX2-LABEL: count:
// AVX2: vpcmpeqb
// AVX2: vpsadbw {{.*}}%ymm

// VNNI-LABEL: products_us:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: products_ss:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: products_us64:
// VNNI: vpdpbusd {{.*}}%zmm
// VNNI-LABEL: products_words:
// VNNI: vpdpwssd {{.*}}%zmm
// VNNI-LABEL: count:
// VNNI: popcntq
// VNNI-LABEL: under_condition:
// VNNI: vpdpbusd {{.*}}%zmm

// Blocks larger than 1,024 are exchanged where variables are kept for debuggers, too.
// DEBUG-NOT: <8192 x
// DEBUG: define {{.*}}@count_many(
// DEBUG-NOT: <8192 x
