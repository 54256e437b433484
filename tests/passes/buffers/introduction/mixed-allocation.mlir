// Allocations that a scope frees are left alone, beside others.
// RUN: terrace-opt %s --allow-unregistered-dialect --buffer-deallocation | FileCheck %s

func.func @mixedAllocation(%arg0: i1) {
  %0 = memref.alloca() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:
  "custom.use"(%0) : (memref<2xf32>) -> ()
  cf.br ^bb3(%0 : memref<2xf32>)
^bb2:
  "custom.use"(%1) : (memref<2xf32>) -> ()
  cf.br ^bb3(%1 : memref<2xf32>)
^bb3(%2: memref<2xf32>):
  "custom.use"(%2) : (memref<2xf32>) -> ()
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @mixedAllocation(%arg0: i1) {
// CHECK-NEXT:     %alloca = memref.alloca() : memref<2xf32>
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     "custom.use"(%alloca) : (memref<2xf32>) -> ()
// CHECK-NEXT:     cf.br ^bb3(%alloca : memref<2xf32>)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     "custom.use"(%alloc) : (memref<2xf32>) -> ()
// CHECK-NEXT:     cf.br ^bb3(%alloc : memref<2xf32>)
// CHECK-NEXT:   ^bb3(%0: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     "custom.use"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
