// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// A condition on rows is the same for all elements of a row: the mask of a row is an element of that of the rows, and the mask of
// a row under a condition on columns is that of the columns. None is taken from a mask of all elements.

// CHECK-LABEL: llvm.func @rows(
// CHECK: %[[ROWS:.*]] = llvm.icmp "sgt" %{{.*}} : vector<4xi32>
// CHECK: %[[FIRST:.*]] = llvm.shufflevector %[[ROWS]], %{{.*}} [0, 0, 0, 0, 0, 0, 0, 0] : vector<4xi1>
// CHECK: llvm.intr.masked.load %{{.*}}, %[[FIRST]],
// CHECK: %[[LAST:.*]] = llvm.shufflevector %[[ROWS]], %{{.*}} [3, 3, 3, 3, 3, 3, 3, 3] : vector<4xi1>
// CHECK: llvm.intr.masked.load %{{.*}}, %[[LAST]],
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[FIRST]]
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[LAST]]
llvm.func @rows(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx512f", "+avx512bw", "+avx512vl"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %columns = llvm.mlir.constant(8 : i64) : i64
  %rows = llvm.mlir.constant(4 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %columns, %rows) : (i64, i64, i64) -> !llvm.ptr
  %c = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %r = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %one) : (!llvm.ptr, i64) -> i64
  %wanted = llvm.getelementptr %q[%r] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %w = llvm.load %wanted : !llvm.ptr -> i32
  %is = llvm.icmp "sgt" %w, %none : i32
  llvm.cond_br %is, ^yes, ^done
^yes:
  %start = llvm.mul %r, %n overflow<nsw> : i64
  %at = llvm.add %start, %c overflow<nsw> : i64
  %a = llvm.getelementptr inbounds %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.load %a : !llvm.ptr -> i32
  %y = llvm.add %x, %x : i32
  llvm.store %y, %a : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// CHECK-LABEL: llvm.func @columns(
// CHECK: %[[COLUMNS:.*]] = llvm.icmp "sgt" %{{.*}} : vector<8xi32>
// CHECK-COUNT-4: llvm.intr.masked.load %{{.*}}, %[[COLUMNS]],
// CHECK-COUNT-4: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[COLUMNS]]
llvm.func @columns(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx512f", "+avx512bw", "+avx512vl"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %columns = llvm.mlir.constant(8 : i64) : i64
  %rows = llvm.mlir.constant(4 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %columns, %rows) : (i64, i64, i64) -> !llvm.ptr
  %c = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %r = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %one) : (!llvm.ptr, i64) -> i64
  %wanted = llvm.getelementptr %q[%c] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %w = llvm.load %wanted : !llvm.ptr -> i32
  %is = llvm.icmp "sgt" %w, %none : i32
  llvm.cond_br %is, ^yes, ^done
^yes:
  %start = llvm.mul %r, %n overflow<nsw> : i64
  %at = llvm.add %start, %c overflow<nsw> : i64
  %a = llvm.getelementptr inbounds %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.load %a : !llvm.ptr -> i32
  %y = llvm.add %x, %x : i32
  llvm.store %y, %a : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}
