// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -S -emit-llvm %S/Inputs/large-block.c -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 %t.ll -o %t.baseline
// RUN: %t.baseline | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 -march=native %S/Inputs/large-block.c -o %t.native
// RUN: %t.native | FileCheck %s --check-prefix=OUTPUT

// Where a function has many accesses under masks, and the processor has none, they are calls: each would be some branches.

// OUTPUT: 0 wrong
// CHECK-LABEL: define {{.*}}@twice(
// CHECK: call {{.*}} @__ripple_load_16_masked_4(
// CHECK: call {{.*}} @__ripple_store_16_masked_4(

// They are for the processor of their callers, which passes vectors in its registers.

// CHECK: define internal {{.*}}@__ripple_store_{{[0-9]+}}_masked_2({{.*}} #[[SHORT:[0-9]+]] {
// CHECK: attributes #[[SHORT]] = { {{.*}}"target-features"="+avx,+avx2,
