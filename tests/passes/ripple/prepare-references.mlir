// RUN: terrace-opt %s --ripple-prepare | FileCheck %s

// `std::min(a, b)` returns one of two addresses. A read from there is a choice among reads, so that the locals are values.

llvm.func internal @min(%x: !llvm.ptr, %y: !llvm.ptr) -> !llvm.ptr {
  %a = llvm.load %x : !llvm.ptr -> i32
  %b = llvm.load %y : !llvm.ptr -> i32
  %c = llvm.icmp "slt" %b, %a : i32
  llvm.cond_br %c, ^yes, ^no
^yes:
  llvm.br ^done(%y : !llvm.ptr)
^no:
  llvm.br ^done(%x : !llvm.ptr)
^done(%r: !llvm.ptr):
  llvm.return %r : !llvm.ptr
}

// CHECK-LABEL: llvm.func @least(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[V:.*]]: i32, %[[W:.*]]: i32) {
// CHECK-NOT: llvm.alloca
// CHECK: %[[LESS:.*]] = llvm.icmp "slt" %[[W]], %[[V]] : i32
// CHECK: llvm.cond_br %[[LESS]], ^[[YES:bb[0-9]+]], ^[[NO:bb[0-9]+]]
// CHECK: ^[[YES]]:
// CHECK: llvm.br ^[[DONE:bb[0-9]+]](%[[W]] : i32)
// CHECK: ^[[NO]]:
// CHECK: llvm.br ^[[DONE]](%[[V]] : i32)
// CHECK: ^[[DONE]](%[[CHOSEN:.*]]: i32):
// CHECK-NEXT: %[[LEAST:.*]] = ripple.expression %[[CHOSEN]] : i32
// CHECK: llvm.store %[[LEAST]], %[[P]] : i32, !llvm.ptr
llvm.func @least(%p: !llvm.ptr, %v: i32, %w: i32) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  llvm.store %w, %b : i32, !llvm.ptr
  %r = llvm.call @min(%a, %b) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %least = llvm.load %r {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %least, %p : i32, !llvm.ptr
  llvm.return
}

// The least of three is a choice of a choice.

// CHECK-LABEL: llvm.func @least_of_three(
// CHECK-NOT: llvm.alloca
// CHECK-NOT: llvm.load
// CHECK: llvm.return
llvm.func @least_of_three(%p: !llvm.ptr, %v: i32, %w: i32, %x: i32) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %c = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  llvm.store %w, %b : i32, !llvm.ptr
  llvm.store %x, %c : i32, !llvm.ptr
  %r = llvm.call @min(%a, %b) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %s = llvm.call @min(%r, %c) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %least = llvm.load %s : !llvm.ptr -> i32
  llvm.store %least, %p : i32, !llvm.ptr
  llvm.return
}

// A read after a local was written reads what was written: the choice is of the address.

// CHECK-LABEL: llvm.func @written_between(
// CHECK: llvm.store %{{.*}}, %[[A:.*]] : i32, !llvm.ptr
// CHECK: ^{{.*}}(%[[CHOSEN:.*]]: !llvm.ptr):
// CHECK: %[[R:.*]] = ripple.expression %[[CHOSEN]] : !llvm.ptr
// CHECK: llvm.store
// CHECK: llvm.load %[[R]] : !llvm.ptr -> i32
llvm.func @written_between(%p: !llvm.ptr, %v: i32, %w: i32) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  llvm.store %w, %b : i32, !llvm.ptr
  %r = llvm.call @min(%a, %b) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  llvm.store %one, %a : i32, !llvm.ptr
  %least = llvm.load %r : !llvm.ptr -> i32
  llvm.store %least, %p : i32, !llvm.ptr
  llvm.return
}

// What a pointer of the caller points to may not be there to be read, unless it is read after the choice in any case.

