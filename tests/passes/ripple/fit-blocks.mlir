// RUN: terrace-opt %s --ripple-fit-blocks=remarks=true --verify-diagnostics | FileCheck %s

// Loops whose iterations are independent get blocks that fill registers, here of 64 bytes; others keep theirs.

#pipeline = #llvm.loop_pipeline<initiationinterval = 7 : i32>
#annotation = #llvm.loop_annotation<pipeline = #pipeline>
#features = #llvm.target_features<["+avx512f", "+avx512bw"]>

module attributes {llvm.target_triple = "x86_64-pc-linux-gnu"} {

// CHECK-LABEL: llvm.func @in_place(
// CHECK-DAG: %[[C3:.*]] = llvm.mlir.constant(3 : i64)
// CHECK-DAG: %[[C16:.*]] = llvm.mlir.constant(16 : i64)
// CHECK: %[[WIDE:.*]] = ripple.setshape %{{.*}}[%[[C16]] : i64]
// CHECK: ripple.setshape %{{.*}}[%[[C3]] : i64]
// CHECK: ripple.loop_mark(%[[WIDE]] : !llvm.ptr)
llvm.func @in_place(%n: i64, %p: !llvm.ptr) attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  // expected-remark@+1 {{the iterations of the loop are independent: 16 at a time are carried out, not 3, to fill registers [ripple-block-size]}}
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %v = llvm.load %q : !llvm.ptr -> i32
  %w = llvm.add %v, %v : i32
  llvm.store %w, %q : i32, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Two objects, one of which no other pointer leads to; more elements than registers hold.

// CHECK-LABEL: llvm.func @two_objects(
// CHECK-DAG: %[[C32:.*]] = llvm.mlir.constant(32 : i64)
// CHECK: %[[LESS:.*]] = ripple.setshape %{{.*}}[%[[C32]] : i64]
// CHECK: ripple.loop_mark(%[[LESS]] : !llvm.ptr)
llvm.func @two_objects(%n: i64, %p: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr) attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c100 = llvm.mlir.constant(100 : i64) : i64
  %block = ripple.setshape %c0[%c100 : i64] : i64 -> !llvm.ptr
  // expected-remark@+1 {{32 at a time are carried out, not 100}}
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%next] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %q : !llvm.ptr -> f32
  %s = llvm.getelementptr inbounds %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %v, %s : f32, !llvm.ptr
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// An iteration reads what the one before writes.

// CHECK-LABEL: llvm.func @dependence(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @dependence(%n: i64, %p: !llvm.ptr) attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %v = llvm.load %q : !llvm.ptr -> i32
  %s = llvm.getelementptr inbounds %p[%next] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %v, %s : i32, !llvm.ptr
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// A scalar is assigned if a condition holds for any element of the block: other blocks, other results.

// CHECK-LABEL: llvm.func @any_element(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @any_element(%n: i64, %p: !llvm.ptr) attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %q : !llvm.ptr -> i64
  %is = llvm.icmp "sgt" %v, %c0 : i64
  llvm.cond_br %is, ^yes, ^join(%c0 : i64)
^yes:
  llvm.br ^join(%c1 : i64)
^join(%scalar: i64):
  llvm.store %scalar, %q : i64, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Members of structures of three: what is read and written fits into the distance from one iteration to the next. The
// program's promise that iterations fill blocks does not hold for the larger one.

// CHECK-LABEL: llvm.func @members(
// CHECK-DAG: %[[C64:.*]] = llvm.mlir.constant(64 : i64)
// CHECK: %[[WIDE:.*]] = ripple.setshape %{{.*}}[%[[C64]] : i64]
// CHECK: ripple.loop_mark(%[[WIDE]] : !llvm.ptr) [%{{.*}} : i64] number 7{{$}}
llvm.func @members(%n: i64, %p: !llvm.ptr) attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %c20 = llvm.mlir.constant(20 : i64) : i64
  %block = ripple.setshape %c0[%c20 : i64] : i64 -> !llvm.ptr
  // expected-remark@+1 {{64 at a time are carried out, not 20}}
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7 {no_remainder}
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %three = llvm.mul %i, %c3 : i64
  %last = llvm.add %three, %c2 : i64
  %q = llvm.getelementptr inbounds %p[%three] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %r = llvm.getelementptr inbounds %p[%last] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %q : !llvm.ptr -> i8
  %w = llvm.load %r : !llvm.ptr -> i8
  llvm.store %w, %q : i8, !llvm.ptr
  llvm.store %v, %r : i8, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Two pointers may lead to one object.

// CHECK-LABEL: llvm.func @may_alias(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @may_alias(%n: i64, %p: !llvm.ptr, %r: !llvm.ptr) attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %q : !llvm.ptr -> f32
  %s = llvm.getelementptr inbounds %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %v, %s : f32, !llvm.ptr
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Only the total of what is added up is used: four registers are so many accumulators. Other elements are added up, so
// the sums may overflow.

// CHECK-LABEL: llvm.func @total(
// CHECK-DAG: %[[C256:.*]] = llvm.mlir.constant(256 : i64)
// CHECK: %[[WIDE:.*]] = ripple.setshape %{{.*}}[%[[C256]] : i64]
// CHECK: ripple.broadcast(%[[WIDE]] : !llvm.ptr)
// CHECK: ripple.loop_mark(%[[WIDE]] : !llvm.ptr)
// CHECK: llvm.add %{{.*}}, %{{.*}} : i8
llvm.func @total(%n: i64, %p: !llvm.ptr) -> i8 attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %zero = llvm.mlir.constant(0 : i8) : i8
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %zeros = ripple.broadcast(%block : !llvm.ptr) [%c1, %zero : i8] -> i8
  // expected-remark@+1 {{256 at a time are carried out, not 3}}
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0, %zeros : i64, i8)
^never:
  llvm.unreachable
^header(%i: i64, %sum: i8):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %q : !llvm.ptr -> i8
  %more_sum = llvm.add %sum, %v overflow<nsw> : i8
  llvm.br ^header(%next, %more_sum : i64, i8) {loop_annotation = #annotation}
^end:
  %result = ripple.reduce.add %c1[%sum : i8] -> i8
  llvm.return %result : i8
}

// A scalar that each block adds one to is the number of blocks.

// CHECK-LABEL: llvm.func @number_of_blocks(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @number_of_blocks(%n: i64, %p: !llvm.ptr) -> i64 attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0, %c0 : i64, i64)
^never:
  llvm.unreachable
^header(%i: i64, %blocks: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %i, %q : i64, !llvm.ptr
  %next_blocks = llvm.add %blocks, %c1 : i64
  llvm.br ^header(%next, %next_blocks : i64, i64) {loop_annotation = #annotation}
^end:
  llvm.return %blocks : i64
}

// What begins with another number than zero has it once for each element.

// CHECK-LABEL: llvm.func @begins_with_five(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @begins_with_five(%n: i64, %p: !llvm.ptr) -> i64 attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0, %c5 : i64, i64)
^never:
  llvm.unreachable
^header(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %q : !llvm.ptr -> i64
  %more_sum = llvm.add %sum, %v : i64
  llvm.br ^header(%next, %more_sum : i64, i64) {loop_annotation = #annotation}
^end:
  %result = ripple.reduce.add %c1[%sum : i64] -> i64
  llvm.return %result : i64
}

// The greatest of bytes and of a number that all elements begin with: how many there are cannot be seen.

// CHECK-LABEL: llvm.func @greatest(
// CHECK-DAG: %[[C256:.*]] = llvm.mlir.constant(256 : i64)
// CHECK: %[[WIDE:.*]] = ripple.setshape %{{.*}}[%[[C256]] : i64]
// CHECK: ripple.broadcast(%[[WIDE]] : !llvm.ptr)
// CHECK: ripple.loop_mark(%[[WIDE]] : !llvm.ptr)
llvm.func @greatest(%n: i64, %p: !llvm.ptr {llvm.noalias}, %t: !llvm.ptr {llvm.noalias}) -> i8 attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %first = llvm.load %p : !llvm.ptr -> i8
  %all = ripple.broadcast(%block : !llvm.ptr) [%c1, %first : i8] -> i8
  // expected-remark@+1 {{256 at a time are carried out, not 3}}
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0, %all : i64, i8)
^never:
  llvm.unreachable
^header(%i: i64, %most: i8):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %q : !llvm.ptr -> i8
  %wide = llvm.sext %v : i8 to i32
  %known = llvm.sext %most : i8 to i32
  %is = llvm.icmp "sgt" %wide, %known : i32
  llvm.cond_br %is, ^greater, ^less
^greater:
  llvm.br ^chosen(%wide : i32)
^less:
  %again = llvm.sext %most : i8 to i32
  llvm.br ^chosen(%again : i32)
^chosen(%one: i32):
  %value = ripple.expression %one : i32
  %byte = llvm.trunc %value : i32 to i8
  llvm.br ^header(%next, %byte : i64, i8) {loop_annotation = #annotation}
^end:
  %result = ripple.reduce.max %c1[%most : i8] -> i8
  llvm.return %result : i8
}

// What is stored where a number is greater depends on the element that is compared.

// CHECK-LABEL: llvm.func @greater_marked(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @greater_marked(%n: i64, %p: !llvm.ptr {llvm.noalias}, %t: !llvm.ptr {llvm.noalias}) -> i8 attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %first = llvm.load %p : !llvm.ptr -> i8
  %all = ripple.broadcast(%block : !llvm.ptr) [%c1, %first : i8] -> i8
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0, %all : i64, i8)
^never:
  llvm.unreachable
