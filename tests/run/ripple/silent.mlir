// REQUIRES: clang
// RUN: terrace ripple-cc -c %S/Inputs/silent.c -o %t.o 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: not terrace ripple-cc -DZERO -w -c %S/Inputs/silent.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not terrace ripple-cc -DELEVEN -w -c %S/Inputs/silent.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ELEVEN

// What would be nothing, or something else, is told; one mistake is one error, in the order of the source.

// WARN: silent.c:5:3: warning: the block has one element in the dimensions of the annotated loop: its iterations are carried out one after the other [ripple-dim-range]
// WARN: silent.c:11:{{[0-9]+}}: warning: the mask of dimensions is 0, and nothing is reduced: bit 0 stands for dimension 0, which is mask 1 [ripple-dim-range]
// ZERO: silent.c:14:{{[0-9]+}}: error: block size 0 is out of range; sizes are 1 to 32768 [ripple-not-constant]
// ZERO: silent.c:15:{{[0-9]+}}: error: block size 65536 is out of range; sizes are 1 to 32768 [ripple-not-constant]
// ZERO: silent.c:19:{{[0-9]+}}: error: an array on the stack has a size of shape Tensor[8]
// ZERO: silent.c:27:{{[0-9]+}}: error: an annotated loop is left under a condition of shape Tensor[8]
// ZERO-NOT: error:
// ELEVEN: silent.c:32:{{[0-9]+}}: error: '__ripple_too_many_sizes' is unavailable: a block has at most ten dimensions
