// REQUIRES: clang
// RUN: terrace ripple-cc -O1 -Wall -Wextra -pedantic -Werror %S/Inputs/binding.c -o %t
// RUN: %t | FileCheck %s
// RUN: terrace ripple-cc -E -C %S/Inputs/binding.c -o %t.i
// RUN: terrace ripple-cc -DNOTHING -w %t.i -o %t
// RUN: %t | FileCheck %s
// RUN: terrace ripple-c++ -std=c++17 -O1 -Wall -Wextra -Werror %S/Inputs/binding.cpp -o %t
// RUN: %t | FileCheck %s --check-prefix=CXX

// Annotations are bound to the loops that follow, whatever is around them.

// CHECK: PASS
// CXX: 999999 1000000 0 0.5 5 16 1
