// RUN: terrace-opt %s --buffer-hoisting | FileCheck %s
// RUN: terrace-opt %s --buffer-loop-hoisting | FileCheck %s --check-prefix=LOOPS

// A buffer goes up to what dominates its aliases, unless its size, a loop or an op that nobody knows keeps it down.
func.func @branches(%c: i1, %a: memref<2xf32>, %n: index) -> memref<2xf32> {
  cf.cond_br %c, ^bb1, ^bb2(%n : index)
^bb1:
  cf.br ^bb3(%a : memref<2xf32>)
^bb2(%size: index):
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc(%size) : memref<?xf32>
  %2 = memref.alloc(%n) : memref<?xf32>
  "memref.copy"(%1, %2) : (memref<?xf32>, memref<?xf32>) -> ()
  cf.br ^bb3(%0 : memref<2xf32>)
^bb3(%3: memref<2xf32>):
  return %3 : memref<2xf32>
}
func.func @regions(%c: i1, %n: index, %f: f32) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.if %c -> (memref<2xf32>) {
    %1 = memref.alloc() : memref<2xf32>
    %2 = scf.if %c -> (memref<2xf32>) {
      %3 = memref.alloc() : memref<2xf32>
      scf.yield %3 : memref<2xf32>
    } else {
      scf.yield %1 : memref<2xf32>
    }
    scf.yield %2 : memref<2xf32>
  } else {
    %1 = memref.alloc() : memref<2xf32>
    scf.for %i = %c0 to %n step %c1 {
      %2 = memref.alloc(%i) : memref<?xf32>
      %3 = memref.alloc() : memref<2xf32>
      %4 = memref.alloca() : memref<2xf32>
      memref.store %f, %2[%c0] : memref<?xf32>
      memref.copy %3, %4 : memref<2xf32> to memref<2xf32>
    }
    scf.yield %1 : memref<2xf32>
  }
  return %0 : memref<2xf32>
}
func.func @loops(%n: index, %m: memref<2xf32>) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m) -> (memref<2xf32>) {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> (memref<2xf32>) {
      %2 = memref.alloc() : memref<2xf32>
      %3 = memref.alloc() : memref<2xf32>
      memref.copy %3, %2 : memref<2xf32> to memref<2xf32>
      scf.parallel (%k) = (%c0) to (%n) step (%c1) {
        %4 = memref.alloc() : memref<2xf32>
        memref.copy %4, %3 : memref<2xf32> to memref<2xf32>
      }
      scf.yield %2 : memref<2xf32>
    }
    scf.yield %1 : memref<2xf32>
  }
  return %0 : memref<2xf32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @branches(%arg0: i1, %arg1: memref<2xf32>, %arg2: index) -> memref<2xf32> {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg2 : index)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%arg1 : memref<2xf32>)
