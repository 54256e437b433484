// RUN: terrace-opt %s --ripple-lower-parallel | FileCheck %s

// A loop over threads goes through the chunks of the calling thread: a function goes on to the next one.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>
#other = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 8 : i32>>

llvm.func @next(!llvm.ptr, i64, i64) -> i64

// The function gets the chunks and the number of iterations, and writes where the next chunk begins and how many
// iterations it has. The loop in it is the one of the source, but for its bounds.

// CHECK-LABEL: llvm.func @chunks(
// CHECK-SAME: %[[CHUNKS:.*]]: !llvm.ptr, %[[LB:.*]]: i32, %[[N:.*]]: i32, %[[P:.*]]: !llvm.ptr) {
// CHECK-NOT: ripple.thread_mark
// CHECK: %[[ANY:.*]] = llvm.icmp "slt" %[[START:.*]], %[[N]] : i32
// CHECK: %[[DISTANCE:.*]] = llvm.sub %[[N]], %[[START]] : i32
// CHECK: %[[WIDE:.*]] = llvm.zext %[[DISTANCE]] : i32 to i64
// CHECK: %[[COUNT:.*]] = llvm.select %[[ANY]], %[[WIDE]], %{{.*}} : i1, i64
// CHECK: %[[AROUND:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: llvm.br ^[[OVER:bb[0-9]+]]
// CHECK: ^[[OVER]]:
// CHECK-NEXT: %[[MORE:.*]] = llvm.call @next(%[[CHUNKS]], %[[COUNT]], %[[AROUND]]) : (!llvm.ptr, i64, i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %[[GOES_ON:.*]] = llvm.icmp "ne" %[[MORE]], %[[ZERO]] : i64
// CHECK-NEXT: llvm.cond_br %[[GOES_ON]], ^[[CHUNK:bb[0-9]+]], ^[[JOIN:bb[0-9]+]](
// CHECK: ^[[CHUNK]]:
// CHECK-NEXT: %[[FIRST:.*]] = llvm.load %[[CHUNKS]] : !llvm.ptr -> i64
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[CHUNKS]][{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %[[LENGTH:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[FIRST32:.*]] = llvm.trunc %[[FIRST]] : i64 to i32
// CHECK-NEXT: %[[FROM:.*]] = llvm.add %[[START]], %[[FIRST32]] : i32
// CHECK-NEXT: %[[LENGTH32:.*]] = llvm.trunc %[[LENGTH]] : i64 to i32
// CHECK-NEXT: %[[TO:.*]] = llvm.add %[[FROM]], %[[LENGTH32]] : i32
// CHECK-NEXT: llvm.br ^[[HEADER:bb[0-9]+]](%[[FROM]] : i32)
// CHECK: ^[[HEADER]](%[[I:.*]]: i32):
// CHECK-NEXT: %[[STAYS:.*]] = llvm.icmp "ne" %[[I]], %[[TO]] : i32
// CHECK-NEXT: llvm.cond_br %[[STAYS]], ^[[BODY:bb[0-9]+]], ^[[BACK:bb[0-9]+]]
// CHECK: llvm.store %[[I]], %{{.*}} : i32, !llvm.ptr
// CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} overflow<nsw> : i32
// CHECK-NEXT: llvm.br ^[[HEADER]](%[[NEXT]] : i32)
llvm.func @chunks(%chunks: !llvm.ptr, %lb: i32, %n: i32, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i32] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%lb : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %wide = llvm.sext %i : i32 to i64
  %q = llvm.getelementptr inbounds %p[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %i, %q : i32, !llvm.ptr
  %following = llvm.add %i, %one overflow<nsw> : i32
  llvm.br ^header(%following : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// What the loop carries goes from chunk to chunk, and on after the last one. The counter has passed all iterations then,
// also those of other threads: -2 is added once for each.

// CHECK-LABEL: llvm.func @carried(
// CHECK-SAME: %[[CHUNKS:.*]]: !llvm.ptr, %[[LB:.*]]: i64, %[[N:.*]]: i64) -> i64 {
// CHECK: %[[COUNT:.*]] = llvm.select
// CHECK-NEXT: %[[TWO:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %[[AWAY:.*]] = llvm.mul %[[COUNT]], %[[TWO]] : i64
// CHECK-NEXT: %[[END:.*]] = llvm.sub %[[START:.*]], %[[AWAY]] : i64
// CHECK: llvm.br ^[[OVER:bb[0-9]+]](%[[INIT:.*]] : i64)
// CHECK: ^[[OVER]](%[[SUM:.*]]: i64):
// CHECK-NEXT: llvm.call @next(%[[CHUNKS]], %[[COUNT]], %{{.*}})
// CHECK: llvm.cond_br %{{.*}}, ^[[CHUNK:bb[0-9]+]], ^[[JOIN:bb[0-9]+]](%[[END]], %[[SUM]] : i64, i64)
// CHECK: ^[[CHUNK]]:
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](%{{.*}}, %[[SUM]] : i64, i64)
// CHECK: ^[[BACK:bb[0-9]+]]:
// CHECK-NEXT: llvm.br ^[[OVER]](%[[S:.*]] : i64)
// CHECK: ^[[JOIN]](%[[LAST:.*]]: i64, %[[TOTAL:.*]]: i64):
// CHECK: ^[[HEADER]](%[[I:.*]]: i64, %[[S]]: i64):
// CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[BACK]]
// CHECK: %[[ADDED:.*]] = llvm.add %[[S]], %[[I]] : i64
// CHECK: llvm.br ^[[HEADER]](%{{.*}}, %[[ADDED]] : i64, i64)
// CHECK: llvm.add %[[LAST]], %[[TOTAL]] : i64
llvm.func @carried(%chunks: !llvm.ptr, %lb: i64, %n: i64) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(-2 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%lb, %zero : i64, i64)
^header(%i: i64, %sum: i64):
  %more = llvm.icmp "sgt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %added = llvm.add %sum, %i : i64
  %following = llvm.add %i, %step overflow<nsw> : i64
  llvm.br ^header(%following, %added : i64, i64) {loop_annotation = #number}
^end:
  %both = llvm.add %i, %sum : i64
  llvm.return %both : i64
}

// A bound that the condition reads from memory is read once, before the loop.

// CHECK-LABEL: llvm.func @bound_in_memory(
// CHECK-SAME: %[[CHUNKS:.*]]: !llvm.ptr, %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr) {
// CHECK: llvm.load %[[P]] : !llvm.ptr -> i64
// CHECK: llvm.call @next(%[[CHUNKS]]
// CHECK-NOT: llvm.load %[[P]]
// CHECK: llvm.return
// CHECK-NOT: llvm.load %[[P]]
llvm.func @bound_in_memory(%chunks: !llvm.ptr, %p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %n = llvm.load %p : !llvm.ptr -> i64
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %q : i64, !llvm.ptr
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// A pointer that counts goes on by elements.

// CHECK-LABEL: llvm.func @pointer(
// CHECK-SAME: %[[CHUNKS:.*]]: !llvm.ptr, %[[P:.*]]: !llvm.ptr, %[[E:.*]]: !llvm.ptr) {
// CHECK: llvm.call @next(%[[CHUNKS]]
// CHECK: %[[FIRST:.*]] = llvm.load %[[CHUNKS]] : !llvm.ptr -> i64
// CHECK: %[[LENGTH:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[FROM:.*]] = llvm.getelementptr inbounds %[[START:.*]][%[[FIRST]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[TO:.*]] = llvm.getelementptr inbounds %[[FROM]][%[[LENGTH]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.icmp "ne" %{{.*}}, %[[TO]] : !llvm.ptr
llvm.func @pointer(%chunks: !llvm.ptr, %p: !llvm.ptr, %e: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%p : !llvm.ptr)
^header(%i: !llvm.ptr):
  %more = llvm.icmp "ne" %i, %e : !llvm.ptr
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %one, %i : f32, !llvm.ptr
  %following = llvm.getelementptr inbounds %i[1] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.br ^header(%following : !llvm.ptr) {loop_annotation = #number}
^end:
  llvm.return
}

// The loop in another one is told the dimensions of that: bit 1 for dimension 1. Two dimensions have four bits each.

// CHECK-LABEL: llvm.func @nested(
// CHECK-SAME: %[[OUTER:.*]]: !llvm.ptr, %[[INNER:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[P:.*]]: !llvm.ptr) {
// CHECK: %[[COUNTNONE:.*]] = llvm.select
// CHECK-NEXT: llvm.add %{{.*}}, %[[COUNTNONE]] : i64
// CHECK-NEXT: %[[NONE:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.call @next(%[[OUTER]], %[[COUNTNONE]], %[[NONE]]) : (!llvm.ptr, i64, i64) -> i64
// CHECK: %[[COUNTAROUND:.*]] = llvm.select
// CHECK-NEXT: llvm.add %{{.*}}, %[[COUNTAROUND]] : i64
// CHECK-NEXT: %[[AROUND:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK: llvm.call @next(%[[INNER]], %[[COUNTAROUND]], %[[AROUND]]) : (!llvm.ptr, i64, i64) -> i64
llvm.func @nested(%outer: !llvm.ptr, %inner: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %both = llvm.mlir.constant(32 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%outer : !llvm.ptr, %next : !llvm.ptr) [%one : i64] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %mark1 = ripple.thread_mark(%inner : !llvm.ptr, %next : !llvm.ptr) [%both : i64] number 8 rank 2
  llvm.cond_br %mark1, ^never, ^entry1
^entry1:
  llvm.br ^header1(%zero : i64)
^header1(%j: i64):
  %more1 = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %more1, ^body1, ^end1
^body1:
  %sum = llvm.add %i, %j : i64
  llvm.store %sum, %p : i64, !llvm.ptr
  %following1 = llvm.add %j, %one overflow<nuw> : i64
  llvm.br ^header1(%following1 : i64) {loop_annotation = #other}
^end1:
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// Loops of one dimension that are not nested are both over all chunks.

// CHECK-LABEL: llvm.func @one_after_the_other(
// CHECK-SAME: %[[FIRST:.*]]: !llvm.ptr, %[[SECOND:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[P:.*]]: !llvm.ptr) {
// CHECK: %[[COUNTNONE:.*]] = llvm.select
// CHECK-NEXT: llvm.add %{{.*}}, %[[COUNTNONE]] : i64
// CHECK-NEXT: %[[NONE:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.call @next(%[[FIRST]], %[[COUNTNONE]], %[[NONE]]) : (!llvm.ptr, i64, i64) -> i64
// CHECK: %[[COUNTNONE1:.*]] = llvm.select
// CHECK-NEXT: llvm.add %{{.*}}, %[[COUNTNONE1]] : i64
// CHECK-NEXT: %[[NONE1:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.call @next(%[[SECOND]], %[[COUNTNONE1]], %[[NONE1]]) : (!llvm.ptr, i64, i64) -> i64
llvm.func @one_after_the_other(%first: !llvm.ptr, %second: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%first : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
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
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  %mark1 = ripple.thread_mark(%second : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 8 rank 1 {dynamic}
  llvm.cond_br %mark1, ^never, ^entry1
^entry1:
  llvm.br ^header1(%zero : i64)
^header1(%j: i64):
  %more1 = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %more1, ^body1, ^end1
^body1:
  llvm.store %j, %p : i64, !llvm.ptr
  %following1 = llvm.add %j, %one overflow<nuw> : i64
  llvm.br ^header1(%following1 : i64) {loop_annotation = #other}
^end1:
  llvm.return
}

// A loop that is marked for threads and then for a block is distributed over both: the iterations of a chunk fill blocks.

// CHECK-LABEL: llvm.func @threads_and_block(
// CHECK-SAME: %[[CHUNKS:.*]]: !llvm.ptr, %[[BLOCK:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[P:.*]]: !llvm.ptr) {
// CHECK: %[[MORE:.*]] = llvm.call @next(%[[CHUNKS]]
// CHECK: %[[FIRST:.*]] = llvm.load %[[CHUNKS]] : !llvm.ptr -> i64
// CHECK: %[[LENGTH:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[FROM:.*]] = llvm.add %{{.*}}, %[[FIRST]] : i64
// CHECK: %[[TO:.*]] = llvm.add %[[FROM]], %[[LENGTH]] : i64
// CHECK: %[[ANY:.*]] = llvm.icmp "ne" %[[START:.*]], %[[TO]] : i64
// CHECK: %[[DISTANCE:.*]] = llvm.sub %[[TO]], %[[START]] : i64
// CHECK: %[[COUNT:.*]] = llvm.select %[[ANY]], %[[DISTANCE]], %{{.*}} : i1, i64
// CHECK: %[[SIZE:.*]] = ripple.getsize(%[[BLOCK]] : !llvm.ptr)
// CHECK: %[[ELEMENTS:.*]] = llvm.mul %{{.*}}, %[[SIZE]] overflow<nuw> : i64
// CHECK-NEXT: llvm.udiv %[[COUNT]], %[[ELEMENTS]] : i64
// CHECK-NEXT: llvm.urem %[[COUNT]], %[[ELEMENTS]] : i64
// CHECK: llvm.cond_br %{{.*}} {ripple.blocks_loop}
// CHECK: %[[L:.*]] = ripple.index(%[[BLOCK]] : !llvm.ptr)
// CHECK-NOT: loop_annotation
llvm.func @threads_and_block(%chunks: !llvm.ptr, %block: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.cond_br %mark, ^never, ^within
^within:
  %mark1 = ripple.loop_mark(%block : !llvm.ptr) [%zero : i64] number 7
  llvm.cond_br %mark1, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %i, %q : i64, !llvm.ptr
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #number}
^end:
  llvm.return
}

// The mark is of the loop with its number: another one in between is none of its business.

// CHECK-LABEL: llvm.func @plain_between(
// CHECK-SAME: %[[CHUNKS:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[P:.*]]: !llvm.ptr) {
// CHECK: llvm.br ^{{.*}} {loop_annotation =
// CHECK: llvm.call @next(%[[CHUNKS]]
llvm.func @plain_between(%chunks: !llvm.ptr, %n: i64, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i64] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^body, ^entry1
^body:
  llvm.store %i, %p : i64, !llvm.ptr
  %following = llvm.add %i, %one overflow<nuw> : i64
  llvm.br ^header(%following : i64) {loop_annotation = #other}
^entry1:
  llvm.br ^header1(%zero : i64)
^header1(%j: i64):
  %more1 = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %more1, ^body1, ^end1
^body1:
  llvm.store %j, %p : i64, !llvm.ptr
  %following1 = llvm.add %j, %one overflow<nuw> : i64
  llvm.br ^header1(%following1 : i64) {loop_annotation = #number}
^end1:
  llvm.return
}

// Where indices are numbers of 32 bits, chunks are, too.

llvm.func @next32(!llvm.ptr, i32, i32) -> i32

// CHECK-LABEL: llvm.func @narrow(
// CHECK-SAME: %[[CHUNKS:.*]]: !llvm.ptr, %[[N:.*]]: i32, %[[P:.*]]: !llvm.ptr) {
// CHECK: llvm.call @next32(%[[CHUNKS]], %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, i32) -> i32
// CHECK: llvm.load %[[CHUNKS]] : !llvm.ptr -> i32
// CHECK: llvm.getelementptr inbounds %[[CHUNKS]][%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
llvm.func @narrow(%chunks: !llvm.ptr, %n: i32, %p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %eight = llvm.mlir.constant(8 : i32) : i32
  %block = ripple.setshape %zero[%eight : i32] : i32 -> !llvm.ptr
  %next = llvm.mlir.addressof @next32 : !llvm.ptr
  %mark = ripple.thread_mark(%chunks : !llvm.ptr, %next : !llvm.ptr) [%zero : i32] number 7 rank 1
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "ult" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %following = llvm.add %i, %one overflow<nuw> : i32
  llvm.br ^header(%following : i32) {loop_annotation = #number}
^end:
  llvm.return
}
