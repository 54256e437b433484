// RUN: terrace-opt %s --convert-llvm-to-ripple | FileCheck %s

// What marks loops, addresses, and what nothing renders.

llvm.func @reversed(%k: i64, %n: i64) -> i64 {
  llvm.return %k : i64
}

llvm.func @next(%chunks: !llvm.ptr, %count: i64, %around: i64) -> i64 {
  llvm.return %count : i64
}

llvm.func internal @others(%b: !llvm.ptr, %p: !llvm.ptr, %x: f32, %n: i64) -> i64 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  %minus = llvm.mlir.constant(-1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %f = llvm.mlir.addressof @reversed : !llvm.ptr
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %0 = llvm.call_intrinsic "llvm.ripple.row.f32"(%x, %n) : (f32, i64) -> f32
  %1 = llvm.call_intrinsic "llvm.ripple.fpext.f64.f32"(%x) : (f32) -> f64
  %2 = llvm.call_intrinsic "llvm.ripple.fptrunc.f16.f32"(%x) : (f32) -> f16
  %3 = llvm.call_intrinsic "llvm.ripple.slice.p0"(%p, %n, %minus) : (!llvm.ptr, i64, i64) -> !llvm.ptr
  %4 = llvm.call_intrinsic "llvm.ripple.shuffle.p0"(%p, %p, %false, %f) : (!llvm.ptr, !llvm.ptr, i1, !llvm.ptr) -> !llvm.ptr
  %5 = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %seven, %one, %two, %zero, %one) : (!llvm.ptr, i32, i32, i32, i32, i32) -> i1
  %6 = llvm.call_intrinsic "llvm.ripple.loop.mark"(%b, %seven, %two, %one, %zero) : (!llvm.ptr, i32, i32, i32, i32) -> i1
  %7 = llvm.call_intrinsic "llvm.ripple.thread.mark"(%p, %next, %seven, %zero, %one, %zero) : (!llvm.ptr, !llvm.ptr, i32, i32, i32, i32) -> i1
  %8 = llvm.call_intrinsic "llvm.ripple.thread.mark"(%p, %next, %seven, %zero, %one, %one) : (!llvm.ptr, !llvm.ptr, i32, i32, i32, i32) -> i1
  llvm.call_intrinsic "llvm.ripple.parallel.mark"(%b, %zero, %one, %zero) : (!llvm.ptr, i32, i32, i32) -> ()
  %9 = llvm.call_intrinsic "llvm.ripple.parallel.idx.i64"(%b, %n, %minus, %minus) : (!llvm.ptr, i64, i64, i64) -> i64
  %10 = llvm.call_intrinsic "llvm.ripple.scalable.i64"(%9) : (i64) -> i64
  llvm.return %10 : i64
}

// CHECK-LABEL: llvm.func internal @others(
// CHECK-SAME: %[[B:[a-z0-9]*]]: !llvm.ptr, %[[P:[a-z0-9]*]]: !llvm.ptr, %[[X:[a-z0-9]*]]: f32, %[[N:[a-z0-9]*]]: i64
// CHECK: ripple.row[%[[X]] : f32, %[[N]] : i64] -> f32
// CHECK: ripple.float_cast[%[[X]] : f32] -> f64
// CHECK: ripple.float_cast[%[[X]] : f32] -> f16
// CHECK: ripple.slice[%[[P]] : !llvm.ptr, %[[N]]] -> !llvm.ptr
// CHECK: ripple.shuffle[%[[P]] : !llvm.ptr, %{{.*}} : !llvm.ptr] -> !llvm.ptr
// CHECK: ripple.loop_mark(%[[B]] : !llvm.ptr) [%{{.*}}, %{{.*}} : i32, i32] number 7 {no_remainder}
// CHECK: ripple.loop_mark(%[[B]] : !llvm.ptr) [%{{.*}} : i32] number 7 {block_independent}
// CHECK: ripple.thread_mark(%[[P]] : !llvm.ptr, %{{.*}} : !llvm.ptr) [%{{.*}} : i32] number 7 rank 1
// CHECK: ripple.thread_mark(%[[P]] : !llvm.ptr, %{{.*}} : !llvm.ptr) [%{{.*}} : i32] number 7 rank 1 {dynamic}
// CHECK: ripple.parallel_mark(%[[B]] : !llvm.ptr) [%{{.*}} : i32]
// CHECK: %[[CHUNK:.*]] = ripple.parallel_idx(%[[B]] : !llvm.ptr) [%[[N]] : i64] -> i64
// CHECK: ripple.scalable %[[CHUNK]] : i64
