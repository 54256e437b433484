// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-outer-products | FileCheck %s
// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-outer-products=streaming-vector-bits=512 | FileCheck %s --check-prefix=FIXED
// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-outer-products --ripple-vectorize | FileCheck %s --check-prefix=VECTORS

// A loop that accumulates outer products becomes a call; the bound of columns is a parameter.

// CHECK: llvm.module_asm = {{.*}}"__arm_tpidr2_save:"
// CHECK-LABEL: llvm.func @product(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[C:.*]]: !llvm.ptr {llvm.noalias}, %[[N:.*]]: i64, %[[K:.*]]: i64)
// CHECK: llvm.icmp "ult" %{{.*}}, %[[N]] : i64
// CHECK: llvm.call @product.outer_product.0(%[[N]], %[[K]], %[[A]], %[[B]], %[[C]])
// CHECK-NOT: llvm.load
// CHECK-NOT: llvm.store
// CHECK-LABEL: llvm.func internal @product.outer_product.0(
// CHECK-SAME: arm_locally_streaming, arm_new_za
// CHECK: llvm.call @product.outer_product.0.streaming(
// CHECK-LABEL: llvm.func internal @product.outer_product.0.streaming(
// CHECK-SAME: %[[N:[^:]*]]: i64, %[[K:[^:]*]]: i64
// CHECK-SAME: arm_inout_za, arm_streaming
// CHECK: %[[LEAST:.*]] = llvm.select %{{.*}} : i1, i64
// CHECK: %[[COLUMNS:.*]] = llvm.select %{{.*}}, %[[LEAST]], %{{.*}} : i1, i64
// CHECK: %[[SCALE:.*]] = llvm.call_intrinsic "llvm.vscale.i64"()
// CHECK: %[[LENGTH:.*]] = llvm.mul %[[SCALE]], %{{.*}} overflow<nuw>
// CHECK: %[[ROWS0:.*]] = llvm.call_intrinsic "llvm.aarch64.sve.whilelt.nxv4i1.i64"(%{{.*}}, %[[SIXTEEN:.*]]) : (i64, i64) -> vector<[4]xi1>
// CHECK: %[[ROWS1:.*]] = llvm.call_intrinsic "llvm.aarch64.sve.whilelt.nxv4i1.i64"(%{{.*}}, %[[SIXTEEN]])
// CHECK: %[[COLUMNS0:.*]] = llvm.call_intrinsic "llvm.aarch64.sve.whilelt.nxv4i1.i64"(%{{.*}}, %[[COLUMNS]])
// CHECK: %[[COLUMNS1:.*]] = llvm.call_intrinsic "llvm.aarch64.sve.whilelt.nxv4i1.i64"(%{{.*}}, %[[COLUMNS]])
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.zero"
// CHECK: llvm.icmp "slt" %{{.*}}, %[[K]] : i64
// CHECK: %[[A0:.*]] = llvm.intr.masked.load %{{.*}}, %[[ROWS0]]
// CHECK: %[[A1:.*]] = llvm.intr.masked.load %{{.*}}, %[[ROWS1]]
// CHECK: %[[B0:.*]] = llvm.intr.masked.load %{{.*}}, %[[COLUMNS0]]
// CHECK: %[[B1:.*]] = llvm.intr.masked.load %{{.*}}, %[[COLUMNS1]]
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.mopa.nxv4f32"(%{{.*}}, %[[ROWS0]], %[[COLUMNS0]], %[[A0]], %[[B0]])
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.mopa.nxv4f32"(%{{.*}}, %[[ROWS0]], %[[COLUMNS1]], %[[A0]], %[[B1]])
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.mopa.nxv4f32"(%{{.*}}, %[[ROWS1]], %[[COLUMNS0]], %[[A1]], %[[B0]])
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.mopa.nxv4f32"(%{{.*}}, %[[ROWS1]], %[[COLUMNS1]], %[[A1]], %[[B1]])
// CHECK: llvm.call_intrinsic "llvm.aarch64.sve.psel.nxv4i1"(%{{.*}}, %[[ROWS0]]
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.st1w.horiz"

