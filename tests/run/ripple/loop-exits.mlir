// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -Wno-ripple %S/Inputs/exits.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -Wno-ripple %S/Inputs/exits.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -Wno-ripple %S/Inputs/any-lane.c -o %t.a
// RUN: %t.a | FileCheck %s
// RUN: not terrace ripple-cc -c %S/Inputs/exit-errors.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ERRORS

// Annotated loops are left by 'break', 'return' and 'goto' under scalar conditions. Scalars that are assigned under other
// conditions are assigned if these hold for any element.

// CHECK-NOT: differs
// CHECK: PASS

// ERRORS: exit-errors.c:9:14: error: an annotated loop is left under a condition of shape Tensor[8], but the elements of a block leave it together: make the condition scalar, for instance with 'ripple_reduceor' [ripple-loop-exit]
// ERRORS: exit-errors.c:18:13: error: an annotated loop is left under a condition of shape Tensor[8]
// ERRORS: exit-errors.c:32:14: error: an annotated loop is left under a condition of shape Tensor[1][2]
// ERRORS-NOT: error
