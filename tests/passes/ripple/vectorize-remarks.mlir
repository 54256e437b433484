// RUN: terrace-opt %s --ripple-vectorize=remarks=true --verify-diagnostics

// What makes a program slow is told, and what would mend it.

// Elements of a column follow each other, and the block goes over rows first.
llvm.func @dimension(%p: !llvm.ptr, %q: !llvm.ptr, %stride: i64) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %four = llvm.mlir.constant(4 : i64) : i64
  %many = llvm.mlir.constant(128 : i64) : i64
  %b = ripple.setshape %zero[%many, %four : i64, i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %y = ripple.index(%b : !llvm.ptr) [%one : i64] -> i64
  %column = llvm.mul %x, %stride : i64
  %from = llvm.add %column, %y : i64
  %pa = llvm.getelementptr %p[%from] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @below {{a load of shape Tensor[128][4] is a gather: addresses are a number of bytes apart that is known at run time only [ripple-gather]}}
  // expected-remark @below {{elements follow each other in dimension 1, not in dimension 0; exchange the dimensions of the block [ripple-dimension]}}
  %v = llvm.load %pa : !llvm.ptr -> i64
  %own = llvm.mul %y, %many : i64
  %to = llvm.add %own, %x : i64
  %qa = llvm.getelementptr %q[%to] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %v, %qa : i64, !llvm.ptr
  llvm.return
}

// What was read is read again, as memory was written in between.
llvm.func @reload(%p: !llvm.ptr, %q: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %qa = llvm.getelementptr %q[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %pa : !llvm.ptr -> i64
  llvm.store %v, %qa : i64, !llvm.ptr
  // expected-remark @below {{a value of shape Tensor[8] is read from where one was read before; keep it in a variable if memory stays the same [ripple-reload]}}
  %w = llvm.load %pa : !llvm.ptr -> i64
  %sum = llvm.add %v, %w : i64
  llvm.store %sum, %qa : i64, !llvm.ptr
  llvm.return
}

// A function that nothing is known of is called for each element.

llvm.func @unknown(i64) -> i64

llvm.func @sequential(%p: !llvm.ptr) attributes {target_features = #llvm.target_features<["+avx512f"]>} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %b = ripple.setshape %zero[%eight : i64] : i64 -> !llvm.ptr
  %x = ripple.index(%b : !llvm.ptr) [%zero : i64] -> i64
  // expected-remark @below {{'unknown' is carried out for each element of shape Tensor[8] [ripple-sequential]}}
  %v = llvm.call @unknown(%x) : (i64) -> i64
  %pa = llvm.getelementptr %p[%x] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %v, %pa : i64, !llvm.ptr
  llvm.return
}
