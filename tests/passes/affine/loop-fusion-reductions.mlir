// Sibling reductions: each as a whole in the loop around both, or, with --match-upstream, in one loop that carries both.
// RUN: terrace-opt %s --affine-loop-fusion="mode=sibling" | FileCheck %s
// RUN: terrace-opt %s --affine-loop-fusion="mode=sibling maximal" --match-upstream | FileCheck %s --check-prefix=MAXIMAL

// CHECK-LABEL: func.func @reductions
// CHECK:       affine.for %[[I:.*]] = 0 to 64 {
// CHECK-NEXT:    %[[S:.*]]:2 = affine.for
// CHECK:         affine.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK-NEXT:    %[[T:.*]] = affine.for
// CHECK:         affine.store %[[T]], %{{.*}}[%[[I]] + 64]
// CHECK-NOT:   affine.for
// CHECK:       return

// MAXIMAL-LABEL: func.func @reductions
// MAXIMAL:       affine.for %[[I:.*]] = 0 to 64 {
// MAXIMAL-NEXT:    %[[R:.*]]:3 = affine.for %{{.*}} = 0 to 64 iter_args({{.*}}) -> (f32, f32, f32) {
// MAXIMAL:           affine.yield
// MAXIMAL-NEXT:    }
// MAXIMAL-NEXT:    affine.store %[[R]]#2, %{{.*}}[%[[I]] + 64]
// MAXIMAL-NEXT:    %[[S:.*]] = arith.addf %[[R]]#0, %[[R]]#1
// MAXIMAL-NEXT:    affine.store %[[S]], %{{.*}}[%[[I]]]
// MAXIMAL-NEXT:  }
// MAXIMAL-NEXT:  return
func.func @reductions(%a: memref<64x64xf32>) -> memref<128xf32> {
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<128xf32>
  affine.for %i = 0 to 64 {
    %s:2 = affine.for %j = 0 to 64 iter_args(%x = %z, %y = %o) -> (f32, f32) {
      %v = affine.load %a[%j, %i] : memref<64x64xf32>
      %p = arith.addf %x, %v : f32
      %q = arith.mulf %y, %v : f32
      affine.yield %p, %q : f32, f32
    }
    %t = arith.addf %s#0, %s#1 : f32
    affine.store %t, %m[%i] : memref<128xf32>
  }
  affine.for %i = 0 to 64 {
    %s = affine.for %j = 0 to 64 iter_args(%x = %o) -> f32 {
      %v = affine.load %a[%j, %i] : memref<64x64xf32>
      %p = arith.mulf %x, %v : f32
      affine.yield %p : f32
    }
    affine.store %s, %m[%i + 64] : memref<128xf32>
  }
  return %m : memref<128xf32>
}
