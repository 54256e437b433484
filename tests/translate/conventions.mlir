// RUN: terrace-translate --mlir-to-llvmir %s | FileCheck %s

// Of some conventions LLVM has only the number.

// CHECK: declare cc101 void @interrupts()
llvm.func m68k_intrcc @interrupts()
// CHECK: declare ghccc void @haskell()
llvm.func cc_10 @haskell()
