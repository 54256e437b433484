// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-lower-parallel | FileCheck %s

// Iterations are counted once; full blocks come first, then the rest under a mask.

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>

// CHECK-LABEL: llvm.func @masked(
// CHECK-SAME: %[[N:.*]]: i32, %[[P:.*]]: !llvm.ptr
// CHECK: %[[B:.*]] = ripple.setshape
// CHECK: ^[[PRE:.*]](%[[LB:.*]]: i32):
// CHECK: %[[ANY:.*]] = llvm.icmp "slt" %[[LB]], %[[N]] : i32
// CHECK: %[[DIFF:.*]] = llvm.sub %[[N]], %[[LB]] : i32
// CHECK: %[[WIDE:.*]] = llvm.zext %[[DIFF]] : i32 to i64
// CHECK: %[[COUNT:.*]] = llvm.select %[[ANY]], %[[WIDE]], %{{.*}} : i1, i64
// CHECK: %[[FULL:.*]] = llvm.udiv %[[COUNT]], %{{.*}} : i64
// CHECK: %[[LEFT:.*]] = llvm.urem %[[COUNT]], %{{.*}} : i64
// CHECK: ^[[HEADER:.*]](%[[C:.*]]: i64, %[[BASE:.*]]: i32):
// CHECK: %[[MORE:.*]] = llvm.icmp "ult" %[[C]], %[[FULL]] : i64
// CHECK: llvm.cond_br %[[MORE]], ^[[BEGIN:.*]], ^[[AFTER:.*]] {ripple.blocks_loop}
// CHECK: ^[[BEGIN]]:
// CHECK: %[[L:.*]] = ripple.index(%[[B]] 
// CHECK: %[[SMALL:.*]] = llvm.trunc %[[L]] overflow<nsw, nuw> : i64 to i32
// CHECK: %[[I:.*]] = llvm.add %[[BASE]], %[[SMALL]] overflow<nsw> : i32
// CHECK: ^[[AFTER]]:
// CHECK: llvm.icmp "ne" %[[LEFT]]
// CHECK: %[[L2:.*]] = ripple.index(%[[B]] 
// CHECK: %[[MASK:.*]] = llvm.icmp "ult" %[[L2]], %[[LEFT]] {ripple.rest} : i64
// CHECK: llvm.cond_br %[[MASK]]
// CHECK: llvm.store
// CHECK: llvm.sext %[[I]] : i32 to i64
// CHECK: llvm.store
// CHECK: %[[NEXT:.*]] = llvm.add %[[C]], %{{.*}} overflow<nuw> : i64
// CHECK: llvm.br ^[[HEADER]](%[[NEXT]]
// CHECK-NOT: loop_annotation
// CHECK-NOT: ripple.loop_mark
llvm.func @masked(%n: i32, %p: !llvm.ptr) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%c0, %c8, %c1, %c1, %c1, %c1, %c1, %c1, %c1, %c1, %c1) : (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) -> !llvm.ptr
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%block, %id, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %wide = llvm.sext %i : i32 to i64
  %q = llvm.getelementptr inbounds %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %i, %q : i32, !llvm.ptr
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Promised: nothing is left. The bound is loaded once, before the loop; the counter's last value is used after it.

// CHECK-LABEL: llvm.func @promised(
// CHECK: llvm.load
// CHECK: ^{{.*}}(%{{.*}}: i64, %[[BASE:.*]]: i64, %[[SUM:.*]]: i64):
// CHECK-NOT: llvm.load
// CHECK: ripple.index
// CHECK: %[[EXIT:.*]] = llvm.add %[[BASE]], %{{[0-9]+}} : i64
// CHECK-NEXT: llvm.br ^[[JOIN:.*]](%[[EXIT]], %[[SUM]] : i64, i64)
// CHECK: ^[[JOIN]](%[[LAST:.*]]: i64, %[[TOTAL:.*]]: i64):
// CHECK: llvm.add %[[LAST]], %[[TOTAL]]
llvm.func @promised(%b: !llvm.ptr, %p: !llvm.ptr) -> i64 {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %one, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%c0, %c0 : i64, i64)
^header(%i: i64, %sum: i64):
  %n = llvm.load %p : !llvm.ptr -> i64
  %more = llvm.icmp "ule" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %s = llvm.add %sum, %i : i64
  %next = llvm.add %i, %c3 : i64
  llvm.br ^header(%next, %s : i64, i64) {loop_annotation = #annotation}
^end:
  %r = llvm.add %i, %sum : i64
  llvm.return %r : i64
}

