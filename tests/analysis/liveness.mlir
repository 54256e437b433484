// Whether it matters what a value is, through branches, regions, loops and calls.
// RUN: terrace-test-opt %s --test-liveness-analysis | FileCheck %s

func.func private @callee(%a: i32, %b: i32, %m: memref<i32>) -> i32 {
  memref.store %a, %m[] : memref<i32>
  return {tag = "return"} %b : i32
}
func.func @calls(%a: i32, %b: i32, %m: memref<i32>) {
  %0 = call @callee(%a, %b, %m) {tag = "call"} : (i32, i32, memref<i32>) -> i32
  return
}
func.func @loops(%n: index, %m: memref<index>) {
  %c0 = arith.constant {tag = "zero"} 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %t = %c1) -> (index, index) {
    %1 = arith.addi %s, %i {tag = "needed"} : index
    %2 = arith.muli %t, %i {tag = "not needed"} : index
    scf.yield {tag = "yield"} %1, %2 : index, index
  } {tag = "for"}
  memref.store %0#0, %m[] : memref<index>
  return
}
func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb1(%b, %a : i32, i32) {tag = "branch"}
^bb1(%x: i32, %y: i32):
  return {tag = "end"} %x : i32
}
func.func @dead_block() {
  %true = arith.constant true
  cf.cond_br %true, ^bb1, ^bb2
^bb1:
  return
^bb2:
  %0 = arith.constant {tag = "dead"} 1 : i32
  "test.use"(%0) {tag = "user"} : (i32) -> ()
  return
}

// CHECK: test_tag: return:
// CHECK-NEXT:  operand #0: not live
// CHECK-NEXT: test_tag: call:
// CHECK-NEXT:  operand #0: live
// CHECK-NEXT:  operand #1: not live
// CHECK-NEXT:  operand #2: live
// CHECK-NEXT:  result #0: not live
// CHECK-NEXT: test_tag: zero:
// CHECK-NEXT:  result #0: live
// CHECK-NEXT: test_tag: needed:
// CHECK-NEXT:  operand #0: live
// CHECK-NEXT:  operand #1: live
// CHECK-NEXT:  result #0: live
// CHECK-NEXT: test_tag: not needed:
// CHECK-NEXT:  operand #0: not live
// CHECK-NEXT:  operand #1: live
// CHECK-NEXT:  result #0: not live
// CHECK-NEXT: test_tag: yield:
// CHECK-NEXT:  operand #0: live
// CHECK-NEXT:  operand #1: not live
// CHECK-NEXT: test_tag: for:
// CHECK-NEXT:  operand #0: live
// CHECK-NEXT:  operand #1: live
// CHECK-NEXT:  operand #2: live
// CHECK-NEXT:  operand #3: live
// CHECK-NEXT:  operand #4: live
// CHECK-NEXT:  result #0: live
// CHECK-NEXT:  result #1: not live
// CHECK-NEXT:  region: #0:
// CHECK-NEXT:    argument: #0: live
// CHECK-NEXT:    argument: #1: live
// CHECK-NEXT:    argument: #2: not live
// CHECK-NEXT: test_tag: branch:
// CHECK-NEXT:  operand #0: live
// CHECK-NEXT:  operand #1: live
// CHECK-NEXT:  operand #2: live
// CHECK-NEXT:  operand #3: live
// CHECK-NEXT:  operand #4: live
// CHECK-NEXT: test_tag: end:
// CHECK-NEXT:  operand #0: live
// CHECK-NEXT: test_tag: dead:
// CHECK-NEXT:  result #0: not live
// CHECK-NEXT: test_tag: user:
// CHECK-NEXT:  operand #0: not live
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @callee(%arg0: i32, %arg1: i32, %arg2: memref<i32>) -> i32 {
// CHECK-NEXT:     memref.store %arg0, %arg2[] : memref<i32>
// CHECK-NEXT:     return {tag = "return"} %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @calls(%arg0: i32, %arg1: i32, %arg2: memref<i32>) {
// CHECK-NEXT:     %0 = call @callee(%arg0, %arg1, %arg2) {tag = "call"} : (i32, i32, memref<i32>) -> i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loops(%arg0: index, %arg1: memref<index>) {
// CHECK-NEXT:     %c0 = arith.constant {tag = "zero"} 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0:2 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %c0, %arg4 = %c1) -> (index, index) {
// CHECK-NEXT:       %1 = arith.addi %arg3, %arg2 {tag = "needed"} : index
// CHECK-NEXT:       %2 = arith.muli %arg4, %arg2 {tag = "not needed"} : index
// CHECK-NEXT:       scf.yield {tag = "yield"} %1, %2 : index, index
// CHECK-NEXT:     } {tag = "for"}
// CHECK-NEXT:     memref.store %0#0, %arg1[] : memref<index>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @branches(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1(%arg1, %arg2 : i32, i32), ^bb1(%arg2, %arg1 : i32, i32) {tag = "branch"}
// CHECK-NEXT:   ^bb1(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:     return {tag = "end"} %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @dead_block() {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     cf.cond_br %true, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     return
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %c1_i32 = arith.constant {tag = "dead"} 1 : i32
// CHECK-NEXT:     "test.use"(%c1_i32) {tag = "user"} : (i32) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
