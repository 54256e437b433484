// Loops that carry values are fused with siblings as a whole: nests around them become one, and no loop is cut.
// RUN: terrace-opt %s --affine-loop-fusion=mode=sibling | FileCheck %s
// RUN: terrace-opt %s --affine-loop-fusion=mode=sibling --match-upstream | FileCheck %s

func.func @recurrences(%a: memref<7x9xf32>, %k: f32) -> (memref<7x9xf32>, memref<7x9xf32>) {
  %b = memref.alloc() : memref<7x9xf32>
  %c = memref.alloc() : memref<7x9xf32>
  affine.for %i = 0 to 7 {
    %r = affine.for %j = 0 to 9 iter_args(%s = %k) -> (f32) {
      %x = affine.load %a[%i, %j] : memref<7x9xf32>
      affine.store %s, %b[%i, %j] : memref<7x9xf32>
      %y = arith.addf %x, %s : f32
      affine.yield %y : f32
    }
  }
  affine.for %i = 0 to 7 {
    %r = affine.for %j = 0 to 9 iter_args(%s = %k) -> (f32) {
      %x = affine.load %a[%i, 8 - %j] : memref<7x9xf32>
      affine.store %s, %c[%i, 8 - %j] : memref<7x9xf32>
      %y = arith.addf %x, %s : f32
      affine.yield %y : f32
    }
  }
  return %b, %c : memref<7x9xf32>, memref<7x9xf32>
}

// CHECK-LABEL: func.func @recurrences
// CHECK: affine.for %[[I:.*]] = 0 to 7 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 9 iter_args
// CHECK-NEXT: affine.load %{{.*}}[%[[I]],
// CHECK: affine.yield
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %{{.*}} = 0 to 9 iter_args
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], -
// CHECK: affine.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