// Left iterations one by one: no mask.

// CHECK-LABEL: llvm.func @peeled(
// CHECK: ^{{.*}}(%[[K:.*]]: i64, %[[J:.*]]: !llvm.ptr):
// CHECK: llvm.icmp "ult" %[[K]]
// CHECK: ^{{.*}}(%[[K2:.*]]: i64, %[[J2:.*]]: !llvm.ptr):
// CHECK: llvm.icmp "ult" %[[K2]]
// CHECK: llvm.store %{{.*}}, %[[J2]]
// CHECK: llvm.getelementptr inbounds|nuw %[[J2]]
llvm.func @peeled(%b: !llvm.ptr, %p: !llvm.ptr, %e: !llvm.ptr) {
  %id = llvm.mlir.constant(7 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %mark = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %id, %two, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%p : !llvm.ptr)
^header(%i: !llvm.ptr):
  %more = llvm.icmp "ne" %i, %e : !llvm.ptr
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %one, %i : i32, !llvm.ptr
  %next = llvm.getelementptr inbounds|nuw %i[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.br ^header(%next : !llvm.ptr) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Another loop's initiation interval is not an annotation.

// CHECK-LABEL: llvm.func @pipelined(
// CHECK: loop_annotation
llvm.func @pipelined(%n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #annotation}
^end:
  llvm.return
}

// A counter that ends where it is different from the bound gets there by way of the end of its type, too: the distance is
// multiplied by the inverse of the step, whatever the width. 3 times the number is 1 for numbers of 128 bits.

// CHECK-LABEL: llvm.func @around(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i128) {
// CHECK: %[[DISTANCE:.*]] = llvm.sub %[[N]], %[[START:.*]] : i128
// CHECK: %[[INVERSE:.*]] = llvm.mlir.constant(-113427455640312821154458202477256070485 : i128) : i128
// CHECK-NEXT: llvm.mul %[[DISTANCE]], %[[INVERSE]] : i128
llvm.func @around(%b: !llvm.ptr, %p: !llvm.ptr, %n: i128) {
  %zero = llvm.mlir.constant(0 : i128) : i128
  %three = llvm.mlir.constant(3 : i128) : i128
  %dim = llvm.mlir.constant(0 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i128)
^header(%i: i128):
  %more = llvm.icmp "ne" %i, %n : i128
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i128, !llvm.ptr
  %next = llvm.add %i, %three : i128
  llvm.br ^header(%next : i128) {loop_annotation = #annotation}
^end:
  llvm.return
}

// An even step leads over every other number: half of the distance by half of the step, of which 43 is the inverse for
// numbers of 7 bits.

// CHECK-LABEL: llvm.func @even_around(
// CHECK: %[[INVERSE:.*]] = llvm.mlir.constant(43 : i8) : i8
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i8) : i8
// CHECK-NEXT: %[[HALF:.*]] = llvm.udiv %{{.*}}, %[[TWO]] : i8
// CHECK-NEXT: %[[PRODUCT:.*]] = llvm.mul %[[HALF]], %[[INVERSE]] : i8
// CHECK-NEXT: %[[BITS:.*]] = llvm.mlir.constant(127 : i8) : i8
// CHECK-NEXT: llvm.and %[[PRODUCT]], %[[BITS]] : i8
llvm.func @even_around(%b: !llvm.ptr, %p: !llvm.ptr, %n: i8) {
  %zero = llvm.mlir.constant(0 : i8) : i8
  %six = llvm.mlir.constant(6 : i8) : i8
  %dim = llvm.mlir.constant(0 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i8)
^header(%i: i8):
  %more = llvm.icmp "ne" %i, %n : i8
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i8, !llvm.ptr
  %next = llvm.add %i, %six : i8
  llvm.br ^header(%next : i8) {loop_annotation = #annotation}
^end:
  llvm.return
}
