// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-outer-products=remarks=true 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// Each transposition once.
// REMARK-COUNT-3: remark: a block is transposed in tiles [ripple-outer-product]
// REMARK-NOT: remark

// Rows are read to a tile, and its columns are written.
// CHECK-LABEL: llvm.func @transposed(
// CHECK-NOT: llvm.store
// CHECK: llvm.call @transposed.transpose.0(
// CHECK-LABEL: llvm.func internal @transposed.transpose.0(
// CHECK-SAME: arm_locally_streaming, arm_new_za
// CHECK: llvm.call @transposed.transpose.0.streaming(
// CHECK-LABEL: llvm.func internal @transposed.transpose.0.streaming(
// CHECK-SAME: arm_inout_za, arm_streaming
// CHECK: "llvm.aarch64.sme.ld1w.horiz"
// CHECK: "llvm.aarch64.sme.st1w.vert"
llvm.func @transposed(%a: !llvm.ptr, %c: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.mul %y, %n : i64
  %ia = llvm.add %ra, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %rc = llvm.mul %x, %n : i64
  %ic = llvm.add %rc, %y : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %v, %pc : f32, !llvm.ptr
  llvm.return
}

// Tiles hold elements of any size.
// CHECK-LABEL: llvm.func @bytes(
// CHECK: llvm.call @bytes.transpose.0(
// CHECK-LABEL: llvm.func internal @bytes.transpose.0(
// CHECK-SAME: arm_locally_streaming, arm_new_za
// CHECK: llvm.call @bytes.transpose.0.streaming(
// CHECK-LABEL: llvm.func internal @bytes.transpose.0.streaming(
// CHECK-SAME: arm_inout_za, arm_streaming
// CHECK: "llvm.aarch64.sme.ld1b.horiz"
// CHECK: "llvm.aarch64.sme.st1b.vert"
llvm.func @bytes(%a: !llvm.ptr, %c: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.mul %y, %n : i64
  %ia = llvm.add %ra, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v = llvm.load %pa : !llvm.ptr -> i8
  %rc = llvm.mul %x, %n : i64
  %ic = llvm.add %rc, %y : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %v, %pc : i8, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @doubles(
// CHECK: llvm.call @doubles.transpose.0(
// CHECK-LABEL: llvm.func internal @doubles.transpose.0(
// CHECK-SAME: arm_locally_streaming, arm_new_za
// CHECK: llvm.call @doubles.transpose.0.streaming(
// CHECK-LABEL: llvm.func internal @doubles.transpose.0.streaming(
// CHECK-SAME: arm_inout_za, arm_streaming
// CHECK: "llvm.aarch64.sme.ld1d.horiz"
// CHECK: "llvm.aarch64.sme.st1d.vert"
llvm.func @doubles(%a: !llvm.ptr, %c: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.mul %y, %n : i64
  %ia = llvm.add %ra, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %v = llvm.load %pa : !llvm.ptr -> f64
  %rc = llvm.mul %x, %n : i64
  %ic = llvm.add %rc, %y : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %v, %pc : f64, !llvm.ptr
  llvm.return
}

// Tiles are not turned on for small blocks.
// CHECK-LABEL: llvm.func @small_block
// CHECK: llvm.store
// CHECK: llvm.return
llvm.func @small_block(%a: !llvm.ptr, %c: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(8 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.mul %y, %n : i64
  %ia = llvm.add %ra, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %rc = llvm.mul %x, %n : i64
  %ic = llvm.add %rc, %y : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %v, %pc : f32, !llvm.ptr
  llvm.return
}

// Each write of a volatile store is observed.
// CHECK-LABEL: llvm.func @volatile_store
// CHECK: llvm.store
// CHECK: llvm.return
llvm.func @volatile_store(%a: !llvm.ptr, %c: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.mul %y, %n : i64
  %ia = llvm.add %ra, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %rc = llvm.mul %x, %n : i64
  %ic = llvm.add %rc, %y : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store volatile %v, %pc : f32, !llvm.ptr
  llvm.return
}

// A value that is used elsewhere is read to registers.
// CHECK-LABEL: llvm.func @used_twice
// CHECK: llvm.store
// CHECK: llvm.return
llvm.func @used_twice(%a: !llvm.ptr, %c: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.mul %y, %n : i64
  %ia = llvm.add %ra, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %rc = llvm.mul %x, %n : i64
  %ic = llvm.add %rc, %y : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %v, %pc : f32, !llvm.ptr
  llvm.store %v, %pa : f32, !llvm.ptr
  llvm.return
}

// There may be no tiles.
// CHECK-LABEL: llvm.func @without_tiles
// CHECK: llvm.store
// CHECK: llvm.return
llvm.func @without_tiles(%a: !llvm.ptr, %c: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sve"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.mul %y, %n : i64
  %ia = llvm.add %ra, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %pa : !llvm.ptr -> f32
  %rc = llvm.mul %x, %n : i64
  %ic = llvm.add %rc, %y : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %v, %pc : f32, !llvm.ptr
  llvm.return
}
