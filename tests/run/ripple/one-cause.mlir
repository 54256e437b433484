// REQUIRES: clang
// RUN: not terrace ripple-cc -O2 -c %S/Inputs/one-cause.c -o %t.o 2>&1 | FileCheck %s

// One cause is one error, in the order of the source.

// CHECK-NOT: error:
// CHECK: one-cause.c:9:14: error: an annotated loop is left under a condition of shape Tensor[8], but the elements of a block leave it together: make the condition scalar, for instance with 'ripple_reduceor' [ripple-loop-exit]
// CHECK-NOT: error:
// CHECK: one-cause.c:15:75: error: cannot apply the broadcast rule to shapes Tensor[8] and Tensor[4]: dimension 0 has size 8 in one and 4 in the other; use one block, or slices of that size [ripple-shape-mismatch]
// CHECK-NOT: error:
// CHECK: one-cause.c:26:15: error: cannot apply the broadcast rule to shapes Tensor[6] and Tensor[8]: dimension 0 has size 6 in one and 8 in the other; use one block, or slices of that size [ripple-shape-mismatch]
// CHECK: one-cause.c:26:15: note: sizes 6 and 8 meet in 5 more operations of this function
// CHECK-NOT: error:
// CHECK: one-cause.c:37:12: error: non-constant mask of dimensions; make it a literal, or a constant after inlining [ripple-not-constant]
// CHECK-NOT: error:
