// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-outer-products=remarks=true 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-outer-products | FileCheck %s

// A block of accumulators that registers do not hold falls apart into blocks that they do, for each of which the loop is executed.

// The registers of each target hold 12 or 24 vectors beside the factors.
// REMARK: remark: outer products are accumulated in parts of 4 rows and 16 columns [ripple-outer-product]
// REMARK-NEXT: %sum
// CHECK-LABEL: llvm.func @floats_avx2(
// CHECK: llvm.call @floats_avx2.outer_product.0(
// CHECK-LABEL: llvm.func internal @floats_avx2.outer_product.0(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: !llvm.ptr)
// CHECK: %[[ROWS:.*]] = llvm.mlir.constant(4 : i64)
// CHECK-NEXT: ripple.setshape %{{.*}}[%{{.*}}, %[[ROWS]]
// CHECK: llvm.intr.fmuladd
// CHECK: llvm.store
llvm.func @floats_avx2(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %row = llvm.mul %i, %size : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %size : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.return
}

// REMARK: remark: outer products are accumulated in parts of 16 rows and 16 columns [ripple-outer-product]
// REMARK-NEXT: %sum
// CHECK-LABEL: llvm.func @floats_avx512(
// CHECK: llvm.call @floats_avx512.outer_product.0(
llvm.func @floats_avx512(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(32 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %row = llvm.mul %i, %size : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %size : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.return
}

// REMARK: remark: outer products are accumulated in parts of 8 rows and 4 columns [ripple-outer-product]
// REMARK-NEXT: %sum
// CHECK-LABEL: llvm.func @doubles_neon(
// CHECK: llvm.call @doubles_neon.outer_product.0(
llvm.func @doubles_neon(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+neon"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f64) : f64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  llvm.br ^head(%zero, %start : i64, f64)
^head(%i: i64, %acc: f64):
  %row = llvm.mul %i, %size : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %va = llvm.load %pa : !llvm.ptr -> f64
  %vb = llvm.load %pb : !llvm.ptr -> f64
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f64, f64, f64) -> f64
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f64), ^exit
^exit:
  %rc = llvm.mul %y, %size : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %sum, %pc : f64, !llvm.ptr
  llvm.return
}

// Integers that registers are full of are accumulated, too. Instructions that overwrite an operand copy the factor of a
// column for each row: with two rows of four vectors there are fewer of them than with four rows of two.
// REMARK: remark: outer products are accumulated in parts of 2 rows and 16 columns [ripple-outer-product]
// REMARK-NEXT: %sum
// CHECK-LABEL: llvm.func @integers_sse2(
// CHECK: llvm.call @integers_sse2.outer_product.0(
llvm.func @integers_sse2(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  %row = llvm.mul %i, %size : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %va = llvm.load %pa : !llvm.ptr -> i32
  %vb = llvm.load %pb : !llvm.ptr -> i32
  %prod = llvm.mul %va, %vb : i32
  %sum = llvm.add %acc, %prod : i32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, i32), ^exit
^exit:
  %rc = llvm.mul %y, %size : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %sum, %pc : i32, !llvm.ptr
  llvm.return
}

// REMARK: remark: outer products are accumulated in parts of 4 rows and 8 columns [ripple-outer-product]
// REMARK-NEXT: %sum
// CHECK-LABEL: llvm.func @longs(
// CHECK: llvm.call @longs.outer_product.0(
llvm.func @longs(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  llvm.br ^head(%zero, %start : i64, i64)
^head(%i: i64, %acc: i64):
  %row = llvm.mul %i, %size : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %va = llvm.load %pa : !llvm.ptr -> i64
  %vb = llvm.load %pb : !llvm.ptr -> i64
  %prod = llvm.mul %va, %vb : i64
  %sum = llvm.add %acc, %prod : i64
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, i64), ^exit
^exit:
  %rc = llvm.mul %y, %size : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %sum, %pc : i64, !llvm.ptr
  llvm.return
}

// Others are not.
// CHECK-LABEL: llvm.func @shorts(
// CHECK-NOT: llvm.call
// CHECK: llvm.return
llvm.func @shorts(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0 : i16) : i16
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  llvm.br ^head(%zero, %start : i64, i16)
^head(%i: i64, %acc: i16):
  %row = llvm.mul %i, %size : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %va = llvm.load %pa : !llvm.ptr -> i16
  %vb = llvm.load %pb : !llvm.ptr -> i16
  %prod = llvm.mul %va, %vb : i16
  %sum = llvm.add %acc, %prod : i16
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, i16), ^exit
^exit:
  %rc = llvm.mul %y, %size : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  llvm.store %sum, %pc : i16, !llvm.ptr
  llvm.return
}

// A block that registers hold stays whole.
// CHECK-LABEL: llvm.func @held_whole(
// CHECK-NOT: llvm.call
// CHECK: llvm.return
llvm.func @held_whole(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+avx2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size, %size) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %row = llvm.mul %i, %size : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %size : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.return
}

// REMARK-NOT: remark
