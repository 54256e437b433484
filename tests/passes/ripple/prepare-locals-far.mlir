// RUN: terrace-opt %s --ripple-prepare | FileCheck %s

// A local of which more is copied than memory has, or that is accessed as far away, stays as it is.

// CHECK-LABEL: llvm.func @copied(
// CHECK: %[[A:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, i32)>
// CHECK: "llvm.intr.memcpy"(%[[A]],
llvm.func @copied(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %all = llvm.mlir.constant(9223372036854775807 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %second = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
  "llvm.intr.memcpy"(%a, %p, %all) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%second, %p, %all) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @far(
// CHECK: %[[A:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, i32)>
// CHECK: %[[NEAR:.*]] = llvm.getelementptr %[[A]]
// CHECK: llvm.getelementptr %[[NEAR]]
llvm.func @far(%p: !llvm.ptr) -> i32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %all = llvm.mlir.constant(9223372036854775807 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %a = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %second = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
  %far = llvm.getelementptr %second[%all] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %far : !llvm.ptr -> i32
  llvm.return %v : i32
}
