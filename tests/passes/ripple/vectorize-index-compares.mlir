// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// An index of 64 bits is compared in bytes with the distance of the bound from its base, which is between -1 and 64: what is
// farther away is beyond all elements as well.
// CHECK-LABEL: llvm.func @below(
// CHECK: %[[DISTANCE:.*]] = llvm.intr.ssub.sat(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
// CHECK: %[[LEAST:.*]] = llvm.intr.smax(%[[DISTANCE]], %{{.*}}) : (i64, i64) -> i64
// CHECK: %[[MOST:.*]] = llvm.intr.smin(%[[LEAST]], %{{.*}}) : (i64, i64) -> i64
// CHECK: llvm.trunc %[[MOST]] : i64 to i8
// CHECK: llvm.icmp "slt" %{{.*}}, %{{.*}} : vector<64xi8>
llvm.func @below(%q: !llvm.ptr, %start: i64, %bound: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %i = llvm.add %start, %v overflow<nsw> : i64
  %c = llvm.icmp "slt" %i, %bound : i64
  %x = llvm.zext %c : i1 to i8
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %x, %ta : i8, !llvm.ptr
  llvm.return
}

// The sum may wrap here.
// CHECK-LABEL: llvm.func @wraps(
// CHECK-NOT: sub.sat
// CHECK: llvm.icmp "slt" %{{.*}}, %{{.*}} : vector<64xi64>
llvm.func @wraps(%q: !llvm.ptr, %start: i64, %bound: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %i = llvm.add %start, %v : i64
  %c = llvm.icmp "slt" %i, %bound : i64
  %x = llvm.zext %c : i1 to i8
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %x, %ta : i8, !llvm.ptr
  llvm.return
}

// Equality holds modulo the range of the type.
// CHECK-LABEL: llvm.func @equal(
// CHECK: %[[DISTANCE:.*]] = llvm.sub %arg2, %arg1 : i64
// CHECK: llvm.icmp "eq" %{{.*}}, %{{.*}} : vector<64xi8>
llvm.func @equal(%q: !llvm.ptr, %start: i64, %bound: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(64 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %i = llvm.add %start, %v : i64
  %c = llvm.icmp "eq" %i, %bound : i64
  %x = llvm.zext %c : i1 to i8
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %x, %ta : i8, !llvm.ptr
  llvm.return
}
