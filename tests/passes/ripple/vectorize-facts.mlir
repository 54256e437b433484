// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize | FileCheck %s

// The facts that single instructions of targets depend on are attributes of vector code.

module attributes {llvm.target_triple = "aarch64-unknown-linux-gnu"} {
  llvm.mlir.global external @table() : !llvm.array<40 x i8>
  llvm.mlir.global external @large() : !llvm.array<257 x i8>

  // CHECK-LABEL: llvm.func @table_of_known_size
  // CHECK: %[[INDEX:.*]] = llvm.zext %{{.*}} : vector<16xi8> to vector<16xi64>
  // CHECK: %[[TABLE:.*]] = llvm.mlir.addressof @table
  // CHECK: %[[ADDRESSES:.*]] = llvm.getelementptr %[[TABLE]][%[[INDEX]]] {ripple.table_bytes = 40 : i64} : (!llvm.ptr, vector<16xi64>) -> vector<16x!llvm.ptr>, i8
  // CHECK: llvm.intr.masked.gather %[[ADDRESSES]],
  llvm.func @table_of_known_size(%p: !llvm.ptr, %q: !llvm.ptr) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %size = llvm.mlir.constant(16 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %from : !llvm.ptr -> i8
    %i = llvm.zext %x : i8 to i64
    %t = llvm.mlir.addressof @table : !llvm.ptr
    %a = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %y = llvm.load %a : !llvm.ptr -> i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %y, %to : i8, !llvm.ptr
    llvm.return
  }

  // CHECK-LABEL: llvm.func @table_of_a_parameter
  // CHECK: {ripple.table_bytes = 64 : i64}
  llvm.func @table_of_a_parameter(%p: !llvm.ptr, %q: !llvm.ptr, %t: !llvm.ptr {llvm.dereferenceable = 64 : i64}) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %size = llvm.mlir.constant(16 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %from : !llvm.ptr -> i8
    %i = llvm.zext %x : i8 to i64
    %a = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %y = llvm.load %a : !llvm.ptr -> i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %y, %to : i8, !llvm.ptr
    llvm.return
  }

  // CHECK-LABEL: llvm.func @large_table
  // CHECK-NOT: ripple.table_bytes
  // CHECK: llvm.return
  llvm.func @large_table(%p: !llvm.ptr, %q: !llvm.ptr) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %size = llvm.mlir.constant(16 : i64) : i64
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %from : !llvm.ptr -> i8
    %i = llvm.zext %x : i8 to i64
    %t = llvm.mlir.addressof @large : !llvm.ptr
    %a = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %y = llvm.load %a : !llvm.ptr -> i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %y, %to : i8, !llvm.ptr
    llvm.return
  }

  // The table of an element is no table of the others.
  // CHECK-LABEL: llvm.func @tables_of_elements
  // CHECK-NOT: ripple.table_bytes
  // CHECK: llvm.return
  llvm.func @tables_of_elements(%p: !llvm.ptr, %q: !llvm.ptr) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %size = llvm.mlir.constant(16 : i64) : i64
    %t = llvm.alloca %one x !llvm.array<16 x i8> : (i64) -> !llvm.ptr
    %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
    %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
    %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %x = llvm.load %from : !llvm.ptr -> i8
    llvm.store %x, %t : i8, !llvm.ptr
    %i = llvm.zext %x : i8 to i64
    %a = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %y = llvm.load %a : !llvm.ptr -> i8
    %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %y, %to : i8, !llvm.ptr
    llvm.return
  }
}
