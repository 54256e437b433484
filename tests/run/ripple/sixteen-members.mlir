// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/sixteen-members.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/sixteen-members.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 %S/Inputs/sixteen-members.c | FileCheck %s --check-prefix=EXPLAIN
// RUN: terrace ripple-cc -O0 -w --target=x86_64-linux-gnu -march=x86-64-v4 -mprefer-vector-width=512 -S -emit-llvm %S/Inputs/sixteen-members.c -o - | FileCheck %s --check-prefix=LAST

// One comparison of ranges decides for all members of a table.

// CHECK: 0 wrong
// EXPLAIN: store of shape Tensor[16] of 'i32': 16 stores of 64 bytes; accesses that lie between each other are written together; unless the load at 22:23 between the stores reads what they write, which is tested at run time

// What the last iterations read of structures is in 16 registers, each of which is read once. Where tables overlap, members but
// the first are gathered: 15 for a block, and 15 for the last iterations.
// LAST-LABEL: define {{.*}}@blocks(
// LAST-COUNT-15: call <16 x i32> @llvm.masked.gather
// LAST-NOT: masked.gather
// LAST-COUNT-16: call <16 x i32> @llvm.masked.load
// LAST-NOT: masked.load
// LAST-COUNT-15: call <16 x i32> @llvm.masked.gather
// LAST-NOT: masked.{{gather|load}}
// LAST-LABEL: define {{.*}}@elements(
