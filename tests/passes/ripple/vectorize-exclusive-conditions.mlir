// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// A number that is equal to a constant differs from all others: that it does is no part of the condition.

// CHECK-LABEL: llvm.func @one_of_three(
// CHECK: %[[K:.*]] = llvm.load %arg0
// CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %[[K]], %{{.*}} : vector<16xi32>
// CHECK: llvm.intr.masked.store %{{.*}}, %arg1, %[[FIRST]]
// CHECK: %[[SECOND:.*]] = llvm.icmp "eq" %[[K]], %{{.*}} : vector<16xi32>
// CHECK: llvm.intr.masked.store %{{.*}}, %arg2, %[[SECOND]]
// CHECK: %[[THIRD:.*]] = llvm.icmp "eq" %[[K]], %{{.*}} : vector<16xi32>
// CHECK: llvm.intr.masked.store %{{.*}}, %arg3, %[[THIRD]]
llvm.func @one_of_three(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %s: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f", "+avx512bw", "+avx512vl"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %k = llvm.load %a : !llvm.ptr -> i32
  %t0 = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %t1 = llvm.getelementptr %r[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %t2 = llvm.getelementptr %s[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %is0 = llvm.icmp "eq" %k, %c0 : i32
  llvm.cond_br %is0, ^first, ^other
^first:
  llvm.store %c1, %t0 : i32, !llvm.ptr
  llvm.br ^done
^other:
  %is1 = llvm.icmp "eq" %k, %c1 : i32
  llvm.cond_br %is1, ^second, ^last
^second:
  llvm.store %c2, %t1 : i32, !llvm.ptr
  llvm.br ^done
^last:
  %is2 = llvm.icmp "eq" %k, %c2 : i32
  llvm.cond_br %is2, ^third, ^done
^third:
  llvm.store %c0, %t2 : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// That one number differs says nothing of another.

// CHECK-LABEL: llvm.func @two_numbers(
// CHECK: %[[THIRD:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : vector<16xi64>
// CHECK: %[[BOTH:.*]] = llvm.select %{{.*}}, %[[THIRD]], %{{.*}} : vector<16xi1>, vector<16xi1>
// CHECK: llvm.intr.masked.store %{{.*}}, %arg3, %[[BOTH]]
llvm.func @two_numbers(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr, %s: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f", "+avx512bw", "+avx512vl"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %a = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %k = llvm.load %a : !llvm.ptr -> i32
  %t0 = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %t1 = llvm.getelementptr %r[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %t2 = llvm.getelementptr %s[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %is0 = llvm.icmp "eq" %k, %c0 : i32
  llvm.cond_br %is0, ^first, ^other
^first:
  llvm.store %c1, %t0 : i32, !llvm.ptr
  llvm.br ^done
^other:
  %is1 = llvm.icmp "eq" %k, %c1 : i32
  llvm.cond_br %is1, ^second, ^last
^second:
  llvm.store %c2, %t1 : i32, !llvm.ptr
  llvm.br ^done
^last:
  %wide = llvm.sext %k : i32 to i64
  %by = llvm.mul %wide, %size : i64
  %is2 = llvm.icmp "eq" %by, %size : i64
  llvm.cond_br %is2, ^third, ^done
^third:
  llvm.store %c0, %t2 : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}
