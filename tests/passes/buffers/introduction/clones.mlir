// What a block's argument may be of several allocations is cloned.
// RUN: terrace-opt %s --allow-unregistered-dialect --buffer-deallocation | FileCheck %s

func.func @branch(%arg0: i1) {
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:
  %1 = memref.alloc() : memref<2xf32>
  cf.br ^bb3(%1 : memref<2xf32>)
^bb2:
  "custom.use"(%0) : (memref<2xf32>) -> ()
  cf.br ^bb3(%0 : memref<2xf32>)
^bb3(%2: memref<2xf32>):
  "custom.use"(%2) : (memref<2xf32>) -> ()
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @branch(%arg0: i1) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = bufferization.clone %alloc_0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<2xf32>
// CHECK-NEXT:     cf.br ^bb3(%0 : memref<2xf32>)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     "custom.use"(%alloc) : (memref<2xf32>) -> ()
// CHECK-NEXT:     %1 = bufferization.clone %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     cf.br ^bb3(%1 : memref<2xf32>)
// CHECK-NEXT:   ^bb3(%2: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     "custom.use"(%2) : (memref<2xf32>) -> ()
// CHECK-NEXT:     memref.dealloc %2 : memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
