// Aliases that the allocation dominates are not critical; others are, and their aliases keep them alive.
// RUN: terrace-opt %s --allow-unregistered-dialect --buffer-deallocation | FileCheck %s

func.func @condBranchDynamicTypeNested(%arg0: i1, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  cf.cond_br %arg0, ^bb1, ^bb2(%arg3 : index)
^bb1:
  cf.br ^bb6(%arg1 : memref<?xf32>)
^bb2(%0: index):
  %1 = memref.alloc(%0) : memref<?xf32>
  "custom.use"(%1) : (memref<?xf32>) -> ()
  cf.cond_br %arg0, ^bb3, ^bb4
^bb3:
  cf.br ^bb5(%1 : memref<?xf32>)
^bb4:
  cf.br ^bb5(%1 : memref<?xf32>)
^bb5(%2: memref<?xf32>):
  cf.br ^bb6(%2 : memref<?xf32>)
^bb6(%3: memref<?xf32>):
  cf.br ^bb7(%3 : memref<?xf32>)
^bb7(%4: memref<?xf32>):
  memref.copy %4, %arg2 : memref<?xf32> to memref<?xf32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @condBranchDynamicTypeNested(%arg0: i1, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg3 : index)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = bufferization.clone %arg1 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     cf.br ^bb6(%0 : memref<?xf32>)
// CHECK-NEXT:   ^bb2(%1: index):  // pred: ^bb0
// CHECK-NEXT:     %alloc = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:     "custom.use"(%alloc) : (memref<?xf32>) -> ()
// CHECK-NEXT:     cf.cond_br %arg0, ^bb3, ^bb4
// CHECK-NEXT:   ^bb3:  // pred: ^bb2
// CHECK-NEXT:     cf.br ^bb5(%alloc : memref<?xf32>)
// CHECK-NEXT:   ^bb4:  // pred: ^bb2
// CHECK-NEXT:     cf.br ^bb5(%alloc : memref<?xf32>)
// CHECK-NEXT:   ^bb5(%2: memref<?xf32>):  // 2 preds: ^bb3, ^bb4
// CHECK-NEXT:     %3 = bufferization.clone %2 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     memref.dealloc %alloc : memref<?xf32>
// CHECK-NEXT:     cf.br ^bb6(%3 : memref<?xf32>)
// CHECK-NEXT:   ^bb6(%4: memref<?xf32>):  // 2 preds: ^bb1, ^bb5
// CHECK-NEXT:     cf.br ^bb7(%4 : memref<?xf32>)
// CHECK-NEXT:   ^bb7(%5: memref<?xf32>):  // pred: ^bb6
// CHECK-NEXT:     memref.copy %5, %arg2 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     memref.dealloc %4 : memref<?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
