// A load leaves a loop that always has an iteration, also if its bounds are variables of loops around it.
// RUN: terrace-opt %s --affine-loop-invariant-code-motion | FileCheck %s

func.func @syrk(%c: memref<7x7xf32>, %a: memref<7x5xf32>, %n: index) {
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 5 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %x = affine.load %a[%i, %k] : memref<7x5xf32>
        affine.store %x, %c[%i, %j] : memref<7x7xf32>
      }
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        %x = affine.load %a[%i, %k] : memref<7x5xf32>
        affine.store %x, %c[%i, %j] : memref<7x7xf32>
      }
      affine.for %j = max affine_map<(d0) -> (d0, 3)>(%i) to min affine_map<(d0) -> (7, d0 + 9)>(%i) {
        %x = affine.load %a[%i, %k] : memref<7x5xf32>
        affine.store %x, %c[%i, %j] : memref<7x7xf32>
      }
      affine.for %j = max affine_map<(d0) -> (d0, 3)>(%i) to min affine_map<(d0) -> (6, d0 + 9)>(%i) {
        %x = affine.load %a[%i, %k] : memref<7x5xf32>
        affine.store %x, %c[%i, %j] : memref<7x7xf32>
      }
    }
  }
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x = affine.load %a[%i, 0] : memref<7x5xf32>
      affine.store %x, %c[%i, %j] : memref<7x7xf32>
    }
    affine.for %j = 0 to affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n] {
      %x = affine.load %a[%i, 1] : memref<7x5xf32>
      affine.store %x, %c[%i, %j] : memref<7x7xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @syrk
// CHECK: affine.for %[[I:.*]] = 0 to 7 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 5 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK: affine.for %[[I:.*]] = 1 to
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], 0]
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], 1]
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
