// REQUIRES: clang
// RUN: not terrace ripple-cc -c %S/Inputs/tags.c -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:

// What is wrong with a program is one error at its line, with shapes, a suggestion and a tag.

// CHECK: tags.c:11:15: error: cannot apply the broadcast rule to shapes Tensor[8] and Tensor[16]: dimension 0 has size 8 in one and 16 in the other; use one block, or slices of that size [ripple-shape-mismatch]
// CHECK: tags.c:15:8: error: a value of shape Tensor[8] is stored to an address of shape Scalar, which does not allow implicit broadcasting of a store address; take one element with 'ripple_slice', reduce the value, or store elements after each other with 'ripple_compress_store' [ripple-store-shape]
// CHECK: tags.c:19:3: error: a value of shape Tensor[8] is returned from a function whose callers are unknown; make the function static, or reduce the value [ripple-return-shape]
// CHECK: tags.c:23:5: error: non-constant dimension; make it a literal, or a constant after inlining [ripple-not-constant]
// CHECK: tags.c:26:22: error: non-constant block size; make it a literal, or a constant after inlining [ripple-not-constant]
// CHECK: tags.c:31:5: error: requested dimension index 10 exceeds the largest dimension, 9; dimensions are numbered from 0 [ripple-dim-range]
// CHECK: tags.c:35:10: error: mask of dimensions 0b10000000000 has bits at or above 10; bit 0 stands for dimension 0 [ripple-dim-range]
// CHECK: tags.c:39:10: error: slice index 8 is out of range: dimension 0 of shape Tensor[8] has size 8; -1 keeps the dimension [ripple-slice-range]
// CHECK: tags.c:43:24: error: the index function 'unknown' is not defined in this unit; it must be computable from its arguments and constants [ripple-shuffle-fn]
// CHECK: tags.c:47:24: error: the index function 'too_far' returns 8 for element 7 of 8, which is not below 8 [ripple-shuffle-range]
// CHECK: tags.c:52:5: error: block shape access is ambiguous: shapes Tensor[8] and Tensor[16] apply; use a variable for each block [ripple-ambiguous-block]
// CHECK: tags.c:57:3: error: a block is passed to a function without definition in this unit; define it here, or pass the index [ripple-block-escape]
// CHECK: tags.c:60:45: error: 'cycle' calls itself for arguments Tensor[8], Scalar; write it as a loop [ripple-call-cycle]
// CHECK: tags.c:68:46: error: a stack of shape Tensor[8][4] takes 4 operands, not 2; its outermost dimension says how many [ripple-stack-count]
// CHECK: tags.c:72:24: error: a value of shape Tensor[8] with 32 bytes cannot be taken for one of shape Tensor[8] with 64 bytes; make the block as large as the value [ripple-reinterp-size]
// CHECK: tags.c:78:14: error: an annotated loop is left under a condition of shape Tensor[8], but the elements of a block leave it together: make the condition scalar, for instance with 'ripple_reduceor' [ripple-loop-exit]
// CHECK: tags.c:84:22: error: processing elements of kind 1 do not exist: only 0, the vector unit, does; pass RIPPLE_VECTOR_PE [ripple-not-constant]
// CHECK: tags.c:90:22: error: a value of type 'vector<4xi32>' cannot have shape Tensor[8]: it is a vector of C; give the block a dimension for its elements [ripple-type]
// CHECK: tags.c:95:3: error: inline assembly takes a value of shape Tensor[8], but is for one element; take one with 'ripple_slice', or call a function of a library [ripple-type]
// CHECK: tags.c:102:10: error: a value of shape Tensor[8] is stored to an address of shape Scalar, which does not allow implicit broadcasting of a store address; take one element with 'ripple_slice', reduce the value, or store elements after each other with 'ripple_compress_store' [ripple-store-shape]
