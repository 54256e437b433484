// RUN: terrace-opt %s | terrace-opt | FileCheck %s
// RUN: terrace-opt %s --convert-to-llvm --ripple-prepare --ripple-vectorize | FileCheck %s --check-prefix=VECTOR

// The programs in MLIR of Ripple's proposal, with both of its forms of `ripple.getsize`, indices of slices that are all i64, and
// an index function that stays in range.

// CHECK-LABEL: @blocks
// VECTOR-LABEL: llvm.func @blocks
func.func @blocks() -> i32 {
  %peid = arith.constant 0 : i32
  %dim = arith.constant 0 : i32
  %size_1 = arith.constant 2 : i32
  %size_2 = arith.constant 128 : i32
  // CHECK: %[[BLOCK:.*]] = ripple.setshape %{{.*}}[%{{.*}}, %{{.*}} : i32, i32] : i32 -> !ptr.ptr<#ptr.generic_space>
  %bs = ripple.setshape %peid [%size_1, %size_2 : i32, i32] : i32 -> !ptr.ptr<#ptr.generic_space>
  // CHECK: ripple.getsize(%[[BLOCK]] : !ptr.ptr<#ptr.generic_space>) [%{{.*}} : i32] -> i32
  %nv = ripple.getsize (%bs : !ptr.ptr<#ptr.generic_space>) [%dim : i32] -> i32
  // CHECK: ripple.getsize(%[[BLOCK]] : !ptr.ptr<#ptr.generic_space>) [%{{.*}} : i32] -> i32
  %listed = ripple.getsize %bs [%dim : i32 to i32] : !ptr.ptr<#ptr.generic_space>
  // VECTOR: %[[SIZE:.*]] = llvm.mlir.constant(2 : i32) : i32
  // VECTOR: llvm.return %[[SIZE]]
  return %nv : i32
}

// CHECK-LABEL: @elements
// VECTOR-LABEL: llvm.func @elements
func.func @elements(%out: !llvm.ptr) {
  %peid = arith.constant 0 : i32
  %dim = arith.constant 0 : i32
  %size_1 = arith.constant 2 : i32
  %size_2 = arith.constant 128 : i32
  %bs = ripple.setshape %peid [%size_1, %size_2 : i32, i32] : i32 -> !ptr.ptr<#ptr.generic_space>
  // CHECK: ripple.index(
  %v0 = ripple.index (%bs : !ptr.ptr<#ptr.generic_space>) [%dim : i32] -> i32
  %both = arith.constant 3 : i64
  // CHECK: %[[WIDE:.*]] = ripple.broadcast(
  %vzero = ripple.broadcast (%bs : !ptr.ptr<#ptr.generic_space>) [%both, %v0 : i32] -> i32
  %slice = arith.constant -1 : i64
  %zero = arith.constant 0 : i64
  // CHECK: ripple.slice[%[[WIDE]] : i32, %{{.*}}, %{{.*}}] -> i32
  %vzero_half = ripple.slice [%vzero : i32, %slice, %zero] -> i32
  %foo = func.constant @foo : (i32, i32) -> i32
  // CHECK: ripple.ishuffle[%{{.*}} : i32, %{{.*}} : (i32, i32) -> i32] -> i32
  %vzero_shuff = ripple.ishuffle [%vzero_half : i32, %foo : (i32, i32) -> i32] -> i32
  %address = llvm.getelementptr %out[%v0] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  // The two elements in reverse order.
  // VECTOR: %[[INDICES:.*]] = llvm.mlir.constant(dense<[0, 1]> : vector<2xi32>) : vector<2xi32>
  // VECTOR: %[[REVERSED:.*]] = llvm.shufflevector %[[INDICES]], %{{.*}} [1, 0] : vector<2xi32>
  // VECTOR: llvm.store %[[REVERSED]], %arg0 {{.*}} : vector<2xi32>, !llvm.ptr
  llvm.store %vzero_shuff, %address : i32, !llvm.ptr
  return
}

func.func @foo(%k: i32, %n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %last = arith.subi %n, %one : i32
  %result = arith.subi %last, %k : i32
  return %result : i32
}
