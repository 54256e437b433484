// Constants spread through branches that are taken, regions, and functions whose calls are all seen.
// RUN: terrace-opt %s --sccp | FileCheck %s

func.func private @sum(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
func.func @calls(%x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = call @sum(%c1, %c2) : (i32, i32) -> i32
  %1 = arith.cmpi eq, %0, %c2 : i32
  %2 = scf.if %1 -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %c1 : i32
  }
  return %0, %2 : i32, i32
}
func.func private @never_called(%a: i32) -> i32 {
  %c = arith.constant 7 : i32
  %0 = arith.addi %a, %c : i32
  return %0 : i32
}
func.func @both_ways(%c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.cond_br %c, ^bb1(%c1 : i32), ^bb2(%c1 : i32)
^bb1(%0: i32):
  cf.br ^bb3(%0 : i32)
^bb2(%1: i32):
  cf.br ^bb3(%1 : i32)
^bb3(%2: i32):
  %3 = arith.addi %2, %c1 : i32
  return %3 : i32
}
func.func @one_way() -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %true, ^bb1(%c1 : i32), ^bb1(%c2 : i32)
^bb1(%0: i32):
  return %0 : i32
}
func.func @loop(%lb: index, %ub: index, %step: index) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %lb to %ub step %step iter_args(%a = %c0, %b = %c0) -> (i32, i32) {
    %same = arith.muli %a, %c1 : i32
    %grows = arith.addi %b, %c1 : i32
    scf.yield %same, %grows : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func private @sum(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     return %c3_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @calls(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = call @sum(%c1_i32, %c2_i32) : (i32, i32) -> i32
// CHECK-NEXT:     return %c3_i32, %c1_i32 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @never_called(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:     %0 = arith.addi %arg0, %c7_i32 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @both_ways(%arg0: i1) -> i32 {
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1(%c1_i32 : i32), ^bb2(%c1_i32 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%c1_i32 : i32)
// CHECK-NEXT:   ^bb2(%1: i32):  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%c1_i32 : i32)
// CHECK-NEXT:   ^bb3(%2: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     return %c2_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @one_way() -> i32 {
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     cf.cond_br %true, ^bb1(%c1_i32 : i32), ^bb1(%c2_i32 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: index, %arg1: index, %arg2: index) -> (i32, i32) {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %0:2 = scf.for %arg3 = %arg0 to %arg1 step %arg2 iter_args(%arg4 = %c0_i32, %arg5 = %c0_i32) -> (i32, i32) {
// CHECK-NEXT:       %1 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %c0_i32, %1 : i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %c0_i32, %0#1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
