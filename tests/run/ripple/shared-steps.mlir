// REQUIRES: clang
// RUN: terrace ripple-cc -O2 -c %S/Inputs/shared-steps.c -o %t.o 2>&1 | FileCheck %s
// RUN: not terrace ripple-cc -w -DFRACTION -c %S/Inputs/shared-steps.c -o %t.o 2>&1 | FileCheck %s --check-prefix=FRACTION

// A value that a block has once is told of where C has one for each iteration.

// CHECK-NOT: warning:
// CHECK: shared-steps.c:8:31: warning: a variable is changed once for each block of iterations, and all of these have the same value of it: compute it from the counter of the loop [ripple-any-lane]
// CHECK: shared-steps.c:15:14: warning: a variable is changed once for each block of iterations
// CHECK: shared-steps.c:21:5: warning: elements of a block whose addresses are the same read all before one of them writes, and one change is left: use 'ripple_atomic_add' or its kin, unless the indices differ [ripple-any-lane]
// CHECK: shared-steps.c:27:18: warning: elements of a block whose addresses are the same
// CHECK: shared-steps.c:34:17: warning: a local array exists once, not for each iteration: elements of shape Tensor[16] write to the same one [ripple-any-lane]
// CHECK-NOT: warning:

// FRACTION: shared-steps.c:69:3: error: the counter of an annotated loop is an integer or a pointer, not a floating-point number [ripple-loop-form]
// FRACTION-NOT: error:
