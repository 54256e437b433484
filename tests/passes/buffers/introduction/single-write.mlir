// A partial write in one branch: freed once behind the copy.
// RUN: terrace-opt %s --allow-unregistered-dialect --buffer-deallocation | FileCheck %s

func.func @condBranch(%arg0: i1, %arg1: memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb2:
  "custom.partial_write"(%0, %0) : (memref<2xf32>, memref<2xf32>) -> ()
  cf.br ^bb3
^bb3:
  memref.copy %0, %arg1 : memref<2xf32> to memref<2xf32>
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @condBranch(%arg0: i1, %arg1: memref<2xf32>) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     "custom.partial_write"(%alloc, %alloc) : (memref<2xf32>, memref<2xf32>) -> ()
// CHECK-NEXT:     cf.br ^bb3
// CHECK-NEXT:   ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     memref.copy %alloc, %arg1 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
