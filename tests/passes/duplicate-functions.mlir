// Of functions that are the same but for their names, the first stays, and the others' users use it.
// RUN: terrace-opt %s --duplicate-function-elimination | FileCheck %s

func.func @first(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  %0 = arith.addi %a, %a : i32
  cf.br ^bb2(%0 : i32)
^bb2(%r: i32):
  return %r : i32
}
func.func @same(%x: i32, %y: i1) -> i32 {
  cf.cond_br %y, ^bb1, ^bb2(%x : i32)
^bb1:
  %0 = arith.addi %x, %x : i32
  cf.br ^bb2(%0 : i32)
^bb2(%r: i32):
  return %r : i32
}
func.func @other(%x: i32, %y: i1) -> i32 {
  cf.cond_br %y, ^bb2(%x : i32), ^bb1
^bb1:
  %0 = arith.addi %x, %x : i32
  cf.br ^bb2(%0 : i32)
^bb2(%r: i32):
  return %r : i32
}
func.func private @declared(i32) -> i32
func.func private @declared_too(i32) -> i32
func.func @user(%a: i32, %c: i1) -> (i32, i32, i32) {
  %f = constant @same : (i32, i1) -> i32
  %0 = call @same(%a, %c) : (i32, i1) -> i32
  %1 = call @other(%a, %c) : (i32, i1) -> i32
  %2 = call_indirect %f(%a, %c) : (i32, i1) -> i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @first(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:     cf.cond_br %arg1, ^bb1, ^bb2(%arg0 : i32)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:     cf.br ^bb2(%0 : i32)
// CHECK-NEXT:   ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @other(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:     cf.cond_br %arg1, ^bb2(%arg0 : i32), ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:     cf.br ^bb2(%0 : i32)
// CHECK-NEXT:   ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @declared(i32) -> i32
// CHECK-NEXT:   func.func private @declared_too(i32) -> i32
// CHECK-NEXT:   func.func @user(%arg0: i32, %arg1: i1) -> (i32, i32, i32) {
// CHECK-NEXT:     %f = constant @first : (i32, i1) -> i32
// CHECK-NEXT:     %0 = call @first(%arg0, %arg1) : (i32, i1) -> i32
// CHECK-NEXT:     %1 = call @other(%arg0, %arg1) : (i32, i1) -> i32
// CHECK-NEXT:     %2 = call_indirect %f(%arg0, %arg1) : (i32, i1) -> i32
// CHECK-NEXT:     return %0, %1, %2 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
