// REQUIRES: clang
// RUN: terrace ripple-cc -O1 -c -Rpass=ripple %S/Inputs/notices.c -o %t.o 2>&1 | FileCheck %s
// RUN: terrace ripple-cc -O1 -c -Wno-ripple %S/Inputs/notices.c -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// Scalars that are assigned for any element are warned of; gathers and sequential calls are told of on request.

// CHECK: notices.c:10:5: warning: a variable of shape Scalar is assigned under a condition of shape Tensor[8]{{.*}} [ripple-any-lane]
// CHECK: notices.c:12:11: warning: memory of shape Scalar is written under a condition of shape Tensor[8]{{.*}} [ripple-any-lane]
// CHECK: notices.c:13:10: remark: a load of shape Tensor[8] is a gather: the address is computed from values that differ from element to element [ripple-gather]
// CHECK: notices.c:13:24: remark: 'outside' is carried out for each element of shape Tensor[8] [ripple-sequential]
// CHECK-NOT: warning
// CHECK: notices.c:24:10: remark: a load of 8 elements takes every 3. one, and reads 24 in all; store what is read together side by side [ripple-stride]
// CHECK-NOT: notices.c:25
// CHECK-NOT: notices.c:26
// CHECK: notices.c:27:15: remark: a value of shape Tensor[8] is read from where one was read before; keep it in a variable if memory stays the same [ripple-reload]
// CHECK: notices.c:30:12: remark: neighbours in dimension 0 lie a row apart; let the dimension go over elements that follow each other [ripple-dimension]

// NONE-NOT: {{.}}
