// RUN: terrace-opt %s --ripple-lower-parallel | FileCheck %s

// The number of iterations of a loop is computed before it.

#number = #llvm.loop_annotation<pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>>

// Below a bound by more than one: the distance less 1 is divided, and 1 added.

// CHECK-LABEL: llvm.func @below(
// CHECK: %[[ANY:.*]] = llvm.icmp "slt" %[[START:.*]], %[[N:.*]] : i32
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK: %[[DISTANCE:.*]] = llvm.sub %[[N]], %[[START]] : i32
// CHECK: %[[LESS:.*]] = llvm.sub %[[DISTANCE]], %{{.*}} : i32
// CHECK: %[[QUOTIENT:.*]] = llvm.udiv %[[LESS]], %[[FOUR]] : i32
// CHECK: %[[WIDE:.*]] = llvm.zext %[[QUOTIENT]] : i32 to i64
// CHECK: %[[COUNT:.*]] = llvm.add %[[WIDE]], %{{.*}} : i64
// CHECK: llvm.select %[[ANY]], %[[COUNT]], %{{.*}} : i1, i64
llvm.func @below(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(4 : i32) : i32
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %step overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// Up to a bound and with it: 1 is added in a type that holds all of them.

// CHECK-LABEL: llvm.func @up_to(
// CHECK: %[[ANY:.*]] = llvm.icmp "ule" %[[START:.*]], %[[N:.*]] : i32
// CHECK: %[[DISTANCE:.*]] = llvm.sub %[[N]], %[[START]] : i32
// CHECK: %[[WIDE:.*]] = llvm.zext %[[DISTANCE]] : i32 to i64
// CHECK-NEXT: %[[COUNT:.*]] = llvm.add %[[WIDE]], %{{.*}} : i64
// CHECK: llvm.select %[[ANY]], %[[COUNT]], %{{.*}} : i1, i64
llvm.func @up_to(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(1 : i32) : i32
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "ule" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %step overflow<nuw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// Down: the distance is that from the bound.

// CHECK-LABEL: llvm.func @down(
// CHECK: %[[ANY:.*]] = llvm.icmp "sgt" %[[START:.*]], %[[N:.*]] : i32
// CHECK: %[[DISTANCE:.*]] = llvm.sub %[[START]], %[[N]] : i32
// CHECK: %[[LESS:.*]] = llvm.sub %[[DISTANCE]], %{{.*}} : i32
// CHECK: llvm.udiv %[[LESS]], %{{.*}} : i32
llvm.func @down(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(3 : i32) : i32
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "sgt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.sub %i, %step overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// A condition that leaves the loop if it is true has the number on the other side.

// CHECK-LABEL: llvm.func @until(
// CHECK: %[[DONE:.*]] = llvm.icmp "sge" %[[START:.*]], %[[N:.*]] : i32
// CHECK: %[[DISTANCE:.*]] = llvm.sub %[[N]], %[[START]] : i32
// CHECK: %[[COUNT:.*]] = llvm.zext %[[DISTANCE]] : i32 to i64
// CHECK: llvm.select %[[DONE]], %{{.*}}, %[[COUNT]] : i1, i64
llvm.func @until(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(1 : i32) : i32
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "sge" %i, %n : i32
  llvm.cond_br %more, ^end, ^body
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %step overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// The bound may be on the left.

// CHECK-LABEL: llvm.func @bound_first(
// CHECK: %[[ANY:.*]] = llvm.icmp "sgt" %[[N:.*]], %[[START:.*]] : i32
// CHECK: llvm.sub %[[N]], %[[START]] : i32
llvm.func @bound_first(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(1 : i32) : i32
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "sgt" %n, %i : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %step overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// A loop without iterations may have a step of 0, by which nothing is divided. So many steps may be no number of their type
// where the counter is one: no flag is kept.

// CHECK-LABEL: llvm.func @by_a_value(
// CHECK: %[[ANY:.*]] = llvm.icmp "slt" %[[START:.*]], %[[N:.*]] : i32
// CHECK: %[[DIVISOR:.*]] = llvm.select %[[ANY]], %[[STEP:.*]], %{{.*}} : i1, i32
// CHECK-NEXT: llvm.udiv %{{.*}}, %[[DIVISOR]] : i32
// CHECK: %[[MOVED:.*]] = llvm.mul %{{.*}}, %[[STEP]] : i32
// CHECK-NEXT: llvm.add %{{.*}}, %[[MOVED]] : i32
llvm.func @by_a_value(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32, %step: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %step overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// Where the sign of the step decides which way the loop goes, both distances are computed.

// CHECK-LABEL: llvm.func @by_its_sign(
// CHECK: %[[DOWN:.*]] = llvm.icmp "slt" %[[STEP:.*]], %{{.*}} : i32
// CHECK: %[[SIZE:.*]] = llvm.select %[[DOWN]], %{{.*}}, %[[STEP]] : i1, i32
// CHECK: %[[RISE:.*]] = llvm.sub %[[N:.*]], %[[START:.*]] : i32
// CHECK-NEXT: %[[FALL:.*]] = llvm.sub %[[START]], %[[N]] : i32
// CHECK-NEXT: llvm.select %[[DOWN]], %[[FALL]], %[[RISE]] : i1, i32
llvm.func @by_its_sign(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32, %step: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "ne" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %step overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// Pointers are apart by bytes, which are divided by the size of an element.

// CHECK-LABEL: llvm.func @pointers(
// CHECK: %[[FROM:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr to i64
// CHECK-NEXT: %[[TO:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr to i64
// CHECK: %[[SIZE:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr to i64
// CHECK: %[[BYTES:.*]] = llvm.sub %[[TO]], %[[FROM]] : i64
// CHECK: llvm.udiv %[[BYTES]], %[[SIZE]] : i64
llvm.func @pointers(%b: !llvm.ptr, %p: !llvm.ptr, %start: !llvm.ptr, %n: !llvm.ptr) {
  %dim = llvm.mlir.constant(0 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%start : !llvm.ptr)
^header(%i: !llvm.ptr):
  %more = llvm.icmp "ne" %i, %n : !llvm.ptr
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : !llvm.ptr, !llvm.ptr
  %next = llvm.getelementptr %i[1] : (!llvm.ptr) -> !llvm.ptr, f64
  llvm.br ^header(%next : !llvm.ptr) {loop_annotation = #number}
^end:
  llvm.return
}

// A narrow counter may pass the end of its type, from where it goes on: then iterations are counted by a loop.

// CHECK-LABEL: llvm.func @past_the_end(
// CHECK: %[[PASSES:.*]] = llvm.icmp "ugt" %{{.*}}, %{{.*}} : i8
// CHECK: %[[WRAPS:.*]] = llvm.select %{{.*}}, %[[PASSES]], %{{.*}} : i1, i1
// CHECK: llvm.cond_br %[[WRAPS]], ^[[COUNT:bb[0-9]+]](%{{.*}}, %{{.*}} : i8, i64), ^[[COUNTED:bb[0-9]+]](%{{.*}} : i64)
// CHECK: ^[[COUNT]](%[[AT:.*]]: i8, %[[NUMBER:.*]]: i64):
// CHECK-NEXT: %[[GOES_ON:.*]] = llvm.icmp "ult" %[[AT]], %{{.*}} : i8
// CHECK-NEXT: llvm.cond_br %[[GOES_ON]], ^[[STEP:bb[0-9]+]], ^[[COUNTED]](%[[NUMBER]] : i64)
// CHECK: ^[[STEP]]:
// CHECK: %[[NEXT:.*]] = llvm.add %[[AT]], %{{.*}} : i8
// CHECK: %[[MORE:.*]] = llvm.add %[[NUMBER]], %{{.*}} overflow<nuw> : i64
// CHECK-NEXT: llvm.br ^[[COUNT]](%[[NEXT]], %[[MORE]] : i8, i64)
llvm.func @past_the_end(%b: !llvm.ptr, %p: !llvm.ptr, %n: i8) {
  %zero = llvm.mlir.constant(0 : i8) : i8
  %dim = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(3 : i8) : i8
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i8)
^header(%i: i8):
  %more = llvm.icmp "ult" %i, %n : i8
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i8, !llvm.ptr
  %next = llvm.add %i, %step : i8
  llvm.br ^header(%next : i8) {loop_annotation = #number}
^end:
  llvm.return
}

// One that a flag says does not is not counted.

// CHECK-LABEL: llvm.func @no_end(
// CHECK-NOT: llvm.icmp "ugt"
// CHECK: ripple.blocks_loop
llvm.func @no_end(%b: !llvm.ptr, %p: !llvm.ptr, %n: i8) {
  %zero = llvm.mlir.constant(0 : i8) : i8
  %dim = llvm.mlir.constant(0 : i64) : i64
  %step = llvm.mlir.constant(3 : i8) : i8
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%zero : i8)
^header(%i: i8):
  %more = llvm.icmp "ult" %i, %n : i8
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i8, !llvm.ptr
  %next = llvm.add %i, %step overflow<nuw> : i8
  llvm.br ^header(%next : i8) {loop_annotation = #number}
^end:
  llvm.return
}

// A flag says that a signed number does not wrap, and the number is compared without a sign, where -1 is the largest one:
// from 1 by -1 there are two iterations below 64, 1 and 0. Those that a step that goes on past the end has are counted.

// CHECK-LABEL: llvm.func @past_zero(
// CHECK: %[[PASSES:.*]] = llvm.icmp "ugt" %{{.*}}, %{{.*}} : i32
// CHECK: %[[WRAPS:.*]] = llvm.select %{{.*}}, %[[PASSES]], %{{.*}} : i1, i1
// CHECK: llvm.cond_br %[[WRAPS]], ^[[COUNT:bb[0-9]+]](%{{.*}}, %{{.*}} : i32, i64), ^{{.*}}(%{{.*}} : i64)
// CHECK: ^[[COUNT]](%[[AT:.*]]: i32, %{{.*}}: i64):
// CHECK-NEXT: llvm.icmp "ult" %[[AT]], %{{.*}} : i32
llvm.func @past_zero(%b: !llvm.ptr, %p: !llvm.ptr, %n: i32, %step: i32) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %dim = llvm.mlir.constant(0 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%one : i32)
^header(%i: i32):
  %more = llvm.icmp "ult" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i32, !llvm.ptr
  %next = llvm.add %i, %step overflow<nsw> : i32
  llvm.br ^header(%next : i32) {loop_annotation = #number}
^end:
  llvm.return
}

// A step of a narrow type that leads down is negated in it: what is added is 253 or -3, and 3 are subtracted.

// CHECK-LABEL: llvm.func @narrow_down(
// CHECK-SAME: %[[STEP:[^:]*]]: i8) {
// CHECK: %[[OPPOSITE:.*]] = llvm.sub %{{.*}}, %[[STEP]] : i8
// CHECK: %[[DISTANCE:.*]] = llvm.zext %[[OPPOSITE]] : i8 to i16
// CHECK: %[[DIVISOR:.*]] = llvm.select %{{.*}}, %[[DISTANCE]], %{{.*}} : i1, i16
// CHECK-NEXT: llvm.udiv %{{.*}}, %[[DIVISOR]] : i16
llvm.func @narrow_down(%b: !llvm.ptr, %p: !llvm.ptr, %lb: i8, %n: i16, %step: i8) {
  %dim = llvm.mlir.constant(0 : i64) : i64
  %mark = ripple.loop_mark(%b : !llvm.ptr) [%dim : i64] number 7
  llvm.cond_br %mark, ^never, ^entry
^never:
  llvm.unreachable
^entry:
  llvm.br ^header(%lb : i8)
^header(%i: i8):
  %wide = llvm.zext %i : i8 to i16
  %more = llvm.icmp "ugt" %wide, %n : i16
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.store %i, %p : i8, !llvm.ptr
  %next = llvm.add %i, %step : i8
  llvm.br ^header(%next : i8) {loop_annotation = #number}
^end:
  llvm.return
}
