// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O0 -w %S/Inputs/odd-lanes.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/odd-lanes.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -mavx2 -w -S -emit-llvm %S/Inputs/odd-lanes.c -o - | FileCheck %s --check-prefix=PARTS
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -mavx512bw -mavx512vl -w -S -emit-llvm %S/Inputs/odd-lanes.c -o - | FileCheck %s --check-prefix=WHOLE

// Vectors that LLVM would take apart where they go from block to block are held in parts, those that one register holds are not.

// CHECK: 0 wrong

// PARTS-LABEL: define {{.*}}@filter_float_48(
// PARTS-NOT: phi <48 x
// PARTS-DAG: phi <32 x float>
// PARTS-DAG: phi <16 x float>
// PARTS-NOT: phi <48 x
// PARTS: ret void
// PARTS-LABEL: define {{.*}}@filter_uint8_t_96(
// PARTS-NOT: phi <96 x
// PARTS-COUNT-3: phi <32 x i8>
// PARTS-NOT: phi <96 x
// PARTS: ret void

// WHOLE-LABEL: define {{.*}}@filter_float_12(
// WHOLE: phi <12 x float>
// WHOLE: ret void
