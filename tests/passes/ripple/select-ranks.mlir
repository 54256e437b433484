// RUN: terrace-opt %s --ripple-select-instructions | FileCheck %s

// A scatter to the ranks of the elements that it stores: each element's rank is the number of those before it, a sum of sums.
// CHECK-LABEL: llvm.func @compress(
// CHECK-SAME: %[[C:.*]]: vector<4xi1>, %[[X:.*]]: vector<4xf32>, %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64)
// CHECK-NOT: scatter
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[P]]
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[C]] : vector<4xi1> to i4
// CHECK: llvm.intr.ctpop
// CHECK: %[[FIRST:.*]] = llvm.icmp "ult"
// CHECK: %[[MOVED:.*]] = llvm.call_intrinsic "llvm.experimental.vector.compress{{.*}}"(%[[X]], %[[C]], %{{.*}})
// CHECK: llvm.intr.masked.store %[[MOVED]], %[[AT]], %[[FIRST]]
// CHECK: llvm.intr.ctpop
// CHECK: llvm.return
llvm.func @compress(%c: vector<4xi1>, %x: vector<4xf32>, %p: !llvm.ptr, %n: i64) -> i32 attributes {target_features = #llvm.target_features<["+avx512f", "+avx512vl", "+popcnt"]>} {
  %zero = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
  %i0 = llvm.mlir.constant(0 : i64) : i64
  %i3 = llvm.mlir.constant(3 : i64) : i64
  %one = llvm.mlir.constant(dense<1> : vector<4xi64>) : vector<4xi64>
  %any = llvm.mlir.poison : vector<4xi64>
  %k = llvm.zext %c : vector<4xi1> to vector<4xi32>
  %s1 = llvm.shufflevector %k, %zero [4, 0, 1, 2] : vector<4xi32>
  %k1 = llvm.add %k, %s1 : vector<4xi32>
  %s2 = llvm.shufflevector %k1, %zero [4, 5, 0, 1] : vector<4xi32>
  %k2 = llvm.add %k1, %s2 : vector<4xi32>
  %w = llvm.sext %k2 : vector<4xi32> to vector<4xi64>
  %i = llvm.insertelement %n, %any[%i0 : i64] : vector<4xi64>
  %all = llvm.shufflevector %i, %any [0, 0, 0, 0] : vector<4xi64>
  %a = llvm.add %all, %w : vector<4xi64>
  %b = llvm.sub %a, %one : vector<4xi64>
  %to = llvm.getelementptr %p[%b] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
  %m = llvm.icmp "ne" %k, %zero : vector<4xi32>
  llvm.intr.masked.scatter %x, %to, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %last = llvm.extractelement %k2[%i3 : i64] : vector<4xi32>
  llvm.return %last : i32
}

// Eight bytes that are the places of the elements, in order, are deposited where conditions hold.
// CHECK-LABEL: llvm.func @expand(
// CHECK-NOT: gather
// CHECK: llvm.intr.masked.load
// CHECK: "llvm.x86.bmi.pdep.64"
// CHECK: "llvm.x86.bmi.pdep.64"
// CHECK: "llvm.x86.avx2.permd"
// CHECK: llvm.select
llvm.func @expand(%c: vector<8xi1>, %p: !llvm.ptr, %other: vector<8xi32>) -> vector<8xi32> attributes {target_features = #llvm.target_features<["+avx2", "+bmi2"]>} {
  %zero = llvm.mlir.constant(dense<0> : vector<8xi32>) : vector<8xi32>
  %k = llvm.zext %c : vector<8xi1> to vector<8xi32>
  %s1 = llvm.shufflevector %k, %zero [8, 0, 1, 2, 3, 4, 5, 6] : vector<8xi32>
  %k1 = llvm.add %k, %s1 : vector<8xi32>
  %s2 = llvm.shufflevector %k1, %zero [8, 9, 0, 1, 2, 3, 4, 5] : vector<8xi32>
  %k2 = llvm.add %k1, %s2 : vector<8xi32>
  %s3 = llvm.shufflevector %k2, %zero [8, 9, 10, 11, 0, 1, 2, 3] : vector<8xi32>
  %k3 = llvm.add %k2, %s3 : vector<8xi32>
  %r = llvm.sub %k3, %k : vector<8xi32>
  %w = llvm.zext %r : vector<8xi32> to vector<8xi64>
  %from = llvm.getelementptr %p[%w] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, i32
  %v = llvm.intr.masked.gather %from, %c, %other {alignment = 4 : i32} : (vector<8x!llvm.ptr>, vector<8xi1>, vector<8xi32>) -> vector<8xi32>
  llvm.return %v : vector<8xi32>
}

// The number that is added is unsigned and may wrap before it is extended.
// CHECK-LABEL: llvm.func @wraps(
// CHECK: llvm.intr.masked.scatter
llvm.func @wraps(%c: vector<2xi1>, %x: vector<2xf64>, %p: !llvm.ptr, %n: vector<2xi32>, %m: i32) attributes {target_features = #llvm.target_features<["+avx512f", "+avx512vl"]>} {
  %zero = llvm.mlir.constant(dense<0> : vector<2xi32>) : vector<2xi32>
  %i0 = llvm.mlir.constant(0 : i64) : i64
  %any = llvm.mlir.poison : vector<2xi32>
  %k = llvm.zext %c : vector<2xi1> to vector<2xi32>
  %r = llvm.shufflevector %k, %zero [2, 0] : vector<2xi32>
  %i = llvm.insertelement %m, %any[%i0 : i64] : vector<2xi32>
  %all = llvm.shufflevector %i, %any [0, 0] : vector<2xi32>
  %a = llvm.add %all, %r : vector<2xi32>
  %w = llvm.zext %a : vector<2xi32> to vector<2xi64>
  %to = llvm.getelementptr %p[%w] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, f64
  llvm.intr.masked.scatter %x, %to, %c {alignment = 8 : i32} : vector<2xf64>, vector<2xi1> into vector<2x!llvm.ptr>
  llvm.return
}

// The ranks are those of another condition.
// CHECK-LABEL: llvm.func @others(
// CHECK: llvm.intr.masked.scatter
llvm.func @others(%c: vector<2xi1>, %d: vector<2xi1>, %x: vector<2xf64>, %p: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f", "+avx512vl"]>} {
  %zero = llvm.mlir.constant(dense<0> : vector<2xi64>) : vector<2xi64>
  %k = llvm.zext %c : vector<2xi1> to vector<2xi64>
  %r = llvm.shufflevector %k, %zero [2, 0] : vector<2xi64>
  %to = llvm.getelementptr %p[%r] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, f64
  llvm.intr.masked.scatter %x, %to, %d {alignment = 8 : i32} : vector<2xf64>, vector<2xi1> into vector<2x!llvm.ptr>
  llvm.return
}

// Every second element is stored to.
// CHECK-LABEL: llvm.func @apart(
// CHECK: llvm.intr.masked.scatter
llvm.func @apart(%c: vector<2xi1>, %x: vector<2xf32>, %p: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f", "+avx512vl"]>} {
  %zero = llvm.mlir.constant(dense<0> : vector<2xi64>) : vector<2xi64>
  %k = llvm.zext %c : vector<2xi1> to vector<2xi64>
  %r = llvm.shufflevector %k, %zero [2, 0] : vector<2xi64>
  %to = llvm.getelementptr %p[%r] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, f64
  llvm.intr.masked.scatter %x, %to, %c {alignment = 4 : i32} : vector<2xf32>, vector<2xi1> into vector<2x!llvm.ptr>
  llvm.return
}
