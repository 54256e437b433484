// REQUIRES: clang
// RUN: terrace ripple-cc -O1 -c -Rpass=ripple %S/Inputs/notices.c -o %t.o 2>&1 | FileCheck %s
// RUN: terrace ripple-cc -O1 -c -Wno-ripple %S/Inputs/notices.c -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// Scalars that are assigned for any element are warned of; gathers and sequential calls are told of on request.

// CHECK: notices.c:10:5: warning: a variable of shape Scalar is assigned under a condition of shape Tensor[8]{{.*}} [ripple-any-lane]
// CHECK: notices.c:12:11: warning: memory of shape Scalar is written under a condition of shape Tensor[8]{{.*}} [ripple-any-lane]
// CHECK: notices.c:13:10: remark: a load of shape Tensor[8] is a gather: the address is computed from values that differ from element to element [ripple-gather]
// CHECK: notices.c:13:24: remark: 'outside' is carried out for each element of shape Tensor[8] [ripple-sequential]
// CHECK-NOT: warning

// NONE-NOT: {{.}}
