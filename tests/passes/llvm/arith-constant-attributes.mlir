// Other attributes of a constant stay.
// RUN: terrace-opt %s --convert-arith-to-llvm | FileCheck %s

// CHECK-LABEL: func.func @tagged(
// CHECK-NEXT: llvm.mlir.constant(1 : i32) {tag = "one"} : i32
func.func @tagged() -> i32 {
  %0 = arith.constant {tag = "one"} 1 : i32
  return %0 : i32
}
