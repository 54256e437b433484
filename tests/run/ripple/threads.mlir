// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -pthread -Wall -Wextra -Werror %S/Inputs/threads.c -o %t.0
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 -pthread -Wall -Wextra -Werror %S/Inputs/threads.c -o %t.2
// RUN: %t.2 | FileCheck %s
// RUN: terrace ripple-c++ -O2 -pthread -Wall -Wextra -Werror %S/Inputs/threads-reuse.cpp -o %t.c
// RUN: %t.c | FileCheck %s
// RUN: not terrace ripple-cc -c %S/Inputs/thread-errors.c -o %t.o 2>&1 | FileCheck %s --check-prefix=ERRORS --implicit-check-not=error:
// RUN: not terrace ripple-cc -c -DPRAGMAS %S/Inputs/thread-errors.c -o %t.o 2>&1 | FileCheck %s --check-prefix=PRAGMAS --implicit-check-not=error:

// Each iteration is carried out by one thread, the one that the schedule says; vectors are within threads.

// CHECK-NOT: FAIL
// CHECK: PASS

// ERRORS: thread-errors.c:14:5: error: a loop is distributed over a vector before it is over threads: annotate it for threads first [ripple-loop-nest]
// ERRORS: thread-errors.c:20:3: error: a loop is distributed over a vector before it is over threads: annotate it for threads first [ripple-loop-nest]
// ERRORS: thread-errors.c:27:5: error: a loop over threads around this one has one of its dimensions; use another one [ripple-loop-nest]
// ERRORS: thread-errors.c:32:3: error: a dynamic schedule is for dimension 0 alone; use a static one for others [ripple-loop-nest]
// ERRORS: thread-errors.c:37:3: error: a loop that is distributed over threads is left before its end: carry out all iterations, under a condition [ripple-loop-exit]
// ERRORS: thread-errors.c:44:3: error: blocks of threads have dimensions 0 to 2; use one of them [ripple-dim-range]
// ERRORS: thread-errors.c:49:3: error: a dimension is listed twice; list each one once [ripple-loop-nest]
// ERRORS: thread-errors.c:54:3: error: the body of an annotated loop changes the counter, or its step is not an addition or a subtraction [ripple-loop-form]

// PRAGMAS: thread-errors.c:60:1: error: clause 'Schedule' takes 'static' or 'dynamic' [ripple-pragma]
// PRAGMAS: thread-errors.c:62:1: error: clauses 'NoRemainder' and 'BlockIndependent' are for vectors; threads carry out all iterations [ripple-pragma]
// PRAGMAS: thread-errors.c:64:1: error: a block of threads has at most 3 dimensions, but clause 'Dims' lists 4 [ripple-pragma]
// PRAGMAS: thread-errors.c:66:1: error: clause 'ThreadChunk' takes one number of iterations [ripple-pragma]
