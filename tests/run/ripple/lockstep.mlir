// REQUIRES: clang
// RUN: terrace ripple-cc -c %S/Inputs/lockstep.c -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: terrace ripple-cc -Wno-ripple -c %S/Inputs/lockstep.c -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// A loop whose iterations of one block depend on each other is warned of; those that read what later iterations write, what is as far
// away as a block is long, or another array, are not, nor are blocks without an annotated loop.

// CHECK: lockstep.c:3:{{[0-9]+}}: warning: an iteration reads what the iteration 2 before writes
// CHECK: lockstep.c:3:{{[0-9]+}}: note: it is written here
// NONE-NOT: warning