// CHECK-NEXT:   ^bb2(%0: index):  // pred: ^bb0
// CHECK-NEXT:     %alloc_0 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     %alloc_1 = memref.alloc(%arg2) : memref<?xf32>
// CHECK-NEXT:     memref.copy %alloc_0, %alloc_1 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     cf.br ^bb3(%alloc : memref<2xf32>)
// CHECK-NEXT:   ^bb3(%1: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     return %1 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @regions(%arg0: i1, %arg1: index, %arg2: f32) -> memref<2xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = scf.if %arg0 -> (memref<2xf32>) {
// CHECK-NEXT:       %1 = scf.if %arg0 -> (memref<2xf32>) {
// CHECK-NEXT:         scf.yield %alloc_0 : memref<2xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %alloc : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : memref<2xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.for %arg3 = %c0 to %arg1 step %c1 {
// CHECK-NEXT:         %alloc_2 = memref.alloc(%arg3) : memref<?xf32>
// CHECK-NEXT:         %alloc_3 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:         %alloca = memref.alloca() : memref<2xf32>
// CHECK-NEXT:         memref.store %arg2, %alloc_2[%c0] : memref<?xf32>
// CHECK-NEXT:         memref.copy %alloc_3, %alloca : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %alloc_1 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loops(%arg0: index, %arg1: memref<2xf32>) -> memref<2xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (memref<2xf32>) {
// CHECK-NEXT:       %1 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg3) -> (memref<2xf32>) {
// CHECK-NEXT:         %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:         %alloc_0 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:         memref.copy %alloc_0, %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:         scf.parallel (%arg6) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT:           %alloc_1 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:           memref.copy %alloc_1, %alloc_0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:           scf.reduce 
// CHECK-NEXT:         }
// CHECK-NEXT:         scf.yield %alloc : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// LOOPS:      module {
// LOOPS-NEXT:   func.func @branches(%arg0: i1, %arg1: memref<2xf32>, %arg2: index) -> memref<2xf32> {
// LOOPS-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg2 : index)
// LOOPS-NEXT:   ^bb1:  // pred: ^bb0
// LOOPS-NEXT:     cf.br ^bb3(%arg1 : memref<2xf32>)
// LOOPS-NEXT:   ^bb2(%0: index):  // pred: ^bb0
// LOOPS-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:     %alloc_0 = memref.alloc(%0) : memref<?xf32>
// LOOPS-NEXT:     %alloc_1 = memref.alloc(%arg2) : memref<?xf32>
// LOOPS-NEXT:     memref.copy %alloc_0, %alloc_1 : memref<?xf32> to memref<?xf32>
// LOOPS-NEXT:     cf.br ^bb3(%alloc : memref<2xf32>)
// LOOPS-NEXT:   ^bb3(%1: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
// LOOPS-NEXT:     return %1 : memref<2xf32>
// LOOPS-NEXT:   }
// LOOPS-NEXT:   func.func @regions(%arg0: i1, %arg1: index, %arg2: f32) -> memref<2xf32> {
// LOOPS-NEXT:     %c0 = arith.constant 0 : index
// LOOPS-NEXT:     %c1 = arith.constant 1 : index
// LOOPS-NEXT:     %0 = scf.if %arg0 -> (memref<2xf32>) {
// LOOPS-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:       %1 = scf.if %arg0 -> (memref<2xf32>) {
// LOOPS-NEXT:         %alloc_0 = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:         scf.yield %alloc_0 : memref<2xf32>
// LOOPS-NEXT:       } else {
// LOOPS-NEXT:         scf.yield %alloc : memref<2xf32>
// LOOPS-NEXT:       }
// LOOPS-NEXT:       scf.yield %1 : memref<2xf32>
// LOOPS-NEXT:     } else {
// LOOPS-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:       %alloc_0 = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:       %alloca = memref.alloca() : memref<2xf32>
// LOOPS-NEXT:       scf.for %arg3 = %c0 to %arg1 step %c1 {
// LOOPS-NEXT:         %alloc_1 = memref.alloc(%arg3) : memref<?xf32>
// LOOPS-NEXT:         memref.store %arg2, %alloc_1[%c0] : memref<?xf32>
// LOOPS-NEXT:         memref.copy %alloc_0, %alloca : memref<2xf32> to memref<2xf32>
// LOOPS-NEXT:       }
// LOOPS-NEXT:       scf.yield %alloc : memref<2xf32>
// LOOPS-NEXT:     }
// LOOPS-NEXT:     return %0 : memref<2xf32>
// LOOPS-NEXT:   }
// LOOPS-NEXT:   func.func @loops(%arg0: index, %arg1: memref<2xf32>) -> memref<2xf32> {
// LOOPS-NEXT:     %c0 = arith.constant 0 : index
// LOOPS-NEXT:     %c1 = arith.constant 1 : index
// LOOPS-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:     %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (memref<2xf32>) {
// LOOPS-NEXT:       %1 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg3) -> (memref<2xf32>) {
// LOOPS-NEXT:         %alloc_0 = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:         memref.copy %alloc, %alloc_0 : memref<2xf32> to memref<2xf32>
// LOOPS-NEXT:         scf.parallel (%arg6) = (%c0) to (%arg0) step (%c1) {
// LOOPS-NEXT:           %alloc_1 = memref.alloc() : memref<2xf32>
// LOOPS-NEXT:           memref.copy %alloc_1, %alloc : memref<2xf32> to memref<2xf32>
// LOOPS-NEXT:           scf.reduce 
// LOOPS-NEXT:         }
// LOOPS-NEXT:         scf.yield %alloc_0 : memref<2xf32>
// LOOPS-NEXT:       }
// LOOPS-NEXT:       scf.yield %1 : memref<2xf32>
// LOOPS-NEXT:     }
// LOOPS-NEXT:     return %0 : memref<2xf32>
// LOOPS-NEXT:   }
// LOOPS-NEXT: }