^header(%i: i64, %most: i8):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %q : !llvm.ptr -> i8
  %wide = llvm.sext %v : i8 to i32
  %known = llvm.sext %most : i8 to i32
  %is = llvm.icmp "sgt" %wide, %known : i32
  llvm.cond_br %is, ^greater, ^less
^greater:
  %place = llvm.getelementptr inbounds %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %v, %place : i8, !llvm.ptr
  llvm.br ^chosen(%wide : i32)
^less:
  %again = llvm.sext %most : i8 to i32
  llvm.br ^chosen(%again : i32)
^chosen(%one: i32):
  %value = ripple.expression %one : i32
  %byte = llvm.trunc %value : i32 to i8
  llvm.br ^header(%next, %byte : i64, i8) {loop_annotation = #annotation}
^end:
  %result = ripple.reduce.max %c1[%most : i8] -> i8
  llvm.return %result : i8
}

// The low bits of the greater number are not the greater one of low bits.

// CHECK-LABEL: llvm.func @low_bits(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @low_bits(%n: i64, %p: !llvm.ptr {llvm.noalias}, %t: !llvm.ptr {llvm.noalias}) -> i8 attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %first = llvm.load %p : !llvm.ptr -> i8
  %all = ripple.broadcast(%block : !llvm.ptr) [%c1, %first : i8] -> i8
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0, %all : i64, i8)
^never:
  llvm.unreachable
^header(%i: i64, %most: i8):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %q : !llvm.ptr -> i8
  %once = llvm.sext %v : i8 to i32
  %wide = llvm.add %once, %once : i32
  %known = llvm.sext %most : i8 to i32
  %is = llvm.icmp "sgt" %wide, %known : i32
  llvm.cond_br %is, ^greater, ^less
^greater:
  llvm.br ^chosen(%wide : i32)
^less:
  %again = llvm.sext %most : i8 to i32
  llvm.br ^chosen(%again : i32)
^chosen(%one: i32):
  %value = ripple.expression %one : i32
  %byte = llvm.trunc %value : i32 to i8
  llvm.br ^header(%next, %byte : i64, i8) {loop_annotation = #annotation}
^end:
  %result = ripple.reduce.max %c1[%most : i8] -> i8
  llvm.return %result : i8
}

// The least of what is the greatest each.

// CHECK-LABEL: llvm.func @other_way(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @other_way(%n: i64, %p: !llvm.ptr {llvm.noalias}, %t: !llvm.ptr {llvm.noalias}) -> i8 attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %first = llvm.load %p : !llvm.ptr -> i8
  %all = ripple.broadcast(%block : !llvm.ptr) [%c1, %first : i8] -> i8
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0, %all : i64, i8)
^never:
  llvm.unreachable
^header(%i: i64, %most: i8):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %q : !llvm.ptr -> i8
  %wide = llvm.sext %v : i8 to i32
  %known = llvm.sext %most : i8 to i32
  %is = llvm.icmp "sgt" %wide, %known : i32
  llvm.cond_br %is, ^greater, ^less
