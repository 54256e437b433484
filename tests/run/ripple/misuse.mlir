// REQUIRES: clang
// RUN: not terrace ripple-cc -O2 -c %S/Inputs/misuse.c -o %t.o 2>&1 | FileCheck %s
// RUN: terrace ripple-cc -O2 -c %S/Inputs/shared.c -o %t.o 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not terrace ripple-cc -O2 -Werror -c %S/Inputs/shared.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not terrace ripple-cc -O2 -Werror=ripple -c %S/Inputs/shared.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: terrace ripple-cc -O2 -Werror -Wno-error=ripple -c %S/Inputs/shared.c -o %t.o 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: terrace ripple-cc -O2 -Werror -Wno-ripple -c %S/Inputs/shared.c -o %t.o

// Each defect is one error, at its line.

// CHECK-NOT: error:
// CHECK: misuse.c:8:24: error: memory of shape Tensor[4] is accessed under a condition of shape Tensor[8]: dimension 0 has size 4 in one and 8 in the other; use one block [ripple-shape-mismatch]
// CHECK-NOT: error:
// CHECK: misuse.c:12:10: error: slice index -2 is out of range: dimension 0 of shape Tensor[8] has size 8; -1 keeps the dimension [ripple-slice-range]
// CHECK-NOT: error:
// CHECK: misuse.c:15:5: error: cannot locate the block shape: the block must come from one call of 'ripple_set_block_shape' [ripple-ambiguous-block]
// CHECK-NOT: error:
// CHECK: misuse.c:18:5: error: cannot locate the block shape: the block must come from one call of 'ripple_set_block_shape' [ripple-ambiguous-block]
// CHECK-NOT: error:
// CHECK: misuse.c:22:7: error: a block is compared, but has no value when the program runs; compare its sizes [ripple-block-escape]
// CHECK-NOT: error:
// CHECK: misuse.c:33:24: error: the index function 'endless' does not return within 1000000 steps; it must be computable from its arguments and constants [ripple-shuffle-fn]
// CHECK-NOT: error:

// SHARED-NOT: warning:
// SHARED: shared.c:10:5: warning: a variable of shape Scalar changes in a loop with a condition of shape Tensor[8], and is read after it: it changes until all elements have left the loop; initialize it with 'ripple_broadcast' to have one for each [ripple-any-lane]
// SHARED-NOT: warning:
// SHARED: shared.c:22:3: warning: a variable of shape Scalar is passed by its address to 'read', which is called for each element of shape Tensor[8]: all of them get the same one; initialize it with 'ripple_broadcast' to have one for each [ripple-any-lane]
// SHARED-NOT: warning:

// ERROR: shared.c:10:5: error: {{.*}} [ripple-any-lane]
