// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -Wall -Wextra -Werror %S/Inputs/accumulators.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -Wall -Wextra -Werror -DSTREAMING %S/Inputs/accumulators.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-cc -O2 -DLENGTH=5 %S/Inputs/accumulators.c -o %t.5
// RUN: %t.5 | FileCheck %s
// RUN: terrace ripple-c++ -O1 -x c++ -DLENGTH=16 %S/Inputs/accumulators.c -o %t.c
// RUN: %t.c | FileCheck %s
// RUN: not terrace ripple-cc -c %S/Inputs/accumulator-errors.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ERRORS

// The names of a library of outer products compute the same on every target.

// CHECK-NOT: FAIL
// CHECK: PASS

// ERRORS: accumulator-errors.c:5:3: error: cannot locate the block shape: the block must come from one call of 'ripple_set_block_shape' [ripple-ambiguous-block]
// ERRORS: accumulator-errors.c:11:10: error: the index of a row has shape Tensor[8]; make it the same for all elements [ripple-slice-range]
