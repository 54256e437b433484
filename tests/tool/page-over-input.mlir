// RUN: cat %s > %t.mlir
// RUN: not terrace-opt %t.mlir --ir-html=%t.mlir 2>&1 | FileCheck %s
// RUN: not terrace explain %t.mlir --html=%t.mlir 2>&1 | FileCheck %s
// RUN: diff %s %t.mlir

// A page does not replace the input that it is about.
// CHECK: it is the input
func.func private @first()
