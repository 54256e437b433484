// The remainder of a loop needs no second lower bound if the loop never ends before it starts, which the loops around it
// may show.
// RUN: terrace-opt %s "--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))" | FileCheck %s

func.func @triangle(%m: memref<9xf32>, %k: f32, %n: index) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %k, %m[%j] : memref<9xf32>
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.store %k, %m[%j] : memref<9xf32>
    }
  }
  return
}

// CHECK: #[[MIDDLE:.*]] = affine_map<(d0) -> ((d0 floordiv 3) * 3)>
// CHECK: #[[SELF:.*]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @triangle
// CHECK: affine.for %[[I:.*]] = 0 to 9 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to #[[MIDDLE]](%[[I]]) step 3 {
// CHECK: affine.for %{{.*}} = #[[MIDDLE]](%[[I]]) to #[[SELF]](%[[I]]) {
// CHECK: affine.for %[[I:.*]] = 0 to 9 {
// CHECK-NEXT: affine.for
// CHECK: affine.for %{{.*}} = max #{{.*}}(%[[I]])[%{{.*}}] to %{{.*}} {
