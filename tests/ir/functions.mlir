// RUN: terrace-opt %s | FileCheck %s
// RUN: terrace-opt %s | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --mlir-print-op-generic | terrace-opt | FileCheck %s

// Values and blocks are renumbered; what is not a module is wrapped in one.

// CHECK: module {
// CHECK-LABEL: func.func @pick(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg2 : i32)
// CHECK-NEXT:  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:    return %0 : i32
func.func @pick(%which: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %which, ^out(%a : i32), ^out(%b : i32)
^out(%picked: i32):
  return %picked : i32
}

// A block may be used before it is written, and so may a value that dominates its use.
// CHECK-LABEL: func.func @backwards() -> i32 {
// CHECK-NEXT:    cf.br ^bb2
// CHECK-NEXT:  ^bb1:  // pred: ^bb2
// CHECK-NEXT:    return %c4_i32 : i32
// CHECK-NEXT:  ^bb2:  // pred: ^bb0
// CHECK-NEXT:    %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:    cf.br ^bb1
func.func @backwards() -> i32 {
  cf.br ^first
^second:
  return %four : i32
^first:
  %four = arith.constant 4 : i32
  cf.br ^second
}

// CHECK: func.func private @outside(i32 {test.note = "in"}, index) -> (f32 {test.note = "out"}, f32)
func.func private @outside(i32 {test.note = "in"}, index) -> (f32 {test.note = "out"}, f32)
