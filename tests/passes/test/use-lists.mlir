// RUN: terrace-test-opt %s --test-verify-uselistorder | FileCheck %s
// RUN: terrace-test-opt %s --test-verify-uselistorder=rng-seed=17 | FileCheck %s
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(test-verify-uselistorder{rng-seed=3},cse,test-verify-uselistorder)' | FileCheck %s
// CONFIRMED: mlir-opt prints the same.

// CHECK-LABEL: func.func @shared
// CHECK: arith.addi %arg0, %arg0
func.func @shared(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  %2 = arith.muli %0, %1 : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb1(%2 : i32)
^bb1(%3: i32):
  %4 = arith.subi %3, %3 : i32
  %5 = scf.if %c -> i32 {
    %6 = arith.xori %3, %0 : i32
    scf.yield %6 : i32
  } else {
    scf.yield %3 : i32
  }
  %7 = arith.andi %4, %5 : i32
  return %7 : i32
}

// CHECK: test.graph_region
test.graph_region {
  %0 = "test.a"(%1, %1) : (i32, i32) -> i32
  %1 = "test.b"(%1, %0, %0) : (i32, i32, i32) -> i32
}
