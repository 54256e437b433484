// REQUIRES: clang
// RUN: terrace ripple-cc -O0 %S/Inputs/computed-constants.c -o %t.0 && %t.0 | FileCheck %s
// RUN: terrace ripple-cc -O2 %S/Inputs/computed-constants.c -o %t.2 && %t.2 | FileCheck %s

// What must be constant may be computed by functions with branches, and is the same when it is checked and when it is used.

// CHECK: {{^}}23
// CHECK-NEXT: {{^}}23
// CHECK-NEXT: {{^}}22
// CHECK-NEXT: {{^}}13
// CHECK-NEXT: {{^}}138
// CHECK-NEXT: {{^}}3{{$}}
