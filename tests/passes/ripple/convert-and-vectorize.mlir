// RUN: terrace-opt %s --convert-to-llvm --ripple-vectorize | FileCheck %s --check-prefix=VECTOR

// VECTOR-LABEL: llvm.func @reverse
// VECTOR-NEXT: %[[LOADED:.*]] = llvm.load %arg0 {{.*}} -> vector<8xf32>
// VECTOR: %[[TURNED:.*]] = llvm.shufflevector %[[LOADED]], %{{.*}} [7, 6, 5, 4, 3, 2, 1, 0]
// VECTOR-NEXT: llvm.store %[[TURNED]], %arg1

func.func @mapping(%k: i64, %n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %last = arith.subi %n, %one : i64
  %result = arith.subi %last, %k : i64
  return %result : i64
}

func.func @reverse(%from: !llvm.ptr, %to: !llvm.ptr) {
  %zero = arith.constant 0 : i64
  %eight = arith.constant 8 : i64
  %block = ripple.setshape %zero [%eight : i64] : i64 -> !ptr.ptr<#ptr.generic_space>
  %v = ripple.index (%block : !ptr.ptr<#ptr.generic_space>) [%zero : i64] -> i64
  %p = llvm.getelementptr %from[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %e = llvm.load %p : !llvm.ptr -> f32
  %f = func.constant @mapping : (i64, i64) -> i64
  %s = ripple.shuffle [%e : f32, %f : (i64, i64) -> i64] -> f32
  %q = llvm.getelementptr %to[%v] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %s, %q : f32, !llvm.ptr
  return
}
