// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -march=native -mprefer-vector-width=256 %S/Inputs/passed-vectors.c -o %t.native
// RUN: %t.native | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 -march=native -mprefer-vector-width=128 %S/Inputs/passed-vectors.c -o %t.native
// RUN: %t.native | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -march=x86-64-v4 -mprefer-vector-width=256 -O2 -S -emit-llvm %S/Inputs/passed-vectors.c -o - | FileCheck %s

// Functions that pass vectors longer than a program prefers hold them in registers on both sides of a call.

// OUTPUT: 0 wrong

// CHECK: define {{.*}}@count({{.*}} #[[COUNT:[0-9]+]] {
// CHECK: call {{.*}}<32 x i32> @ripple.specialization.0.bits(
// CHECK: define {{.*}}@add_rounded({{.*}} #[[ROUNDED:[0-9]+]] {
// CHECK: define internal {{.*}}<32 x i32> @ripple.specialization.0.bits({{.*}} #[[BITS:[0-9]+]] {
// CHECK-DAG: attributes #[[COUNT]] = { {{.*}}"min-legal-vector-width"="1024"
// CHECK-DAG: attributes #[[ROUNDED]] = { {{.*}}"min-legal-vector-width"="512"
// CHECK-DAG: attributes #[[BITS]] = { {{.*}}"min-legal-vector-width"="1024"
