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

// -----

// Branches to more than two blocks are not followed.

llvm.func @switches(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: the loop branches by other ops than 'llvm.br' and 'llvm.cond_br' [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  llvm.switch %i : i64, ^latch [
    5: ^five,
    7: ^latch
  ]
^five:
  llvm.br ^latch
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

// The target has outer products of 16-bit integers only with a feature of its own.

llvm.func @halves_of_words(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0 : i64) : i64
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  llvm.br ^head(%zero, %start : i64, i64)
^head(%i: i64, %acc: i64):
  %na = llvm.load %pa : !llvm.ptr -> i16
  %nb = llvm.load %pb : !llvm.ptr -> i16
  %va = llvm.sext %na : i16 to i64
  %vb = llvm.sext %nb : i16 to i64
  %p = llvm.mul %va, %vb : i64
  // expected-remark @below {{outer products are accumulated without tiles: the target has no outer products of 16-bit integers: add '+sme-i16i64' [ripple-outer-product]}}
  %sum = llvm.add %acc, %p : i64
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, i64), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %sum, %pc : i64, !llvm.ptr
  llvm.return
}

// -----

// Only rows and columns up to a bound are left out of a tile.

llvm.func @condition(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %first = llvm.load %pa : !llvm.ptr -> f32
  %wanted = llvm.fcmp "ogt" %first, %start : f32
  llvm.cond_br %wanted, ^enter, ^end
^enter:
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: it is executed under a condition that is not a bound of rows or columns [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Elements that have left a loop around it are not executed, and not told by a bound.

llvm.func @left_around(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^outer(%zero : i64)
^outer(%j: i64):
  %goes = llvm.icmp "slt" %j, %y : i64
  llvm.cond_br %goes, ^enter, ^end
^enter:
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: elements leave a loop around at different times [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit
^exit:
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %sum, %pc : f32, !llvm.ptr
  %following = llvm.add %j, %one : i64
  llvm.br ^outer(%following : i64)
^end:
  llvm.return
}

// -----

// A row of the accumulator is one of what was added so far.

llvm.func @row_of_sum(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %all = llvm.mlir.constant(-1 : i64) : i64
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: the accumulator is used in the loop [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %row = ripple.slice[%sum : f32, %all, %zero] -> f32
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

// A loop with a sum under a condition is not divided: its counter would be lost.

llvm.func @counter_of_conditional(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64, %t: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %pt = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i1
  %take = llvm.load %pt : !llvm.ptr -> i1
  llvm.cond_br %take, ^add, ^latch(%acc : f32)
^add:
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: another value of the loop is used after it [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  llvm.br ^latch(%sum : f32)
^latch(%state: f32):
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %state : i64, f32), ^exit
^exit:
  llvm.store %next, %t : i64, !llvm.ptr
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %state, %pc : f32, !llvm.ptr
  llvm.return
}

// -----

// The same for one that is passed on.

llvm.func @counter_passed_on(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64, %t: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %pt = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i1
  %take = llvm.load %pt : !llvm.ptr -> i1
  llvm.cond_br %take, ^add, ^latch(%acc : f32)
^add:
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: another value of the loop is used after it [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  llvm.br ^latch(%sum : f32)
^latch(%state: f32):
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %state : i64, f32), ^exit(%next : i64)
^exit(%last: i64):
  llvm.store %last, %t : i64, !llvm.ptr
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %state, %pc : f32, !llvm.ptr
  llvm.return
}

// -----

// What the loop leaves in tiles is read after it, where nothing else comes from.

llvm.func @joined(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64, %any: i1) attributes {target_features = #llvm.target_features<["+sme"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %s16 = llvm.mlir.constant(16 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  %block = ripple.setshape %zero[%s16, %s16 : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%block : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%block : !llvm.ptr) [%one : i64] -> i64
  %pa = llvm.getelementptr %a[%y] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr %b[%x] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.cond_br %any, ^enter, ^exit(%start : f32)
^enter:
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %acc: f32):
  %va = llvm.load %pa : !llvm.ptr -> f32
  %vb = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{outer products are accumulated without tiles: the accumulator is passed to a block that is reached from elsewhere, too [ripple-outer-product]}}
  %sum = llvm.intr.fmuladd(%va, %vb, %acc) : (f32, f32, f32) -> f32
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %k : i64
  llvm.cond_br %more, ^head(%next, %sum : i64, f32), ^exit(%sum : f32)
^exit(%result: f32):
  %rc = llvm.mul %y, %s16 : i64
  %ic = llvm.add %rc, %x : i64
  %pc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %result, %pc : f32, !llvm.ptr
  llvm.return
}
