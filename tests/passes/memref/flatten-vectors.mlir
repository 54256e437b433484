// A vector with several dimensions is not accessed in a flat buffer, where its rows are not next to each other.
// mlir-opt creates a load that it rejects.
// RUN: terrace-opt %s --flatten-memref | FileCheck %s

// CHECK-LABEL: func.func @rows(
//       CHECK:   vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x4xi32>, vector<2x2xi32>
func.func @rows(%a: memref<4x4xi32>, %i: index) -> vector<2x2xi32> {
  %0 = vector.load %a[%i, %i] : memref<4x4xi32>, vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