// CHECK-LABEL: llvm.func @read_in_any_case(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[V:.*]]: i32) {
// CHECK: llvm.load %[[P]] : !llvm.ptr -> i32
// CHECK: %[[R:.*]] = ripple.expression %{{.*}} : i32
// CHECK-NOT: llvm.load
// CHECK: llvm.return
llvm.func @read_in_any_case(%p: !llvm.ptr, %v: i32) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  %r = llvm.call @min(%a, %p) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %least = llvm.load %r : !llvm.ptr -> i32
  llvm.store %least, %p : i32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @read_under_a_condition(
// CHECK: %[[R:.*]] = ripple.expression %{{.*}} : !llvm.ptr
// CHECK: llvm.load %[[R]] : !llvm.ptr -> i32
llvm.func @read_under_a_condition(%p: !llvm.ptr, %v: i32, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  %r = llvm.call @min(%a, %p) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  llvm.cond_br %c, ^read, ^end
^read:
  %least = llvm.load %r : !llvm.ptr -> i32
  llvm.store %least, %p : i32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// A pointer that a loop moves is not read for an iteration that does not follow.

// CHECK-LABEL: llvm.func @read_in_a_loop(
// CHECK: ^{{.*}}(%[[AT:.*]]: !llvm.ptr):
// CHECK: %[[R:.*]] = ripple.expression %[[AT]] : !llvm.ptr
// CHECK: llvm.load %[[R]] : !llvm.ptr -> i32
// CHECK-NOT: llvm.load
// CHECK: llvm.return
llvm.func @read_in_a_loop(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  llvm.br ^loop(%p : !llvm.ptr)
^loop(%at: !llvm.ptr):
  %x = llvm.load %at : !llvm.ptr -> i32
  %next = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %more = llvm.icmp "ne" %x, %none : i32
  llvm.cond_br %more, ^again, ^end
^again:
  llvm.br ^loop(%next : !llvm.ptr)
^end:
  llvm.return
}

// Of a local of another type, the part is chosen that is read.

// CHECK-LABEL: llvm.func @another_type(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %[[V:.*]]: i32, %[[W:.*]]: i32) {
// CHECK: llvm.trunc %[[W]] : i32 to i16
// CHECK: llvm.trunc %[[V]] : i32 to i16
// CHECK: ripple.expression %{{.*}} : i16
llvm.func @another_type(%p: !llvm.ptr, %v: i32, %w: i32) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  llvm.store %w, %b : i32, !llvm.ptr
  %r = llvm.call @min(%a, %b) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %least = llvm.load %r : !llvm.ptr -> i16
  llvm.store %least, %p : i16, !llvm.ptr
  llvm.return
}

// A volatile read is carried out where it is, and an atomic one.

// CHECK-LABEL: llvm.func @volatile(
// CHECK: %[[R:.*]] = ripple.expression %{{.*}} : !llvm.ptr
// CHECK: llvm.load volatile %[[R]] : !llvm.ptr -> i32
// CHECK: llvm.load %[[R]] atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
llvm.func @volatile(%p: !llvm.ptr, %v: i32, %w: i32) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  llvm.store %w, %b : i32, !llvm.ptr
  %r = llvm.call @min(%a, %b) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  %least = llvm.load volatile %r : !llvm.ptr -> i32
  %again = llvm.load %r atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %sum = llvm.add %least, %again : i32
  llvm.store %sum, %p : i32, !llvm.ptr
  llvm.return
}

// An address that a loop carries is a value that it carries.

// CHECK-LABEL: llvm.func @carried(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[V:.*]]: i32, %[[W:.*]]: i32, %[[N:.*]]: i32) -> i32 {
// CHECK-NOT: llvm.alloca
// CHECK-NOT: llvm.load
// CHECK: llvm.br ^[[HEADER:bb[0-9]+]](%{{.*}}, %{{.*}}, %[[LEAST:.*]] : i32, i32, i32)
// CHECK: ^[[HEADER]](%{{.*}}: i32, %{{.*}}: i32, %[[ARG:.*]]: i32):
// CHECK-NEXT: %[[NOW:.*]] = ripple.expression %[[ARG]] : i32
// CHECK: llvm.add %{{.*}}, %[[NOW]] : i32
// CHECK: llvm.cond_br %{{.*}}, ^[[CHANGE:bb[0-9]+]], ^[[LATCH:bb[0-9]+]](%[[NOW]] : i32)
// CHECK: ^[[CHANGE]]:
// CHECK-NEXT: llvm.br ^[[LATCH]](%[[W]] : i32)
// CHECK: ^[[LATCH]](%[[THEN:.*]]: i32):
// CHECK-NEXT: %[[NEXT:.*]] = ripple.expression %[[THEN]] : i32
// CHECK-NEXT: llvm.br ^[[HEADER]](%{{.*}}, %{{.*}}, %[[NEXT]] : i32, i32, i32)
// CHECK-NOT: llvm.load
// CHECK: llvm.return
llvm.func @carried(%p: !llvm.ptr, %v: i32, %w: i32, %n: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  llvm.store %w, %b : i32, !llvm.ptr
  %r = llvm.call @min(%a, %b) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  llvm.br ^header(%none, %none, %r : i32, i32, !llvm.ptr)
^header(%i: i32, %sum: i32, %now: !llvm.ptr):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %value = llvm.load %now : !llvm.ptr -> i32
  %added = llvm.add %sum, %value : i32
  %next = llvm.add %i, %one : i32
  %odd = llvm.icmp "eq" %value, %i : i32
  llvm.cond_br %odd, ^change, ^latch(%now : !llvm.ptr)
^change:
  llvm.br ^latch(%b : !llvm.ptr)
^latch(%then: !llvm.ptr):
  llvm.br ^header(%next, %added, %then : i32, i32, !llvm.ptr)
^end:
  llvm.return %sum : i32
}

// A call that ends the block before the choice may write a local: the read is after it.

llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @change(!llvm.ptr)

// CHECK-LABEL: llvm.func @written_by_call(
// CHECK: llvm.invoke @change(%[[A:.*]]) to ^[[DONE:bb[0-9]+]](%[[A]] : !llvm.ptr) unwind
// CHECK: ^[[DONE]](%[[R:.*]]: !llvm.ptr):
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT: llvm.store
llvm.func @written_by_call(%p: !llvm.ptr, %v: i32, %w: i32, %c: i1) attributes {personality = @__gxx_personality_v0} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %any = llvm.mlir.zero : !llvm.ptr
  %block = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  llvm.store %w, %b : i32, !llvm.ptr
  %least = llvm.call @min(%a, %b) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  llvm.cond_br %c, ^call, ^other
^call:
  llvm.invoke @change(%a) to ^done(%a : !llvm.ptr) unwind ^caught : (!llvm.ptr) -> ()
^other:
  llvm.br ^done(%b : !llvm.ptr)
^done(%r: !llvm.ptr):
  %value = llvm.load %r : !llvm.ptr -> i32
  llvm.store %value, %p : i32, !llvm.ptr
  llvm.return
^caught:
  %pad = llvm.landingpad (catch %any : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.return
}
