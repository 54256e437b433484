// REQUIRES: clang
// RUN: not terrace ripple-cc -c %S/Inputs/columns.c -o %t.o 2>&1 | FileCheck %s
// RUN: not terrace explain --ripple %S/Inputs/columns.c 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// Columns are those of the source, where macros make lines longer, and the line is shown.

// CHECK: columns.c:4:79: error: a value of shape Tensor[8] is stored to an address of shape Scalar
// CHECK-NEXT: void f(float *x) { ripple_block_t B = BLOCK; size_t v = ripple_id(B, 0); x[0] = x[v]; }
// EXPLAIN: columns.c:4:79: error: a value of shape Tensor[8] is stored
