// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// Vectors of bfloat of targets without arithmetic on it.

module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {

// Numbers are extended, added, and rounded to the closest number, an even one where two are as close; NaN stays NaN.
// CHECK-LABEL: llvm.func @sum(
// CHECK: %[[X:.*]] = llvm.shl %{{.*}} : vector<8xi32>
// CHECK: %[[F:.*]] = llvm.bitcast %[[X]] : vector<8xi32> to vector<8xf32>
// CHECK: %[[S:.*]] = llvm.fadd %[[F]], %{{.*}} : vector<8xf32>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[S]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[HIGH:.*]] = llvm.lshr %[[BITS]]
// CHECK: %[[ODD:.*]] = llvm.and %[[HIGH]]
// CHECK: %[[HALF:.*]] = llvm.add %[[BITS]]
// CHECK: %[[EVEN:.*]] = llvm.add %[[HALF]], %[[ODD]]
// CHECK: %[[ROUNDED:.*]] = llvm.lshr %[[EVEN]]
// CHECK: %[[NAN:.*]] = llvm.or %[[HIGH]]
// CHECK: %[[IS_NAN:.*]] = llvm.fcmp "uno" %[[S]], %[[S]]
// CHECK: %[[R:.*]] = llvm.select %[[IS_NAN]], %[[NAN]], %[[ROUNDED]]
// CHECK: %[[T:.*]] = llvm.trunc %[[R]] : vector<8xi32> to vector<8xi16>
// CHECK: llvm.store %[[T]]
llvm.func @sum(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  %x = llvm.load %xa : !llvm.ptr -> bf16
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  %y = llvm.load %ya : !llvm.ptr -> bf16
  %s = llvm.fadd %x, %y : bf16
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  llvm.store %s, %ta : bf16, !llvm.ptr
  llvm.return
}

// A conversion rounds by the bits.
// CHECK-LABEL: llvm.func @converted(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} -> vector<8xf32>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
// CHECK: llvm.fcmp "uno" %[[X]], %[[X]]
// CHECK: llvm.trunc %{{.*}} : vector<8xi32> to vector<8xi16>
llvm.func @converted(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %t = llvm.fptrunc %x : f32 to bf16
  %sa = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  llvm.store %t, %sa : bf16, !llvm.ptr
  llvm.return
}

// Numbers of double precision are rounded to odd first, so that they are rounded once.
// CHECK-LABEL: llvm.func @converted_from_double(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} -> vector<8xf64>
// CHECK: %[[F:.*]] = llvm.fptrunc %[[X]] : vector<8xf64> to vector<8xf32>
// CHECK: %[[BACK:.*]] = llvm.fpext %[[F]]
// CHECK: %[[INEXACT:.*]] = llvm.fcmp "one" %[[BACK]], %[[X]]
// CHECK: %[[GREATER:.*]] = llvm.fcmp "ogt"
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[F]]
// CHECK: %[[LESS:.*]] = llvm.sub %[[BITS]]
// CHECK: %[[TOWARD_ZERO:.*]] = llvm.select %[[GREATER]], %[[LESS]], %[[BITS]]
// CHECK: %[[ODD:.*]] = llvm.or %[[TOWARD_ZERO]]
// CHECK: llvm.select %[[INEXACT]], %[[ODD]], %[[BITS]]
llvm.func @converted_from_double(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %x = llvm.load %xa : !llvm.ptr -> f64
  %t = llvm.fptrunc %x : f64 to bf16
  %sa = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  llvm.store %t, %sa : bf16, !llvm.ptr
  llvm.return
}

// The target has an instruction.
// CHECK-LABEL: llvm.func @converted_by_instruction(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = llvm.fptrunc %[[X]] : vector<8xf32> to vector<8xbf16>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[R]] : vector<8xbf16> to vector<8xi16>
// CHECK: llvm.store %[[BITS]]
llvm.func @converted_by_instruction(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512bf16","+avx512vl"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %t = llvm.fptrunc %x : f32 to bf16
  %sa = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  llvm.store %t, %sa : bf16, !llvm.ptr
  llvm.return
}

// It is for powers of two.
// CHECK-LABEL: llvm.func @odd_converted(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} -> vector<9xf32>
// CHECK: %[[FILLED:.*]] = llvm.shufflevector %[[X]], %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1, -1, -1, -1, -1]
// CHECK: %[[R:.*]] = llvm.fptrunc %[[FILLED]] : vector<16xf32> to vector<16xbf16>
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[R]]
// CHECK: llvm.shufflevector %[[BITS]], %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8]
llvm.func @odd_converted(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512bf16","+avx512vl"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(9 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %xa : !llvm.ptr -> f32
  %t = llvm.fptrunc %x : f32 to bf16
  %sa = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  llvm.store %t, %sa : bf16, !llvm.ptr
  llvm.return
}

// An extension is a shift.
// CHECK-LABEL: llvm.func @extended(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} -> vector<8xi16>
// CHECK: %[[W:.*]] = llvm.zext %[[X]]
// CHECK: %[[S:.*]] = llvm.shl %[[W]]
// CHECK: %[[R:.*]] = llvm.bitcast %[[S]] : vector<8xi32> to vector<8xf32>
// CHECK: llvm.store %[[R]]
llvm.func @extended(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  %x = llvm.load %xa : !llvm.ptr -> bf16
  %t = llvm.fpext %x : bf16 to f32
  %sa = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %t, %sa : f32, !llvm.ptr
  llvm.return
}

// Numbers are compared extended, and chosen as bits.
// CHECK-LABEL: llvm.func @compared(
// CHECK: %[[X:.*]] = llvm.load %{{.*}} -> vector<8xi16>
// CHECK: %[[Y:.*]] = llvm.load %{{.*}} -> vector<8xi16>
// CHECK: %[[C:.*]] = llvm.fcmp "olt" %{{.*}} : vector<8xf32>
// CHECK: llvm.select %[[C]], %[[X]], %[[Y]] : vector<8xi1>, vector<8xi16>
llvm.func @compared(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %xa = llvm.getelementptr inbounds %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  %x = llvm.load %xa : !llvm.ptr -> bf16
  %ya = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  %y = llvm.load %ya : !llvm.ptr -> bf16
  %c = llvm.fcmp "olt" %x, %y : bf16
  %s = llvm.select %c, %x, %y : i1, bf16
  %ta = llvm.getelementptr inbounds %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  llvm.store %s, %ta : bf16, !llvm.ptr
  llvm.return
}
}
