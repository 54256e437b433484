// A write leaves a loop that has an iteration whatever the values of the loops around it are.
// RUN: terrace-opt %s --affine-loop-invariant-code-motion | FileCheck %s

#map = affine_map<(d0) -> (64, d0 * -64 + 1020)>
#one_less = affine_map<(d0) -> (64, d0 * -64 + 960)>

// CHECK-LABEL: func.func @bounds
func.func @bounds(%m: memref<64xf32>, %x: f32, %n: index) {
  // At 15, the bound is 60.
  // CHECK:      affine.for %{{.*}} = 0 to 16 {
  // CHECK-NEXT:   affine.store
  // CHECK-NEXT:   affine.for
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to min #map(%i) {
      affine.store %x, %m[%i] : memref<64xf32>
    }
  }
  // At 15, it is zero.
  // CHECK:      affine.for %{{.*}} = 0 to 16 {
  // CHECK-NEXT:   affine.for
  // CHECK-NEXT:     affine.store
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to min #one_less(%i) {
      affine.store %x, %m[%i] : memref<64xf32>
    }
  }
  // Both bounds depend on the same loop.
  // CHECK:      affine.for %[[I:.*]] = 0 to %{{.*}} {
  // CHECK-NEXT:   affine.store
  // CHECK-NEXT:   affine.for %{{.*}} = #{{.*}}(%[[I]]) to #{{.*}}(%[[I]]) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 2)>(%i) {
      affine.store %x, %m[%i] : memref<64xf32>
    }
  }
  // One that depends on the loop of the other alone may be below it.
  // CHECK:      affine.for %{{.*}} = 0 to 8 {
  // CHECK-NEXT:   affine.for
  // CHECK-NEXT:     affine.store
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 7 {
      affine.store %x, %m[%i] : memref<64xf32>
    }
  }
  return
}
