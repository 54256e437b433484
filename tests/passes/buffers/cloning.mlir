// RUN: terrace-opt %s --buffer-deallocation | FileCheck %s

// Buffers are copied where they may be one or another, and freed behind their last use.
func.func @branches(%c: i1, %a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  cf.cond_br %c, ^bb1, ^bb2(%n : index)
^bb1:
  cf.br ^bb6(%a : memref<?xf32>)
^bb2(%0: index):
  %1 = memref.alloc(%0) : memref<?xf32>
  memref.copy %a, %1 : memref<?xf32> to memref<?xf32>
  cf.cond_br %c, ^bb3, ^bb4
^bb3:
  cf.br ^bb5(%1 : memref<?xf32>)
^bb4:
  cf.br ^bb5(%1 : memref<?xf32>)
^bb5(%2: memref<?xf32>):
  cf.br ^bb6(%2 : memref<?xf32>)
^bb6(%3: memref<?xf32>):
  cf.br ^bb7(%3 : memref<?xf32>)
^bb7(%4: memref<?xf32>):
  memref.copy %4, %b : memref<?xf32> to memref<?xf32>
  return
}
func.func @loop(%m: memref<2xf32>, %res: memref<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m) -> (memref<2xf32>) {
    %1 = arith.cmpi eq, %i, %n : index
    %2 = scf.if %1 -> (memref<2xf32>) {
      %3 = memref.alloc() : memref<2xf32>
      memref.copy %m, %3 : memref<2xf32> to memref<2xf32>
      scf.yield %3 : memref<2xf32>
    } else {
      scf.yield %x : memref<2xf32>
    }
    scf.yield %2 : memref<2xf32>
  }
  memref.copy %0, %res : memref<2xf32> to memref<2xf32>
  return
}
func.func @nested(%n: index, %m: index) -> memref<?x?xf32> {
  %0 = arith.cmpi eq, %n, %m : index
  %1 = memref.alloc(%n, %n) : memref<?x?xf32>
  %2 = scf.if %0 -> (memref<?x?xf32>) {
    scf.yield %1 : memref<?x?xf32>
  } else {
    %3 = memref.alloc(%n, %m) : memref<?x?xf32>
    memref.copy %1, %3 : memref<?x?xf32> to memref<?x?xf32>
    scf.yield %1 : memref<?x?xf32>
  }
  %4 = memref.alloc(%n, %m) : memref<?x?xf32>
  memref.dealloc %4 : memref<?x?xf32>
  memref.copy %1, %2 : memref<?x?xf32> to memref<?x?xf32>
  return %2 : memref<?x?xf32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @branches(%arg0: i1, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg3 : index)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = bufferization.clone %arg1 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     cf.br ^bb6(%0 : memref<?xf32>)
// CHECK-NEXT:   ^bb2(%1: index):  // pred: ^bb0
// CHECK-NEXT:     %alloc = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:     memref.copy %arg1, %alloc : memref<?xf32> to memref<?xf32>
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
// CHECK-NEXT:   func.func @loop(%arg0: memref<2xf32>, %arg1: memref<2xf32>, %arg2: index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = bufferization.clone %arg0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     %1 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %0) -> (memref<2xf32>) {
// CHECK-NEXT:       %2 = arith.cmpi eq, %arg3, %arg2 : index
// CHECK-NEXT:       %3 = scf.if %2 -> (memref<2xf32>) {
// CHECK-NEXT:         %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:         memref.copy %arg0, %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:         %5 = bufferization.clone %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:         memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:         scf.yield %5 : memref<2xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %5 = bufferization.clone %arg4 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:         scf.yield %5 : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       memref.dealloc %arg4 : memref<2xf32>
// CHECK-NEXT:       %4 = bufferization.clone %3 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       memref.dealloc %3 : memref<2xf32>
// CHECK-NEXT:       scf.yield %4 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.copy %1, %arg1 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     memref.dealloc %1 : memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @nested(%arg0: index, %arg1: index) -> memref<?x?xf32> {
// CHECK-NEXT:     %0 = arith.cmpi eq, %arg0, %arg1 : index
// CHECK-NEXT:     %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// CHECK-NEXT:     %1 = scf.if %0 -> (memref<?x?xf32>) {
// CHECK-NEXT:       scf.yield %alloc : memref<?x?xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %alloc_1 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
// CHECK-NEXT:       memref.copy %alloc, %alloc_1 : memref<?x?xf32> to memref<?x?xf32>
// CHECK-NEXT:       memref.dealloc %alloc_1 : memref<?x?xf32>
// CHECK-NEXT:       scf.yield %alloc : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %alloc_0 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<?x?xf32>
// CHECK-NEXT:     memref.copy %alloc, %1 : memref<?x?xf32> to memref<?x?xf32>
// CHECK-NEXT:     return %1 : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
