// RUN: terrace-opt %s --ripple-outer-products | FileCheck %s

// A loop of a few iterations that adds products to the accumulator of the loop around it is written out.

// Three products, one added after the other, and the counter is a constant in each.

// CHECK-LABEL: llvm.func @three(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[N:.*]]: i64) -> i32
// CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-DAG: %[[ONE:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK: ^[[HEAD:bb[0-9]+]](%[[I:.*]]: i64, %[[ACC:.*]]: i32):
// CHECK-NOT: llvm.br
// CHECK: llvm.getelementptr %[[A]][%[[ZERO]]]
// CHECK: llvm.getelementptr %[[B]][%[[ZERO]]]
// CHECK: %[[P0:.*]] = llvm.mul
// CHECK: %[[SUM0:.*]] = llvm.add %[[ACC]], %[[P0]] : i32
// CHECK: llvm.getelementptr %[[A]][%[[ONE]]]
// CHECK: llvm.getelementptr %[[B]][%[[ONE]]]
// CHECK: %[[P1:.*]] = llvm.mul
// CHECK: %[[SUM1:.*]] = llvm.add %[[SUM0]], %[[P1]] : i32
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK: llvm.getelementptr %[[A]][%[[TWO]]]
// CHECK: llvm.getelementptr %[[B]][%[[TWO]]]
// CHECK: %[[P2:.*]] = llvm.mul
// CHECK: %[[SUM2:.*]] = llvm.add %[[SUM1]], %[[P2]] : i32
// CHECK: llvm.cond_br %{{.*}}, ^[[HEAD]](%{{.*}}, %[[SUM2]] : i64, i32), ^[[EXIT:bb[0-9]+]]
// CHECK: ^[[EXIT]]:
// CHECK-NEXT: llvm.return %[[SUM2]] : i32
llvm.func @three(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %three : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// The comparison that leaves the loop may be any. Up to 4, and 4 itself: five.

// CHECK-LABEL: llvm.func @up_to_and_with(
// CHECK: ^bb1(
// CHECK-COUNT-5: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @up_to_and_with(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "sle" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Below 4 without a sign: four.

// CHECK-LABEL: llvm.func @below_without_sign(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @below_without_sign(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "ult" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Up to 4 without a sign: five.

// CHECK-LABEL: llvm.func @up_to_without_sign(
// CHECK: ^bb1(
// CHECK-COUNT-5: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @up_to_without_sign(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "ule" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Until it is 4: four.

// CHECK-LABEL: llvm.func @until_equal(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @until_equal(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "ne" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Down from 4 to 1: four.

// CHECK-LABEL: llvm.func @down(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @down(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %minus = llvm.mlir.constant(-1 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%four, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "sgt" %q, %zero : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %minus : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Down from 4 to 0: five.

// CHECK-LABEL: llvm.func @down_to(
// CHECK: ^bb1(
// CHECK-COUNT-5: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @down_to(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %minus = llvm.mlir.constant(-1 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%four, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "sge" %q, %zero : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %minus : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// 0, 2 and 4: three.

// CHECK-LABEL: llvm.func @every_other(
// CHECK: ^bb1(
// CHECK-COUNT-3: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @every_other(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "sle" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %two : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// A condition that is true after the loop.

// CHECK-LABEL: llvm.func @until_true(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @until_true(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "sge" %q, %four : i64
  llvm.cond_br %more, ^next, ^step
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// -2, -1 and 0: three.

// CHECK-LABEL: llvm.func @from_below_zero(
// CHECK: ^bb1(
// CHECK-COUNT-3: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @from_below_zero(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %minus = llvm.mlir.constant(-2 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%minus, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %one : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// No more than 16 are written out.

// CHECK-LABEL: llvm.func @sixteen(
// CHECK: ^bb1(
// CHECK-COUNT-16: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @sixteen(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %sixteen = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %sixteen : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Numbers of 16 bits are multiplied, too, without a sign as well.

// CHECK-LABEL: llvm.func @products_of_halves(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @products_of_halves(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %va = llvm.load %pa : !llvm.ptr -> i16
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %vb = llvm.load %pb : !llvm.ptr -> i16
  %wa = llvm.zext %va : i16 to i32
  %wb = llvm.zext %vb : i16 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// What is added to what makes no difference.

// CHECK-LABEL: llvm.func @product_first(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @product_first(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %p, %sum : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// An expression of the source stands for what it is.

// CHECK-LABEL: llvm.func @marked(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @marked(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %is = llvm.icmp "slt" %q, %four : i64
  %more = ripple.expression %is : i1
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// The body may be blocks that follow one another.

// CHECK-LABEL: llvm.func @two_blocks(
// CHECK: ^bb1(
// CHECK-COUNT-4: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK-COUNT-1: llvm.cond_br
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.return
llvm.func @two_blocks(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  llvm.br ^second
^second:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// A loop of 17 stays.

// CHECK-LABEL: llvm.func @seventeen(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @seventeen(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %seventeen = llvm.mlir.constant(17 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %seventeen : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// One iteration is no loop to be written out.

// CHECK-LABEL: llvm.func @once(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @once(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %one : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Nor is none.

// CHECK-LABEL: llvm.func @never(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @never(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %zero : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// The number of iterations is known.

// CHECK-LABEL: llvm.func @any_number(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @any_number(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %n : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// So is where it begins.

// CHECK-LABEL: llvm.func @from_anywhere(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @from_anywhere(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%n, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// So is the step.

// CHECK-LABEL: llvm.func @by_any_step(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @by_any_step(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %n : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Counters beyond 64 are not followed, wherever the loop would end.

// CHECK-LABEL: llvm.func @far(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @far(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %far = llvm.mlir.constant(1000 : i64) : i64
  %end = llvm.mlir.constant(1004 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%far, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %end : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// A step that leaves the range of numbers ends nowhere.

// CHECK-LABEL: llvm.func @largest_step(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @largest_step(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %largest = llvm.mlir.constant(9223372036854775807 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%one, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "ne" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %largest : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Neither does one of 0.

// CHECK-LABEL: llvm.func @endless(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @endless(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %zero : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// A negative limit is a large number without a sign.

// CHECK-LABEL: llvm.func @negative_limit(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @negative_limit(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %minus = llvm.mlir.constant(-1 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "ult" %q, %minus : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// A counter that goes down below 0 is one, too: only comparisons that end above are followed.

// CHECK-LABEL: llvm.func @descending_without_sign(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @descending_without_sign(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %minus = llvm.mlir.constant(-1 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%four, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "ugt" %q, %zero : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %minus : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Without a loop around there is no accumulator.

// CHECK-LABEL: llvm.func @no_loop_around(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @no_loop_around(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  llvm.br ^exit
^exit:
  llvm.return %sum : i32
}

// A sum that begins anew is not the accumulator.

// CHECK-LABEL: llvm.func @own_sum(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @own_sum(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %start : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Products of whole numbers are not what instructions add up.

// CHECK-LABEL: llvm.func @not_extended(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @not_extended(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %va = llvm.load %pa : !llvm.ptr -> i32
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %vb = llvm.load %pb : !llvm.ptr -> i32
  %p = llvm.mul %va, %vb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Blocks that do not follow one another are not written out.

// CHECK-LABEL: llvm.func @branches(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @branches(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64, %c: i1) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  llvm.cond_br %c, ^left, ^right
^left:
  llvm.br ^right
^right:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Nor is a loop that is left from its middle.

// CHECK-LABEL: llvm.func @leaves(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @leaves(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64, %c: i1) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  llvm.cond_br %c, ^right, ^next
^right:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Nor one with two ways back.

// CHECK-LABEL: llvm.func @two_ways_back(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @two_ways_back(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64, %c: i1) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.br ^inner(%zero, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.cond_br %c, ^inner(%q1, %added : i64, i32), ^inner(%q1, %sum : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}

// Nor one that is entered under a condition.

// CHECK-LABEL: llvm.func @condition_before(
// CHECK: llvm.icmp
// CHECK: llvm.mul
// CHECK-NOT: llvm.mul
// CHECK: llvm.return
llvm.func @condition_before(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64, %c: i1) -> i32 attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %matrix = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  llvm.cond_br %c, ^inner(%zero, %acc : i64, i32), ^inner(%one, %acc : i64, i32)
^inner(%q: i64, %sum: i32):
  %more = llvm.icmp "slt" %q, %four : i64
  llvm.cond_br %more, ^step, ^next
^step:
  %pa = llvm.getelementptr %a[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %va = llvm.load %pa : !llvm.ptr -> i8
  %pb = llvm.getelementptr %b[%q] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %vb = llvm.load %pb : !llvm.ptr -> i8
  %wa = llvm.sext %va : i8 to i32
  %wb = llvm.sext %vb : i8 to i32
  %p = llvm.mul %wa, %wb : i32
  %added = llvm.add %sum, %p : i32
  %q1 = llvm.add %q, %one : i64
  llvm.br ^inner(%q1, %added : i64, i32)
^next:
  %i1 = llvm.add %i, %one : i64
  %again = llvm.icmp "slt" %i1, %n : i64
  llvm.cond_br %again, ^head(%i1, %sum : i64, i32), ^exit
^exit:
  llvm.return %sum : i32
}
