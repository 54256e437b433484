// A block that is not reached, but passes a buffer on, goes. (Upstream dies.)
// RUN: terrace-opt %s --ownership-based-buffer-deallocation | FileCheck %s

// CHECK-LABEL: func.func @unreached
// CHECK: cf.br ^[[B:.*]](%arg0, %{{.*}} : memref<4xf32>, i1)
// CHECK-NEXT: ^[[B]](%{{.*}}: memref<4xf32>, %{{.*}}: i1):
// CHECK-NOT: cf.br
func.func @unreached(%m: memref<4xf32>) {
  cf.br ^bb2(%m : memref<4xf32>)
^bb1:
  cf.br ^bb2(%m : memref<4xf32>)
^bb2(%b: memref<4xf32>):
  return
}
