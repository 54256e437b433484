// RUN: terrace-translate --import-llvm --mlir-to-llvmir --match-upstream=false %S/Inputs/predecessors.ll | FileCheck %s
// RUN: terrace-translate --import-llvm --match-upstream=false %S/Inputs/predecessors.ll | terrace-translate --mlir-to-llvmir | FileCheck %s
// RUN: terrace-translate --import-llvm %S/Inputs/predecessors.ll | FileCheck %s --check-prefix=UPSTREAM
// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s --check-prefix=HINT

// The order in which phis name predecessors, the edge from a call that passes on its result, instructions on constants and digits that a
// double does not have come back, also by way of text.

// UPSTREAM-NOT: llvm.kept

// CHECK-LABEL: @orders
// CHECK: phi i32 [ 7, %4 ], [ %0, %2 ], [ %1, %3 ], [ %0, %2 ]
// CHECK-NEXT: phi i32 [ 1, %2 ], [ 1, %2 ], [ 2, %3 ], [ 3, %4 ]
// CHECK-LABEL: @edge
// CHECK: invoke i32 @ext(i32 %0)
// CHECK-NEXT: to label %3 unwind label %11
// CHECK: 3: {{.*}}; preds = %3, %1
// CHECK-NEXT: phi i32 [ %5, %3 ], [ %2, %1 ]
// CHECK: zext i32 1 to i64
// CHECK-LABEL: @digits
// CHECK: ret x86_fp80 0xK4297A738C6BEBB12D2EC

module attributes {llvm.kept = {predecessors = "block order"}} {
  // A permutation of the places of the predecessors is an order; nothing else counts.
  // HINT-LABEL: @permutation
  // HINT: phi i32 [ 2, %4 ], [ 1, %3 ]
  llvm.func @permutation(%a: i32, %c: i1) -> i32 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(2 : i32) : i32
    llvm.cond_br %c, ^bb1, ^bb2
  ^bb1:
    llvm.br ^bb3(%0 : i32)
  ^bb2:
    llvm.br ^bb3(%1 : i32)
  ^bb3(%p: i32):
    llvm.return {llvm.kept = {predecessors = [array<i32: 1, 0>]}} %p : i32
  }
  // HINT-LABEL: @others
  // HINT: phi i32 [ 1, %[[A:[0-9]+]] ], [ 2, %[[B:[0-9]+]] ]
  // HINT-NEXT: phi i32 [ 2, %[[A]] ], [ 1, %[[B]] ]
  // HINT-NEXT: phi i32 [ %0, %[[A]] ], [ %0, %[[B]] ]
  // HINT-NEXT: phi i32 [ 1, %[[A]] ], [ 1, %[[B]] ]
  // HINT-NEXT: phi i32 [ 2, %[[A]] ], [ 2, %[[B]] ]
  llvm.func @others(%a: i32, %c: i1) -> i32 {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(2 : i32) : i32
    llvm.cond_br %c, ^bb1, ^bb2
  ^bb1:
    llvm.br ^bb3(%0, %1, %a, %0, %1 : i32, i32, i32, i32, i32)
  ^bb2:
    llvm.br ^bb3(%1, %0, %a, %0, %1 : i32, i32, i32, i32, i32)
  ^bb3(%p: i32, %q: i32, %r: i32, %s: i32, %t: i32):
    llvm.return {llvm.kept = {predecessors = [array<i32: 0, 0>, array<i32: -1, 1>, array<i32: 2, 1, 0>, "x", array<i32: 7, 0>]}} %p : i32
  }
  // A block that does more, or has other branches to it, is one.
  // HINT-LABEL: @edges
  // HINT: br label %[[NEXT:[0-9]+]]
  // HINT: [[NEXT]]:
  // HINT: br label %
  llvm.func @edges(%a: i32) -> i32 {
    llvm.br ^bb1
  ^bb1:
    llvm.br ^bb2(%a : i32) {llvm.kept = {edge}}
  ^bb2(%p: i32):
    llvm.return %p : i32
  }
}