// FIXED-LABEL: llvm.func internal @product.outer_product.0.streaming(
// FIXED-NOT: llvm.vscale
// FIXED: llvm.mlir.constant(16 : i64) : i64

// VECTORS-LABEL: llvm.func @product(
// VECTORS: llvm.intr.vector.reduce.or
// VECTORS: llvm.call @product.outer_product.0(
// VECTORS-NOT: llvm.ripple

llvm.func @product(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr {llvm.noalias}, %n: i64, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %inside = llvm.icmp "ult" %x, %n : i64
  llvm.cond_br %inside, ^pre, ^out
^pre:
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %more = llvm.icmp "slt" %i, %k : i64
  llvm.cond_br %more, ^body, ^exit
^body:
  %row = llvm.mul %i, %s16 : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next, %sum : i64, f32)
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %acc, %pc : f32, !llvm.ptr
  llvm.br ^out
^out:
  llvm.return
}

// The state of the accumulator passes through blocks inside; an iteration may add nothing. What it begins with
// is read where it is; what it ends as is in memory of its own, since it is used in other ways than stored.

// CHECK-LABEL: llvm.func @conditional(
// CHECK: %[[MEMORY:.*]] = llvm.alloca %{{.*}} x !llvm.array<256 x f64>
// CHECK-NOT: llvm.store
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[MEMORY]][
// CHECK-NOT: llvm.store
// CHECK: llvm.call @conditional.outer_product.0({{.*}}%[[MEMORY]]
// CHECK: llvm.load %[[AT]] : !llvm.ptr -> f64
// CHECK: llvm.fadd
// CHECK: llvm.store
// CHECK-LABEL: llvm.func internal @conditional.outer_product.0.streaming(
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.ld1d.horiz"
// CHECK-COUNT-8: llvm.call_intrinsic "llvm.aarch64.sme.mopa.nxv2f64"
// CHECK-NOT: llvm.call_intrinsic "llvm.aarch64.sme.mopa.nxv2f64"
// CHECK: llvm.call_intrinsic "llvm.aarch64.sme.st1d.horiz"
llvm.func @conditional(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %take: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme", "+sme-f64f64"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %start = llvm.load %pc : !llvm.ptr -> f64
  llvm.br ^head(%zero, %start : i64, f64)
^head(%i: i64, %acc: f64):
  %more = llvm.icmp "slt" %i, %k : i64
  llvm.cond_br %more, ^body, ^exit
^body:
  %pt = llvm.getelementptr %take[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %t = llvm.load %pt : !llvm.ptr -> i8
  %bit = llvm.trunc %t : i8 to i1
  llvm.cond_br %bit, ^add, ^latch(%acc : f64)
^add:
  %row = llvm.mul %i, %s16 : i64
  %ia = llvm.add %row, %y : i64
  %ib = llvm.add %row, %x : i64
  %pa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %pb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %va = llvm.load %pa : !llvm.ptr -> f64
  %vb = llvm.load %pb : !llvm.ptr -> f64
  %sum = llvm.intr.fma(%va, %vb, %acc) : (f64, f64, f64) -> f64
  llvm.br ^latch(%sum : f64)
^latch(%state: f64):
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next, %state : i64, f64)
^exit:
  %twice = llvm.fadd %acc, %acc : f64
  llvm.store %twice, %pc : f64, !llvm.ptr
  llvm.return
}

// Nothing changes where the target has no tiles.

// CHECK-LABEL: llvm.func @without(
// CHECK: llvm.intr.fmuladd
// CHECK-NOT: outer_product
llvm.func @without(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.return
}

// Nor where a caller passes a value with a shape: each number of iterations is executed by other elements.

// CHECK-LABEL: llvm.func internal @of_a_shape(
// CHECK: llvm.intr.fmuladd
// CHECK-NOT: outer_product
// CHECK-LABEL: llvm.func @passes_a_shape(
llvm.func internal @of_a_shape(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.return
}
llvm.func @passes_a_shape(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16) : (i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  llvm.call @of_a_shape(%a, %b, %c, %x) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
