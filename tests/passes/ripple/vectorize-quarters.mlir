// RUN: terrace-opt %s --ripple-vectorize | FileCheck %s

// Channels of pixels, for AVX2: a shuffle of each register puts the elements of a channel into a quarter of it, and quarters
// are transposed.

// CHECK-LABEL: llvm.func @channels(
// CHECK-COUNT-4: llvm.shufflevector %{{.*}}, %{{.*}} [0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31] : vector<32xi8>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 4, 2, 6] : vector<4xi64>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 4, 2, 6] : vector<4xi64>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 1, 4, 5] : vector<4xi64>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [2, 3, 6, 7] : vector<4xi64>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [1, 5, 3, 7] : vector<4xi64>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [1, 5, 3, 7] : vector<4xi64>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 1, 4, 5] : vector<4xi64>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [2, 3, 6, 7] : vector<4xi64>
// CHECK: llvm.return
llvm.func @channels(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %size = llvm.mlir.constant(32 : i64) : i64
  %b = ripple.setshape %zero[%size : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %first = llvm.mul %x, %four overflow<nsw, nuw> : i64
  %p0 = llvm.getelementptr inbounds %p[%first] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %p1 = llvm.getelementptr inbounds %p0[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %p2 = llvm.getelementptr inbounds %p0[2] : (!llvm.ptr) -> !llvm.ptr, i8
  %p3 = llvm.getelementptr inbounds %p0[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %r = llvm.load %p0 : !llvm.ptr -> i8
  %g = llvm.load %p1 : !llvm.ptr -> i8
  %u = llvm.load %p2 : !llvm.ptr -> i8
  %a = llvm.load %p3 : !llvm.ptr -> i8
  %rg = llvm.xor %r, %g : i8
  %ua = llvm.mul %u, %a : i8
  %all = llvm.add %rg, %ua : i8
  %o = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %all, %o : i8, !llvm.ptr
  llvm.return
}
