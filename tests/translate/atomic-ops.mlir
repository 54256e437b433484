// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s

llvm.func @bitwise_atomicrmw(%p: !llvm.ptr, %v: i32) {
  // CHECK: atomicrmw and ptr
  %0 = llvm.atomicrmw _and %p, %v seq_cst : !llvm.ptr, i32
  // CHECK: atomicrmw or ptr
  %1 = llvm.atomicrmw _or %p, %v seq_cst : !llvm.ptr, i32
  // CHECK: atomicrmw xor ptr
  %2 = llvm.atomicrmw _xor %p, %v seq_cst : !llvm.ptr, i32
  llvm.return
}
