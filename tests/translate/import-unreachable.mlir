// RUN: terrace-translate --import-llvm --mlir-to-llvmir --match-upstream=false %S/Inputs/unreachable.ll | FileCheck %s
// RUN: terrace-translate --import-llvm --mlir-to-llvmir %S/Inputs/unreachable.ll | FileCheck %s --check-prefix=UPSTREAM

// Blocks that control never reaches are kept, unless they have values that are used before they are computed.

// CHECK-LABEL: @never_left
// CHECK: %[[TWICE:[0-9]+]] = add i32 %0, %0
// CHECK: phi i32 [ %0, %{{[0-9]+}} ], [ %[[TWICE]], %{{[0-9]+}} ]
// CHECK-LABEL: @circle
// CHECK-NOT: add
// CHECK: ret void

// UPSTREAM-LABEL: @never_left
// UPSTREAM-NOT: add
// UPSTREAM: phi i32 [ %0, %{{[0-9]+}} ]
