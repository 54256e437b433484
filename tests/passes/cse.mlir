// Equal ops give way to one that dominates them; reads only while nothing is written between them.
// RUN: terrace-opt %s --cse --allow-unregistered-dialect | FileCheck %s

func.func @dominating(%a: i32, %b: i32, %c: i1) -> (i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = scf.if %c -> i32 {
    %3 = arith.addi %a, %b : i32
    %4 = arith.muli %3, %b : i32
    scf.yield %4 : i32
  } else {
    %5 = arith.muli %0, %b : i32
    scf.yield %5 : i32
  }
  %6 = arith.muli %0, %b : i32
  return %1, %2, %6 : i32, i32, i32
}
func.func @blocks(%a: i32, %c: i1) -> i32 {
  %0 = arith.subi %a, %a : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.subi %a, %a : i32
  %2 = arith.muli %1, %a : i32
  cf.br ^bb3(%2 : i32)
^bb2:
  %3 = arith.muli %0, %a : i32
  cf.br ^bb3(%3 : i32)
^bb3(%r: i32):
  return %r : i32
}
func.func @regions(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %y = arith.addi %a, %a : i32
    scf.yield %y : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}
func.func @unknown_effects(%a: i32) -> (i32, i32) {
  %dead = arith.muli %a, %a : i32
  %0 = "foo.op"(%a) : (i32) -> i32
  %1 = "foo.op"(%a) : (i32) -> i32
  return %0, %1 : i32, i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @dominating(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32, i32) {
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:     %1 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:       %3 = arith.muli %0, %arg1 : i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %3 = arith.muli %0, %arg1 : i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = arith.muli %0, %arg1 : i32
// CHECK-NEXT:     return %0, %1, %2 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @blocks(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:     %0 = arith.subi %arg0, %arg0 : i32
// CHECK-NEXT:     cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %1 = arith.muli %0, %arg0 : i32
// CHECK-NEXT:     cf.br ^bb3(%1 : i32)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %2 = arith.muli %0, %arg0 : i32
// CHECK-NEXT:     cf.br ^bb3(%2 : i32)
// CHECK-NEXT:   ^bb3(%3: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     return %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @regions(%arg0: i1, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:     %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:       %1 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:       scf.yield %1 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0, %0 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unknown_effects(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:     %0 = "foo.op"(%arg0) : (i32) -> i32
// CHECK-NEXT:     %1 = "foo.op"(%arg0) : (i32) -> i32
// CHECK-NEXT:     return %0, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
