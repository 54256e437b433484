// RUN: terrace-opt %s --ripple-prepare | FileCheck %s

// A function whose block depends on the length of vectors is copied for each length in the range, and calls the copy for
// the length that it finds. Functions with a block that others pass are called in their copies alone.

module attributes {llvm.target_triple = "aarch64-unknown-linux-gnu"} {
  // CHECK-LABEL: llvm.func @store(
  // CHECK: %[[FOUND:.*]] = "llvm.intr.vscale"() : () -> i64
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
  // CHECK: %[[IS_ONE:.*]] = llvm.icmp "eq" %[[FOUND]], %[[ONE]]
  // CHECK: llvm.cond_br %[[IS_ONE]]
  // CHECK: llvm.call @store.vscale.1(
  // CHECK: llvm.return
  // CHECK: llvm.call @store.vscale.2(
  // CHECK: llvm.intr.trap
  llvm.func @store(%x: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sve"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 2 : i32>} {
    %four = llvm.mlir.constant(4 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    %size = llvm.call_intrinsic "llvm.ripple.scalable.i64"(%four) : (i64) -> i64
    %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    llvm.call @inner(%block, %x) : (!llvm.ptr, !llvm.ptr) -> ()
    llvm.return
  }

  // What has no block that depends on it is not copied.
  // CHECK: llvm.func internal @inner(
  llvm.func internal @inner(%block: !llvm.ptr, %x: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sve"]>} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %index = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
    %address = llvm.getelementptr %x[%index] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %index, %address : i64, !llvm.ptr
    llvm.return
  }

  // Without Ripple, the length is found when the program runs; where there is none, a size is as it is.
  // CHECK-LABEL: llvm.func @count(
  // CHECK: %[[SCALE:.*]] = "llvm.intr.vscale"() : () -> i64
  // CHECK: llvm.mul %{{.*}}, %[[SCALE]] overflow<nuw>
  llvm.func @count(%n: i64) -> i64 attributes {target_features = #llvm.target_features<["+sve"]>} {
    %size = llvm.call_intrinsic "llvm.ripple.scalable.i64"(%n) : (i64) -> i64
    llvm.return %size : i64
  }
  // CHECK-LABEL: llvm.func @plain_count(
  // CHECK-NOT: vscale
  // CHECK: llvm.return
  llvm.func @plain_count(%n: i64) -> i64 {
    %size = llvm.call_intrinsic "llvm.ripple.scalable.i64"(%n) : (i64) -> i64
    llvm.return %size : i64
  }

  // CHECK-LABEL: llvm.func internal @store.vscale.1(
  // CHECK-SAME: vscale_range(1, 1)
  // CHECK-SAME: no_inline
  // CHECK: llvm.mlir.constant(1 : i64)
  // CHECK: llvm.call @inner(
  // CHECK-LABEL: llvm.func internal @store.vscale.2(
  // CHECK-SAME: vscale_range(2, 2)
  // CHECK: llvm.mlir.constant(2 : i64)
}
