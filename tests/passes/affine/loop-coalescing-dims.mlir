// Loops whose number of iterations depends on a loop around them are not coalesced: its variable is no symbol, and the
// product and the quotients of dimensions are not affine. mlir-opt creates invalid ops.
// RUN: terrace-opt %s --affine-loop-coalescing | FileCheck %s
// RUN: terrace-opt %s --affine-loop-coalescing --match-upstream | FileCheck %s

func.func @syrk(%c: memref<7x7xf32>, %a: memref<7x5xf32>, %n: index) {
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 5 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %x = affine.load %a[%i, %k] : memref<7x5xf32>
        affine.store %x, %c[%i, %j] : memref<7x7xf32>
      }
    }
    affine.for %k = 0 to 5 {
      affine.for %j = 0 to affine_map<()[s0] -> (s0 + 1)>()[%n] {
        %x = affine.load %a[%i, %k] : memref<7x5xf32>
        affine.store %x, %c[%i, %j] : memref<7x7xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @syrk
// CHECK: affine.for %[[I:.*]] = 0 to 7 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to #{{.*}}(%[[I]]) {
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: affine.store
