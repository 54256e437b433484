// RUN: terrace-opt %s --convert-llvm-to-ripple | FileCheck %s
// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize -o %t.direct
// RUN: terrace-opt %s --convert-llvm-to-ripple | terrace-opt --convert-to-llvm --ripple-vectorize | diff - %t.direct

// Intrinsics become ops, which the conversion to the dialect llvm leaves as they are. Declarations go.

llvm.func @llvm.ripple.block.setshape.i64(i64, i64, i64) -> !llvm.ptr
// CHECK-NOT: @llvm.ripple

llvm.func @reversed(%k: i64, %n: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %last = llvm.sub %n, %one : i64
  %from = llvm.sub %last, %k : i64
  llvm.return %from : i64
}

llvm.func @kernel(%x: !llvm.ptr, %y: !llvm.ptr) -> f32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %minus = llvm.mlir.constant(-1 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %true = llvm.mlir.constant(true) : i1
  %f = llvm.mlir.addressof @reversed : !llvm.ptr
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight, %four, %one, %one) : (i64, i64, i64, i64, i64) -> !llvm.ptr
  %c = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %r = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %one) : (!llvm.ptr, i64) -> i64
  %n = llvm.call_intrinsic "llvm.ripple.block.getsize.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %row = llvm.mul %r, %n : i64
  %at = llvm.add %row, %c : i64
  %xp = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %xp : !llvm.ptr -> f32
  %0 = llvm.call_intrinsic "llvm.ripple.shuffle.f32"(%v, %v, %false, %f) : (f32, f32, i1, !llvm.ptr) -> f32
  %1 = llvm.call_intrinsic "llvm.ripple.shuffle.f32"(%v, %0, %true, %f) : (f32, f32, i1, !llvm.ptr) -> f32
  %2 = llvm.call_intrinsic "llvm.ripple.slice.f32"(%1, %minus, %one, %minus) : (f32, i64, i64, i64) -> f32
  %yp = llvm.getelementptr inbounds %y[%c] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %2, %yp : f32, !llvm.ptr
  %yb = llvm.call_intrinsic "llvm.ripple.broadcast.p0"(%b, %one, %y) : (!llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
  %bits = llvm.call_intrinsic "llvm.ripple.reinterp.i32.f32"(%b, %v) : (!llvm.ptr, f32) -> i32
  %most = llvm.call_intrinsic "llvm.ripple.reduce.umax.i32"(%three, %bits) : (i64, i32) -> i32
  llvm.store %most, %y : i32, !llvm.ptr
  %sum = llvm.call_intrinsic "llvm.ripple.reduce.fadd.f32"(%three, %v) : (i64, f32) -> f32
  %least = llvm.call_intrinsic "llvm.ripple.reduce.fminimum.f32"(%three, %v) : (i64, f32) -> f32
  %all = llvm.fadd %sum, %least : f32
  llvm.return %all : f32
}

// CHECK-LABEL: llvm.func @kernel
// CHECK: %[[BLOCK:.*]] = ripple.setshape %{{.*}}[%{{.*}}, %{{.*}} : i64, i64] : i64 -> !llvm.ptr
// CHECK: ripple.index(%[[BLOCK]] : !llvm.ptr) [%{{.*}} : i64] -> i64
// CHECK: ripple.getsize(%[[BLOCK]] : !llvm.ptr)
// CHECK: %[[REVERSED:.*]] = ripple.shuffle[%[[V:.*]] : f32, %{{.*}} : !llvm.ptr] -> f32
// CHECK: %[[BOTH:.*]] = ripple.shuffle.pair[%[[V]] : f32, %[[REVERSED]] : f32, %{{.*}} : !llvm.ptr] -> f32
// CHECK: ripple.slice[%[[BOTH]] : f32, %{{.*}}, %{{.*}}] -> f32
// CHECK: ripple.broadcast.ptr(%[[BLOCK]] : !llvm.ptr)
// CHECK: %[[BITS:.*]] = ripple.reinterp(%[[BLOCK]] : !llvm.ptr) [%[[V]] : f32] -> i32
// CHECK: ripple.reduce.max %{{.*}}[%[[BITS]] {unsigned} : i32] -> i32
// CHECK: ripple.reduce.add
// CHECK: ripple.reduce.minimum
