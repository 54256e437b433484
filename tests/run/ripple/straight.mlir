// REQUIRES: clang
// RUN: terrace explain --ripple -O2 -march=x86-64-v4 %S/Inputs/straight.cpp | FileCheck %s
// RUN: terrace ripple-c++ -O2 %S/Inputs/straight.cpp -o %t.2
// RUN: %t.2
// RUN: terrace ripple-c++ -O0 -g %S/Inputs/straight.cpp -o %t.0
// RUN: %t.0
// RUN: terrace ripple-c++ -O1 -march=x86-64-v3 -c %S/Inputs/straight.cpp -o %t.o

// Members are read and written together though conditions and loops are between them, and indices and references pass
// functions: there is no gather and no scatter.

// CHECK-NOT: gather
// CHECK-NOT: scatter
// CHECK: 0 element by element
