// RUN: terrace-opt %s --ripple-outer-products=remarks=true --split-input-file --verify-diagnostics
// RUN: terrace-opt %s --ripple-outer-products --split-input-file | FileCheck %s

// Products of neighbors in memory are dot products of integers of 32 bits.

#vnni = #llvm.target_features<["+avx512bw", "+avx512vnni", "+avx512vl"]>

// The same bytes for all elements, and four that follow those of the element before.
// CHECK-LABEL: llvm.func @bytes
// CHECK: ^bb1(%{{.*}}: i64, %[[ACC:.*]]: i32)
// CHECK: %[[A:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i32
// CHECK: %[[B:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i32
// CHECK: %[[DOT:.*]] = ripple.dot %[[A]], %[[B]] {second_is_signed}
// CHECK: llvm.add %[[ACC]], %[[DOT]] : i32
// CHECK-NOT: -> i8
llvm.func @bytes(%p: !llvm.ptr, %q: !llvm.ptr, %o: !llvm.ptr, %n: i64) attributes {target_features = #vnni} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  %b = ripple.setshape %zero[%size : i64] : i64 -> !llvm.ptr
  %v = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %v4 = llvm.mul %four, %v : i64
  llvm.br ^loop(%zero, %none : i64, i32)
^loop(%k: i64, %s: i32):
  %x = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %row = llvm.mul %k, %size : i64
  %y0 = llvm.getelementptr %q[%row] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %y = llvm.getelementptr %y0[%v4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %x1 = llvm.getelementptr %x[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %x2 = llvm.getelementptr %x[2] : (!llvm.ptr) -> !llvm.ptr, i8
  %x3 = llvm.getelementptr %x[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %y1 = llvm.getelementptr %y[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %y2 = llvm.getelementptr %y[2] : (!llvm.ptr) -> !llvm.ptr, i8
  %y3 = llvm.getelementptr %y[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %a0 = llvm.load %x {alignment = 1 : i64} : !llvm.ptr -> i8
  %b0 = llvm.load %y {alignment = 1 : i64} : !llvm.ptr -> i8
  %a1 = llvm.load %x1 {alignment = 1 : i64} : !llvm.ptr -> i8
  %b1 = llvm.load %y1 {alignment = 1 : i64} : !llvm.ptr -> i8
  %a2 = llvm.load %x2 {alignment = 1 : i64} : !llvm.ptr -> i8
  %b2 = llvm.load %y2 {alignment = 1 : i64} : !llvm.ptr -> i8
  %a3 = llvm.load %x3 {alignment = 1 : i64} : !llvm.ptr -> i8
  %b3 = llvm.load %y3 {alignment = 1 : i64} : !llvm.ptr -> i8
  %c0 = llvm.zext %a0 : i8 to i32
  %d0 = llvm.sext %b0 : i8 to i32
  %c1 = llvm.zext %a1 : i8 to i32
  %d1 = llvm.sext %b1 : i8 to i32
  %c2 = llvm.zext %a2 : i8 to i32
  %d2 = llvm.sext %b2 : i8 to i32
  %c3 = llvm.zext %a3 : i8 to i32
  %d3 = llvm.sext %b3 : i8 to i32
  %m0 = llvm.mul %c0, %d0 : i32
  %m1 = llvm.mul %d1, %c1 : i32
  %m2 = llvm.mul %c2, %d2 : i32
  %m3 = llvm.mul %c3, %d3 : i32
  %t1 = llvm.add %m0, %m1 overflow<nsw> : i32
  %t2 = llvm.add %t1, %m2 overflow<nsw> : i32
  %t3 = llvm.add %t2, %m3 overflow<nsw> : i32
  // expected-remark @below {{products of neighbors in memory are read together, and added up by an instruction [ripple-outer-product]}}
  %r = llvm.add %s, %t3 overflow<nsw> : i32
  %next = llvm.add %k, %four : i64
  %more = llvm.icmp "ult" %next, %n : i64
  llvm.cond_br %more, ^loop(%next, %r : i64, i32), ^done
^done:
  %to = llvm.getelementptr %o[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %r, %to : i32, !llvm.ptr
  llvm.return
}

// -----

#vnni = #llvm.target_features<["+avx512bw", "+avx512vnni", "+avx512vl"]>

// Two products of words; other terms stay.
// CHECK-LABEL: llvm.func @words
// CHECK: ripple.dot %{{.*}}, %{{.*}} {first_is_signed, second_is_signed, words}
// CHECK-NOT: ripple.dot
llvm.func @words(%p: !llvm.ptr, %q: !llvm.ptr, %o: !llvm.ptr, %s: i32) attributes {target_features = #vnni} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = ripple.setshape %zero[%size : i64] : i64 -> !llvm.ptr
  %v = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %v2 = llvm.mul %v, %two : i64
  %x = llvm.getelementptr %p[%v2] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %y = llvm.getelementptr %q[%v2] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %x1 = llvm.getelementptr %x[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %y1 = llvm.getelementptr %y[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %a0 = llvm.load %x {alignment = 2 : i64} : !llvm.ptr -> i16
  %b0 = llvm.load %y {alignment = 2 : i64} : !llvm.ptr -> i16
  %a1 = llvm.load %x1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %b1 = llvm.load %y1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %c0 = llvm.sext %a0 : i16 to i32
  %d0 = llvm.sext %b0 : i16 to i32
  %c1 = llvm.sext %a1 : i16 to i32
  %d1 = llvm.sext %b1 : i16 to i32
  %m0 = llvm.mul %c0, %d0 : i32
  %m1 = llvm.mul %c1, %d1 : i32
  %t0 = llvm.add %s, %m1 : i32
  // expected-remark @below {{products of neighbors in memory are read together, and added up by an instruction [ripple-outer-product]}}
  %r = llvm.add %t0, %m0 : i32
  %to = llvm.getelementptr %o[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %r, %to : i32, !llvm.ptr
  llvm.return
}

// -----

#vnni = #llvm.target_features<["+avx512bw", "+avx512vnni", "+avx512vl"]>

// What overlaps, what is written in between, and products of other signs stay.
// CHECK-LABEL: llvm.func @sliding
// CHECK-NOT: ripple.dot
llvm.func @sliding(%p: !llvm.ptr, %q: !llvm.ptr, %o: !llvm.ptr, %s: i32) attributes {target_features = #vnni} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = ripple.setshape %zero[%size : i64] : i64 -> !llvm.ptr
  %v = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %x = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %x1 = llvm.getelementptr %x[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %y1 = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %a0 = llvm.load %x {alignment = 2 : i64} : !llvm.ptr -> i16
  %b0 = llvm.load %q {alignment = 2 : i64} : !llvm.ptr -> i16
  %a1 = llvm.load %x1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %b1 = llvm.load %y1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %c0 = llvm.sext %a0 : i16 to i32
  %d0 = llvm.sext %b0 : i16 to i32
  %c1 = llvm.sext %a1 : i16 to i32
  %d1 = llvm.sext %b1 : i16 to i32
  %m0 = llvm.mul %c0, %d0 : i32
  %m1 = llvm.mul %c1, %d1 : i32
  %t0 = llvm.add %s, %m1 : i32
  %r = llvm.add %t0, %m0 : i32
  %to = llvm.getelementptr %o[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %r, %to : i32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @written_in_between
// CHECK-NOT: ripple.dot
llvm.func @written_in_between(%p: !llvm.ptr, %q: !llvm.ptr, %o: !llvm.ptr, %s: i32) attributes {target_features = #vnni} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = ripple.setshape %zero[%size : i64] : i64 -> !llvm.ptr
  %v = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %v2 = llvm.mul %v, %two : i64
  %to = llvm.getelementptr %o[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.getelementptr %p[%v2] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %x1 = llvm.getelementptr %x[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %y1 = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %a0 = llvm.load %x {alignment = 2 : i64} : !llvm.ptr -> i16
  %b0 = llvm.load %q {alignment = 2 : i64} : !llvm.ptr -> i16
  llvm.store %s, %to : i32, !llvm.ptr
  %a1 = llvm.load %x1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %b1 = llvm.load %y1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %c0 = llvm.sext %a0 : i16 to i32
  %d0 = llvm.sext %b0 : i16 to i32
  %c1 = llvm.sext %a1 : i16 to i32
  %d1 = llvm.sext %b1 : i16 to i32
  %m0 = llvm.mul %c0, %d0 : i32
  %m1 = llvm.mul %c1, %d1 : i32
  %t0 = llvm.add %s, %m1 : i32
  %r = llvm.add %t0, %m0 : i32
  llvm.store %r, %to : i32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @unsigned_words
// CHECK-NOT: ripple.dot
llvm.func @unsigned_words(%p: !llvm.ptr, %q: !llvm.ptr, %o: !llvm.ptr, %s: i32) attributes {target_features = #vnni} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = ripple.setshape %zero[%size : i64] : i64 -> !llvm.ptr
  %v = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %v2 = llvm.mul %v, %two : i64
  %to = llvm.getelementptr %o[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.getelementptr %p[%v2] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %x1 = llvm.getelementptr %x[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %y1 = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, i16
  %a0 = llvm.load %x {alignment = 2 : i64} : !llvm.ptr -> i16
  %b0 = llvm.load %q {alignment = 2 : i64} : !llvm.ptr -> i16
  %a1 = llvm.load %x1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %b1 = llvm.load %y1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %c0 = llvm.zext %a0 : i16 to i32
  %d0 = llvm.sext %b0 : i16 to i32
  %c1 = llvm.zext %a1 : i16 to i32
  %d1 = llvm.sext %b1 : i16 to i32
  %m0 = llvm.mul %c0, %d0 : i32
  %m1 = llvm.mul %c1, %d1 : i32
  %t0 = llvm.add %s, %m1 : i32
  %r = llvm.add %t0, %m0 : i32
  llvm.store %r, %to : i32, !llvm.ptr
  llvm.return
}
