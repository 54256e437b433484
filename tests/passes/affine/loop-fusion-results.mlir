// RUN: terrace-opt %s --affine-loop-fusion=maximal=true | FileCheck %s

// A loop whose results are used before its sibling is fused where it stands.

// CHECK-LABEL: func @results_of_sibling(
// CHECK: %[[SUM:.*]] = affine.for
// CHECK: affine.for
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %[[SUM]]
// CHECK-NOT: affine.for
// CHECK: return %[[LAST]]
func.func @results_of_sibling(%m: memref<8x8xi64>, %a: index, %b: index, %z: i64) -> i64 {
  %sum = affine.for %i = %a to %b iter_args(%x = %z) -> (i64) {
    %v = affine.load %m[%i, %i] : memref<8x8xi64>
    %y = arith.addi %x, %v : i64
    affine.yield %y : i64
  }
  %last = arith.addi %z, %sum : i64
  affine.for %i = 0 to 11 {
    affine.for %j = 1 to 6 {
      %v = affine.load %m[3, 3] : memref<8x8xi64>
    }
  }
  return %last : i64
}
