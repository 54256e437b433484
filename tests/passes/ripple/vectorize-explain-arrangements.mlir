// RUN: terrace-opt %s --ripple-vectorize=explain=true --verify-diagnostics

// Each access is explained in words: what it became, under which mask, and how addresses are arranged.

// Rows at a distance that is known at run time only.
llvm.func @rows(%p: !llvm.ptr, %q: !llvm.ptr, %stride: i64) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %b = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%b : !llvm.ptr) [%one : i64] -> i64
  %line = llvm.mul %y, %stride : i64
  %from = llvm.add %line, %x : i64
  %pa = llvm.getelementptr %p[%from] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{load of shape Tensor[4][4] of 'i64': 4 loads of 32 bytes; 4 rows that begin where is known at run time only; elements follow each other [ripple-access]}}
  %v = llvm.load %pa : !llvm.ptr -> i64
  %own = llvm.mul %y, %four : i64
  %to = llvm.add %own, %x : i64
  %qa = llvm.getelementptr %q[%to] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{store of shape Tensor[4][4] of 'i64': one store of 128 bytes; elements follow each other [ripple-access]}}
  llvm.store %v, %qa : i64, !llvm.ptr
  llvm.return
}

// Elements in reverse order are read at once and turned around.
llvm.func @reverse(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %seven = llvm.mlir.constant(7 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %k = llvm.sub %seven, %x overflow<nsw> : i64
  %pa = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{load of shape Tensor[8] of 'i64': one load of 64 bytes; elements follow each other in reverse order [ripple-access]}}
  %v = llvm.load %pa : !llvm.ptr -> i64
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{store of shape Tensor[8] of 'i64': one store of 64 bytes; elements follow each other [ripple-access]}}
  llvm.store %v, %qa : i64, !llvm.ptr
  llvm.return
}

// What lies between each other is read together, and written together.
llvm.func @pairs(%p: !llvm.ptr, %q: !llvm.ptr {llvm.noalias}) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %k = llvm.mul %x, %two overflow<nsw> : i64
  %pa = llvm.getelementptr inbounds %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %pb = llvm.getelementptr inbounds %pa[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %qa = llvm.getelementptr inbounds %q[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %qb = llvm.getelementptr inbounds %qa[1] : (!llvm.ptr) -> !llvm.ptr, f32
  // expected-remark @below {{load of shape Tensor[8] of 'f32': one load of 64 bytes; accesses that lie between each other are read together [ripple-access]}}
  %v = llvm.load %pa : !llvm.ptr -> f32
  // expected-remark @below {{load of shape Tensor[8] of 'f32': one load of 64 bytes; accesses that lie between each other are read together [ripple-access]}}
  %w = llvm.load %pb : !llvm.ptr -> f32
  // expected-remark @below {{store of shape Tensor[8] of 'f32': 2 stores of 32 bytes; accesses that lie between each other are written together [ripple-access]}}
  llvm.store %w, %qa : f32, !llvm.ptr
  // expected-remark @below {{store of shape Tensor[8] of 'f32': 2 stores of 32 bytes; accesses that lie between each other are written together [ripple-access]}}
  llvm.store %v, %qb : f32, !llvm.ptr
  llvm.return
}

// Under a condition some elements are accessed.
llvm.func @masked(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "slt" %x, %n : i64
  llvm.cond_br %c, ^then, ^end
^then:
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{load of shape Tensor[8] of 'i64' under a mask of shape Tensor[8]: one masked load of 64 bytes; elements follow each other [ripple-access]}}
  %v = llvm.load %pa : !llvm.ptr -> i64
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{store of shape Tensor[8] of 'i64' under a mask of shape Tensor[8]: one masked store of 64 bytes; elements follow each other [ripple-access]}}
  llvm.store %v, %qa : i64, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// Without instructions for it, many elements are read and written in a loop.
llvm.func @loop(%p: !llvm.ptr, %q: !llvm.ptr, %stride: i64) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %many = llvm.mlir.constant(256 : i64) : i64
  %b = ripple.setshape %zero[%many : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %k = llvm.mul %x, %stride : i64
  %pa = llvm.getelementptr %p[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{load of shape Tensor[256] of 'i64': a loop over 256 elements; addresses are a number of bytes apart that is known at run time only [ripple-access]}}
  %v = llvm.load %pa : !llvm.ptr -> i64
  %qa = llvm.getelementptr %q[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{store of shape Tensor[256] of 'i64': a loop over 256 elements; addresses are a number of bytes apart that is known at run time only [ripple-access]}}
  llvm.store %v, %qa : i64, !llvm.ptr
  llvm.return
}

// What several elements write to one address is written by the last of them.
llvm.func @last(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %b = ripple.setshape %zero[%four, %four : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%b : !llvm.ptr) [%one : i64] -> i64
  %at = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %all = ripple.broadcast.ptr(%b : !llvm.ptr) [%three, %at : !llvm.ptr] -> !llvm.ptr
  // expected-remark @below {{store of shape Tensor[4][4] of 'i64': one store of 32 bytes; several elements have one address: the last one is stored [ripple-access]}}
  llvm.store %y, %all : i64, !llvm.ptr
  llvm.return
}

// Without masked instructions, a run is accessed as a whole where that is allowed.
llvm.func @emulated(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{load of shape Tensor[8] of 'i32': one load of 32 bytes; elements follow each other [ripple-access]}}
  %v = llvm.load %pa : !llvm.ptr -> i32
  %c = llvm.icmp "sgt" %v, %none : i32
  llvm.cond_br %c, ^then, ^end
^then:
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{load of shape Tensor[8] of 'i32' under a mask of shape Tensor[8]: one load of 32 bytes if they are in one page, or else of each active element; elements follow each other [ripple-access]}}
  %w = llvm.load %qa : !llvm.ptr -> i32
  // expected-remark @below {{store of shape Tensor[8] of 'i32' under a mask of shape Tensor[8]: one store of 32 bytes if all elements are active, or else of each active element; elements follow each other [ripple-access]}}
  llvm.store %w, %pa : i32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// Of the first elements, the bytes are copied.
llvm.func @copied(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) attributes {target_features = #llvm.target_features<["+sse2"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %c = llvm.icmp "slt" %x, %n : i64
  llvm.cond_br %c, ^then, ^end
^then:
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{load of shape Tensor[8] of 'i32' under a mask of shape Tensor[8]: one load of as many of 32 bytes as are active; elements follow each other [ripple-access]}}
  %v = llvm.load %pa : !llvm.ptr -> i32
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  // expected-remark @below {{store of shape Tensor[8] of 'i32' under a mask of shape Tensor[8]: one store of as many of 32 bytes as are active; elements follow each other [ripple-access]}}
  llvm.store %v, %qa : i32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
