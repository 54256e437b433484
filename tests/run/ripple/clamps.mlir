// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/clamps.c -o %t.0
// RUN: %t.0 | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 %S/Inputs/clamps.c -o %t.2
// RUN: %t.2 | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O0 --target=x86_64-linux-gnu -march=x86-64-v3 -S -emit-llvm %S/Inputs/clamps.c -o - | FileCheck %s
// RUN: terrace ripple-cc -O1 -w -Rpass=ripple -S -emit-llvm %S/Inputs/clamps.c -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty
// RUN: terrace ripple-cc -O2 -g %S/Inputs/clamps.c -o %t.g
// RUN: %t.g | FileCheck %s --check-prefix=OUTPUT

// OUTPUT: failures: 0
// REMARK-NOT: {{gather|scatter}}

// An index within bounds is loaded as it is, which the first and the last element decide. At borders, the elements
// within bounds are loaded, and what is chosen instead.
// CHECK-LABEL: define {{.*}}@chosen(
// CHECK-NOT: gather
// CHECK: load float
// CHECK-NOT: gather
// CHECK-LABEL: define {{.*}}@called(
// CHECK-NOT: gather
// CHECK-LABEL: define {{.*}}@mirrored(
// CHECK-NOT: gather
// CHECK-LABEL: define {{.*}}@cyclic(
// CHECK-NOT: gather
// CHECK-LABEL: define {{.*}}@narrow(
// CHECK: load i8

// CHECK-LABEL: define {{.*}}@members(
// CHECK-NOT: scatter
// CHECK-LABEL: define {{.*}}@eight(
// CHECK-NOT: scatter
// CHECK: ret void
