// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -w %S/Inputs/sixteen-members.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -march=native -w %S/Inputs/sixteen-members.c -o %t.native
// RUN: %t.native | FileCheck %s
// RUN: terrace explain --ripple -O2 --target=x86_64-linux-gnu -march=x86-64-v3 %S/Inputs/sixteen-members.c | FileCheck %s --check-prefix=EXPLAIN

// One comparison of ranges decides for all members of a table.

// CHECK: 0 wrong
// EXPLAIN: store of shape Tensor[16] of 'i32': 16 stores of 64 bytes; accesses that lie between each other are written together; unless the load at 22:23 between the stores reads what they write, which is tested at run time
