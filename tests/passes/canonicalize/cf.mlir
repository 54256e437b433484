// RUN: terrace-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @merge(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = "foo.op"(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @merge(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%y: i32):
  %0 = "foo.op"(%y) : (i32) -> i32
  return %0 : i32
}

// Blocks that only branch on are skipped, unless they do so in a circle.

// CHECK-LABEL: func.func @pass_through(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = "foo.op"() : () -> i32
// CHECK-NEXT:   cf.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @pass_through(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%y: i32):
  cf.br ^bb3(%y : i32)
^bb2:
  %0 = "foo.op"() : () -> i32
  cf.br ^bb3(%0 : i32)
^bb3(%z: i32):
  return %z : i32
}

// CHECK-LABEL: func.func @circle(%arg0: i1) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @circle(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb3:
  cf.br ^bb1
^bb2:
  return
}

// CHECK-LABEL: func.func @same_successor(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   return %0, %arg1 : i32, i32
// CHECK-NEXT: }
func.func @same_successor(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  cf.cond_br %c, ^bb1(%x, %x : i32, i32), ^bb1(%y, %x : i32, i32)
^bb1(%a: i32, %b: i32):
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @truth(%arg0: i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "foo.use"(%true) : (i1) -> ()
// CHECK-NEXT:   "foo.use"(%true) : (i1) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @truth(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "foo.use"(%c) : (i1) -> ()
  cf.cond_br %c, ^bb3, ^bb2
^bb2:
  return
^bb3:
  "foo.use"(%c) : (i1) -> ()
  return
}

// CHECK-LABEL: func.func @unreachable(%arg0: i1) {
// CHECK-NEXT:   "foo.use"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @unreachable(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  "foo.use"() : () -> ()
  return
}

// CHECK-LABEL: func.func @switches(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1(%arg1 : i32),
// CHECK-NEXT:     2: ^bb2,
// CHECK-NEXT:     4294967289: ^bb1(%arg0 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1(%0: i32):  // 3 preds: ^bb0, ^bb0, ^bb2
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   "foo.use"() : () -> ()
// CHECK-NEXT:   cf.br ^bb1(%c2_i32 : i32)
// CHECK-NEXT: }
func.func @switches(%f: i32, %x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    1: ^bb1(%x : i32),
    2: ^bb2,
    -7: ^bb3
  ]
^bb1(%a: i32):
  return %a : i32
^bb2:
  "foo.use"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    2: ^bb1(%c2 : i32)
  ]
^bb3:
  cf.switch %c2 : i32, [
    default: ^bb1(%x : i32),
    2: ^bb1(%f : i32)
  ]
}

// CHECK-LABEL: func.func @assertions(%arg0: i1) {
// CHECK-NEXT:   cf.assert %arg0, "maybe"
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @assertions(%c: i1) {
  %true = arith.constant true
  cf.assert %true, "always"
  cf.assert %c, "maybe"
  return
}

// Both ways lead to a block whose arguments nothing uses.

// CHECK-LABEL: func.func @dead_arguments(%arg0: i1, %arg1: i32) {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   "foo.use"() : () -> ()
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: }
func.func @dead_arguments(%c: i1, %x: i32) {
  %k = arith.constant 1 : i32
  cf.br ^bb1(%k : i32)
^bb1(%a: i32):
  "foo.use"() : () -> ()
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%x : i32)
}
