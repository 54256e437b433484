// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize=explain=true --verify-diagnostics
// RUN: terrace-opt %s --convert-llvm-to-ripple --ripple-vectorize=remarks=true 2>&1 | FileCheck %s

// Each access is explained: what it is, and the reason.

// A table in registers.
llvm.func @lookup(%p: !llvm.ptr, %q: !llvm.ptr, %t: !llvm.ptr {llvm.dereferenceable = 20 : i64}) attributes {target_features = #llvm.target_features<["+ssse3"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // expected-remark @below {{load of shape Tensor[16] of 'i8': one load of 16 bytes; elements follow each other [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i8
  %i = llvm.zext %x : i8 to i64
  %a = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // expected-remark @below {{load of shape Tensor[16] of 'i8': one load of 16 bytes, one load of 4 bytes, a permutation of registers that hold the table [ripple-access]}}
  %y = llvm.load %a : !llvm.ptr -> i8
  %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // expected-remark @below {{store of shape Tensor[16] of 'i8': one store of 16 bytes; elements follow each other [ripple-access]}}
  llvm.store %y, %to : i8, !llvm.ptr
  llvm.return
}

// Addresses that are computed from other values.
llvm.func @scattered(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{load of shape Tensor[16] of 'i64': one load of 128 bytes; elements follow each other [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i64
  %to = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a store of shape Tensor[16] is a scatter: the address is computed from values that differ from element to element [ripple-gather]
  // expected-remark @below {{store of shape Tensor[16] of 'i64': a scatter of 16 elements; the address is computed from values that differ from element to element [ripple-access]}}
  llvm.store %x, %to : i64, !llvm.ptr
  llvm.return
}

// A distance that is known at run time only.
llvm.func @by_a_step(%p: !llvm.ptr, %q: !llvm.ptr, %step: i64) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %i = llvm.mul %v, %step : i64
  %from = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a load of shape Tensor[16] is a gather: addresses are a number of bytes apart that is known at run time only [ripple-gather]
  // CHECK: remark: neighbours in dimension 0 lie a row apart; let the dimension go over elements that follow each other [ripple-dimension]
  // expected-remark @below {{load of shape Tensor[16] of 'i64': a gather of 16 elements; addresses are a number of bytes apart that is known at run time only [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i64
  %to = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a store of shape Tensor[16] is a scatter: addresses are a number of bytes apart that is known at run time only [ripple-gather]
  // CHECK: remark: neighbours in dimension 0 lie a row apart; let the dimension go over elements that follow each other [ripple-dimension]
  // expected-remark @below {{store of shape Tensor[16] of 'i64': a scatter of 16 elements; addresses are a number of bytes apart that is known at run time only [ripple-access]}}
  llvm.store %x, %to : i64, !llvm.ptr
  llvm.return
}

// Elements that lie too far apart for one access.
llvm.func @apart(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %m = llvm.mlir.constant(123456789 : i64) : i64
  %i0 = llvm.mul %v, %m : i64
  %i = llvm.mul %i0, %v : i64
  %from = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a load of shape Tensor[16] is a gather: elements lie too far apart, or are not all of a range [ripple-gather]
  // expected-remark @below {{load of shape Tensor[16] of 'i64': a gather of 16 elements; elements lie too far apart, or are not all of a range [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i64
  %to = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a store of shape Tensor[16] is a scatter: elements lie too far apart, or are not all of a range [ripple-gather]
  // expected-remark @below {{store of shape Tensor[16] of 'i64': a scatter of 16 elements; elements within 27777777526 that follow each other, in another order; what lies between them must stay as it is, or they overlap [ripple-access]}}
  llvm.store %x, %to : i64, !llvm.ptr
  llvm.return
}

// Rows that begin at addresses of their own.
llvm.func @rows(%p: !llvm.ptr, %q: !llvm.ptr, %r: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %four, %four) : (i64, i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %w = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %one) : (!llvm.ptr, i64) -> i64
  %ra = llvm.getelementptr %r[%w] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{load of shape Tensor[1][4] of 'i64': one load of 32 bytes; elements follow each other [ripple-access]}}
  %start = llvm.load %ra : !llvm.ptr -> i64
  %m = llvm.mlir.constant(123456789 : i64) : i64
  %sq = llvm.mul %v, %m : i64
  %i = llvm.add %start, %sq : i64
  %from = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a load of shape Tensor[4][4] is a gather: each row begins at an address of its own, and its elements do not follow each other [ripple-gather]
  // expected-remark @below {{load of shape Tensor[4][4] of 'i64': a gather of 16 elements; each row begins at an address of its own, and its elements do not follow each other [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i64
  %to = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a store of shape Tensor[4][4] is a scatter: each row begins at an address of its own, and its elements do not follow each other [ripple-gather]
  // expected-remark @below {{store of shape Tensor[4][4] of 'i64': a scatter of 16 elements; each row begins at an address of its own, and its elements do not follow each other [ripple-access]}}
  llvm.store %x, %to : i64, !llvm.ptr
  llvm.return
}

