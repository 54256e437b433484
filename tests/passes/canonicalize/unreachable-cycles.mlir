// A loop that control no longer reaches adds to what it added to itself; that does not go on for ever, as it does in mlir-opt.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

func.func @cycle(%n: i32) {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %true, ^exit, ^loop(%c1 : i32)
^loop(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %c1 : i32
  cf.br ^loop(%next : i32)
^exit:
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @cycle(%arg0: i32) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
