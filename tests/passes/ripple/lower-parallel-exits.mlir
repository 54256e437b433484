// RUN: terrace-opt %s --ripple-lower-parallel | FileCheck %s

// A loop that is left early, and blocks of more dimensions or of one element.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

// Full blocks leave the loop where the program does. Under the mask of the rest, elements meet after it with the number of
// the way that was taken: -1 for those without an iteration, 0 for those at the end, 1 for those that leave.

// CHECK-LABEL: llvm.func @leaves(
// CHECK: llvm.cond_br %{{.*}}, ^[[BEGIN:bb[0-9]+]], ^[[AFTER:bb[0-9]+]] {ripple.blocks_loop}
// CHECK: ^[[AFTER]]:
// CHECK: %[[LAST:.*]] = llvm.add %{{.*}}, %[[LEFT:.*]] : i64
// CHECK: %[[ANY:.*]] = llvm.icmp "ne" %[[LEFT]], %{{.*}} : i64
// CHECK: llvm.cond_br %[[ANY]], ^[[REST:bb[0-9]+]], ^[[JOIN:bb[0-9]+]](%[[LAST]] : i64)
// CHECK: ^[[REST]]:
// CHECK: %[[MASK:.*]] = llvm.icmp "ult" %{{.*}}, %[[LEFT]] {ripple.rest} : i64
// CHECK: %[[NOT_EXECUTED:.*]] = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT: llvm.cond_br %[[MASK]], ^{{.*}}, ^[[MEET:bb[0-9]+]](%[[NOT_EXECUTED]], %[[LAST]] : i32, i64)
// CHECK: llvm.cond_br %{{.*}}, ^[[LEAVE:bb[0-9]+]], ^[[LATCH:bb[0-9]+]]
// CHECK: ^[[LATCH]]:
// CHECK-NEXT: %[[WENT_ON:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: llvm.br ^[[MEET]](%[[WENT_ON]], %[[LAST]] : i32, i64) {ripple.way_out}
// CHECK: ^[[MEET]](%[[WAY:.*]]: i32, %[[COUNTER:.*]]: i64):
// CHECK-NEXT: llvm.switch %[[WAY]] : i32, ^[[JOIN]](%[[COUNTER]] : i64) [
// CHECK-NEXT: 1: ^[[OUT:bb[0-9]+]]
// CHECK: ^[[LEAVE]]:
// CHECK-NEXT: %[[FIRST:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: llvm.br ^[[MEET]](%[[FIRST]], %[[LAST]] : i32, i64) {ripple.way_out}
// CHECK: llvm.cond_br %{{.*}}, ^[[OUT]], ^{{.*}}
// CHECK: ^[[OUT]]:
// CHECK-NEXT: llvm.return
llvm.func @leaves(%b: !llvm.ptr, %p: !llvm.ptr, %n: i64, %c: !llvm.ptr) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %i, %a : i64, !llvm.ptr
  %stop = llvm.load %c : !llvm.ptr -> i1
  llvm.cond_br %stop, ^left, ^latch
^latch:
  %next = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #number}
^left:
  llvm.return %one : i64
^end:
  llvm.return %zero : i64
}

// The first dimension that is listed varies fastest. The number of the chunk is that of the block.

// CHECK-LABEL: llvm.func @dims(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64) {
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK: %[[BLOCK:.*]] = ripple.setshape
// CHECK: %[[FAST:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK: %[[ALL:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT: llvm.udiv %{{.*}}, %[[ALL]] : i64
// CHECK: ^{{.*}}(%[[NUMBER:.*]]: i64, %[[BASE:.*]]: i64):
// CHECK: %[[DIM0:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[SLOW:.*]] = ripple.index(%[[BLOCK]] : !llvm.ptr) [%[[DIM0]] : i64] -> i64
// CHECK: %[[DIM1:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[INNER:.*]] = ripple.index(%[[BLOCK]] : !llvm.ptr) [%[[DIM1]] : i64] -> i64
// CHECK-NEXT: %[[ROWS:.*]] = llvm.mul %[[SLOW]], %[[FAST]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[L:.*]] = llvm.add %[[ROWS]], %[[INNER]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[I:.*]] = llvm.add %[[BASE]], %[[L]] overflow<nuw> : i64
// CHECK: %[[A:.*]] = llvm.getelementptr %[[P]][%[[I]]]
// CHECK-NEXT: llvm.store %[[NUMBER]], %[[A]] : i64, !llvm.ptr
llvm.func @dims(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight, %four : i64, i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%one, %zero : i64, i64] number 7 {no_remainder}
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %chunk = ripple.parallel_idx(%b : !llvm.ptr) [%one, %zero : i64, i64] -> i64
  %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %chunk, %a : i64, !llvm.ptr
  %next = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// The block has one element in a dimension that it lacks: the condition of the loop says so.

// CHECK-LABEL: llvm.func @single(
// CHECK: llvm.cond_br %{{.*}} {ripple.blocks_loop, ripple.single}
llvm.func @single(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%one : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %next = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #number}
^end:
  llvm.return
}
