// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-outer-products=remarks=true --split-input-file --verify-diagnostics

// The target has no outer products of this type.

llvm.func @double(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f64) : f64
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.br ^head(%zero, %start : i64, f64)
^head(%i: i64, %acc: f64):
  %va = llvm.load %pa : !llvm.ptr -> f64
  %vb = llvm.load %pb : !llvm.ptr -> f64
  // expected-remark @below {{outer products are accumulated without tiles: the target has no outer products of 'double': add '+sme-f64f64' [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f64, f64, f64) -> f64
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f64), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %sum, %pc : f64, !llvm.ptr
  llvm.return
}

// -----

// There are none of 32-bit integers.

llvm.func @integers(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0 : i32) : i32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.br ^head(%zero, %start : i64, i32)
^head(%i: i64, %acc: i32):
  %va = llvm.load %pa : !llvm.ptr -> i32
  %vb = llvm.load %pb : !llvm.ptr -> i32
  %p = llvm.mul %va, %vb : i32
  // expected-remark @below {{outer products are accumulated without tiles: the factors are not extended from 8 to 32 bits, or from 16 to 64 [ripple-outer-product]}}
  %sum = llvm.add %acc, %p : i32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, i32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %sum, %pc : i32, !llvm.ptr
  llvm.return
}

// -----

// Memory that is written may be read by the next iteration.

llvm.func @writes(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  // expected-remark @below {{outer products are accumulated without tiles: the loop does more than to read memory and compute [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  llvm.store %i, %c : i64, !llvm.ptr
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

// -----

// Tiles do not survive calls.

llvm.func @calls(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  %f = llvm.sitofp %i : i64 to f32
  %e = llvm.intr.exp(%f) : (f32) -> f32
  %scaled = llvm.fmul %va, %e : f32
  // expected-remark @below {{outer products are accumulated without tiles: the loop computes what takes the call of a function [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%scaled, %vb, %acc) : (f32, f32, f32) -> f32
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

// -----

// The accumulator is used while it is not complete.

llvm.func @used(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  // expected-remark @below {{outer products are accumulated without tiles: the loop computes more than outer products for the whole block [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %other = llvm.fneg %sum : f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.store %other, %pc : f32, !llvm.ptr
  llvm.return
}

// -----

// The number of iterations differs from element to element.

llvm.func @elements(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  // expected-remark @below {{outer products are accumulated without tiles: a condition in the loop differs from element to element [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %y : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.return
}

// -----

// More than the accumulator is used after the loop: it is computed by a loop of its own.

llvm.func @counter(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  // expected-remark @below {{outer products are accumulated in tiles [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.store %next, %c : i64, !llvm.ptr
  llvm.return
}

// -----

// Products that may not be fused with sums are no outer products.

llvm.func @unfused(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  %p = llvm.fmul %va, %vb : f32
  %sum = llvm.fadd %acc, %p : f32
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

// -----

// The format has no tiles to be accumulated in.

llvm.func @half(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f16) : f16
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.br ^head(%zero, %start : i64, f16)
^head(%i: i64, %acc: f16):
  %va = llvm.load %pa : !llvm.ptr -> f16
  %vb = llvm.load %pb : !llvm.ptr -> f16
  // expected-remark @below {{outer products are accumulated without tiles: the accumulator is neither 'float' nor 'double' [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f16, f16, f16) -> f16
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f16), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %sum, %pc : f16, !llvm.ptr
  llvm.return
}

// -----

// The loop has one entry and one exit.

llvm.func @entered_twice(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64, %flag: i1) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %s16, %s16) : (i64, i64, i64) -> !llvm.ptr
  %x = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %y = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%block, %one) : (!llvm.ptr, i64) -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.cond_br %flag, ^head(%zero, %start : i64, f32), ^head(%one, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: the loop is entered at several places [ripple-outer-product]}}
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

// -----

llvm.func @left_twice(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64, %flag: i1) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  // expected-remark @below {{outer products are accumulated without tiles: the loop is left at several places [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  llvm.cond_br %flag, ^exit, ^latch
^latch:
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

// -----

// The accumulator is carried by the loop.

llvm.func @restarted(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  // expected-remark @below {{outer products are accumulated without tiles: the loop has values of the block's shape that are not one accumulator [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %start) : (f32, f32, f32) -> f32
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

// -----

// An index function chooses which element a factor is.

llvm.func internal @reverse(%k: i64, %n: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %m = llvm.sub %n, %one : i64
  %r = llvm.sub %m, %k : i64
  llvm.return %r : i64
}

llvm.func @shuffled_factor(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  %vc = llvm.load %pb : !llvm.ptr -> f32
  %false = llvm.mlir.constant(false) : i1
  %f = llvm.mlir.addressof @reverse : !llvm.ptr
  %vb = llvm.call_intrinsic "llvm.ripple.shuffle.f32"(%vc, %vc, %false, %f) : (f32, f32, i1, !llvm.ptr) -> f32
  // expected-remark @below {{outer products are accumulated without tiles: a factor is not computed element by element [ripple-outer-product]}}
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

// -----

// The size of a block is no index.

llvm.func @steps_by_size(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
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
  // expected-remark @below {{outer products are accumulated without tiles: the loop asks for more than the indices of elements [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %size = llvm.call_intrinsic "llvm.ripple.block.getsize.i64"(%block, %zero) : (!llvm.ptr, i64) -> i64
  %next = llvm.add %i, %size : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.return
}
