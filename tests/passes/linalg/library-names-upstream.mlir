// Upstream has no names for ops that have attributes or a body of their own.
// RUN: terrace-opt %s --match-upstream --convert-linalg-to-std | FileCheck %s

// CHECK-LABEL: func.func @reversed(
// CHECK: call @op_has_no_registered_library_name(
func.func @reversed(%in: memref<?xf32>, %out: memref<?xf32>) {
  linalg.transpose ins(%in : memref<?xf32>) outs(%out : memref<?xf32>) permutation = [0]
  return
}

// CHECK-LABEL: func.func @mapped(
// CHECK: call @op_has_no_registered_library_name(
func.func @mapped(%in: memref<?xf32>, %out: memref<?xf32>) {
  linalg.map {math.absf} ins(%in : memref<?xf32>) outs(%out : memref<?xf32>)
  return
}