^greater:
  llvm.br ^chosen(%wide : i32)
^less:
  %again = llvm.sext %most : i8 to i32
  llvm.br ^chosen(%again : i32)
^chosen(%one: i32):
  %value = ripple.expression %one : i32
  %byte = llvm.trunc %value : i32 to i8
  llvm.br ^header(%next, %byte : i64, i8) {loop_annotation = #annotation}
^end:
  %result = ripple.reduce.min %c1[%most : i8] -> i8
  llvm.return %result : i8
}

// Products of integers of 64 bits are computed one by one where there are no vectors for them.

// CHECK-LABEL: llvm.func @products(
// CHECK: %[[ONE:.*]] = ripple.setshape %{{.*}}[%{{.*}} {ripple.fitted} : i64]
// CHECK: ripple.loop_mark(%[[ONE]] : !llvm.ptr)
llvm.func @products(%n: i64, %p: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr {llvm.noalias}) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %c0[%c8 : i64] : i64 -> !llvm.ptr
  // expected-remark@+1 {{one at a time is carried out, not 8, since the target has few instructions for vectors of 64-bit integers; '-mavx2' enables more}}
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %q : !llvm.ptr -> i64
  %value = llvm.mul %v, %v : i64
  %t = llvm.getelementptr inbounds %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %value, %t : i64, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// So are integers of 64 bits that are ordered; what orders vectors of them came before what multiplies them.

// CHECK-LABEL: llvm.func @orders(
// CHECK: %[[ONE:.*]] = ripple.setshape %{{.*}}[%{{.*}} {ripple.fitted} : i64]
// CHECK: ripple.loop_mark(%[[ONE]] : !llvm.ptr)
llvm.func @orders(%n: i64, %p: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr {llvm.noalias}) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %c0[%c8 : i64] : i64 -> !llvm.ptr
  // expected-remark@+1 {{one at a time is carried out, not 8, since the target has no instructions that compare vectors of 64-bit integers; '-msse4.2' enables them}}
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %q : !llvm.ptr -> i64
  %is = llvm.icmp "slt" %v, %c8 : i64
  %value = llvm.select %is, %v, %c8 : i1, i64
  %t = llvm.getelementptr inbounds %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %value, %t : i64, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Where there are, four registers hold the block.

// CHECK-LABEL: llvm.func @products_of_vectors(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @products_of_vectors(%n: i64, %p: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr {llvm.noalias}) attributes {target_features = #llvm.target_features<["+sse4.2"]>} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %c0[%c8 : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %q : !llvm.ptr -> i64
  %value = llvm.mul %v, %v : i64
  %t = llvm.getelementptr inbounds %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %value, %t : i64, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// Sums are of vectors everywhere.

// CHECK-LABEL: llvm.func @sums(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @sums(%n: i64, %p: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr {llvm.noalias}) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %block = ripple.setshape %c0[%c8 : i64] : i64 -> !llvm.ptr
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %q : !llvm.ptr -> i64
  %value = llvm.add %v, %v : i64
  %t = llvm.getelementptr inbounds %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %value, %t : i64, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

// A loop under a condition with a shape has the mask of the block.

// CHECK-LABEL: llvm.func @under_a_mask(
// CHECK: %[[KEPT:.*]] = ripple.setshape
// CHECK-NOT: ripple.setshape
// CHECK: ripple.loop_mark(%[[KEPT]] : !llvm.ptr)
llvm.func @under_a_mask(%n: i64, %p: !llvm.ptr) attributes {target_features = #features} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %block = ripple.setshape %c0[%c3 : i64] : i64 -> !llvm.ptr
  %index = ripple.index(%block : !llvm.ptr) [%c0 : i64] -> i64
  %is_active = llvm.icmp "ult" %index, %c1 : i64
  llvm.cond_br %is_active, ^marked, ^end
^marked:
  %mark = ripple.loop_mark(%block : !llvm.ptr)[%c0 : i64] number 7
  llvm.cond_br %mark, ^never, ^header(%c0 : i64)
^never:
  llvm.unreachable
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %i, %q : i64, !llvm.ptr
  %next = llvm.add %i, %c1 overflow<nsw> : i64
  llvm.br ^header(%next : i64) {loop_annotation = #annotation}
^end:
  llvm.return
}

}
