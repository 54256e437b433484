// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -w -fno-strict-aliasing %S/Inputs/between-stores.c -o %t.0
// RUN: %t.0 | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O2 -w -fno-strict-aliasing %S/Inputs/between-stores.c -o %t.2
// RUN: %t.2 | FileCheck %s --check-prefix=OUTPUT
// RUN: terrace ripple-cc -O0 -w --target=x86_64-linux-gnu -march=x86-64-v4 -S -emit-llvm %S/Inputs/between-stores.c -o - | FileCheck %s
// RUN: terrace explain --ripple -O2 -w --target=x86_64-linux-gnu -march=x86-64-v4 %S/Inputs/between-stores.c | FileCheck %s --check-prefix=EXPLAIN

// Loads that lie between the stores of a range go before them, unless they overlap, which is tested at run time.

// OUTPUT: failures: 0

// CHECK-LABEL: define {{.*}}@hex(
// CHECK: ptrtoint
// CHECK: icmp ugt
// CHECK: br i1
// CHECK: store <16 x i8>
// CHECK: store <16 x i8>
// In program order, the 16 bytes that are stored 2 apart are copied one by one.
// CHECK: call void @__ripple_copy_1(ptr %{{.*}}, i64 2, ptr %{{.*}}, i64 1, i64 16)
// CHECK-LABEL: define {{.*}}@rows(

// EXPLAIN: store of shape Tensor[16] of 'i8': {{.*}}; accesses that lie between each other are written together; unless the load at 18:27 between the stores reads what they write, which is tested at run time
