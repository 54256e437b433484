// Calls give way to what the callees do, callees first.
// RUN: terrace-opt %s --inline | FileCheck %s

func.func private @leaf(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}
func.func @several_blocks(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  %0 = call @leaf(%a) : (i32) -> i32
  return %0 : i32
}
func.func @top(%c: i1, %a: i32) -> (i32, i32) {
  %0 = call @several_blocks(%c, %a) : (i1, i32) -> i32
  %1 = scf.if %c -> i32 {
    %2 = func.call @leaf(%0) : (i32) -> i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}
func.func @ping(%a: i32) -> i32 {
  %0 = call @pong(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @pong(%a: i32) -> i32 {
  %0 = call @ping(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @unused() {
  return
}
func.func private @declared(i32) -> i32
func.func @kept_out(%a: i32) -> (i32, i32) {
  %0 = call @declared(%a) : (i32) -> i32
  %1 = call @never(%a) : (i32) -> i32
  return %0, %1 : i32, i32
}
func.func private @never(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @several_blocks(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
// CHECK-NEXT:   ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %1 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @top(%arg0: i1, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:     cf.br ^bb2(%0 : i32)
// CHECK-NEXT:   ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     %2 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:       %3 = arith.muli %1, %1 : i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @ping(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @pong(%arg0) : (i32) -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @pong(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @ping(%arg0) : (i32) -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @declared(i32) -> i32
// CHECK-NEXT:   func.func @kept_out(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:     %0 = call @declared(%arg0) : (i32) -> i32
// CHECK-NEXT:     %1 = call @never(%arg0) : (i32) -> i32
// CHECK-NEXT:     return %0, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @never(%arg0: i32) -> i32 attributes {no_inline} {
// CHECK-NEXT:     return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
