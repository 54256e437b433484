// REQUIRES: clang
// RUN: terrace ripple-cc --target=x86_64-linux-gnu -O2 -march=x86-64-v4 -S %S/Inputs/row-loads.c -o - | FileCheck %s

// Elements that each fill a register are read one by one, by what computes with them.

// CHECK-LABEL: outer:
// CHECK-NOT: vgather
// CHECK-COUNT-4: {1to16}
// CHECK-LABEL: scale:
// CHECK-NOT: vgather
// CHECK: .size scale,
// CHECK-LABEL: rows:
// CHECK-NOT: vgather
// CHECK: .size rows,
