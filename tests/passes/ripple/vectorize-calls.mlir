// RUN: not terrace-opt %s --ripple-vectorize 2>&1 | FileCheck %s

// Passes work on ops of ripple.

llvm.func @kernel() {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  // CHECK: :[[# @LINE + 1]]:8: error: a call of 'llvm.ripple.block.setshape.i64' is left; run 'convert-llvm-to-ripple' or 'ripple-prepare' before [ripple-type]
  %b = llvm.call_intrinsic "llvm.ripple.block.setshape.i64"(%zero, %eight) : (i64, i64) -> !llvm.ptr
  llvm.return
}
