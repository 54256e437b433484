// REQUIRES: clang
// RUN: terrace ripple-cc -O0 -Werror %S/Inputs/edges.c -o %t.0 -lm
// RUN: %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O3 -Werror %S/Inputs/edges.c -o %t.3 -lm
// RUN: %t.3 | FileCheck %s
// RUN: terrace ripple-cc -O1 -Werror -fsanitize=undefined -fsanitize-trap=undefined %S/Inputs/edges.c -o %t.u -lm
// RUN: %t.u | FileCheck %s

// CHECK-NOT: FAIL
// CHECK: PASS
