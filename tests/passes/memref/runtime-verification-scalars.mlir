// Structured ops without loops need no assertions.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --generate-runtime-verification | FileCheck %s

// CHECK-LABEL: func.func @scalar(
//   CHECK-NOT:   cf.assert
//       CHECK:   linalg.fill
//   CHECK-NOT:   cf.assert
func.func @scalar(%b: memref<index>, %y: index) {
  linalg.fill ins(%y : index) outs(%b : memref<index>)
  return
}
