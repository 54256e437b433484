// Loops of affine are unrolled and jammed where no access comes before one that it must follow.
// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK:       affine.for %[[I:.*]] = 0 to 20 step 2 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK:           affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK:       affine.for %{{.*}} = 0 to 8 {
func.func @rows(%m: memref<21x8xf32>, %x: f32) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i, %j] : memref<21x8xf32>
    }
  } {jammed}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["affine.for"]} attributes {jammed} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}

// -----

// Row i + 1 from the right of row i: the copies would read before they are written.
func.func @backwards(%m: memref<32x32xf32>) {
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 31 {
      // expected-note@+1 {{the destination of the dependence}}
      %x = affine.load %m[%i, %j + 1] : memref<32x32xf32>
      // expected-note@+1 {{the source of the dependence}}
      affine.store %x, %m[%i + 1, %j] : memref<32x32xf32>
    }
  } {jammed}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %l = transform.structured.match ops{["affine.for"]} attributes {jammed} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{failed to unroll and jam}}
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}