// An index that may wrap.
llvm.func @wraps(%p: !llvm.ptr, %q: !llvm.ptr, %k: i32) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %n = llvm.trunc %v : i64 to i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %n2 = llvm.mul %n, %two : i32
  %i0 = llvm.add %n2, %k : i32
  %i = llvm.zext %i0 : i32 to i64
  %from = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: remark: a load of 16 elements takes every 2. one, and reads 32 in all; store what is read together side by side [ripple-stride]
  // expected-remark @below {{load of shape Tensor[16] of 'i64': 2 loads of 128 bytes; every 2. element; unless the index wraps, or is kept within bounds [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i64
  %y = llvm.add %x, %x : i64
  %to = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{store of shape Tensor[16] of 'i64': 2 stores of 128 bytes; accesses that lie between each other are written together [ripple-access]}}
  llvm.store %y, %to : i64, !llvm.ptr
  %one32 = llvm.mlir.constant(1 : i32) : i32
  %j0 = llvm.add %i0, %one32 : i32
  %j = llvm.zext %j0 : i32 to i64
  %to1 = llvm.getelementptr %q[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{store of shape Tensor[16] of 'i64': 2 stores of 128 bytes; every few elements, unless the index wraps [ripple-access]}}
  llvm.store %x, %to1 : i64, !llvm.ptr
  llvm.return
}

// A value that is known.
llvm.func @read_twice(%p: !llvm.ptr, %q: !llvm.ptr, %c: i1) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{load of shape Tensor[16] of 'i32': one load of 64 bytes; elements follow each other [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i32
  llvm.intr.assume %c : i1
  // expected-remark @below {{load of shape Tensor[16] of 'i32': nothing; it was read before, and memory was not written since [ripple-access]}}
  %y = llvm.load %from : !llvm.ptr -> i32
  %s = llvm.mul %x, %y : i32
  %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{store of shape Tensor[16] of 'i32': one store of 64 bytes; elements follow each other [ripple-access]}}
  llvm.store %s, %to : i32, !llvm.ptr
  llvm.return
}

// Elements whose distance is no number of 64 bits.
llvm.func @overflowing(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(4 : i64) : i64
  %m = llvm.mlir.constant(4611686018427387904 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %n = llvm.mul %v, %v : i64
  %i0 = llvm.mul %n, %m : i64
  %v3 = llvm.mul %v, %m : i64
  %i1 = llvm.add %i0, %n : i64
  %i = llvm.add %i1, %v3 : i64
  %from = llvm.getelementptr %p[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{load of shape Tensor[4] of 'i64': one load of 32 bytes; elements follow each other [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i64
  %to = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // CHECK: remark: a store of shape Tensor[4] is a scatter: elements lie too far apart, or are not all of a range [ripple-gather]
  // expected-remark @below {{store of shape Tensor[4] of 'i64': a scatter of 4 elements; elements lie too far apart; what lies between them must stay as it is, or they overlap [ripple-access]}}
  llvm.store %x, %to : i64, !llvm.ptr
  llvm.return
}

// One address, whatever the element.
llvm.func @one_address(%p: !llvm.ptr, %q: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %size = llvm.mlir.constant(16 : i64) : i64
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %size) : (i64, i64) -> !llvm.ptr
  %v = llvm.call_intrinsic "llvm.ripple.block.index.i64"(%b, %zero) : (!llvm.ptr, i64) -> i64
  %by = llvm.mlir.constant(100 : i64) : i64
  %i = llvm.udiv %v, %by : i64
  %from = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{load of shape Tensor[16] of 'i32': one load of 4 bytes; all elements have one address [ripple-access]}}
  %x = llvm.load %from : !llvm.ptr -> i32
  %to = llvm.getelementptr %q[%v] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{store of shape Tensor[16] of 'i32': one store of 64 bytes; elements follow each other [ripple-access]}}
  llvm.store %x, %to : i32, !llvm.ptr
  llvm.return
}
