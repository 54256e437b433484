// REQUIRES: clang
// RUN: not terrace ripple-cc -c %S/Inputs/errors.c -o %t.o 2>&1 | FileCheck %s
// RUN: not terrace ripple-cc -c %S/Inputs/loop-errors.c -o %t.o 2>&1 | FileCheck %s --check-prefix=LOOPS

// Errors are at the user's lines and columns, with tags.

// CHECK: errors.c:4:5: error: a 'for' loop must follow the annotation [ripple-loop-form]
// CHECK-NEXT: ripple_parallel(B, 0);
// CHECK-NEXT: ^
// CHECK: errors.c:6:1: error: there is no clause 'NoRemaindr'; did you mean 'NoRemainder'? [ripple-pragma]
// CHECK: errors.c:8:3: error: clause 'Block' is missing: Block(name of the block) [ripple-pragma]
// CHECK: errors.c:10:1: error: a 'for' loop must follow the annotation [ripple-loop-form]
// CHECK: errors.c:13:1: error: clause 'Dims' is given twice [ripple-pragma]
// CHECK: errors.c:15:1: error: there is no pragma 'ripple sequential', but 'ripple parallel' [ripple-pragma]
// CHECK: errors.c:16:1: error: clause 'Dims' has an empty argument [ripple-pragma]
// CHECK: errors.c:18:1: error: clauses 'NoRemainder' and 'BlockIndependent' exclude each other [ripple-pragma]
// CHECK: errors.c:20:1: error: clause 'Schedule' takes 'static' or 'dynamic' [ripple-pragma]
// CHECK: errors.c:22:1: error: clause 'Dims' needs its arguments in parentheses [ripple-pragma]
// CHECK: elsewhere.h:77:1: error: a 'for' loop must follow the annotation [ripple-loop-form]

// LOOPS: loop-errors.c:5:3: error: the body of an annotated loop changes the counter, or its step is not an addition or a subtraction [ripple-loop-form]
// LOOPS-NEXT: ripple_parallel(B, 0);
// LOOPS: loop-errors.c:7:3: error: the condition of an annotated loop compares its counter with a bound [ripple-loop-form]
// LOOPS: loop-errors.c:9:3: error: the body of an annotated loop changes the counter
// LOOPS-DAG: loop-errors.c:17:5: error: an annotated loop around this one has dimension 0, too [ripple-loop-nest]
// LOOPS-DAG: loop-errors.c:21:5: error: the annotated loop around this one names another block [ripple-loop-nest]
// LOOPS-DAG: loop-errors.c:23:5: error: ripple_parallel_idx is not inside a loop that is annotated with the same block and dimensions [ripple-parallel-idx]
