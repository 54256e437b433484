// RUN: terrace-opt %s --ripple-vectorize | FileCheck %s

// An expression has the shape of its condition, though both values are the same: all 32 elements are shuffled.

// CHECK-LABEL: llvm.func @same_values(
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [31, 30, 29,
llvm.func @same_values(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  %block = ripple.setshape %zero[%eight, %four : i64, i64] : i64 -> !llvm.ptr
  %v = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %w = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %row = llvm.mul %w, %eight : i64
  %at = llvm.add %row, %v : i64
  %from = llvm.getelementptr %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.load %from : !llvm.ptr -> i32
  %c = llvm.icmp "sgt" %x, %none : i32
  %n = llvm.trunc %v : i64 to i32
  llvm.cond_br %c, ^yes, ^no
^yes:
  llvm.br ^chosen(%n : i32)
^no:
  llvm.br ^chosen(%n : i32)
^chosen(%value: i32):
  %e = ripple.expression %value : i32
  %f = llvm.mlir.addressof @reversed : !llvm.ptr
  %s = ripple.shuffle [%e : i32, %f : !llvm.ptr] -> i32
  %to = llvm.getelementptr %q[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %s, %to : i32, !llvm.ptr
  llvm.return
}

llvm.func @reversed(%k: i64, %n: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %last = llvm.sub %n, %one : i64
  %r = llvm.sub %last, %k : i64
  llvm.return %r : i64
}
